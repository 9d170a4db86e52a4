// SPDX-License-Identifier: MIT
#include <cmath>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <thrustline/segment_columns.hpp>

#include "support/arguments.hpp"
#include "support/depth_frames.hpp"
#include "support/result_file.hpp"
#include "support/run_benchmark.hpp"
#include "support/timing.hpp"

// Columns of depth images on CPU cores: segment_columns on one and two threads beside a plain implementation of
// the paper's Algorithm 1, on the same float columns, in turns.
using namespace thrustline;
using namespace thrustline::bench;

namespace {

/// Cebrian & Moure, Algorithm 1: the recursion as one would write it, on one column.
void segmentation(const float* data, int first, int last, float tolerance, std::uint8_t* cuts) {
  const float slope = (data[last] - data[first]) / static_cast<float>(last - first);
  float max_cost = 0;
  int arg_max = first;
  for (int i = first + 1; i < last; ++i) {
    const float cost = std::fabs(slope * static_cast<float>(i - first) + data[first] - data[i]);
    if (cost > max_cost) {
      max_cost = cost;
      arg_max = i;
    }
  }
  if (max_cost > tolerance) {
    cuts[arg_max] = 1;
    segmentation(data, first, arg_max, tolerance, cuts);
    segmentation(data, arg_max, last, tolerance, cuts);
  }
}

void measure(result_file& file, std::string const& commit, depth_frame const& frame, double budget_ms) {
  const auto rows = static_cast<int>(frame.rows);
  std::vector<float> values;
  for (std::int64_t c = 0; c < frame.columns; ++c)
    for (std::int64_t r = 0; r < frame.rows; ++r)
      values.push_back(static_cast<float>(frame.values[static_cast<std::size_t>(r * frame.columns + c)]) / 256);
  const auto tolerance = static_cast<float>(frame.tolerance);

  std::vector<std::uint8_t> cuts(values.size()), mask(values.size());
  const auto plain = [&] {
    std::fill(cuts.begin(), cuts.end(), std::uint8_t(0));
    for (std::int64_t c = 0; c < frame.columns; ++c)
      segmentation(values.data() + c * frame.rows, 0, rows - 1, tolerance, cuts.data() + c * frame.rows);
  };
  const auto ours = [&](executor const& on) {
    return [&, on] {
      const auto images = column_images<float>(values.data(), frame.rows, frame.columns).transposed();
      segment_columns_outputs<float> outputs;
      outputs.keep_mask = mask.data();
      segment_columns(on, images, segment_columns_options{}.tolerance(frame.tolerance), outputs);
    };
  };
  const auto from_pixels = [&](executor const& on) {
    return [&, on] {
      const column_images<std::uint16_t> images(frame.values.data(), frame.columns, frame.rows);
      segment_columns(on, images,
                      segment_columns_options{}.tolerance(frame.tolerance).scale(1.0 / 256).invalid_value(0));
    };
  };
  const executor one = executor::cpu(1), two = executor::cpu(2);
  const std::vector<std::string> names{"Algorithm 1, 1 thread", "float columns to mask, 1 thread",
                                       "float columns to mask, 2 threads", "uint16 rows to segments, 1 thread",
                                       "uint16 rows to segments, 2 threads"};
  const std::vector<timing> times =
      interleaved({plain, ours(one), ours(two), from_pixels(one), from_pixels(two)}, budget_ms);
  for (std::size_t i = 0; i < names.size(); ++i)
    file.add(today(), machine(), commit, frame.name, frame.columns, frame.rows, frame.tolerance, names[i],
             times[i].median_ms, times[i].min_ms, times[0].median_ms / times[i].median_ms);
}

int run(arguments const& given) {
  result_file file(given.text("out"), {"date", "machine", "commit", "frame", "columns", "rows", "tolerance", "program",
                                       "median_ms", "min_ms", "algorithm1_over_this"});
  std::vector<depth_frame> frames = real_frames(given.text("data"), 1024);
  frames.push_back(made_frame(1242, 1024));
  for (depth_frame const& frame : frames)
    measure(file, given.text("commit"), frame, given.number("budget_ms"));
  return 0;
}

} // namespace

int main(int argc, char** argv) {
  return run_benchmark(argc, argv,
                       {{"out", "columns.csv"}, {"commit", built_from()}, {"data", ""}, {"budget_ms", "4000"}}, run);
}
