// SPDX-License-Identifier: MIT
#include "formats/ending_signals.hpp"

#include <atomic>
#include <ctime>

#include <unistd.h>

namespace thrustline_program {
namespace {

constexpr int ending_signals[] = {SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGQUIT, SIGALRM, SIGXCPU};

// The names of the files, in a list that a signal handler may read: it only grows, and its places are reused.
struct place {
  std::atomic<const char*> name;
  place* next;
};
std::atomic<place*> listed{nullptr};

// The handler may run on one thread while others change files: it waits for them, and no further one begins.
std::atomic<int> changing{0};
std::atomic<bool> ending{false};
static_assert(std::atomic<int>::is_always_lock_free && std::atomic<bool>::is_always_lock_free &&
              std::atomic<const char*>::is_always_lock_free && std::atomic<place*>::is_always_lock_free);

extern "C" void remove_listed(int signal) {
  const timespec nap = {0, 1000000};
  ending = true;
  while (changing > 0)
    ::nanosleep(&nap, nullptr);
  for (place* at = listed.load(); at; at = at->next)
    if (const char* name = at->name.load())
      ::unlink(name);
  ::raise(signal); // SA_RESETHAND has removed the handler, so this ends the program as usual
}

} // namespace

void handle_ending_signals() {
  std::signal(SIGXFSZ, SIG_IGN);
  struct sigaction action = {}, before = {};
  action.sa_handler = remove_listed;
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  for (int signal : ending_signals)
    if (::sigaction(signal, nullptr, &before) == 0 && before.sa_handler == SIG_DFL)
      ::sigaction(signal, &action, nullptr);
}

void remove_at_signal(std::string const& path) {
  for (place* at = listed.load(); at; at = at->next) {
    const char* empty = nullptr;
    if (at->name.compare_exchange_strong(empty, path.c_str()))
      return;
  }
  listed.store(new place{{path.c_str()}, listed.load()});
}

void keep_at_signal(std::string const& path) {
  for (place* at = listed.load(); at; at = at->next)
    if (at->name.load() == path.c_str())
      at->name.store(nullptr);
}

signals_held::signals_held() {
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

signals_held::~signals_held() {
  --changing;
  ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

} // namespace thrustline_program
