// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <mutex>
#include <new>

namespace thrustline::test {

/// Log of an allocator; makes it fail on demand. Some of Thrust's algorithms allocate in several threads.
struct allocation_log {
  std::int64_t made = 0;                                           ///< allocations asked for
  std::int64_t fail_at = std::numeric_limits<std::int64_t>::max(); ///< this one fails, and all after it
  std::size_t live_bytes = 0, peak_bytes = 0;
  bool wrong_return = false; ///< memory came back that was not given, or with another size
  std::map<void*, std::size_t> live;

  void check_turn() {
    const std::lock_guard lock(mutex);
    if (++made >= fail_at)
      throw std::bad_alloc();
  }

  void given(void* memory, std::size_t bytes) {
    const std::lock_guard lock(mutex);
    live[memory] = bytes;
    live_bytes += bytes;
    peak_bytes = peak_bytes < live_bytes ? live_bytes : peak_bytes;
  }

  void returned(void* memory, std::size_t bytes) {
    const std::lock_guard lock(mutex);
    const auto found = live.find(memory);
    wrong_return = wrong_return || found == live.end() || found->second != bytes;
    live_bytes -= bytes;
    if (found != live.end())
      live.erase(found);
  }

private:
  std::mutex mutex;
};

/// An allocator for Thrust's policies that writes a log. Source: static void* get(bytes), static void put(memory).
template <class Source>
class logging_allocator {
public:
  using value_type = char;

  explicit logging_allocator(allocation_log& log) : log_(&log) {}

  char* allocate(std::ptrdiff_t bytes) {
    log_->check_turn();
    void* const memory = Source::get(static_cast<std::size_t>(bytes));
    log_->given(memory, static_cast<std::size_t>(bytes));
    return static_cast<char*>(memory);
  }

  void deallocate(char* memory, std::size_t bytes) {
    log_->returned(memory, bytes);
    Source::put(memory);
  }

private:
  allocation_log* log_;
};

struct host_heap {
  static void* get(std::size_t bytes) { return ::operator new(bytes); }
  static void put(void* memory) { ::operator delete(memory); }
};

} // namespace thrustline::test
