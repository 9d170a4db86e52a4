// SPDX-License-Identifier: MIT
#include "executor.hpp"

#include <atomic>
#include <cstdint>
#include <stdexcept>

#include <nanobind/stl/string.h>
#include <pthread.h>

namespace thrustline::python {
namespace {

namespace nb = nanobind;

std::atomic<int> forks{0}; // forks of this process and its ancestors since the module was loaded

cudaStream_t stream_at(std::uintptr_t address) { return reinterpret_cast<cudaStream_t>(address); }

} // namespace

shared_executor::shared_executor(executor on)
    : on_(std::move(on)), mutex_(std::make_unique<std::mutex>()), forks_(forks) {}

std::mutex& shared_executor::mutex_of_this_process() {
  if (forks_ != forks) {
    if (on_.is_cuda())
      throw std::runtime_error("CUDA cannot be used after fork(): start the process by the method spawn");
    (void)mutex_.release(); // a locked mutex must not be destroyed
    mutex_ = std::make_unique<std::mutex>();
    forks_ = forks;
  }
  return *mutex_;
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
      .def_prop_ro("workspace_bytes", [](shared_executor& on) { return on.get().workspace_bytes(); })
      .def_prop_ro("workspace_peak", [](shared_executor& on) { return on.get().workspace_peak(); })
      .def("memory_limit", [](shared_executor& on, std::size_t bytes) { on.get().memory_limit(bytes); })
      .def("synchronize", [](shared_executor& on) { on.run([](executor const& e) { return e.synchronize(), 0; }); });
  module.def("cuda_available", &executor::cuda_available);
}

} // namespace thrustline::python
