// SPDX-License-Identifier: MIT
//
// A camera's frames at a steady rate, each from 16-bit pixels to stixels, on several streams of a GPU: median filter,
// road, stixels. After two frames of each stream no device memory is allocated. Needs a CUDA device.
//
//   stixel_streams [PERIOD [searched|given]]
//
// PERIOD: microseconds from frame to frame, 10000 by default. searched: each frame's road is estimated, which waits for
// the frame's filter. given: all frames have the same road, nothing waits, and one frame is computed while the next one
// is copied. Fails if too many frames are late.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
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
constexpr int most_late = frames / 10; ///< where other programs hold up this one, now and then a frame is late

struct settings {
  std::chrono::microseconds period{10000};
  bool search_road = true;
};

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
  explicit frame_stream(bool search_road) : stream_(made_stream()), on_(executor::cuda(0, stream_)) {
    if (!search_road)
      options_.road(road);
    check(cudaMallocHost(reinterpret_cast<void**>(&pixels_), columns * rows * sizeof *pixels_), "cudaMallocHost");
    check(cudaMalloc(reinterpret_cast<void**>(&raw_), columns * rows * sizeof *raw_), "cudaMalloc");
    check(cudaMalloc(reinterpret_cast<void**>(&disparity_), columns * rows * sizeof *disparity_), "cudaMalloc");
    check(cudaMalloc(reinterpret_cast<void**>(&filtered_), columns * rows * sizeof *filtered_), "cudaMalloc");
    check(cudaMalloc(reinterpret_cast<void**>(&offsets_), (series + 1) * sizeof *offsets_), "cudaMalloc");
    check(cudaMalloc(reinterpret_cast<void**>(&stixels_), room * sizeof *stixels_), "cudaMalloc");
    check(cudaMallocHost(reinterpret_cast<void**>(&count_), sizeof *count_), "cudaMallocHost");
  }
  frame_stream(frame_stream const&) = delete;
  frame_stream& operator=(frame_stream const&) = delete;
  ~frame_stream() {
    cudaStreamSynchronize(stream_);
    for (void* data : {static_cast<void*>(raw_), static_cast<void*>(disparity_), static_cast<void*>(filtered_),
                       static_cast<void*>(offsets_), static_cast<void*>(stixels_)})
      cudaFree(data);
    cudaFreeHost(pixels_);
    cudaFreeHost(count_);
    cudaStreamDestroy(stream_);
  }

  /// Gives all work of a frame to the stream; waits only for what the search for a road needs.
  void begin(std::vector<std::uint16_t> const& pixels) {
    std::copy(pixels.begin(), pixels.end(), pixels_);
    check(cudaMemcpyAsync(raw_, pixels_, columns * rows * sizeof *raw_, cudaMemcpyHostToDevice, stream_),
          "cudaMemcpyAsync");
    const dense_images<const std::uint16_t> raw{raw_, columns, rows, 1, memory::device};
    const dense_images<float> disparity{disparity_, columns, rows, 1, memory::device};
    const dense_images<float> filtered{filtered_, columns, rows, 1, memory::device};
    to_disparity(on_, raw, disparity_options{}.scale(1.0 / 256), disparity);
    median_filter(on_, disparity, 3, filtered);
    thrustline::stixels(on_, filtered, camera, options_, {offsets_, stixels_, room, nullptr, memory::device});
    check(cudaMemcpyAsync(count_, offsets_ + series, sizeof *count_, cudaMemcpyDeviceToHost, stream_),
          "cudaMemcpyAsync");
    const auto set_now = [](void* time) { *static_cast<clock_type::time_point*>(time) = clock_type::now(); };
    check(cudaLaunchHostFunc(stream_, set_now, &ended_), "cudaLaunchHostFunc");
  }

  /// Waits for the frame; returns its number of stixels.
  std::int64_t end() {
    on_.synchronize();
    return *count_;
  }

  /// When the stream came to the end of the frame that end() waited for.
  clock_type::time_point ended() const { return ended_; }

  std::int64_t allocations() const { return on_.allocations(); }

