// SPDX-License-Identifier: MIT
// Images and results in device memory: no waiting, no allocation after the first call, and capture in a CUDA graph.
#include <cuda_runtime_api.h>

#include <cstdint>
#include <vector>

#include "check_columns.hpp"
#include "device_array.hpp"
#include "made_columns.hpp"
#include "skip.hpp"

using namespace thrustline;
using namespace thrustline::test;

namespace {

constexpr std::int64_t columns = 100, rows = 375, frames = 2, capacity = columns * frames * (rows - 1);

std::vector<std::uint16_t> made_images(std::uint64_t seed) {
  const std::vector<int> made = made_columns(rows * frames, columns, seed); // any pixels will do
  return {made.begin(), made.end()};
}

/// Everything a call needs, in device memory.
struct device_call {
  device_array<std::uint16_t> pixels;
  device_array<std::int64_t> offsets;
  device_array<column_segment<float>> segments;
  device_array<std::uint8_t> mask;

  explicit device_call(std::vector<std::uint16_t> const& from)
      : pixels(from), offsets(columns * frames + 1), segments(capacity), mask(columns * frames * rows) {}

  column_images<std::uint16_t> images() const { return {pixels.data(), columns, rows, frames, memory::device}; }

  void operator()(executor const& on, segment_columns_options const& options) {
    segment_columns_outputs<float> outputs;
    outputs.offsets = offsets.data();
    outputs.segments = segments.data();
    outputs.capacity = capacity;
    outputs.keep_mask = mask.data();
    outputs.where = memory::device;
    segment_columns(on, images(), options, outputs);
  }

  void check(std::vector<std::uint16_t> const& pixels, segment_columns_options const& options) {
    const auto expected =
        reference_columns(column_images<std::uint16_t>(pixels.data(), columns, rows, frames), options);
    CHECK(offsets.host() == expected.segments.offsets);
    // Behind them nothing was written.
    CHECK(equal(segments.host(expected.segments.offsets.back()), expected.segments.values));
    CHECK(difference(mask.host(), expected.mask) == "");
  }
};

const auto options = segment_columns_options{}.tolerance(2).scale(0.5).invalid_value(0);

} // namespace

TEST_CASE("device memory to device memory, and no allocation after the first call") {
  if (!executor::cuda_available())
    return skip("columns in device memory: no CUDA device");
  cudaStream_t stream;
  REQUIRE(cudaStreamCreate(&stream) == cudaSuccess);
  {
    const executor on = executor::cuda(0, stream);
    const auto pixels = made_images(1);
    device_call call(pixels);
    call(on, options);
    const std::int64_t allocations = on.allocations();
    call(on, options);
    CHECK(on.allocations() == allocations);
    on.synchronize();
    call.check(pixels, options);

    std::vector<double> tolerances(columns * frames, 1.5);
    tolerances[3] = 0;
    const device_array<double> on_device(tolerances);
    call(on, segment_columns_options(options).tolerances(on_device.data(), columns * frames));
    on.synchronize();
    call.check(pixels, segment_columns_options(options).tolerances(tolerances.data(), columns * frames));
  }
  cudaStreamDestroy(stream);
}

TEST_CASE("a captured call runs again on new images") {
  if (!executor::cuda_available())
    return skip("columns in a CUDA graph: no CUDA device");
  cudaStream_t stream;
  REQUIRE(cudaStreamCreate(&stream) == cudaSuccess);
  {
    const executor on = executor::cuda(0, stream);
    device_call call(made_images(1));
    call(on, options);
    on.synchronize();

    cudaGraph_t graph;
    cudaGraphExec_t executable;
    REQUIRE(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal) == cudaSuccess);
    call(on, options);
    REQUIRE(cudaStreamEndCapture(stream, &graph) == cudaSuccess);
    REQUIRE(cudaGraphInstantiate(&executable, graph, 0) == cudaSuccess);
    for (std::uint64_t seed : {2, 3}) {
      const auto pixels = made_images(seed);
      REQUIRE(cudaMemcpy(const_cast<std::uint16_t*>(call.images().values), pixels.data(),
                         pixels.size() * sizeof(std::uint16_t), cudaMemcpyHostToDevice) == cudaSuccess);
      REQUIRE(cudaGraphLaunch(executable, stream) == cudaSuccess);
      on.synchronize();
      call.check(pixels, options);
    }
    cudaGraphExecDestroy(executable);
    cudaGraphDestroy(graph);
  }
  cudaStreamDestroy(stream);
}
