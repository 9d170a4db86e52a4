// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include <sys/stat.h>

namespace thrustline_program {

/// Identity of a file: equal for all paths that name it, whether relative, by links, or as the name of a standard
/// stream.
class file_identity {
public:
  /// The file at the path, which need not exist.
  explicit file_identity(std::string const& path);

  /// The file behind an open descriptor.
  explicit file_identity(int descriptor);

  bool is_regular() const { return exists_ && S_ISREG(status_.st_mode); }

  /// Whether both are one file, that is there or would be. A character device, such as a terminal, keeps nothing, so it
  /// counts as another one each time.
  friend bool same_file(file_identity const& a, file_identity const& b);

private:
  struct stat status_ = {};
  bool exists_;
  std::string resolved_; ///< names a file that does not exist
};

/// The path behind symbolic links, of a file that exists or may be made there; the path itself if links form a loop.
std::string resolved(std::string const& path);

} // namespace thrustline_program
