// SPDX-License-Identifier: MIT
//
// A camera's frames at a steady rate, each from 16-bit pixels to stixels, on several streams of a GPU: while one frame
// is computed the next one is copied. After the first frame of each stream nothing is allocated. Needs a CUDA device.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <deque>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <cuda_runtime_api.h>

#include <thrustline/stixels.hpp>

namespace {

using namespace thrustline;
using clock_type = std::chrono::steady_clock;

constexpr std::int64_t columns = 1024, rows = 440, width = 5, series = columns / width;
constexpr std::int64_t room = 64 * series; ///< stixels
constexpr stereo_camera camera{700, 0.5, 176};
constexpr road_model road{0.25, 176}; ///< 2 m below the camera
constexpr int streams = 3, frames = 60;
constexpr std::chrono::microseconds period(10000);

void check(cudaError_t status, const char* call) {
  if (status != cudaSuccess)
    throw std::runtime_error(std::string(call) + ": " + cudaGetErrorString(status));
}

/// The road, and a box 30 columns wide on it that comes nearer from frame to frame.
std::vector<std::uint16_t> made_frame(int number) {
  std::vector<std::uint16_t> pixels(columns * rows);
  const double box = 10 + 0.5 * number;
  for (std::int64_t row = 0; row < rows; ++row)
    for (std::int64_t column = 0; column < columns; ++column) {
      const double ground = road.slope * (static_cast<double>(row) - road.horizon);
      const bool in_box = column >= 500 && column < 530 && row > 100 && ground < box;
      pixels[static_cast<std::size_t>(row * columns + column)] =
          static_cast<std::uint16_t>(1 + std::lround(256 * (in_box ? box : std::max(0., ground))));
    }
  return pixels;
}

/// A stream with all the memory that a frame needs.
class frame_stream {
public:
  frame_stream() : stream_(made_stream()), on_(executor::cuda(0, stream_)) {
    check(cudaMallocHost(reinterpret_cast<void**>(&pixels_), columns * rows * sizeof *pixels_), "cudaMallocHost");
    check(cudaMalloc(reinterpret_cast<void**>(&raw_), columns * rows * sizeof *raw_), "cudaMalloc");
    check(cudaMalloc(reinterpret_cast<void**>(&disparity_), columns * rows * sizeof *disparity_), "cudaMalloc");
    check(cudaMalloc(reinterpret_cast<void**>(&offsets_), (series + 1) * sizeof *offsets_), "cudaMalloc");
    check(cudaMalloc(reinterpret_cast<void**>(&stixels_), room * sizeof *stixels_), "cudaMalloc");
    check(cudaMallocHost(reinterpret_cast<void**>(&count_), sizeof *count_), "cudaMallocHost");
  }
  frame_stream(frame_stream const&) = delete;
  frame_stream& operator=(frame_stream const&) = delete;
  ~frame_stream() {
    cudaStreamSynchronize(stream_);
    for (void* data : {static_cast<void*>(raw_), static_cast<void*>(disparity_), static_cast<void*>(offsets_),
                       static_cast<void*>(stixels_)})
      cudaFree(data);
    cudaFreeHost(pixels_);
    cudaFreeHost(count_);
    cudaStreamDestroy(stream_);
  }

  /// Gives all work of a frame to the stream and returns at once.
  void begin(std::vector<std::uint16_t> const& pixels) {
    std::copy(pixels.begin(), pixels.end(), pixels_);
    check(cudaMemcpyAsync(raw_, pixels_, columns * rows * sizeof *raw_, cudaMemcpyHostToDevice, stream_),
          "cudaMemcpyAsync");
    const dense_images<const std::uint16_t> raw{raw_, columns, rows, 1, memory::device};
    const dense_images<float> disparity{disparity_, columns, rows, 1, memory::device};
    to_disparity(on_, raw, disparity_options{}.scale(1.0 / 256), disparity);
    thrustline::stixels(on_, disparity, camera, stixel_options{}.width(width).road(road),
                        {offsets_, stixels_, room, nullptr, memory::device});
    check(cudaMemcpyAsync(count_, offsets_ + series, sizeof *count_, cudaMemcpyDeviceToHost, stream_),
          "cudaMemcpyAsync");
  }

  /// Waits for the frame; returns its number of stixels.
  std::int64_t end() {
    on_.synchronize();
    return *count_;
  }

  std::int64_t allocations() const { return on_.allocations(); }

private:
  static cudaStream_t made_stream() {
    cudaStream_t stream;
    check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "cudaStreamCreateWithFlags");
    return stream;
  }

  cudaStream_t stream_;
  executor on_;
  std::uint16_t *pixels_ = nullptr, *raw_ = nullptr;
  float* disparity_ = nullptr;
  std::int64_t *offsets_ = nullptr, *count_ = nullptr;
  stixel* stixels_ = nullptr;
};

int run() {
  std::deque<frame_stream> all(streams);
  for (frame_stream& stream : all) { // tables and workspaces
    stream.begin(made_frame(0));
    stream.end();
  }
  std::int64_t allocations = 0, stixels = 0;
  for (frame_stream const& stream : all)
    allocations += stream.allocations();

  std::vector<std::vector<std::uint16_t>> film;
  for (int number = 0; number < frames; ++number)
    film.push_back(made_frame(number));
  int late = 0;
  auto due = clock_type::now();
  for (int number = 0; number < frames; ++number, due += period) {
    std::this_thread::sleep_until(due);
    frame_stream& stream = all[static_cast<std::size_t>(number % streams)];
    if (number >= streams)
      stixels += stream.end();
    stream.begin(film[static_cast<std::size_t>(number)]);
    late += clock_type::now() > due + period;
  }
  for (frame_stream& stream : all)
    stixels += stream.end();

  std::int64_t allocations_after = 0;
  for (frame_stream const& stream : all)
    allocations_after += stream.allocations();
  std::printf("%d frames on %d streams, %d late, %.1f stixels a frame, %lld allocations since the first frames\n",
              frames, streams, late, static_cast<double>(stixels) / frames,
              static_cast<long long>(allocations_after - allocations));
  return allocations_after == allocations && stixels > frames * series ? 0 : 1;
}

} // namespace

int main() {
  if (!executor::cuda_available()) {
    std::puts("stixel_streams: skipped, there is no CUDA device");
    return 77;
  }
  try {
    return run();
  } catch (std::exception const& error) {
    std::fprintf(stderr, "stixel_streams: %s\n", error.what());
    return 1;
  }
}
