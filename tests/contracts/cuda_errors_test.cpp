// SPDX-License-Identifier: MIT
// A CUDA call that fails in the library: on a stream that records a graph, nothing may wait for the stream.
#include <cuda_runtime_api.h>

#include <string>
#include <vector>

#include "compare.hpp"
#include "device_array.hpp"
#include "generators.hpp"
#include "no_device.hpp"

using namespace thrustline;
using namespace thrustline::test;

namespace {

/// The error of f() on a stream that records; the recording is lost.
template <class F>
std::string error_while_recording(cudaStream_t stream, F f) {
  check_cuda(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed), "cudaStreamBeginCapture");
  std::string said = "no exception";
  try {
    f();
  } catch (cuda_error const& error) {
    said = error.what();
    CHECK(error.code() != cudaSuccess);
  } catch (std::exception const& error) {
    said = std::string("not a cuda_error: ") + error.what();
  }
  cudaGraph_t graph = nullptr;
  CHECK(cudaStreamEndCapture(stream, &graph) == cudaErrorStreamCaptureInvalidated);
  cudaGetLastError();
  return said;
}

} // namespace

TEST_CASE("a CUDA error names the call; the executor stays usable") {
  if (no_device("errors of CUDA"))
    return;
  cudaStream_t stream = nullptr;
  check_cuda(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "cudaStreamCreateWithFlags");
  {
    const executor on = executor::cuda(0, stream);
    const std::vector<float> points = make<float, 2>("walk", 5000, 98);
    const polyline<float, 2> line(points.data(), 5000);
    const auto options = simplify_options{}.tolerance(2);
    const keep_mask expected = reference(line, options).mask;

    CHECK(error_while_recording(stream, [&] { on.synchronize(); }).find("cudaStreamSynchronize: ") == 0);
    CHECK(difference(ask(on, line, options).mask, expected) == "");
    const std::string said = error_while_recording(stream, [&] { simplify_mask(on, line, options); });
    CAPTURE(said);
    CHECK(said.find("cu") == 0); // cudaMemcpyAsync, cub::...
    CHECK(said.find(": ") != std::string::npos);
    CHECK(difference(ask(on, line, options).mask, expected) == "");
  }
  check_cuda(cudaStreamDestroy(stream), "cudaStreamDestroy");
}
