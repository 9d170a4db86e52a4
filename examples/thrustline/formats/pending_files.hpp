// SPDX-License-Identifier: MIT
#pragma once

#include <fstream>
#include <functional>
#include <list>
#include <string>
#include <vector>

namespace thrustline_program {

/// The first of these paths that names the same file as one before it, however both are written; empty: none does.
/// Empty paths and "-", standard output, do not count.
std::string named_twice(std::vector<std::string> const& paths);

/// Output files that appear together at the end of a run, or not at all.
///
/// Each is written under a temporary name in its folder and renamed by commit(). If the object is destroyed without
/// commit(), or a signal ends the program, nothing is left behind. Devices and pipes are written directly.
class pending_files {
public:
  explicit pending_files(bool overwrite);
  ~pending_files();
  pending_files(pending_files const&) = delete;
  pending_files& operator=(pending_files const&) = delete;

  /// Throws file_error if the file exists and may not be overwritten, or is a folder, or its folder is missing.
  void check(std::string const& path) const;

  /// Opens the file and returns its stream. Throws file_error.
  std::ostream& open(std::string const& path);

  /// Calls write(stream) with the file, or with standard output if the path is "-". Throws file_error.
  void write(std::string const& path, std::function<void(std::ostream&)> const& write);

  /// Ends the writing of all files. Throws file_error if one could not be written in full.
  void complete();

  /// Completes all files, prints the report on standard output if there is one, and gives the files their names. Throws
  /// file_error if any of this fails; then no file exists.
  void commit(std::function<void(std::ostream&)> const& report = {});

private:
  struct file {
    std::string path;
    std::string target;    ///< the path behind symbolic links
    std::string temporary; ///< empty: written directly
    std::ofstream stream;
  };

  bool overwrite_;
  std::list<file> files_;
};

} // namespace thrustline_program
