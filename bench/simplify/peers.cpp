// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <thrustline/significance.hpp>
#include <thrustline/simplify.hpp>

#include "made_curves.hpp"
#include "peer_lines.hpp"
#include "support/arguments.hpp"
#include "support/real_lines.hpp"
#include "support/result_file.hpp"
#include "support/run_benchmark.hpp"
#include "support/timing.hpp"

// Our CPU engines beside GEOS and Boost.Geometry: the same points in double, in turns in one run; and the speed-up of a
// loop without memory accesses by a second thread.
using namespace thrustline;
using namespace thrustline::bench;

namespace {

/// Some milliseconds of work without memory accesses, divided among threads: the speed-up that more threads can give on
/// that machine at that moment, whatever the program.
void count_in_registers(int threads) {
  constexpr std::int64_t steps = 20000000;
  const auto count = [threads] {
    std::uint64_t value = 1;
    for (std::int64_t i = 0; i < steps / threads; ++i)
      value = value * 6364136223846793005u + 1442695040888963407u;
    std::uint64_t const volatile used = value;
    static_cast<void>(used);
  };
  std::vector<std::thread> others;
  for (int t = 1; t < threads; ++t)
    others.emplace_back(count);
  count();
  for (std::thread& other : others)
    other.join();
}

struct contender {
  std::string program, engine, executor, metric;
  std::int64_t kept = 0, levels = 0;
  std::function<void(contender&)> run;
};

class benchmark {
public:
  benchmark(arguments const& given)
      : file_(given.text("out"), {"date", "machine", "commit", "program", "engine", "executor", "metric", "kind",
                                  "real", "points", "tolerance", "kept", "levels", "median_ms", "min_ms",
                                  "points_per_s", "ratio_to_boost", "ratio_to_geos", "ratio_to_recursive"}),
        commit_(given.text("commit")), budget_ms_(given.number("budget_ms")) {
    for (std::string const& word : given.words("engines"))
      engines_.push_back(engine_called(word));
  }

  /// All contenders on one set of planar lines.
  void lines(std::string const& kind, std::vector<double> const& xy, std::vector<std::int64_t> const& offsets,
             std::vector<double> const& tolerances) {
    const auto geos = geos_lines(xy, offsets), boost = boost_lines(xy, offsets);
    const polylines<double, 2> all(xy.data(), static_cast<std::int64_t>(xy.size()) / 2, offsets.data(),
                                   static_cast<std::int64_t>(offsets.size()) - 1);
    for (double tolerance : tolerances) {
      std::vector<contender> contenders;
      for (peer_lines* peer : {boost.get(), geos.get()})
        contenders.push_back({peer->name(), "", "cpu, 1 thread", "segment", 0, 0,
                              [peer, tolerance](contender& c) { c.kept = peer->simplify(tolerance); }});
      for (metric by : {metric::segment, metric::line})
        for (engine with : engines_)
          for (int threads : {1, 2})
            add(contenders, all, simplify_options{}.tolerance(tolerance).metric(by).engine(with), threads);
      for (int threads : {1, 2})
        add_significance(contenders, all, simplify_options{}.tolerance(0).metric(metric::line), threads);
      for (int threads : {1, 2})
        contenders.push_back({"loop without memory traffic", "", executor::cpu(threads).name(), "", 0, 0,
                              [threads](contender&) { count_in_registers(threads); }});
      measure(kind, all.points, tolerance, contenders, true);
    }
  }

  /// Our engines alone on one line.
  template <int D>
  void alone(std::string const& kind, polylines<double, D> const& line, simplify_options const& options,
             std::vector<engine> const& engines) {
    std::vector<contender> contenders;
    for (engine with : engines)
      for (int threads : {1, 2})
        add(contenders, line, simplify_options(options).engine(with), threads);
    measure(kind, line.points, options.tolerance(), contenders, false);
  }

private:
  static engine engine_called(std::string const& name) {
    for (engine with : {engine::automatic, engine::recursive, engine::composed, engine::bounded})
      if (to_string(with) == name)
        return with;
    throw std::invalid_argument("--engines: " + name + " is none of automatic, recursive, composed, bounded");
  }

  template <int D>
  void add(std::vector<contender>& contenders, polylines<double, D> const& lines, simplify_options const& options,
           int threads) {
    mask_.resize(static_cast<std::size_t>(lines.points));
    const executor on = executor::cpu(threads);
    contenders.push_back({"thrustline", to_string(options.engine()), on.name(), to_string(options.metric()), 0, 0,
                          [this, on, lines, options](contender& c) {
                            const simplify_report report = simplify(on, lines, options, mask_.data());
                            c.kept = report.kept;
                            c.levels = report.levels;
                          }});
  }

