// SPDX-License-Identifier: MIT
#include <cstdint>
#include <functional>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include <thrustline/segment_columns.hpp>
#include <thrustline/simplify.hpp>

#include "algorithm3.cuh"
#include "support/arguments.hpp"
#include "support/cuda_tools.hpp"
#include "support/depth_frames.hpp"
#include "support/result_file.hpp"
#include "support/run_benchmark.hpp"

// Columns of depth images on a CUDA device, microseconds a frame, images and results in device memory, medians of CUDA
// events. split_us: the fused kernel alone, which writes a bit a point, from a CUDA graph on a stream that is held
// until all launches are queued, after a run of the same graph: the host has no part in it. launch_us: an empty kernel
// of the same grid, measured likewise: the cost of any launch. in_a_row_us: the fused kernel when 16 of them follow
// each other in a graph, on the same frames. segments_us: the whole call, to segments compacted with offsets. graph_us:
// the same, measured as split_us. algorithm3_us: the kernel of the paper, on float columns that lie one after the
// other, likewise. read_once_us: the pixels' bytes at the bandwidth of a large copy, in the same run.
using namespace thrustline;
using namespace thrustline::bench;

namespace {

/// `frames` copies of an image in device memory, in one of the layouts that are measured.
template <class Value>
struct device_frames {
  std::string layout;
  std::shared_ptr<device_memory<Value>> memory;
  column_images<Value> images;
};

template <class Value>
device_frames<Value> row_major(depth_frame const& frame, std::int64_t frames, double scale, std::string const& layout) {
  std::vector<Value> values;
  for (std::int64_t f = 0; f < frames; ++f)
    for (std::uint16_t v : frame.values)
      values.push_back(static_cast<Value>(v * scale));
  auto memory = std::make_shared<device_memory<Value>>(values.data(), static_cast<std::int64_t>(values.size()));
  const column_images<Value> images(memory->data(), frame.columns, frame.rows, frames, memory::device);
  return {layout, std::move(memory), images};
}

device_frames<float> column_major(depth_frame const& frame, std::int64_t frames, double scale) {
  std::vector<float> values;
  for (std::int64_t f = 0; f < frames; ++f)
    for (std::int64_t c = 0; c < frame.columns; ++c)
      for (std::int64_t r = 0; r < frame.rows; ++r)
        values.push_back(static_cast<float>(frame.values[static_cast<std::size_t>(r * frame.columns + c)] * scale));
  auto memory = std::make_shared<device_memory<float>>(values.data(), static_cast<std::int64_t>(values.size()));
  const column_images<float> images(memory->data(), frame.rows, frame.columns * frames, 1, memory::device);
  return {"float columns", std::move(memory), images.transposed()};
}

__global__ void do_nothing() {}

/// The launch of the first kernel that `work` puts on the timer's stream.
cudaKernelNodeParams first_launch(stream_timer& timer, std::function<void()> const& work) {
  const cudaGraph_t graph = timer.captured(work);
  std::size_t count = 0;
  check_cuda(cudaGraphGetNodes(graph, nullptr, &count), "cudaGraphGetNodes");
  std::vector<cudaGraphNode_t> nodes(count);
  check_cuda(cudaGraphGetNodes(graph, nodes.data(), &count), "cudaGraphGetNodes");
  cudaKernelNodeParams launch{};
  for (cudaGraphNode_t node : nodes) {
    cudaGraphNodeType type;
    check_cuda(cudaGraphNodeGetType(node, &type), "cudaGraphNodeGetType");
    if (type != cudaGraphNodeTypeKernel)
      continue;
    check_cuda(cudaGraphKernelNodeGetParams(node, &launch), "cudaGraphKernelNodeGetParams");
    break;
  }
  check_cuda(cudaGraphDestroy(graph), "cudaGraphDestroy");
  return launch;
}

class benchmark {
public:
  explicit benchmark(arguments const& given)
      : file_(given.text("out"), {"date",
                                  "device",
                                  "machine",
                                  "commit",
                                  "frame",
                                  "columns",
                                  "rows",
                                  "frames",
                                  "layout",
                                  "tolerance",
                                  "segments_per_column",
                                  "split_us",
                                  "split_min_us",
                                  "launch_us",
                                  "in_a_row_us",
                                  "segments_us",
                                  "graph_us",
                                  "algorithm3_us",
                                  "algorithm3_over_split",
                                  "read_once_us",
                                  "copy_GB_per_s",
                                  "verified"}),
        commit_(given.text("commit")), bytes_per_s_(copy_bandwidth(nullptr)) {
    check_cuda(cudaStreamCreate(&stream_), "cudaStreamCreate");
  }
  ~benchmark() { cudaStreamDestroy(stream_); }