private:
  static cudaStream_t made_stream() {
    cudaStream_t stream;
    check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "cudaStreamCreateWithFlags");
    return stream;
  }

  cudaStream_t stream_;
  executor on_;
  stixel_options options_ = stixel_options{}.width(width);
  clock_type::time_point ended_;
  std::uint16_t *pixels_ = nullptr, *raw_ = nullptr;
  float *disparity_ = nullptr, *filtered_ = nullptr;
  std::int64_t *offsets_ = nullptr, *count_ = nullptr;
  stixel* stixels_ = nullptr;
};

std::int64_t allocations(std::deque<frame_stream> const& all) {
  std::int64_t sum = 0;
  for (frame_stream const& stream : all)
    sum += stream.allocations();
  return sum;
}

int run(settings const& given) {
  std::deque<frame_stream> all;
  for (int i = 0; i < streams; ++i) {
    all.emplace_back(given.search_road);
    // The tables that the first call makes and keeps may take memory that its search for a road has used before. The
    // second one's search then needs other memory.
    for (int number = 0; number < 2; ++number) {
      all.back().begin(made_frame(number));
      all.back().end();
    }
  }
  const std::int64_t allocations_before = allocations(all);

  std::vector<std::vector<std::uint16_t>> film;
  for (int number = 0; number < frames; ++number)
    film.push_back(made_frame(number));
  std::int64_t stixels = 0;
  int late = 0;
  double longest = 0; // from a frame's pixels to its stixels, ms
  const auto start = clock_type::now();
  const auto due = [&](int number) { return start + number * given.period; };
  const auto end = [&](int number) {
    frame_stream& stream = all[static_cast<std::size_t>(number % streams)];
    stixels += stream.end();
    late += stream.ended() > due(number + 1);
    longest = std::max(longest, std::chrono::duration<double, std::milli>(stream.ended() - due(number)).count());
  };
  for (int number = 0; number < frames; ++number) {
    std::this_thread::sleep_until(due(number));
    if (number >= streams)
      end(number - streams);
    all[static_cast<std::size_t>(number % streams)].begin(film[static_cast<std::size_t>(number)]);
  }
  for (int number = frames - streams; number < frames; ++number)
    end(number);

  const std::int64_t allocated = allocations(all) - allocations_before;
  std::printf("%d frames on %d streams, one each %lld us, %d late, the slowest after %.2f ms, %.1f stixels a frame, "
              "%lld allocations of device memory since the first two\n",
              frames, streams, static_cast<long long>(given.period.count()), late, longest,
              static_cast<double>(stixels) / frames, static_cast<long long>(allocated));
  if (late > most_late)
    throw std::runtime_error("the rate was not held: " + std::to_string(late) + " of " + std::to_string(frames) +
                             " frames had no stixels when the next one was due; at most " + std::to_string(most_late) +
                             " may");
  if (allocated > 0)
    throw std::runtime_error("device memory was allocated after the first two frames");
  if (stixels <= frames * series)
    throw std::runtime_error("the frames have too few stixels");
  return 0;
}

settings settings_of(int count, char** words) {
  settings given;
  if (count > 1)
    given.period = std::chrono::microseconds(std::atoll(words[1]));
  const std::string way = count > 2 ? words[2] : "searched";
  given.search_road = way == "searched";
  if (count > 3 || given.period.count() <= 0 || (way != "searched" && way != "given"))
    throw std::runtime_error("usage: stixel_streams [PERIOD [searched|given]], PERIOD in microseconds");
  return given;
}

} // namespace

int main(int count, char** words) {
  try {
    const settings given = settings_of(count, words);
    if (!executor::cuda_available()) {
      std::puts("stixel_streams: skipped, there is no CUDA device");
      return 77;
    }
    return run(given);
  } catch (std::exception const& error) {
    std::fprintf(stderr, "stixel_streams: %s\n", error.what());
    return 1;
  }
}
