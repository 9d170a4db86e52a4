// SPDX-License-Identifier: MIT
#include "formats/partial_file.hpp"

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <random>
#include <string_view>
#include <system_error>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "formats/ending_signals.hpp"

namespace thrustline_program {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view prefix = ".thrustline-partial-";
constexpr std::size_t suffix_digits = 8;

std::string new_name() {
  static std::random_device random;
  char suffix[suffix_digits + 1];
  std::snprintf(suffix, sizeof suffix, "%08x", static_cast<unsigned>(random()));
  return std::string(prefix) + suffix;
}

bool is_partial_name(std::string const& name) {
  return name.size() == prefix.size() + suffix_digits && name.compare(0, prefix.size(), prefix) == 0 &&
         std::all_of(name.begin() + prefix.size(), name.end(), [](unsigned char c) { return std::isxdigit(c) != 0; });
}

[[noreturn]] void fail() { throw std::system_error(errno, std::generic_category()); }

/// Whether the descriptor's file still has a name.
bool has_name(int descriptor) {
  struct stat status = {};
  return ::fstat(descriptor, &status) == 0 && status.st_nlink > 0;
}

/// Removes the file if it is a leftover. A writer that made it and has not locked it yet makes another one.
void remove_if_left(std::string const& path) {
  const int descriptor = ::open(path.c_str(), O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (descriptor < 0)
    return;
  struct stat opened = {}, named = {};
  if (::fstat(descriptor, &opened) == 0 && S_ISREG(opened.st_mode) && opened.st_uid == ::geteuid() &&
      ::flock(descriptor, LOCK_EX | LOCK_NB) == 0 && ::lstat(path.c_str(), &named) == 0 &&
      named.st_dev == opened.st_dev && named.st_ino == opened.st_ino)
    ::unlink(path.c_str());
  ::close(descriptor);
}

} // namespace

partial_file::partial_file(std::string const& target, std::optional<struct stat> const& replaced)
    : target_(target), replaces_(replaced.has_value()) {
  const signals_held held;
  create();
  remove_at_signal(temporary_);
  if (replaced)
    take_access(*replaced);
}

partial_file::~partial_file() {
  const signals_held held;
  if (state_ == unnamed || state_ == exchanged)
    ::unlink(temporary_.c_str());
  keep_at_signal(temporary_);
  ::close(lock_);
}

void partial_file::create() {
  const fs::path folder = fs::path(target_).parent_path();
  const mode_t mode = replaces_ ? 0600 : 0666;
  for (;;) {
    temporary_ = (folder / new_name()).string();
    lock_ = ::open(temporary_.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode);
    if (lock_ < 0 && errno == EEXIST)
      continue;
    if (lock_ < 0)
      fail();
    ::flock(lock_, LOCK_EX); // a file system without locks has no leftovers removed either
    if (has_name(lock_))
      return;
    ::close(lock_); // another run removed it as a leftover
  }
}

/// Access never grows. The bits of the group are for the old group only; with an access control list they are the most
/// that the list may grant. Where either is not kept, the group gets what others get.
void partial_file::take_access(struct stat const& replaced) {
  mode_t mode = replaced.st_mode & 0777;
  const bool group_kept =
      ::fchown(lock_, replaced.st_uid, replaced.st_gid) == 0 || ::fchown(lock_, uid_t(-1), replaced.st_gid) == 0;
  const bool had_list = ::getxattr(target_.c_str(), "system.posix_acl_access", nullptr, 0) > 0;
  if (!group_kept || had_list)
    mode &= ~mode_t(070) | (mode & 07) << 3;
  ::fchmod(lock_, mode);
}

void partial_file::replace(struct stat const& replaced) {
  replaces_ = true;
  take_access(replaced);
}

void partial_file::take_name() {
  const char *const from = temporary_.c_str(), *const to = target_.c_str();
  if (::renameat2(AT_FDCWD, from, AT_FDCWD, to, replaces_ ? RENAME_EXCHANGE : RENAME_NOREPLACE) == 0) {
    state_ = replaces_ ? exchanged : named;
    return;
  }
  if (errno != EINVAL && errno != ENOSYS)
    fail();
  // The file system, such as NFS, knows plain renaming and linking only. A link, too, replaces nothing.
  if ((replaces_ ? ::rename(from, to) : ::link(from, to)) != 0)
    fail();
  if (!replaces_)
    ::unlink(from);
  state_ = replaces_ ? replaced_for_good : named;
}

void partial_file::give_back_name() {
  if (state_ == named)
    ::unlink(target_.c_str());
  else if (state_ == exchanged)
    ::renameat2(AT_FDCWD, temporary_.c_str(), AT_FDCWD, target_.c_str(), RENAME_EXCHANGE);
}

void remove_leftovers(std::string const& folder) {
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error))
    if (is_partial_name(at->path().filename().string()))
      remove_if_left(at->path().string());
}

} // namespace thrustline_program
