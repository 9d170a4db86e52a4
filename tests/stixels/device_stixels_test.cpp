// SPDX-License-Identifier: MIT
// Stixels from device memory to device memory: no allocation after the first call, several streams, and capture in a
// CUDA graph, in which nothing may synchronise.
#include <doctest/doctest.h>

#include <cuda_runtime_api.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include <thrustline/stixels.hpp>

#include "device_images.hpp"
#include "found_stixels.hpp"
#include "made_scenes.hpp"
#include "skip.hpp"

using namespace thrustline;
using namespace thrustline::test;

namespace {

constexpr std::int64_t columns = 64, rows = 130;

made_scene scene_of(std::int64_t width, std::int64_t height, std::uint64_t seed) {
  return scene_of_boxes(width, height, 5, {1, 0.1, 0.15}, seed);
}

/// A scene in device memory.
class device_scene {
public:
  explicit device_scene(std::uint64_t seed)
      : scene_(scene_of(columns, rows, seed)), images_(scene_.view(), scene_.camera) {}

  stixel_options on_its_road() const { return stixel_options{}.road(scene_.road); }

  void find_stixels(executor const& on, stixel_options const& options) { images_.find_stixels(on, options); }
  void find_stixels(executor const& on) { find_stixels(on, on_its_road()); }
  void forget() { images_.forget(); }

  /// The same as on the CPU.
  void check(stixel_options const& options) const {
    check_same(images_.found(), test::find_stixels(executor::cpu(1), scene_.view(), scene_.camera, options));
  }
  void check() const { check(on_its_road()); }

private:
  made_scene scene_;
  device_images images_;
};

class cuda_stream {
public:
  explicit cuda_stream(unsigned flags = cudaStreamDefault) {
    check_cuda(cudaStreamCreateWithFlags(&stream_, flags), "cudaStreamCreateWithFlags");
  }
  cuda_stream(cuda_stream const&) = delete;
  cuda_stream& operator=(cuda_stream const&) = delete;
  ~cuda_stream() { cudaStreamDestroy(stream_); }

  operator cudaStream_t() const { return stream_; }

private:
  cudaStream_t stream_;
};

/// A call on a stream as a CUDA graph.
class captured_call {
public:
  template <class Call>
  captured_call(cudaStream_t stream, Call call) : stream_(stream) {
    check_cuda(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal), "cudaStreamBeginCapture");
    call();
    check_cuda(cudaStreamEndCapture(stream, &graph_), "cudaStreamEndCapture");
    check_cuda(cudaGraphInstantiate(&executable_, graph_, 0), "cudaGraphInstantiate");
  }
  captured_call(captured_call const&) = delete;
  captured_call& operator=(captured_call const&) = delete;
  ~captured_call() {
    cudaGraphExecDestroy(executable_);
    cudaGraphDestroy(graph_);
  }

  void replay() const { check_cuda(cudaGraphLaunch(executable_, stream_), "cudaGraphLaunch"); }

private:
  cudaStream_t stream_;
  cudaGraph_t graph_;
  cudaGraphExec_t executable_;
};

/// Batches of equal sizes: the first one's stixels are found, that is captured, and replayed for each.
void check_captured(std::vector<dense_images<const float>> const& batches, stereo_camera const& camera,
                    stixel_options const& options) {
  const cuda_stream stream;
  const executor on = executor::cuda(0, stream);
  device_images images(batches.front(), camera);
  images.find_stixels(on, options);
  const captured_call call(stream, [&] { images.find_stixels(on, options); });
  for (auto const& batch : batches) {
    images.put(batch);
    images.forget();
    call.replay();
    check_same(images.found(), find_stixels(executor::cpu(1), batch, camera, options));
  }
}

} // namespace

TEST_CASE("stixels in device memory: no allocation after the first call") {
  if (!executor::cuda_available())
    return skip("stixels in device memory: no CUDA device");
  device_scene scene(1);
  const executor on = executor::cuda();
  scene.find_stixels(on);
  scene.check();
  scene.find_stixels(on, {}); // on an estimated road
  scene.check({});
  const std::int64_t allocations = on.allocations();
  CHECK(allocations > 0);
  for (int i = 0; i < 4; ++i) {
    const auto other_road = stixel_options{}.road({0.4 + 0.01 * i, 50});
    scene.forget();
    scene.find_stixels(on, other_road);
    scene.check(other_road);
    scene.find_stixels(on, {});
  }
  scene.forget();
  scene.find_stixels(on);
  scene.check();
  CHECK(on.allocations() == allocations);
}

