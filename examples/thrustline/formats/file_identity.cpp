// SPDX-License-Identifier: MIT
#include "formats/file_identity.hpp"

#include <filesystem>

namespace thrustline_program {
namespace fs = std::filesystem;

file_identity::file_identity(std::string const& path) : exists_(::stat(path.c_str(), &status_) == 0) {
  if (!exists_)
    resolved_ = resolved(path);
}

file_identity::file_identity(int descriptor) : exists_(::fstat(descriptor, &status_) == 0) {
  if (!exists_)
    resolved_ = "descriptor " + std::to_string(descriptor);
}

bool same_file(file_identity const& a, file_identity const& b) {
  if (!a.exists_ || !b.exists_)
    return a.exists_ == b.exists_ && a.resolved_ == b.resolved_;
  return a.status_.st_dev == b.status_.st_dev && a.status_.st_ino == b.status_.st_ino && !S_ISCHR(a.status_.st_mode);
}

std::string resolved(std::string const& path) {
  std::error_code error;
  fs::path target = fs::absolute(path, error); // weakly_canonical leaves a name relative while it does not exist
  if (error)
    return path;
  // weakly_canonical does not follow a link to a file that does not exist yet.
  constexpr int most_links = 40;
  for (int links = 0; fs::is_symlink(target, error) && !fs::exists(target, error); ++links) {
    const fs::path next = fs::read_symlink(target, error);
    if (error || links == most_links)
      return path;
    target = target.parent_path() / next;
  }
  const fs::path canonical = fs::weakly_canonical(target, error);
  return error ? path : canonical.string();
}

} // namespace thrustline_program
