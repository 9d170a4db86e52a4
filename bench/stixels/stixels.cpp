// SPDX-License-Identifier: MIT
// Stixels on CPU cores, beside the direct recurrence of the tests on every 8th column of the same frame.
#include <cstdint>
#include <string>
#include <vector>

#include <thrustline/stixels.hpp>

#include "internals/direct_recurrence.hpp"
#include "stixel_frames.hpp"
#include "support/arguments.hpp"
#include "support/result_file.hpp"
#include "support/run_benchmark.hpp"
#include "support/timing.hpp"

namespace {

using namespace thrustline;
using namespace thrustline::bench;

void measure(stixel_frame const& one, stixel_mode mode, result_file& file, std::string const& commit) {
  constexpr std::int64_t every = 8;
  const auto options = stixel_options{}.road(one.road).mode(mode);
  const std::int64_t columns = one.columns / options.width();
  const executor single = executor::cpu(1), all = executor::cpu();
  ragged<stixel> found;
  test::frame_model model(one.rows, one.camera, one.road, options);
  std::size_t direct_stixels = 0;
  const auto engine = [&](executor const& on) { return [&] { found = stixels(on, one.view(), one.camera, options); }; };
  const auto direct = [&] {
    direct_stixels = 0;
    for (std::int64_t s = 0; s < columns; s += every) {
      model.direct.read(test::reduced_column(one.view(), options, s));
      direct_stixels += model.direct.solve().stixels.size();
    }
  };
  const std::vector<timing> times = interleaved({engine(single), engine(all), direct}, 4000);
  std::size_t same_stixels = 0;
  for (std::int64_t s = 0; s < columns; s += every)
    same_stixels += static_cast<std::size_t>(found.offsets[static_cast<std::size_t>(s + 1)] -
                                             found.offsets[static_cast<std::size_t>(s)]);
  const double direct_ms =
      times[2].median_ms * static_cast<double>(columns) / static_cast<double>((columns + every - 1) / every);
  file.add(today(), machine(), commit, one.name, one.columns, one.rows,
           mode == stixel_mode::faithful ? "faithful" : "corrected", found.values.size(), times[0].median_ms,
           times[1].median_ms, all.threads(), direct_ms, direct_ms / times[0].median_ms,
           same_stixels == direct_stixels ? "equal" : "DIFFERENT");
}

int run(arguments const& given) {
  result_file file(given.text("out"),
                   {"date", "machine", "commit", "frame", "columns", "rows", "mode", "stixels", "one_thread_ms",
                    "all_threads_ms", "threads", "direct_ms", "direct_over_one_thread", "verified"});
  std::vector<stixel_frame> frames = kitti_stixel_frames(given.text("data"));
  frames.push_back(made_stixel_frame(1024, 440));
  for (stixel_frame const& one : frames)
    for (stixel_mode mode : {stixel_mode::corrected, stixel_mode::faithful})
      measure(one, mode, file, given.text("commit"));
  return 0;
}

} // namespace

int main(int argc, char** argv) {
  return run_benchmark(argc, argv, {{"out", "stixels-cpu.csv"}, {"commit", built_from()}, {"data", ""}}, run);
}
