// SPDX-License-Identifier: MIT
#pragma once

#include <cuda_runtime_api.h>

#include <atomic>
#include <cstdint>
#include <functional>
#include <thread>
#include <vector>

#include "timing.hpp"
#include <thrustline/detail/check_cuda.hpp>

namespace thrustline::bench {

using detail::check_cuda;

/// Array of `size` values in device memory.
template <class T>
class device_memory {
public:
  explicit device_memory(std::int64_t size) : bytes_(static_cast<std::size_t>(size) * sizeof(T)) {
    check_cuda(cudaMalloc(reinterpret_cast<void**>(&data_), bytes_), "cudaMalloc");
  }

  device_memory(const T* host, std::int64_t size) : device_memory(size) {
    check_cuda(cudaMemcpy(data_, host, bytes_, cudaMemcpyHostToDevice), "cudaMemcpy");
  }

  device_memory(device_memory const&) = delete;
  device_memory& operator=(device_memory const&) = delete;
  ~device_memory() { cudaFree(data_); }

  T* data() const { return data_; }
  std::size_t bytes() const { return bytes_; }

  std::vector<T> host() const {
    std::vector<T> values(bytes_ / sizeof(T));
    check_cuda(cudaMemcpy(values.data(), data_, bytes_, cudaMemcpyDeviceToHost), "cudaMemcpy");
    return values;
  }

private:
  T* data_ = nullptr;
  std::size_t bytes_;
};

/// Timer between two points of a stream.
class stream_timer {
public:
  explicit stream_timer(cudaStream_t stream) : stream_(stream) {
    check_cuda(cudaEventCreate(&begin_), "cudaEventCreate");
    check_cuda(cudaEventCreate(&end_), "cudaEventCreate");
  }
  stream_timer(stream_timer const&) = delete;
  stream_timer& operator=(stream_timer const&) = delete;
  ~stream_timer() {
    cudaEventDestroy(begin_);
    cudaEventDestroy(end_);
  }

  double milliseconds(std::function<void()> const& work) {
    check_cuda(cudaEventRecord(begin_, stream_), "cudaEventRecord");
    work();
    check_cuda(cudaEventRecord(end_, stream_), "cudaEventRecord");
    return milliseconds_between_events();
  }

  /// Times `samples` runs, after 2 warm-up runs.
  timing measure(int samples, std::function<void()> const& work) {
    work();
    work();
    std::vector<double> times;
    for (int i = 0; i < samples; ++i)
      times.push_back(milliseconds(work));
    return summary(times);
  }

  /// Captures what `work` puts on the stream; the caller destroys the graph.
  cudaGraph_t captured(std::function<void()> const& work) {
    cudaGraph_t graph;
    work(); // may allocate, which a capture forbids
    check_cuda(cudaStreamBeginCapture(stream_, cudaStreamCaptureModeGlobal), "cudaStreamBeginCapture");
    work();
    check_cuda(cudaStreamEndCapture(stream_, &graph), "cudaStreamEndCapture");
    return graph;
  }

  /// Times what `work` puts on the stream, captured in a graph, without the host's part: the stream is held until all
  /// launches are queued, and the device runs the same graph when the time begins.
  timing measure_graph(int samples, std::function<void()> const& work) {
    const cudaGraph_t graph = captured(work);
    cudaGraphExec_t executable;
    check_cuda(cudaGraphInstantiate(&executable, graph, 0), "cudaGraphInstantiate");
    std::vector<double> times;
    for (int i = 0; i < samples; ++i)
      times.push_back(milliseconds_held(executable));
    cudaGraphExecDestroy(executable);
    cudaGraphDestroy(graph);
    return summary(times);
  }

private:
  double milliseconds_held(cudaGraphExec_t graph) {
    std::atomic<bool> held{true};
    check_cuda(cudaLaunchHostFunc(stream_, wait_while, &held), "cudaLaunchHostFunc");
    const cudaError_t done[] = {cudaGraphLaunch(graph, stream_), cudaEventRecord(begin_, stream_),
                                cudaGraphLaunch(graph, stream_), cudaEventRecord(end_, stream_)};
    held = false;
    check_cuda(cudaStreamSynchronize(stream_), "cudaStreamSynchronize"); // `held` is read until then
    for (cudaError_t status : done)
      check_cuda(status, "cudaGraphLaunch between two events");
    return milliseconds_between_events();
  }

  static void CUDART_CB wait_while(void* held) {
    while (static_cast<std::atomic<bool>*>(held)->load())
      std::this_thread::yield();
  }

  double milliseconds_between_events() {
    check_cuda(cudaEventSynchronize(end_), "cudaEventSynchronize");
    float ms = 0;
    check_cuda(cudaEventElapsedTime(&ms, begin_, end_), "cudaEventElapsedTime");
    return ms;
  }

  cudaStream_t stream_;
  cudaEvent_t begin_ = nullptr, end_ = nullptr;
};

/// Bytes read and written per second by a large copy within the device's memory.
inline double copy_bandwidth(cudaStream_t stream) {
  constexpr std::int64_t bytes = std::int64_t{1} << 30;
  device_memory<char> from(bytes), to(bytes);
  check_cuda(cudaMemset(from.data(), 1, from.bytes()), "cudaMemset");
  const timing time = stream_timer(stream).measure(11, [&] {
    check_cuda(cudaMemcpyAsync(to.data(), from.data(), from.bytes(), cudaMemcpyDeviceToDevice, stream),
               "cudaMemcpyAsync");
  });
  return 2.0 * static_cast<double>(bytes) / (time.median_ms * 1e-3);
}

} // namespace thrustline::bench
