// SPDX-License-Identifier: MIT
#include "stream_order.hpp"

#include "cuda_calls.hpp"

namespace thrustline::python {
namespace {

#ifdef THRUSTLINE_PYTHON_CUDA
/// Lets later work of a stream wait for what another stream has now.
cudaError_t let_wait(cudaStream_t later, cudaStream_t earlier) noexcept {
  cudaEvent_t event = nullptr;
  cudaError_t code = cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
  if (code != cudaSuccess)
    return code;
  code = cudaEventRecord(event, earlier);
  if (code == cudaSuccess)
    code = cudaStreamWaitEvent(later, event, 0);
  cudaEventDestroy(event); // is freed once nothing waits for it
  return code;
}
#endif

} // namespace

#ifdef THRUSTLINE_PYTHON_CUDA
stream_order::stream_order(executor const& on, std::optional<cudaStream_t> other) : on_(on), other_(other) {
  if (!other_)
    return;
  const current_device here(on_.device());
  check_cuda(let_wait(on_.stream(), *other_), "cudaStreamWaitEvent");
}

stream_order::~stream_order() {
  int before = 0;
  if (!other_ || cudaGetDevice(&before) != cudaSuccess)
    return;
  // An error of the device is found by the caller's next call of CUDA.
  cudaSetDevice(on_.device());
  let_wait(*other_, on_.stream());
  cudaSetDevice(before);
}
#else
stream_order::stream_order(executor const& on, std::optional<cudaStream_t>) : on_(on) {}
stream_order::~stream_order() = default;
#endif

} // namespace thrustline::python
