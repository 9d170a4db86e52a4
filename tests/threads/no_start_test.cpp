// SPDX-License-Identifier: MIT
#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <thread>

#include <dlfcn.h>
#include <pthread.h>

#include <thrustline/version.hpp>

#include "busy_calls.hpp"

using namespace thrustline;
using namespace thrustline::test;

namespace {

std::atomic<int> starts_left{0}, refused{0};

int starts_allowed() {
  const char* const text = std::getenv("STARTS");
  return text ? std::atoi(text) : 0;
}

/// Whether the calls below ask for more starts than are allowed. On two cores there are three: two to find out how many
/// threads can be started, and a worker.
bool expects_refusals() {
  const unsigned cores = std::thread::hardware_concurrency();
  return !build().threads.empty() && (cores > 2 || (cores == 2 && starts_allowed() < 3));
}

} // namespace

/// In place of the system's: as many starts succeed as the environment variable STARTS says.
extern "C" int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*routine)(void*),
                              void* data) {
  using function = int (*)(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);
  static const auto real = reinterpret_cast<function>(dlsym(RTLD_NEXT, "pthread_create"));
  if (starts_left.fetch_sub(1) <= 0) {
    ++refused;
    return EAGAIN;
  }
  return real(thread, attributes, routine, data);
}

TEST_CASE("refused starts mean fewer threads, and the same answers") {
  starts_left = starts_allowed();
  const busy_calls calls;
  for (int k = 0; k < 3; ++k) {
    CHECK(calls.difference_on(executor::cpu(2)) == "");
    CHECK(calls.difference_on(executor::cpu(8)) == "");
  }
  if (expects_refusals())
    CHECK(refused > 0);
}
