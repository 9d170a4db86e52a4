// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstdint>
#include <iostream>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

#include <thrustline/significance.hpp>
#include <thrustline/simplify.hpp>

#include "made_curves.hpp"
#include "support/arguments.hpp"
#include "support/cuda_tools.hpp"
#include "support/names.hpp"
#include "support/real_lines.hpp"
#include "support/result_file.hpp"
#include "support/run_benchmark.hpp"

// The engines on a CUDA device. device_ms: points, offsets and mask on the device, CUDA events around the call.
// end_to_end_ms: points and mask in pageable host memory, wall clock. read_once_ms: the points' bytes at the bandwidth
// of a large copy, measured in the same run. cpu_ms, for lines with hard split trees: the least time on CPU cores
// in the same run, by the default engine or `recursive`, on 1, 8 or all cores; cpu: which of these. --shoreline: a flat
// file of lines, such as shoreline.py writes. --longest: points of one more walk, of floats, if device memory is free
// for it; 0: none. --most_revisits: points of the lines that return to the same places. Every mask is compared with
// that of `recursive`; the longest, significance and hard lines with the result of CPU cores.
using namespace thrustline;
using namespace thrustline::bench;

namespace {

using keep_mask = std::vector<std::uint8_t>;

template <class Real, int D>
struct data_set {
  std::string kind;
  const Real* coordinates;
  std::vector<std::int64_t> offsets;

  std::int64_t points() const { return offsets.back(); }
  std::int64_t series() const { return static_cast<std::int64_t>(offsets.size()) - 1; }
  polylines<Real, D> host() const { return {coordinates, points(), offsets.data(), series()}; }
};

class benchmark {
public:
  explicit benchmark(arguments const& given)
      : file_(given.text("out"), {"date",
                                  "device",
                                  "machine",
                                  "commit",
                                  "engine",
                                  "metric",
                                  "kind",
                                  "real",
                                  "dimensions",
                                  "points",
                                  "series",
                                  "tolerance",
                                  "kept",
                                  "levels",
                                  "device_ms",
                                  "device_min_ms",
                                  "points_per_s",
                                  "end_to_end_ms",
                                  "read_once_ms",
                                  "times_read_once",
                                  "copy_GB_per_s",
                                  "workspace_bytes",
                                  "workspace_per_points",
                                  "cpu_ms",
                                  "cpu",
                                  "verified"}),
        commit_(given.text("commit")), bytes_per_s_(copy_bandwidth(nullptr)) {}

  template <class Real, int D>
  void measure(data_set<Real, D> const& data, std::vector<double> const& tolerances, metric by,
               std::vector<engine> const& engines = {engine::composed, engine::automatic}) {
    for (double tolerance : tolerances) {
      const keep_mask expected = plain_mask(data, simplify_options{}.tolerance(tolerance).metric(by));
      for (engine with : engines) // the file names the engine that ran
        measure_engine(data, tolerance, by, with, expected, {});
    }
  }

  /// Measures a line whose tree is too deep for `recursive`, beside the best CPU engine.
  template <class Real, int D>
  void measure_beside_cpu(data_set<Real, D> const& data, double tolerance, metric by) {
    const auto options = simplify_options{}.tolerance(tolerance).metric(by);
    keep_mask expected(static_cast<std::size_t>(data.points()));
    const simplify_report report = simplify(executor::cpu(), data.host(), options, expected.data());
    // The work of `recursive` may be points times levels.
    constexpr double most_steps = 5e9;
    const bool is_deep = static_cast<double>(report.levels) * static_cast<double>(data.points()) > most_steps;
    best_of_cpu best;
    keep_mask mask(expected.size());
    for (engine with : {engine::automatic, engine::recursive})
      for (executor const& cores : {executor::cpu(1), executor::cpu(8), executor::cpu()}) {
        if (with == engine::recursive && is_deep)
          continue;
        std::vector<double> times;
        std::string used;
        for (int i = 0; i < 5; ++i)
          times.push_back(milliseconds([&] {
            used = to_string(simplify(cores, data.host(), simplify_options(options).engine(with), mask.data()).used);
          }));
        different_ += mask != expected;
        if (const double ms = summary(times).median_ms; ms < best.ms)
          best = {ms, used + " on " + cores.name()};
      }
    measure_engine(data, tolerance, by, engine::automatic, expected, best);
  }

  /// Measures a line that is too long for `recursive`.
  template <class Real, int D>
  void measure_long(data_set<Real, D> const& data, std::vector<double> const& tolerances, metric by) {
    for (double tolerance : tolerances)
      measure_engine(data, tolerance, by, engine::automatic,
                     simplify_mask(executor::cpu(), data.host(), simplify_options{}.tolerance(tolerance).metric(by)),
                     {});
  }

