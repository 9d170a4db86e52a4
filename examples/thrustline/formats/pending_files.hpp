// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <list>
#include <optional>
#include <set>
#include <string>

#include "formats/partial_file.hpp"

namespace thrustline_program {

/// Output files that appear together at the end of a run, or not at all.
///
/// Each is written under a temporary name in its folder and renamed by commit(). If the object is destroyed without
/// commit(), or a signal ends the program, nothing is left behind, and files that exist are as they were. Devices and
/// pipes are written directly. A file that is replaced passes its owner and mode on.
class pending_files {
public:
  explicit pending_files(bool overwrite);

  /// Throws file_error if the file may not be written: it exists and may not be overwritten, is a folder or is
  /// read-only; it has other names by hard links, which would keep the old content; or its folder is missing.
  void check(std::string const& path) const;

  /// Calls write(stream) with a new file, or with standard output if the path is "-". Throws file_error.
  void write(std::string const& path, std::function<void(std::ostream&)> const& write);

  /// Prints the report on standard output if there is one, and gives the files their names. Throws file_error if any of
  /// this fails. Then no file exists that did not, and all others are as they were, unless their file system cannot
  /// exchange two names.
  void commit(std::function<void(std::ostream&)> const& report = {});

private:
  struct file {
    file(std::string const& path, std::string const& target, std::optional<struct stat> const& replaced)
        : path(path), partial(target, replaced) {}

    std::string path;
    partial_file partial;
  };

  file& create(std::string const& path, std::optional<struct stat> const& replaced);

  /// Gives the file its name, also if another program made a file of that name meanwhile which may be replaced.
  void take_name(file& of) const;

  bool overwrite_;
  std::list<file> files_;
  std::set<std::string> clean_folders_; ///< leftovers of killed runs are removed there
};

} // namespace thrustline_program
