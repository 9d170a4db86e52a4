// SPDX-License-Identifier: MIT
// Images and results in device memory: calls do not wait, allocate only the first time, and can be captured in a graph.
#include <cuda_runtime_api.h>

#include <cstdint>
#include <vector>

#include "check_columns.hpp"
#include "device_array.hpp"
#include "made_columns.hpp"
#include "no_device.hpp"

using namespace thrustline;
using namespace thrustline::test;

namespace {

constexpr std::int64_t columns = 100, rows = 375;

/// Arbitrary pixels.
template <class Value>
std::vector<Value> made_pixels(std::int64_t frames, std::uint64_t seed) {
  const std::vector<int> made = made_columns(rows * frames, columns, seed);
  return {made.begin(), made.end()};
}

/// All arrays of a call, in device memory. Column-major if `by_columns`, else row-major.
template <class Value>
struct device_call {
  std::int64_t frames;
  bool by_columns;
  device_array<Value> pixels;
  device_array<std::int64_t> offsets;
  device_array<column_segment<column_real<Value>>> segments;
  device_array<std::uint8_t> mask;

  device_call(std::vector<Value> const& from, std::int64_t frames, bool by_columns)
      : frames(frames), by_columns(by_columns), pixels(from), offsets(columns * frames + 1),
        segments(columns * frames * (rows - 1)), mask(columns * frames * rows) {}

  column_images<Value> images(const Value* values, memory where) const {
    column_images<Value> made(values, columns, rows, frames, where);
    if (by_columns) {
      made.column_stride = rows;
      made.row_stride = 1;
    }
    return made;
  }

  void operator()(executor const& on, segment_columns_options const& options) {
    segment_columns_outputs<column_real<Value>> outputs;
    outputs.offsets = offsets.data();
    outputs.segments = segments.data();
    outputs.capacity = segments.size();
    outputs.keep_mask = mask.data();
    outputs.where = memory::device;
    segment_columns(on, images(pixels.data(), memory::device), options, outputs);
  }

  void check(std::vector<Value> const& from, segment_columns_options const& options) {
    const auto expected = reference_columns(images(from.data(), memory::host), options);
    CHECK(offsets.host() == expected.segments.offsets);
    // Nothing was written beyond them.
    CHECK(equal(segments.host(expected.segments.offsets.back()), expected.segments.values));
    CHECK(difference(mask.host(), expected.mask) == "");
  }
};

const auto options = segment_columns_options{}.tolerance(2).scale(0.5).invalid_value(0);

/// A captured call runs again on new images.
template <class Value>
void check_captured(std::int64_t frames, bool by_columns) {
  cudaStream_t stream;
  REQUIRE(cudaStreamCreate(&stream) == cudaSuccess);
  {
    const executor on = executor::cuda(0, stream);
    device_call<Value> call(made_pixels<Value>(frames, 1), frames, by_columns);
    call(on, options);
    on.synchronize();

    cudaGraph_t graph;
    cudaGraphExec_t executable;
    REQUIRE(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal) == cudaSuccess);
    call(on, options);
    REQUIRE(cudaStreamEndCapture(stream, &graph) == cudaSuccess);
    REQUIRE(cudaGraphInstantiate(&executable, graph, 0) == cudaSuccess);
    for (std::uint64_t seed : {2, 3}) {
      const auto pixels = made_pixels<Value>(frames, seed);
      REQUIRE(cudaMemcpy(call.pixels.data(), pixels.data(), pixels.size() * sizeof(Value), cudaMemcpyHostToDevice) ==
              cudaSuccess);
      REQUIRE(cudaGraphLaunch(executable, stream) == cudaSuccess);
      on.synchronize();
      call.check(pixels, options);
    }
    cudaGraphExecDestroy(executable);
    cudaGraphDestroy(graph);
  }
  cudaStreamDestroy(stream);
}

} // namespace

TEST_CASE("columns in device memory allocate in the first call only") {
  if (no_device("columns in device memory"))
    return;
  cudaStream_t stream;
  REQUIRE(cudaStreamCreate(&stream) == cudaSuccess);
  {
    const executor on = executor::cuda(0, stream);
    constexpr std::int64_t frames = 2;
    const auto pixels = made_pixels<std::uint16_t>(frames, 1);
    device_call<std::uint16_t> call(pixels, frames, false);
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
  if (no_device("columns in a CUDA graph"))
    return;
  for (std::int64_t frames : {1, 2})
    for (bool by_columns : {false, true}) {
      INFO(frames, " frames, pixels of a ", by_columns ? "column" : "row", " are neighbours");
      check_captured<std::uint16_t>(frames, by_columns);
      check_captured<float>(frames, by_columns);
    }
}