  /// Measures the significance of every point, down to 0.
  template <class Real, int D>
  void measure_significance(data_set<Real, D> const& data, metric by) {
    const device_memory<Real> coordinates(data.coordinates, data.points() * D);
    const device_memory<std::int64_t> offsets(data.offsets.data(), data.series() + 1);
    const device_memory<Real> values(data.points());
    const polylines<Real, D> on_device(coordinates.data(), data.points(), offsets.data(), data.series(),
                                       memory::device);
    const auto options = simplify_options{}.tolerance(0).metric(by);
    const executor on = executor::cuda();
    simplify_report report;
    check_cuda(cudaMemset(values.data(), 0xee, values.bytes()), "cudaMemset");
    const timing device =
        stream_timer(on.stream()).measure(9, [&] { report = significance(on, on_device, options, values.data()); });
    const std::size_t workspace = on.workspace_peak();
    std::vector<Real> host_values(static_cast<std::size_t>(data.points()));
    std::vector<double> host_times;
    for (int i = 0; i < 3; ++i)
      host_times.push_back(milliseconds([&] { significance(on, data.host(), options, host_values.data()); }));
    const std::vector<Real> expected = significance(executor::cpu(), data.host(), options);
    add(on, data,
        {"bounded significance", by, 0, report, device, host_times, workspace,
         values.host() == expected && host_values == expected},
        {});
  }

  int exit_code() const {
    if (different_)
      std::cerr << different_ << " results differ from the plain CPU engine's\n";
    return different_ ? 1 : 0;
  }

private:
  /// Engine and number of cores with the least time; empty: not measured.
  struct best_of_cpu {
    double ms = std::numeric_limits<double>::infinity();
    std::string by;
  };

  /// Times and result of a call on one data set.
  struct measured_call {
    std::string engine;
    metric by;
    double tolerance;
    simplify_report report;
    timing device;
    std::vector<double> host_times;
    std::size_t workspace;
    bool equal;
  };

  template <class Real, int D>
  void measure_engine(data_set<Real, D> const& data, double tolerance, metric by, engine with,
                      keep_mask const& expected, best_of_cpu const& cpu) {
    const device_memory<Real> coordinates(data.coordinates, data.points() * D);
    const device_memory<std::int64_t> offsets(data.offsets.data(), data.series() + 1);
    const device_memory<std::uint8_t> mask(data.points());
    const polylines<Real, D> on_device(coordinates.data(), data.points(), offsets.data(), data.series(),
                                       memory::device);
    const executor on = executor::cuda();
    const auto asked = simplify_options{}.tolerance(tolerance).metric(by).engine(with);
    simplify_report report;
    check_cuda(cudaMemset(mask.data(), 0xee, mask.bytes()), "cudaMemset");
    const timing device = stream_timer(on.stream()).measure(data.points() >= 100000000 ? 7 : 9, [&] {
      report = simplify(on, on_device, asked, mask.data());
    });
    const std::size_t workspace = on.workspace_peak(); // before the call from host memory, which needs more

    keep_mask host_mask(static_cast<std::size_t>(data.points()));
    std::vector<double> host_times;
    for (int i = 0; i < 3; ++i)
      host_times.push_back(milliseconds([&] { simplify(on, data.host(), asked, host_mask.data()); }));
    add(on, data,
        {to_string(report.used), by, tolerance, report, device, host_times, workspace,
         mask.host() == expected && host_mask == expected},
        cpu);
  }

  template <class Real, int D>
  void add(executor const& on, data_set<Real, D> const& data, measured_call const& call, best_of_cpu const& cpu) {
    const double bytes = static_cast<double>(data.points()) * D * sizeof(Real);
    const double read_once = bytes / bytes_per_s_ * 1e3;
    file_.add(today(), on.name(), machine(), commit_, call.engine, to_string(call.by), data.kind, name<Real>(), D,
              data.points(), data.series(), call.tolerance, call.report.kept, call.report.levels, call.device.median_ms,
              call.device.min_ms, static_cast<double>(data.points()) / call.device.median_ms * 1e3,
              summary(call.host_times).median_ms, read_once, call.device.median_ms / read_once, bytes_per_s_ * 1e-9,
              call.workspace, static_cast<double>(call.workspace) / bytes, cpu.by.empty() ? "" : std::to_string(cpu.ms),
              cpu.by, call.equal ? "equal" : "DIFFERENT");
    different_ += !call.equal;
  }

  template <class Real, int D>
  static keep_mask plain_mask(data_set<Real, D> const& data, simplify_options options) {
    return simplify_mask(executor::cpu(), data.host(), options.engine(engine::recursive));
  }

