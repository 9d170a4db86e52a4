// SPDX-License-Identifier: MIT
// Device memory to device memory: no allocation after the first call, several streams, and capture in a CUDA graph, in
// which nothing may synchronise.
#include <doctest/doctest.h>

#include <cuda_runtime_api.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include <thrustline/stixels.hpp>

#include "device_array.hpp"
#include "made_scenes.hpp"
#include "skip.hpp"

using namespace thrustline;
using namespace thrustline::test;

namespace {

constexpr std::int64_t columns = 64, rows = 130, series = columns / 5;

bool is_same(stixel const& a, stixel const& b) {
  return a.first == b.first && a.last == b.last && a.kind == b.kind && a.disparity == b.disparity;
}

/// A frame in device memory and room for its stixels.
class device_frame {
public:
  explicit device_frame(made_scene const& scene)
      : scene_(scene), disparity_(scene.disparity), offsets_(series + 1), stixels_(series * rows), costs_(series) {}

  void operator()(executor const& on) { (*this)(on, scene_.road); }

  void operator()(executor const& on, road_model const& road) {
    const dense_images<const float> image{disparity_.data(), columns, rows, 1, memory::device};
    stixels(on, image, scene_.camera, stixel_options{}.road(road),
            {offsets_.data(), stixels_.data(), stixels_.size(), costs_.data(), memory::device});
  }

  void estimated(executor const& on) {
    const dense_images<const float> image{disparity_.data(), columns, rows, 1, memory::device};
    stixels(on, image, scene_.camera, {},
            {offsets_.data(), stixels_.data(), stixels_.size(), costs_.data(), memory::device});
  }

  void forget() { check_cuda(cudaMemset(offsets_.data(), 255, offsets_.bytes()), "cudaMemset"); }

  /// The same as on the CPU.
  void check(stixel_options const& options) const {
    const auto wanted = stixels(executor::cpu(1), scene_.view(), scene_.camera, options);
    std::vector<double> costs(series);
    stixel_outputs only_costs;
    only_costs.costs = costs.data();
    stixels(executor::cpu(1), scene_.view(), scene_.camera, options, only_costs);
    REQUIRE(offsets_.host() == wanted.offsets);
    const std::vector<stixel> got = stixels_.host(wanted.offsets.back()); // behind them nothing was written
    for (std::size_t i = 0; i < wanted.values.size(); ++i)
      REQUIRE(is_same(got[i], wanted.values[i]));
    CHECK(costs_.host() == costs);
  }

  void check() const { check(stixel_options{}.road(scene_.road)); }

private:
  made_scene scene_;
  device_array<float> disparity_;
  device_array<std::int64_t> offsets_;
  device_array<stixel> stixels_;
  device_array<double> costs_;
};

made_scene scene(std::uint64_t seed) { return scene_of_boxes(columns, rows, 5, {1, 0.1, 0.15}, seed); }

} // namespace

TEST_CASE("device memory: as on the CPU, without allocations after the first call, even with other roads") {
  if (!executor::cuda_available())
    return skip("stixels in device memory: no CUDA device");
  device_frame frame(scene(1));
  const executor on = executor::cuda();
  frame(on);
  frame.check();
  frame.estimated(on);
  frame.check({});
  const std::int64_t allocations = on.allocations();
  CHECK(allocations > 0);
  for (int i = 0; i < 4; ++i) {
    const road_model other{0.4 + 0.01 * i, 50};
    frame.forget();
    frame(on, other);
    frame.check(stixel_options{}.road(other));
    frame.estimated(on);
  }
  frame.forget();
  frame(on);
  frame.check();
  CHECK(on.allocations() == allocations);
}

