// SPDX-License-Identifier: MIT
#pragma once

#include <ucontext.h>

#include <cstddef>
#include <vector>

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/common_interface_defs.h>
#endif

namespace thrustline::test {

/// A function on a stack of its own, which runs in pieces: enter() runs it until it calls leave(). It must not return.
class fiber {
public:
  explicit fiber(void (*function)()) : stack_(std::size_t{1} << 18) {
    getcontext(&inside_);
    inside_.uc_stack.ss_sp = stack_.data();
    inside_.uc_stack.ss_size = stack_.size();
    makecontext(&inside_, function, 0);
    inside_.uc_stack.ss_size = 0; // else each switch would make AddressSanitizer forget which of its bytes are valid
  }
  fiber(fiber const&) = delete;
  fiber& operator=(fiber const&) = delete;

  void enter() {
    void* fake_stack = nullptr;
    before_switch(&fake_stack, stack_.data(), stack_.size());
    swapcontext(&outside_, &inside_);
    after_switch(fake_stack, nullptr, nullptr);
  }

  /// Called by the function before anything else.
  void begin() { after_switch(nullptr, &outer_stack_, &outer_size_); }

  /// Called by the function.
  void leave() {
    void* fake_stack = nullptr;
    before_switch(&fake_stack, outer_stack_, outer_size_);
    swapcontext(&inside_, &outside_);
    after_switch(fake_stack, &outer_stack_, &outer_size_);
  }

private:
  /// AddressSanitizer has to know on which stack the thread is.
  static void before_switch([[maybe_unused]] void** fake_stack, [[maybe_unused]] void const* stack,
                            [[maybe_unused]] std::size_t size) {
#if defined(__SANITIZE_ADDRESS__)
    __sanitizer_start_switch_fiber(fake_stack, stack, size);
#endif
  }
  static void after_switch([[maybe_unused]] void* fake_stack, [[maybe_unused]] void const** old_stack,
                           [[maybe_unused]] std::size_t* old_size) {
#if defined(__SANITIZE_ADDRESS__)
    __sanitizer_finish_switch_fiber(fake_stack, old_stack, old_size);
#endif
  }

  std::vector<char> stack_;
  ucontext_t inside_, outside_;
  void const* outer_stack_ = nullptr;
  std::size_t outer_size_ = 0;
};

} // namespace thrustline::test