  result_file file_;
  std::string commit_;
  double bytes_per_s_;
  int different_ = 0;
};

template <class Real>
void measure_curves(benchmark& bench, std::int64_t most) {
  for (const std::string kind : {"walk", "smooth"}) {
    const std::vector<Real> curve = made_curve<Real>(kind, most);
    for (std::int64_t n = 100; n <= most; n *= 10) {
      const data_set<Real, 2> line{kind, curve.data(), {0, n}};
      bench.measure(line, {1, 30}, metric::segment);
      if (std::is_same_v<Real, float>) // metric `line`, too
        bench.measure(line, {1, 30}, metric::line, {engine::automatic});
      bench.measure_significance(line, metric::segment);
    }
  }
}

/// most: points of the lines that return to the same places. Time may grow with its square.
void measure_hard_lines(benchmark& bench, std::int64_t most) {
  struct hard {
    const char* kind;
    std::int64_t points;
    double tolerance;
  };
  for (hard const& each :
       {hard{"integer noise", 30000, 2}, hard{"integer noise", 1000000, 2}, hard{"binary noise", 1000000, 3},
        hard{"zig-zag", 1000000, 0.5}, hard{"2^k zig-zag", 1000000, 1}, hard{"slow 2^k zig-zag", 1000000, 1},
        hard{"comb", 1000000, 1}, hard{"square wave", 1000000, 3}, hard{"rising square wave", 1000000, 3}}) {
    const std::vector<float> values = hard_line<float>(each.kind, each.points);
    bench.measure_beside_cpu(data_set<float, 1>{each.kind, values.data(), {0, each.points}}, each.tolerance,
                             metric::vertical);
  }
  for (hard const& each : {hard{"spiral", 1000000, 0.1}, hard{"rest", most, 5e-6}, hard{"laps", most, 0.01},
                           hard{"three positions", most, 1}, hard{"two positions", most, 0.1}}) {
    const std::vector<float> points = hard_line<float>(each.kind, each.points);
    bench.measure_beside_cpu(data_set<float, 2>{each.kind, points.data(), {0, each.points}}, each.tolerance,
                             metric::segment);
  }
}

void measure_longest(benchmark& bench, std::int64_t points) {
  std::size_t free_bytes = 0, all_bytes = 0;
  check_cuda(cudaMemGetInfo(&free_bytes, &all_bytes), "cudaMemGetInfo");
  // A call from host memory holds points and mask twice, and a workspace of half their size.
  if (const std::size_t needed = 25 * static_cast<std::size_t>(points); free_bytes < needed) {
    std::cerr << "bench_device: without the walk of " << points << " points, which needs " << (needed >> 30)
              << " GiB of free device memory\n";
    return;
  }
  const std::vector<float> walk = made_curve<float>("walk", points);
  bench.measure_long(data_set<float, 2>{"walk", walk.data(), {0, points}}, {1, 30}, metric::segment);
}

int run(arguments const& given) {
  if (!executor::cuda_available()) {
    std::cerr << "bench_device: no CUDA device\n";
    return 1;
  }
  benchmark bench(given);
  for (real_lines const& lines :
       read_lines(given.text("data"), {"us_counties.lines.csv", "islands_british_columbia.geojson"})) {
    const std::vector<float> single(lines.xy.begin(), lines.xy.end());
    bench.measure(data_set<double, 2>{lines.name, lines.xy.data(), lines.offsets}, {0.001, 0.01}, metric::segment);
    bench.measure(data_set<float, 2>{lines.name, single.data(), lines.offsets}, {0.001, 0.01}, metric::segment);
  }
  if (std::string const& shoreline = given.text("shoreline"); !shoreline.empty()) {
    const real_lines rings = read_flat_lines(shoreline);
    bench.measure(data_set<double, 2>{rings.name, rings.xy.data(), rings.offsets}, {0.001}, metric::segment);
  }
  measure_hard_lines(bench, static_cast<std::int64_t>(given.number("most_revisits")));
  const auto most = static_cast<std::int64_t>(given.number("most"));
  measure_curves<float>(bench, most);
  measure_curves<double>(bench, most);
  if (const auto longest = static_cast<std::int64_t>(given.number("longest")); longest > 0)
    measure_longest(bench, longest);
  return bench.exit_code();
}

} // namespace

int main(int argc, char** argv) {
  return run_benchmark(argc, argv,
                       {{"out", "device.csv"},
                        {"commit", built_from()},
                        {"most", "1e8"},
                        {"longest", "1e9"},
                        {"most_revisits", "5e4"},
                        {"data", ""},
                        {"shoreline", ""}},
                       run);
}
