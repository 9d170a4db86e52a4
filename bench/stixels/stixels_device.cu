// SPDX-License-Identifier: MIT
// Stixels on a GPU: frames of several sizes, alone and in batches, and the whole pipeline from raw pixels. Every result
// is compared with the CPU's.
#include <cuda_runtime_api.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <iostream>
#include <optional>
#include <string>
#include <vector>

#include <thrustline/stixels.hpp>

#include "stixel_frames.hpp"
#include "support/arguments.hpp"
#include "support/cuda_tools.hpp"
#include "support/result_file.hpp"
#include "support/run_benchmark.hpp"

namespace {

using namespace thrustline;
using namespace thrustline::bench;

class benchmark {
public:
  explicit benchmark(arguments const& given)
      : file_(given.text("out"), {"date", "device", "machine", "commit", "frame", "columns", "rows", "frames", "mode",
                                  "stixels", "kernels_us", "kernels_min_us", "calls_us", "pipeline_us",
                                  "rdp_kernels_us", "rdp_segments", "cpu_all_cores_us", "verified"}),
        commit_(given.text("commit")) {
    check_cuda(cudaStreamCreate(&stream_), "cudaStreamCreate");
  }
  ~benchmark() { cudaStreamDestroy(stream_); }

  /// Times are for one frame of the batch.
  void measure(stixel_frame const& one, std::int64_t frames, stixel_mode mode) {
    std::vector<float> host;
    for (std::int64_t f = 0; f < frames; ++f)
      host.insert(host.end(), one.disparity.begin(), one.disparity.end());
    const device_memory<float> disparity(host.data(), static_cast<std::int64_t>(host.size()));
    const dense_images<const float> images{disparity.data(), one.columns, one.rows, frames, memory::device};
    const auto options = stixel_options{}.road(one.road).mode(mode);
    const std::int64_t series = one.columns / options.width() * frames;
    const device_memory<std::int64_t> offsets(series + 1);
    const device_memory<stixel> found(series * 64);
    const stixel_outputs outputs{offsets.data(), found.data(), series * 64, nullptr, memory::device};
    const executor on = executor::cuda(0, stream_);
    const auto call = [&] { stixels(on, images, one.camera, options, outputs); };
    const auto us = [&](double ms) { return ms * 1e3 / static_cast<double>(frames); };

    call(); // builds the tables
    const timing kernels = graph_timing(call);
    const timing calls = stream_timer(stream_).measure(15, call);
    const double pipeline = frames == 1 ? pipeline_us(one, on, options, outputs) : 0;

    // The same frames as straight pieces of their columns (RDP).
    const std::int64_t columns = one.columns * frames;
    const device_memory<std::int64_t> cuts(columns + 1);
    const device_memory<column_segment<float>> pieces(columns * one.rows);
    const segment_columns_outputs<float> all_pieces{cuts.data(), pieces.data(), columns * one.rows, nullptr,
                                                    memory::device};
    const auto segment = [&] {
      segment_columns(on, images.as_columns(), segment_columns_options{}.tolerance(4), all_pieces);
    };
    segment();
    const timing rdp = graph_timing(segment);

    const executor cpu = executor::cpu();
    const auto begin = std::chrono::steady_clock::now();
    const auto wanted = stixels(cpu, {host.data(), one.columns, one.rows, frames}, one.camera, options);
    const double cpu_us = std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - begin).count() /
                          static_cast<double>(frames);
    call();
    const bool same = equal(wanted, offsets.host(), found.host());
    different_ += !same;
    file_.add(today(), on.name(), machine(), commit_, one.name, one.columns, one.rows, frames,
              mode == stixel_mode::faithful ? "faithful" : "corrected",
              static_cast<std::int64_t>(wanted.values.size()) / frames, us(kernels.median_ms), us(kernels.min_ms),
              us(calls.median_ms), pipeline, us(rdp.median_ms), cuts.host().back() / frames, cpu_us,
              same ? "equal" : "DIFFERENT");
  }

  int exit_code() const { return different_ ? 1 : 0; }

private:
  static bool equal(ragged<stixel> const& wanted, std::vector<std::int64_t> const& offsets,
                    std::vector<stixel> const& found) {
    if (offsets != wanted.offsets)
      return false;
    return std::equal(wanted.values.begin(), wanted.values.end(), found.begin(), [](stixel const& a, stixel const& b) {
      return a.first == b.first && a.last == b.last && a.kind == b.kind && a.disparity == b.disparity;
    });
  }

  /// Times the kernels alone, without the host's work between them.
  template <class Call>
  timing graph_timing(Call call) {
    return stream_timer(stream_).measure_graph(31, call);
  }

  /// Times the whole pipeline from 16-bit pixels in device memory (disparities, median filter, road, stixels): median
  /// of some frames by the host's clock.
  double pipeline_us(stixel_frame const& one, executor const& on, stixel_options options,
                     stixel_outputs const& outputs) {
    std::vector<std::uint16_t> pixels;
    for (float d : one.disparity)
      pixels.push_back(std::isnan(d) ? std::uint16_t(0) : static_cast<std::uint16_t>(std::lround(d * 256)));
    const auto count = static_cast<std::int64_t>(pixels.size());
    const device_memory<std::uint16_t> raw(pixels.data(), count);
    const device_memory<float> disparity(count), filtered(count);
    const dense_images<const std::uint16_t> from{raw.data(), one.columns, one.rows, 1, memory::device};
    const dense_images<float> plain{disparity.data(), one.columns, one.rows, 1, memory::device},
        smooth{filtered.data(), one.columns, one.rows, 1, memory::device};
    std::vector<double> times;
    for (int i = 0; i < 23; ++i) {
      const auto begin = std::chrono::steady_clock::now();
      to_disparity(on, from, disparity_options{}.scale(1.0 / 256), plain);
      median_filter(on, plain, 5, smooth);
      std::optional<road_estimate> road;
      estimate_road(on, smooth, one.camera, {}, &road);
      // Each frame has another road, as on a street, so that its tables are built again.
      const road_model now{road.value().road.slope, road->road.horizon + i * 1e-6};
      stixels(on, smooth, one.camera, options.road(now), outputs);
      on.synchronize();
      times.push_back(std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - begin).count());
    }
    std::sort(times.begin() + 3, times.end());
    return times[13];
  }

  result_file file_;
  std::string commit_;
  cudaStream_t stream_ = nullptr;
  int different_ = 0;
};

int run(arguments const& given) {
  if (!executor::cuda_available()) {
    std::cerr << "bench_stixels_device: no CUDA device\n";
    return 1;
  }
  benchmark bench(given);
  std::vector<stixel_frame> frames = kitti_stixel_frames(given.text("data"));
  frames.push_back(made_stixel_frame(1242, 375));
  frames.push_back(made_stixel_frame(1024, 440));
  frames.push_back(made_stixel_frame(1024, 768));
  for (stixel_frame const& one : frames)
    for (std::int64_t batch : {1, 16})
      for (stixel_mode mode : {stixel_mode::corrected, stixel_mode::faithful})
        bench.measure(one, batch, mode);
  return bench.exit_code();
}

} // namespace

int main(int argc, char** argv) {
  return run_benchmark(argc, argv, {{"out", "stixels-device.csv"}, {"commit", built_from()}, {"data", ""}}, run);
}