  /// Every tolerance at once, down to 0.
  void add_significance(std::vector<contender>& contenders, polylines<double, 2> const& lines,
                        simplify_options const& options, int threads) {
    values_.resize(static_cast<std::size_t>(lines.points));
    const executor on = executor::cpu(threads);
    contenders.push_back({"thrustline significance", to_string(engine::bounded), on.name(), to_string(options.metric()),
                          0, 0, [this, on, lines, options](contender& c) {
                            const simplify_report report = significance(on, lines, options, values_.data());
                            c.kept = report.kept;
                            c.levels = report.levels;
                          }});
  }

  void measure(std::string const& kind, std::int64_t points, double tolerance, std::vector<contender>& contenders,
               bool with_peers) {
    std::vector<std::function<void()>> works;
    for (contender& c : contenders)
      works.push_back([&c] { c.run(c); });
    const std::vector<timing> times = interleaved(works, budget_ms_);
    for (std::size_t i = 0; i < contenders.size(); ++i) {
      contender const& c = contenders[i];
      const double ms = times[i].median_ms;
      const auto ratio = [&](std::size_t peer) { return with_peers ? times[peer].median_ms / ms : std::nan(""); };
      double of_recursive = std::nan(""); // on the same threads, by the same metric
      for (std::size_t k = 0; k < contenders.size(); ++k)
        if (contenders[k].engine == to_string(engine::recursive) && contenders[k].executor == c.executor &&
            contenders[k].metric == c.metric)
          of_recursive = times[k].median_ms / ms;
      file_.add(today(), machine(), commit_, c.program, c.engine, c.executor, c.metric, kind, "double", points,
                tolerance, c.kept, c.levels, ms, times[i].min_ms, static_cast<double>(points) / ms * 1e3, ratio(0),
                ratio(1), of_recursive);
    }
  }

  result_file file_;
  std::string commit_;
  double budget_ms_;
  std::vector<engine> engines_; ///< engines that run on lines
  std::vector<std::uint8_t> mask_;
  std::vector<double> values_;
};

int run(arguments const& given) {
  benchmark bench(given);
  const auto least = std::max(static_cast<std::int64_t>(given.number("least")), std::int64_t{1});
  const auto most = static_cast<std::int64_t>(given.number("most"));
  for (std::string const& set : given.words("sets"))
    if (set == "walk" || set == "smooth") {
      const std::vector<double> curve = made_curve<double>(set, most);
      for (std::int64_t n = least; n <= most; n *= 10)
        bench.lines(set, {curve.begin(), curve.begin() + 2 * n}, {0, n}, {1, 30});
    } else if (set == "real") {
      for (real_lines const& lines :
           read_lines(given.text("data"),
                      {"coast_baffin.xy.csv", "islands_british_columbia.geojson", "us_counties.lines.csv"}))
        bench.lines(lines.name, lines.xy, lines.offsets, {0.001, 0.01});
    } else if (set == "noise") {
      const std::vector<double> noise = integer_noise<double>(1000000);
      const auto options = simplify_options{}.tolerance(2).metric(metric::vertical);
      bench.alone("integer noise", series<double>(noise.data(), 30000), options,
                  {engine::recursive, engine::composed, engine::bounded, engine::automatic});
      bench.alone("integer noise", series<double>(noise.data(), 1000000), options, {engine::bounded});
    } else if (set == "revisits") {
      struct hard {
        const char* kind;
        std::int64_t points;
        double tolerance;
      };
      const auto points = static_cast<std::int64_t>(given.number("most_revisits"));
      for (hard const& each : {hard{"rest", points, 5e-6}, hard{"laps", points, 0.01},
                               hard{"three positions", points, 1}, hard{"two positions", points, 0.1}}) {
        const std::vector<double> xy = hard_line<double>(each.kind, each.points);
        for (metric by : {metric::segment, metric::line})
          bench.alone(each.kind, polyline<double, 2>(xy.data(), each.points),
                      simplify_options{}.tolerance(each.tolerance).metric(by), {engine::bounded});
      }
    } else {
      throw std::invalid_argument("--sets: " + set + " is none of walk, smooth, real, noise, revisits");
    }
  return 0;
}

} // namespace

int main(int argc, char** argv) {
  return run_benchmark(argc, argv,
                       {{"out", "peers.csv"},
                        {"commit", built_from()},
                        {"least", "100"},
                        {"most", "1e7"},
                        {"engines", "recursive composed bounded automatic"},
                        {"budget_ms", "4000"},
                        {"data", ""},
                        {"most_revisits", "1e6"},
                        {"sets", "walk smooth real noise revisits"}},
                       run);
}
