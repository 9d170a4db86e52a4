// SPDX-License-Identifier: MIT
// Calls on one and on several threads, on cores that are idle but for them and beside a busy process on each core.
#include <algorithm>
#include <cstdint>
#include <functional>
#include <iostream>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <thrustline/simplify.hpp>

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

/// The times of calls, one after another in turn, with a pause before each that lets the scheduler forget the last.
std::vector<times> calls_in_turn(std::vector<std::function<void()>> const& works, int calls) {
  std::vector<times> measured(works.size());
  for (auto const& work : works)
    work();
  for (int call = 0; call < calls; ++call)
    for (std::size_t w = 0; w < works.size(); ++w) {
      std::this_thread::sleep_for(std::chrono::milliseconds(3));
      measured[w].ms.push_back(milliseconds(works[w]));
    }
  return measured;
}

int run(arguments const& given) {
  int const cores = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  busy_cores const busy(cores, static_cast<unsigned>(given.number("seconds")));

  std::vector<std::string> const names = given.words("files");
  std::vector<double> const tolerances = given.numbers("tolerances");
  if (names.size() != tolerances.size())
    throw std::invalid_argument("--tolerances: as many as --files");
  auto const calls = static_cast<int>(given.number("calls"));
  result_file results(given.text("out"),
                      {"date", "machine", "commit", "file", "points", "tolerance", "busy_processes", "threads", "calls",
                       "median_ms", "p95_ms", "median_to_one_thread", "p95_to_one_thread"});
  for (std::size_t k = 0; k < names.size(); ++k)
    for (real_lines const& lines : read_lines(given.text("data"), {names[k]})) {
      polylines<double, 2> const view(lines.xy.data(), static_cast<std::int64_t>(lines.xy.size()) / 2,
                                      lines.offsets.data(), static_cast<std::int64_t>(lines.offsets.size()) - 1);
      std::vector<std::uint8_t> mask(static_cast<std::size_t>(view.points));
      auto const options = simplify_options{}.tolerance(tolerances[k]);
      std::vector<int> const counts{1, 2};
      std::vector<std::function<void()>> works;
      for (int threads : counts)
        works.push_back([&, on = executor::cpu(threads)] { simplify(on, view, options, mask.data()); });
      for (int processes : {0, cores}) {
        if (processes > 0)
          busy.start();
        std::vector<times> const measured = calls_in_turn(works, calls);
        busy.stop();
        for (std::size_t w = 0; w < works.size(); ++w) {
          double const median = measured[w].quantile(0.5), p95 = measured[w].quantile(0.95);
          results.add(today(), machine(), given.text("commit"), lines.name, view.points, tolerances[k], processes,
                      counts[w], calls, median, p95, median / measured[0].quantile(0.5),
                      p95 / measured[0].quantile(0.95));
        }
      }
    }
  return 0;
}

} // namespace

int main(int argc, char** argv) {
  return run_benchmark(argc, argv,
                       {{"data", "shared/data"},
                        {"files", "islands_british_columbia.geojson us_counties.lines.csv"},
                        {"tolerances", "0.001 0.01"},
                        {"calls", "50"},
                        {"seconds", "120"},
                        {"commit", built_from()},
                        {"out", "threads.csv"}},
                       run);
}
