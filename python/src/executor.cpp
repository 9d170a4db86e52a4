// SPDX-License-Identifier: MIT
#include "executor.hpp"

#include <cstdint>
#include <memory>
#include <stdexcept>

#include <nanobind/stl/string.h>
#include <pthread.h>

namespace thrustline::python {
namespace {

namespace nb = nanobind;

std::atomic<int> forks{0}; // forks of this process and its ancestors since the module was loaded

cudaStream_t stream_at(std::uintptr_t address) { return reinterpret_cast<cudaStream_t>(address); }

} // namespace

struct mutex_of_process::made_after {
  int forks;
  std::mutex mutex;

  explicit made_after(int forks) : forks(forks) {}
};

mutex_of_process::mutex_of_process() : made_(new made_after(forks)) {}

// What was inherited is leaked here and in take(): a locked mutex must not be destroyed.
mutex_of_process::~mutex_of_process() {
  if (!is_inherited())
    delete made_.load();
}

bool mutex_of_process::is_inherited() const { return made_.load()->forks != forks; }

std::mutex& mutex_of_process::take() {
  made_after* made = made_;
  if (made->forks != forks) {
    auto own = std::make_unique<made_after>(forks);
    if (made_.compare_exchange_strong(made, own.get()))
      made = own.release();
  }
  return made->mutex;
}

shared_executor::shared_executor(executor on) : shared_(std::make_shared<shared>(std::move(on))) {}

shared_executor shared_executor::beside(cudaStream_t stream) const {
  shared_executor ordered = *this;
  ordered.other_stream_ = stream;
  return ordered;
}

std::mutex& shared_executor::usable_mutex() {
  if (shared_->on.is_cuda() && shared_->mutex.is_inherited())
    throw std::runtime_error("CUDA cannot be used after fork(): start the process by the method spawn");
  return shared_->mutex.take();
}

void bind_executor(nb::module_& module) {
  pthread_atfork(nullptr, nullptr, [] { ++forks; });
  nb::class_<shared_executor>(module, "Executor")
      .def_static("cpu", [](int threads) { return shared_executor(executor::cpu(threads)); })
      .def_static(
          "cuda",
          [](int device, std::uintptr_t stream) { return shared_executor(executor::cuda(device, stream_at(stream))); })
      .def_prop_ro("is_cuda", [](shared_executor& on) { return on.get().is_cuda(); })
      .def_prop_ro("threads", [](shared_executor& on) { return on.get().threads(); })
      .def_prop_ro("device", [](shared_executor& on) { return on.get().device(); })
      .def_prop_ro("stream", [](shared_executor& on) { return reinterpret_cast<std::uintptr_t>(on.get().stream()); })
      .def_prop_ro("name", [](shared_executor& on) { return on.get().name(); })
      .def_prop_ro("workspace_bytes",
                   [](shared_executor& on) { return on.run([](executor const& e) { return e.workspace_bytes(); }); })
      .def("memory_limit",
           [](shared_executor& on, std::size_t bytes) {
             on.change([bytes](executor& e) { return e.memory_limit(bytes), 0; });
           })
      .def("beside", [](shared_executor& on, std::uintptr_t stream) { return on.beside(stream_at(stream)); })
      .def("synchronize", [](shared_executor& on) { on.run([](executor const& e) { return e.synchronize(), 0; }); });
  module.def("cuda_available", &executor::cuda_available);
}

} // namespace thrustline::python