  void measure(depth_frame const& frame, std::int64_t frames) {
    const double scale = 1.0 / 256;
    const auto columns = column_major(frame, frames, scale);
    const double algorithm3 = algorithm3_us(frame, frames, columns.memory->data());
    const auto by = segment_columns_options{}.tolerance(frame.tolerance);
    row(frame, columns, by, algorithm3);
    row(frame, row_major<float>(frame, frames, scale, "float rows"), by, algorithm3);
    row(frame, row_major<std::uint16_t>(frame, frames, 1, "uint16 rows"),
        segment_columns_options(by).scale(scale).invalid_value(0), algorithm3);
  }

  int exit_code() const { return different_ ? 1 : 0; }

private:
  double algorithm3_us(depth_frame const& frame, std::int64_t frames, const float* columns) {
    const auto rows = static_cast<int>(frame.rows);
    const device_memory<std::uint8_t> cuts(frame.columns * frame.rows * frames);
    const timing time = stream_timer(stream_).measure_graph(frames > 8 ? 5 : 15, [&] {
      parallel_segmentation<<<static_cast<unsigned>(frame.columns * frames), rows, 12 * rows, stream_>>>(
          columns, cuts.data(), static_cast<float>(frame.tolerance), rows);
    });
    return time.median_ms * 1e3 / static_cast<double>(frames);
  }

  timing empty_launch(stream_timer& timer, cudaKernelNodeParams const& as) {
    const auto bytes = static_cast<int>(as.sharedMemBytes);
    check_cuda(cudaFuncSetAttribute(do_nothing, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes),
               "cudaFuncSetAttribute");
    return timer.measure_graph(21, [&] { do_nothing<<<as.gridDim, as.blockDim, as.sharedMemBytes, stream_>>>(); });
  }

  template <class Value>
  void row(depth_frame const& frame, device_frames<Value> const& given, segment_columns_options const& by,
           double algorithm3) {
    using real = column_real<Value>;
    const executor on = executor::cuda(0, stream_);
    const std::int64_t series = given.images.series(), frames = series / frame.columns;
    const device_memory<std::int64_t> offsets(series + 1);
    const device_memory<column_segment<real>> segments(series * 512);
    segment_columns_outputs<real> nothing, all;
    nothing.where = all.where = memory::device;
    all.offsets = offsets.data();
    all.segments = segments.data();
    all.capacity = series * 512;
    const auto us = [&](double ms) { return ms * 1e3 / static_cast<double>(frames); };

    stream_timer timer(stream_);
    const auto kernel = [&] { segment_columns(on, given.images, by, nothing); };
    const timing split = timer.measure_graph(21, kernel);
    const timing launch = empty_launch(timer, first_launch(timer, kernel));
    constexpr int times = 16;
    const timing in_a_row = timer.measure_graph(frames > 8 ? 5 : 21, [&] {
      for (int k = 0; k < times; ++k)
        kernel();
    });
    const timing whole = timer.measure(21, [&] { segment_columns(on, given.images, by, all); });
    const bool same = verify(given, by, offsets.host());
    different_ += !same;
    const timing graph = timer.measure_graph(21, [&] { segment_columns(on, given.images, by, all); });
    const double read_once =
        static_cast<double>(given.memory->bytes()) / static_cast<double>(frames) / bytes_per_s_ * 1e6;
    file_.add(today(), on.name(), machine(), commit_, frame.name, frame.columns, frame.rows, frames, given.layout,
              frame.tolerance, static_cast<double>(offsets.host().back()) / static_cast<double>(series),
              us(split.median_ms), us(split.min_ms), us(launch.median_ms), us(in_a_row.median_ms / times),
              us(whole.median_ms), us(graph.median_ms), algorithm3, algorithm3 / us(split.median_ms), read_once,
              bytes_per_s_ * 1e-9, same ? "equal" : "DIFFERENT");
  }

  /// Whether every column has as many segments as on the CPU; the tests compare the segments bit by bit.
  template <class Value>
  bool verify(device_frames<Value> const& given, segment_columns_options const& by,
              std::vector<std::int64_t> const& offsets) {
    const std::vector<Value> host = given.memory->host();
    column_images<Value> images = given.images;
    images.values = host.data();
    images.where = memory::host;
    return segment_columns(executor::cpu(), images, by).offsets == offsets;
  }

  result_file file_;
  std::string commit_;
  double bytes_per_s_;
  cudaStream_t stream_ = nullptr;
  int different_ = 0;
};

int run(arguments const& given) {
  if (!executor::cuda_available()) {
    std::cerr << "bench_columns_device: no CUDA device\n";
    return 1;
  }
  benchmark bench(given);
  for (std::int64_t rows : {1024, 768, 512, 384, 256}) {
    std::vector<depth_frame> frames = real_frames(given.text("data"), rows);
    frames.push_back(made_frame(1242, rows));
    frames.push_back(binary_noise_frame(1242, rows));
    for (depth_frame const& frame : frames)
      for (std::int64_t batch : {1, 8, 64})
        if (rows == 1024 || batch != 8)
          bench.measure(frame, batch);
  }
  return bench.exit_code();
}

} // namespace

int main(int argc, char** argv) {
  return run_benchmark(argc, argv, {{"out", "columns-device.csv"}, {"commit", built_from()}, {"data", ""}}, run);
}
