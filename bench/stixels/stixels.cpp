// SPDX-License-Identifier: MIT
// Stixels on CPU cores: one thread beside all of them, whose results must be equal.
#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include <thrustline/stixels.hpp>

#include "stixel_frames.hpp"
#include "support/arguments.hpp"
#include "support/result_file.hpp"
#include "support/run_benchmark.hpp"
#include "support/timing.hpp"

namespace {

using namespace thrustline;
using namespace thrustline::bench;

bool same(stixel const& a, stixel const& b) {
  return a.first == b.first && a.last == b.last && a.kind == b.kind && a.disparity == b.disparity;
}

bool equal(ragged<stixel> const& a, ragged<stixel> const& b) {
  return a.offsets == b.offsets && std::equal(a.values.begin(), a.values.end(), b.values.begin(), b.values.end(), same);
}

/// Returns whether all threads find the stixels of one.
bool measure(stixel_frame const& one, stixel_mode mode, result_file& file, std::string const& commit) {
  const auto options = stixel_options{}.road(one.road).mode(mode);
  const executor single = executor::cpu(1), all = executor::cpu();
  ragged<stixel> of_single, of_all;
  const std::vector<timing> times = interleaved({[&] { of_single = stixels(single, one.view(), one.camera, options); },
                                                 [&] { of_all = stixels(all, one.view(), one.camera, options); }},
                                                4000);
  const bool same_result = equal(of_single, of_all);
  file.add(today(), machine(), commit, one.name, one.columns, one.rows,
           mode == stixel_mode::faithful ? "faithful" : "corrected", of_single.values.size(), times[0].median_ms,
           times[1].median_ms, all.threads(), same_result ? "equal" : "DIFFERENT");
  return same_result;
}

int run(arguments const& given) {
  result_file file(given.text("out"), {"date", "machine", "commit", "frame", "columns", "rows", "mode", "stixels",
                                       "one_thread_ms", "all_threads_ms", "threads", "verified"});
  std::vector<stixel_frame> frames = kitti_stixel_frames(given.text("data"));
  frames.push_back(made_stixel_frame(1024, 440));
  bool all_equal = true;
  for (stixel_frame const& one : frames)
    for (stixel_mode mode : {stixel_mode::corrected, stixel_mode::faithful})
      all_equal = measure(one, mode, file, given.text("commit")) && all_equal;
  return all_equal ? 0 : 1;
}

} // namespace

int main(int argc, char** argv) {
  return run_benchmark(argc, argv, {{"out", "stixels-cpu.csv"}, {"commit", built_from()}, {"data", ""}}, run);
}