TEST_CASE("heights and numbers of columns for which blocks work in other ways") {
  if (!executor::cuda_available())
    return skip("stixels of several heights: no CUDA device");
  const executor on = executor::cuda();
  for (const std::int64_t height : {31, 160, 161, 256, 375, 384, 385, 513, 800})
    for (const std::int64_t frames : {1, 5}) {
      CAPTURE(height);
      CAPTURE(frames);
      made_scene one = scene_of_boxes(701, height, 5, {1, 0.1, 0.15}, 7);
      if (height % 2 == 1) { // nothing far away, and nothing measured in the upper half
        for (float& disparity : one.disparity)
          disparity = std::max(disparity, 20.f);
        std::fill_n(one.disparity.begin(), 701 * (height / 2), std::numeric_limits<float>::quiet_NaN());
      }
      std::vector<float> batch;
      for (std::int64_t i = 0; i < frames; ++i)
        batch.insert(batch.end(), one.disparity.begin(), one.disparity.end());
      const dense_images<const float> images{batch.data(), 701, height, frames, memory::host};
      for (const stixel_mode mode : {stixel_mode::corrected, stixel_mode::faithful}) {
        const auto options = stixel_options{}.road(one.road).mode(mode);
        const auto wanted = stixels(executor::cpu(1), one.view(), one.camera, options);
        const auto got = stixels(on, images, one.camera, options);
        const std::size_t series_here = wanted.offsets.size() - 1, found = wanted.values.size();
        REQUIRE(got.offsets.size() == frames * series_here + 1);
        REQUIRE(got.values.size() == frames * found);
        for (std::size_t s = 0; s < frames * series_here; ++s)
          REQUIRE(got.offsets[s] == wanted.offsets[s % series_here] + std::int64_t(s / series_here * found));
        for (std::size_t i = 0; i < got.values.size(); ++i)
          REQUIRE(is_same(got.values[i], wanted.values[i % found]));
      }
    }
}

TEST_CASE("the horizon in any row, and outside the image") {
  if (!executor::cuda_available())
    return skip("stixels with other horizons in device memory: no CUDA device");
  device_frame frame(scene(6));
  const executor on = executor::cuda();
  constexpr int step = 3; // comes to each place of 8 rows, and of 32
  for (int row = -2 * step; row < rows + 2 * step; row += step) {
    CAPTURE(row);
    const road_model road{0.35, static_cast<double>(row)};
    frame.forget();
    frame(on, road);
    frame.check(stixel_options{}.road(road));
  }
}

TEST_CASE("several streams, each with its executor") {
  if (!executor::cuda_available())
    return skip("stixels on several streams: no CUDA device");
  device_frame first(scene(2)), second(scene(3));
  cudaStream_t streams[2];
  for (cudaStream_t& stream : streams)
    check_cuda(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "cudaStreamCreateWithFlags");
  {
    const executor on_first = executor::cuda(0, streams[0]), on_second = executor::cuda(0, streams[1]);
    for (int i = 0; i < 5; ++i) {
      first(on_first);
      second(on_second);
    }
    first.check();
    second.check();
  }
  for (cudaStream_t stream : streams)
    check_cuda(cudaStreamDestroy(stream), "cudaStreamDestroy");
}

TEST_CASE("a call with known tables can be captured in a graph") {
  if (!executor::cuda_available())
    return skip("stixels in a graph: no CUDA device");
  device_frame frame(scene(4));
  cudaStream_t stream;
  check_cuda(cudaStreamCreate(&stream), "cudaStreamCreate");
  {
    const executor on = executor::cuda(0, stream);
    frame(on);
    cudaGraph_t graph;
    cudaGraphExec_t executable;
    check_cuda(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal), "cudaStreamBeginCapture");
    frame(on);
    check_cuda(cudaStreamEndCapture(stream, &graph), "cudaStreamEndCapture");
    check_cuda(cudaGraphInstantiate(&executable, graph, 0), "cudaGraphInstantiate");
    frame.forget();
    check_cuda(cudaGraphLaunch(executable, stream), "cudaGraphLaunch");
    frame.check();
    cudaGraphExecDestroy(executable);
    cudaGraphDestroy(graph);
  }
  check_cuda(cudaStreamDestroy(stream), "cudaStreamDestroy");
}

TEST_CASE("a workspace that is too small is told, and a smaller image fits") {
  if (!executor::cuda_available())
    return skip("stixels in little memory: no CUDA device");
  device_frame frame(scene(5));
  executor on = executor::cuda();
  on.memory_limit(100000);
  CHECK_THROWS_AS(frame(on), out_of_memory);
  on.memory_limit(std::size_t{1} << 30);
  frame(on);
  frame.check();
}
