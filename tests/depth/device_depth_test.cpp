// SPDX-License-Identifier: MIT
// Depth steps from device memory to device memory: no allocation after the first call, and capture in a CUDA graph, in
// which nothing may synchronise.
#include <doctest/doctest.h>

#include <cuda_runtime_api.h>

#include <cstdint>
#include <vector>

#include <thrustline/depth_image.hpp>

#include "device_array.hpp"
#include "made_images.hpp"
#include "same_bits.hpp"
#include "skip.hpp"

using namespace thrustline;
using namespace thrustline::test;

namespace {

constexpr std::int64_t columns = 310, rows = 94, frames = 3, more_rows = 256, pixels = columns * rows * frames;

/// All steps, from raw pixels to the image of the segments of the filled, filtered and stretched columns.
class whole_chain {
public:
  explicit whole_chain(std::vector<std::uint16_t> const& raw) : raw_(raw) {}

  void operator()(executor const& on) {
    const dense_images<const std::uint16_t> raw{raw_.data(), columns, rows, frames, memory::device};
    to_disparity(on, raw, disparity_options{}.scale(1.0 / 256), disparity());
    median_filter(on, disparity(), 5, filtered());
    median_filter(on, filtered(), 3, disparity());
    fill_columns(on, disparity(), disparity());
    resample_rows(on, disparity(), stretched());
    segment_columns_outputs<float> outputs;
    outputs.offsets = offsets_.data();
    outputs.segments = segments_.data();
    outputs.capacity = segments_.size();
    outputs.where = memory::device;
    segment_columns(on, stretched().as_columns(), segment_columns_options{}.tolerance(4), outputs);
    reconstruct_columns(on, {offsets_.data(), segments_.data(), segments_.size(), memory::device}, result());
  }

  void set(std::vector<std::uint16_t> const& raw) {
    check_cuda(cudaMemcpy(raw_.data(), raw.data(), raw_.bytes(), cudaMemcpyHostToDevice), "cudaMemcpy");
  }

  /// The same by reference loops, except for the segments.
  void check(std::vector<std::uint16_t> const& raw) const {
    plain_images images(columns, rows, frames, plain_disparity(raw, 1.0 / 256, 0));
    images = plain_resample(plain_fill(plain_median(plain_median(images, 5), 3)), more_rows);
    CHECK(bit_difference(stretched_.host(), images.values) == "");
    const column_images<float> view(images.values.data(), columns, more_rows, frames);
    const auto cut = segment_columns(executor::cpu(1), view, segment_columns_options{}.tolerance(4));
    CHECK(bit_difference(result_.host(), plain_reconstruction(cut, images).values) == "");
  }

private:
  dense_images<float> disparity() const { return {disparity_.data(), columns, rows, frames, memory::device}; }
  dense_images<float> filtered() const { return {filtered_.data(), columns, rows, frames, memory::device}; }
  dense_images<float> stretched() const { return {stretched_.data(), columns, more_rows, frames, memory::device}; }
  dense_images<float> result() const { return {result_.data(), columns, more_rows, frames, memory::device}; }

  device_array<std::uint16_t> raw_;
  device_array<float> disparity_{pixels}, filtered_{pixels};
  device_array<float> stretched_{columns * more_rows * frames}, result_{columns * more_rows * frames};
  device_array<std::int64_t> offsets_{columns * frames + 1};
  device_array<column_segment<float>> segments_{(more_rows - 1) * columns * frames};
};

std::vector<std::uint16_t> made_raw(std::uint64_t seed) {
  random_numbers numbers(seed);
  std::vector<std::uint16_t> raw;
  for (std::int64_t i = 0; i < pixels; ++i)
    raw.push_back(
        static_cast<std::uint16_t>(numbers.below(3) == 0 ? 0 : 256 * (i / columns % rows) / 2 + numbers.below(2000)));
  return raw;
}

} // namespace

TEST_CASE("depth steps on a stream: no further allocation; in a graph") {
  if (!executor::cuda_available())
    return skip("steps on depth images in device memory: no CUDA device");
  cudaStream_t stream;
  REQUIRE(cudaStreamCreate(&stream) == cudaSuccess);
  {
    const executor on = executor::cuda(0, stream);
    whole_chain chain(made_raw(1));
    chain(on);
    on.synchronize();
    chain.check(made_raw(1));
    const std::int64_t allocations = on.allocations();
    chain(on);
    CHECK(on.allocations() == allocations);
    on.synchronize();

    cudaGraph_t graph;
    cudaGraphExec_t executable;
    REQUIRE(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal) == cudaSuccess);
    chain(on);
    REQUIRE(cudaStreamEndCapture(stream, &graph) == cudaSuccess);
    REQUIRE(cudaGraphInstantiate(&executable, graph, 0) == cudaSuccess);
    chain.set(made_raw(2));
    REQUIRE(cudaGraphLaunch(executable, stream) == cudaSuccess);
    on.synchronize();
    chain.check(made_raw(2));
    CHECK(on.allocations() == allocations);
    cudaGraphExecDestroy(executable);
    cudaGraphDestroy(graph);
  }
  cudaStreamDestroy(stream);
}