TEST_CASE("stixels for heights and numbers of columns of each launch") {
  if (!executor::cuda_available())
    return skip("stixels of several heights: no CUDA device");
  const executor on = executor::cuda();
  for (const std::int64_t height : {31, 160, 161, 256, 375, 384, 385, 513, 800})
    for (const std::int64_t frames : {1, 5}) {
      CAPTURE(height);
      CAPTURE(frames);
      made_scene one = scene_of(701, height, 7);
      if (height % 2 == 1) { // nothing far away, and nothing measured in the upper half
        for (float& disparity : one.disparity)
          disparity = std::max(disparity, 20.f);
        std::fill_n(one.disparity.begin(), 701 * (height / 2), std::numeric_limits<float>::quiet_NaN());
      }
      std::vector<float> batch;
      for (std::int64_t i = 0; i < frames; ++i)
        batch.insert(batch.end(), one.disparity.begin(), one.disparity.end());
      device_images images({batch.data(), 701, height, frames}, one.camera);
      for (const stixel_mode mode : {stixel_mode::corrected, stixel_mode::faithful}) {
        const auto options = stixel_options{}.road(one.road).mode(mode);
        const found_stixels wanted = find_stixels(executor::cpu(1), one.view(), one.camera, options);
        images.find_stixels(on, options);
        const found_stixels got = images.found();
        REQUIRE(got.costs.size() == static_cast<std::size_t>(frames) * wanted.costs.size());
        check_repeated(got, wanted);
      }
    }
}

TEST_CASE("the horizon in any row, and outside the image") {
  if (!executor::cuda_available())
    return skip("stixels with other horizons in device memory: no CUDA device");
  device_scene scene(6);
  const executor on = executor::cuda();
  constexpr int step = 3; // comes to each place of 8 rows, and of 32
  for (int row = -2 * step; row < rows + 2 * step; row += step) {
    CAPTURE(row);
    const auto options = stixel_options{}.road({0.35, static_cast<double>(row)});
    scene.forget();
    scene.find_stixels(on, options);
    scene.check(options);
  }
}

TEST_CASE("several streams, each with its executor") {
  if (!executor::cuda_available())
    return skip("stixels on several streams: no CUDA device");
  device_scene first(2), second(3);
  const cuda_stream streams[] = {cuda_stream(cudaStreamNonBlocking), cuda_stream(cudaStreamNonBlocking)};
  const executor on_first = executor::cuda(0, streams[0]), on_second = executor::cuda(0, streams[1]);
  for (int i = 0; i < 5; ++i) {
    first.find_stixels(on_first);
    second.find_stixels(on_second);
  }
  first.check();
  second.check();
}

TEST_CASE("a frame's call with known tables can be captured in a graph") {
  if (!executor::cuda_available())
    return skip("stixels in a graph: no CUDA device");
  // More columns than multiprocessors, which at the second height work on two at once with two teams of warps a block.
  const std::int64_t width = 3 * multiprocessors() / 2;
  for (const std::int64_t height : {130, 392}) {
    CAPTURE(height);
    const made_scene first = scene_of(width, height, 4), second = scene_of(width, height, 14);
    check_captured({first.view(), second.view()}, first.camera, stixel_options{}.width(1).road(first.road));
  }
}

TEST_CASE("a call with two launches can be captured in a graph") {
  if (!executor::cuda_available())
    return skip("stixels of a batch in a graph: no CUDA device");
  // 1 to 13 more than 12 a multiprocessor, of which a few are solved at once.
  constexpr std::int64_t frames = 13;
  const std::int64_t width = 12 * multiprocessors() / frames + 1;
  std::vector<float> batches[2];
  std::vector<road_model> roads;
  stereo_camera camera;
  for (std::uint64_t f = 0; f < frames; ++f)
    for (std::uint64_t i = 0; i < 2; ++i) {
      const made_scene frame = scene_of(width, rows, 2 * f + i);
      batches[i].insert(batches[i].end(), frame.disparity.begin(), frame.disparity.end());
      if (i == 0)
        roads.push_back({frame.road.slope, frame.road.horizon + static_cast<double>(f)});
      camera = frame.camera;
    }
  const dense_images<const float> first{batches[0].data(), width, rows, frames},
      second{batches[1].data(), width, rows, frames};
  check_captured({first, second}, camera, stixel_options{}.width(1).roads(roads.data(), frames));
}

TEST_CASE("a captured call without tables throws and leaves no trace") {
  if (!executor::cuda_available())
    return skip("stixels on an unknown road in a graph: no CUDA device");
  const cuda_stream stream;
  const executor on = executor::cuda(0, stream);
  device_scene scene(7);
  scene.find_stixels(on);
  const auto other_road = stixel_options{}.road({0.4, 50});
  const captured_call nothing(stream, [&] { CHECK_THROWS_AS(scene.find_stixels(on, other_road), invalid_argument); });
  nothing.replay();
  scene.check();
  scene.find_stixels(on, other_road);
  scene.check(other_road);
}

TEST_CASE("a memory limit that is too low throws; a higher one works") {
  if (!executor::cuda_available())
    return skip("stixels in little memory: no CUDA device");
  device_scene scene(5);
  executor on = executor::cuda();
  on.memory_limit(100000);
  CHECK_THROWS_AS(scene.find_stixels(on), out_of_memory);
  on.memory_limit(std::size_t{1} << 30);
  scene.find_stixels(on);
  scene.check();
}
