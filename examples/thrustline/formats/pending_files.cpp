// SPDX-License-Identifier: MIT
#include "formats/pending_files.hpp"

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <iostream>
#include <set>

#include <fcntl.h>
#include <unistd.h>

#include "formats/file_error.hpp"

namespace thrustline_program {
namespace {

namespace fs = std::filesystem;

constexpr int ending_signals[] = {SIGINT, SIGTERM, SIGHUP, SIGPIPE};

// The names of the temporary files, in a list that a signal handler may read: it only grows, and its places are reused.
struct place {
  std::atomic<const char*> name;
  place* next;
};
std::atomic<place*> temporaries{nullptr};

// The handler may run on one thread while others change files: it waits for them, and no further one begins.
std::atomic<int> changing{0};
std::atomic<bool> ending{false};
static_assert(std::atomic<int>::is_always_lock_free && std::atomic<bool>::is_always_lock_free);

extern "C" void remove_temporaries(int signal) {
  const timespec nap = {0, 1000000};
  ending = true;
  while (changing > 0)
    ::nanosleep(&nap, nullptr);
  for (place* at = temporaries.load(); at; at = at->next)
    if (const char* name = at->name.load())
      ::unlink(name);
  ::raise(signal); // SA_RESETHAND has removed the handler, so this ends the program as usual
}

void handle_ending_signals() {
  std::signal(SIGXFSZ, SIG_IGN); // a file over the limit is then an error of writing like others
  struct sigaction action = {}, before = {};
  action.sa_handler = remove_temporaries;
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  for (int signal : ending_signals)
    if (::sigaction(signal, nullptr, &before) == 0 && before.sa_handler == SIG_DFL)
      ::sigaction(signal, &action, nullptr);
}

/// Holds signals back while files and `temporaries` disagree: blocks them on this thread; handlers on others wait.
class signals_held {
public:
  signals_held() {
    sigset_t held;
    sigemptyset(&held);
    for (int signal : ending_signals)
      sigaddset(&held, signal);
    ::pthread_sigmask(SIG_BLOCK, &held, &before_);
    ++changing;
    if (ending) { // on another thread
      --changing;
      for (;;)
        ::pause();
    }
  }
  ~signals_held() {
    --changing;
    ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }

private:
  sigset_t before_;
};

void remember(std::string const& temporary) {
  for (place* at = temporaries.load(); at; at = at->next) {
    const char* empty = nullptr;
    if (at->name.compare_exchange_strong(empty, temporary.c_str()))
      return;
  }
  temporaries.store(new place{{temporary.c_str()}, temporaries.load()});
}

void forget(std::string const& temporary) {
  for (place* at = temporaries.load(); at; at = at->next)
    if (at->name.load() == temporary.c_str())
      at->name.store(nullptr);
}

std::string system_message() { return std::strerror(errno); }

/// Why writing failed; empty if errno does not say, as the error was at an earlier write.
std::string reason() { return errno == 0 ? "" : ": " + system_message(); }

std::string target_of(std::string const& path) {
  std::error_code error;
  const fs::path absolute = fs::absolute(path); // weakly_canonical leaves a name relative while it does not exist
  const fs::path target = fs::weakly_canonical(absolute, error);
  return (error ? absolute : target).string();
}

void to_standard_output(std::function<void(std::ostream&)> const& write) {
  write(std::cout);
  if (!std::cout.flush())
    throw file_error("standard output", "could not be written in full");
}

} // namespace

std::string named_twice(std::vector<std::string> const& paths) {
  std::set<std::string> seen;
  for (std::string const& path : paths)
    if (!path.empty() && path != "-" && !seen.insert(target_of(path)).second)
      return path;
  return "";
}

pending_files::pending_files(bool overwrite) : overwrite_(overwrite) { handle_ending_signals(); }

pending_files::~pending_files() {
  const signals_held held;
  for (file& f : files_) {
    if (f.temporary.empty())
      continue;
    f.stream.close();
    ::unlink(f.temporary.c_str());
    forget(f.temporary);
  }
}

void pending_files::check(std::string const& path) const {
  std::error_code error;
  const fs::path target = target_of(path);
  const fs::file_status status = fs::status(target, error);
  if (fs::is_directory(status))
    throw file_error(path, "cannot be written: it is a folder");
  if (fs::is_regular_file(status) && !overwrite_)
    throw file_error(path, "exists already; --overwrite replaces it");
  if (!fs::exists(status) && !fs::is_directory(target.parent_path(), error))
    throw file_error(path, "cannot be written: there is no folder " + target.parent_path().string());
}

std::ostream& pending_files::open(std::string const& path) {
  check(path);
  file& f = files_.emplace_back();
  f.path = path;
  f.target = target_of(path);
  const fs::file_status status = fs::status(f.target);
  if (fs::exists(status) && !fs::is_regular_file(status)) {
    f.stream.open(f.target, std::ios::binary);
  } else {
    f.temporary = f.target + ".partial-" + std::to_string(::getpid());
    const signals_held held;
    const int created = ::open(f.temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (created < 0) {
      const std::string message = system_message();
      files_.pop_back();
      throw file_error(path, "cannot be written: " + message);
    }
    ::close(created);
    remember(f.temporary);
    f.stream.open(f.temporary, std::ios::binary);
  }
  if (!f.stream)
    throw file_error(path, "cannot be written: " + system_message());
  return f.stream;
}

void pending_files::complete() {
  for (file& f : files_) {
    if (!f.stream.is_open())
      continue;
    errno = 0;
    f.stream.close();
    if (!f.stream)
      throw file_error(f.path, "could not be written in full" + reason());
  }
}

void pending_files::write(std::string const& path, std::function<void(std::ostream&)> const& write) {
  if (path != "-")
    return write(open(path));
  to_standard_output(write);
}

void pending_files::commit(std::function<void(std::ostream&)> const& report) {
  complete();
  if (report)
    to_standard_output(report);
  const signals_held held;
  for (file const& f : files_)
    if (!f.temporary.empty())
      check(f.path); // another program may have made it meanwhile
  for (auto f = files_.begin(); f != files_.end(); ++f) {
    if (f->temporary.empty() || ::rename(f->temporary.c_str(), f->target.c_str()) == 0)
      continue;
    const std::string message = system_message();
    for (auto done = files_.begin(); done != f; ++done)
      if (!done->temporary.empty())
        ::unlink(done->target.c_str());
    throw file_error(f->path, "cannot be written: " + message);
  }
  for (file const& f : files_)
    forget(f.temporary);
  files_.clear();
}

} // namespace thrustline_program
