// SPDX-License-Identifier: MIT
#include "formats/pending_files.hpp"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <system_error>

#include <unistd.h>

#include "formats/ending_signals.hpp"
#include "formats/file_error.hpp"
#include "formats/file_identity.hpp"

namespace thrustline_program {
namespace {

namespace fs = std::filesystem;

std::string system_message(int error) { return std::strerror(error); }

[[noreturn]] void refuse(std::string const& path, std::string const& why) {
  throw file_error(path, "cannot be written: " + why);
}

[[noreturn]] void refuse_to_overwrite(std::string const& path) {
  throw file_error(path, "exists already; --overwrite replaces it");
}

/// What the file system knows about a file; nothing if there is no file of that name. Throws file_error.
std::optional<struct stat> status_of(std::string const& path) {
  struct stat status = {};
  if (::stat(path.c_str(), &status) == 0)
    return status;
  if (errno != ENOENT && errno != ENOTDIR)
    refuse(path, system_message(errno));
  return std::nullopt;
}

/// Writes to a stream with write(), and ends it with end(). Throws file_error if that fails, with the reason: nothing
/// is written after the write that fails, and sets errno.
void write_all(std::string const& path, std::ostream& stream, std::function<void(std::ostream&)> const& write,
               std::function<void()> const& end) {
  errno = 0;
  write(stream);
  end();
  if (!stream)
    throw file_error(path, "could not be written in full" + (errno == 0 ? "" : ": " + system_message(errno)));
}

void to_standard_output(std::function<void(std::ostream&)> const& write) {
  write_all("standard output", std::cout, write, [] { std::cout.flush(); });
}

/// Writes the whole content of the file at `place`; `path` is for messages.
void write_file(std::string const& path, std::string const& place, std::function<void(std::ostream&)> const& write) {
  std::ofstream stream(place, std::ios::binary);
  if (!stream)
    refuse(path, system_message(errno));
  write_all(path, stream, write, [&] { stream.close(); });
}

/// Gives the file its name. Returns why that failed, if it did.
std::error_code name_problem(partial_file& file) {
  try {
    file.take_name();
  } catch (std::system_error const& error) {
    return error.code();
  }
  return {};
}

} // namespace

pending_files::pending_files(bool overwrite) : overwrite_(overwrite) { handle_ending_signals(); }

void pending_files::check(std::string const& path) const {
  const std::optional<struct stat> status = status_of(path);
  if (!status) {
    std::error_code error;
    const fs::path folder = fs::path(resolved(path)).parent_path();
    if (!fs::is_directory(folder, error))
      refuse(path, "there is no folder " + folder.string());
    return;
  }
  if (S_ISDIR(status->st_mode))
    refuse(path, "it is a folder");
  if (!S_ISREG(status->st_mode))
    return;
  if (!overwrite_)
    refuse_to_overwrite(path);
  if ((status->st_mode & 0222) == 0 || ::access(path.c_str(), W_OK) != 0)
    refuse(path, "it is read-only");
  if (status->st_nlink > 1)
    refuse(path, "it has " + std::to_string(status->st_nlink) +
                     " names by hard links, and the others would keep the old content");
}

pending_files::file& pending_files::create(std::string const& path, std::optional<struct stat> const& replaced) {
  const std::string target = resolved(path), folder = fs::path(target).parent_path().string();
  if (clean_folders_.insert(folder).second)
    remove_leftovers(folder);
  try {
    return files_.emplace_back(path, target, replaced);
  } catch (std::system_error const& error) {
    refuse(path, system_message(error.code().value()));
  }
}

void pending_files::write(std::string const& path, std::function<void(std::ostream&)> const& write) {
  if (path == "-")
    return to_standard_output(write);
  check(path);
  const std::optional<struct stat> status = status_of(path);
  if (status && !S_ISREG(status->st_mode))
    return write_file(path, path, write);
  write_file(path, create(path, status).partial.temporary(), write);
}

void pending_files::take_name(file& of) const {
  std::error_code error = name_problem(of.partial);
  if (error == std::errc::file_exists) { // another program has made it meanwhile
    check(of.path);
    if (const std::optional<struct stat> made = status_of(of.path); made && S_ISREG(made->st_mode))
      of.partial.replace(*made);
    error = name_problem(of.partial);
  }
  if (error)
    refuse(of.path, system_message(error.value()));
}

void pending_files::commit(std::function<void(std::ostream&)> const& report) {
  if (report)
    to_standard_output(report);
  const signals_held held;
  for (auto f = files_.begin(); f != files_.end(); ++f) {
    try {
      take_name(*f);
    } catch (file_error const&) {
      for (auto done = files_.begin(); done != f; ++done)
        done->partial.give_back_name();
      throw;
    }
  }
  files_.clear();
}

} // namespace thrustline_program
