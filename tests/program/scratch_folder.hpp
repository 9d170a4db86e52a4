// SPDX-License-Identifier: MIT
#pragma once

#include <set>
#include <string>

namespace thrustline::test {

/// A temporary folder for one test, removed at the end.
class scratch_folder {
public:
  scratch_folder();
  ~scratch_folder();
  scratch_folder(scratch_folder const&) = delete;
  scratch_folder& operator=(scratch_folder const&) = delete;

  /// The path of a file in the folder.
  std::string path(std::string const& name) const { return folder_ + "/" + name; }

  /// Writes a file; returns its path.
  std::string write(std::string const& name, std::string const& text) const;

  std::string read(std::string const& name) const;

  /// The names of the files in the folder.
  std::set<std::string> names() const;

private:
  std::string folder_;
};

/// The content of a file; throws std::runtime_error if it cannot be read.
std::string content_of(std::string const& path);

} // namespace thrustline::test
