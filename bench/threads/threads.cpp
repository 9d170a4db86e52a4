// SPDX-License-Identifier: MIT
// Calls on one and on several threads, on cores that are idle but for them and beside a busy process on each core.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>
#include <iostream>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <thrustline/simplify.hpp>

#include "support/random_numbers.hpp"
#include "support/real_lines.hpp"
#include "support/result_file.hpp"
#include "support/run_benchmark.hpp"
#include "support/timing.hpp"
#include "threads/busy_cores.hpp"

using namespace thrustline;
using namespace thrustline::bench;

namespace {

struct times {
  std::vector<double> ms;

  double quantile(double q) const {
    std::vector<double> sorted = ms;
    std::sort(sorted.begin(), sorted.end());
    return sorted[std::min(sorted.size() - 1, static_cast<std::size_t>(q * static_cast<double>(sorted.size())))];
  }
};

/// The times of calls, each after a pause: without one the threads of the call before are still awake.
std::vector<times> calls_after_pauses(std::vector<std::function<void()>> const& works, int calls, double pause_ms) {
  constexpr int in_a_row = 10; // so that threads of one work are awake in its next call only
  std::vector<times> measured(works.size());
  for (int call = 0; call < calls; call += in_a_row)
    for (std::size_t w = 0; w < works.size(); ++w) {
      works[w]();
      for (int k = 0; k < std::min(in_a_row, calls - call); ++k) {
        if (pause_ms > 0)
          std::this_thread::sleep_for(std::chrono::duration<double, std::milli>(pause_ms));
        measured[w].ms.push_back(milliseconds(works[w]));
      }
    }
  return measured;
}

/// The lines of a file of real data, or a made walk.
std::vector<real_lines> lines_of(std::string const& name, arguments const& given) {
  if (name != "walk")
    return read_lines(given.text("data"), {name});
  const auto points = given.count("walk_points");
  random_numbers numbers(1);
  double x = 0, y = 0;
  real_lines walk{name, {}, {0, points}};
  for (std::int64_t i = 0; i < points; ++i) {
    x += numbers.normal();
    y += numbers.normal();
    walk.xy.insert(walk.xy.end(), {x, y});
  }
  return {walk};
}

int run(arguments const& given) {
  const int cores = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  const busy_cores busy(cores, static_cast<unsigned>(given.number("seconds")));

  const std::vector<std::string> names = given.words("files");
  const std::vector<double> tolerances = given.numbers("tolerances");
  if (names.size() != tolerances.size())
    throw std::invalid_argument("--tolerances: as many as --files");
  const auto calls = static_cast<int>(given.count("calls"));
  result_file results(given.text("out"),
                      {"date", "machine", "commit", "file", "points", "tolerance", "pause_ms", "busy_processes",
                       "threads", "calls", "median_ms", "p95_ms", "median_to_one_thread", "p95_to_one_thread"});
  for (std::size_t k = 0; k < names.size(); ++k)
    for (real_lines const& lines : lines_of(names[k], given)) {
      const polylines<double, 2> view(lines.xy.data(), static_cast<std::int64_t>(lines.xy.size()) / 2,
                                      lines.offsets.data(), static_cast<std::int64_t>(lines.offsets.size()) - 1);
      std::vector<std::uint8_t> mask(static_cast<std::size_t>(view.points));
      const auto options = simplify_options{}.tolerance(tolerances[k]);
      const std::vector<int> counts{1, 2};
      std::vector<std::function<void()>> works;
      for (int threads : counts)
        works.push_back([&, on = executor::cpu(threads)] { simplify(on, view, options, mask.data()); });
      for (double pause_ms : given.numbers("pauses_ms"))
        for (int processes : {0, cores}) {
          if (processes > 0)
            busy.start();
          const std::vector<times> measured = calls_after_pauses(works, calls, pause_ms);
          busy.stop();
          for (std::size_t w = 0; w < works.size(); ++w) {
            const double median = measured[w].quantile(0.5), p95 = measured[w].quantile(0.95);
            results.add(today(), machine(), given.text("commit"), lines.name, view.points, tolerances[k], pause_ms,
                        processes, counts[w], calls, median, p95, median / measured[0].quantile(0.5),
                        p95 / measured[0].quantile(0.95));
          }
        }
    }
  return 0;
}

} // namespace

int main(int argc, char** argv) {
  return run_benchmark(argc, argv,
                       {{"data", "../shared/data"},
                        {"files", "islands_british_columbia.geojson us_counties.lines.csv walk"},
                        {"tolerances", "0.001 0.01 30"},
                        {"walk_points", "1e6"},
                        {"calls", "50"},
                        {"pauses_ms", "0 3"},
                        {"seconds", "120"},
                        {"commit", built_from()},
                        {"out", "threads.csv"}},
                       run);
}
