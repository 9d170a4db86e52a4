// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include <sys/stat.h>

namespace thrustline_program {

/// A new file under a temporary name in the folder of its target, until it takes the target's name. The destructor and
/// ending signals remove the temporary name. While the object lives the file is locked, so that another run does not
/// take it for what a killed run left.
class partial_file {
public:
  /// Makes the file. It gets owner, group and mode of the file that it replaces, if any, before it holds any data.
  /// Throws std::system_error.
  partial_file(std::string const& target, std::optional<struct stat> const& replaced);
  ~partial_file();
  partial_file(partial_file const&) = delete;
  partial_file& operator=(partial_file const&) = delete;

  std::string const& temporary() const { return temporary_; }

  /// Lets take_name() replace a file that another program made since, whose owner, group and mode this one gets.
  void replace(struct stat const& replaced);

  /// Gives the file the target's name. If it replaces a file, that one takes the temporary name. Throws
  /// std::system_error, also if it replaces none and a file has that name now.
  void take_name();

  /// Undoes take_name().
  void give_back_name();

private:
  void create();
  void take_access(struct stat const& replaced);

  std::string target_, temporary_;
  bool replaces_;
  int lock_ = -1; ///< descriptor of the file
  enum { unnamed, named, exchanged, replaced_for_good } state_ = unnamed;
};

/// Removes the partial files in a folder that a killed run of this user left there: those that no process has locked.
void remove_leftovers(std::string const& folder);

} // namespace thrustline_program
