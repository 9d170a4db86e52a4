// SPDX-License-Identifier: MIT
// Layers of maps in the memory of a GPU: the closure that keeps their topology beside plain simplification. CUDA events
// around whole calls; every mask is compared with that of CPU cores.
#include <cstdint>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

#include <thrustline/simplify.hpp>

#include "support/arguments.hpp"
#include "support/cuda_tools.hpp"
#include "support/real_lines.hpp"
#include "support/result_file.hpp"
#include "support/run_benchmark.hpp"
#include "support/timing.hpp"

using namespace thrustline;
using namespace thrustline::bench;

namespace {

class benchmark {
public:
  explicit benchmark(arguments const& given)
      : results_(given.text("out"),
                 {"date",          "device",          "machine",     "commit", "file",   "lines",
                  "points",        "tolerance",       "what",        "kept",   "forced", "rounds",
                  "device_ms",     "device_min_ms",   "times_plain", "cpu_ms", "cpu",    "read_once_ms",
                  "copy_GB_per_s", "workspace_bytes", "verified"}),
        commit_(given.text("commit")), tolerances_(given.numbers("tolerances")), bytes_per_s_(copy_bandwidth(nullptr)) {
  }

  void measure(real_lines const& lines) {
    const auto n = static_cast<std::int64_t>(lines.xy.size() / 2);
    const auto series = static_cast<std::int64_t>(lines.offsets.size()) - 1;
    const device_memory<double> points(lines.xy.data(), 2 * n);
    const device_memory<std::int64_t> offsets(lines.offsets.data(), series + 1);
    const device_memory<std::uint8_t> mask(n);
    const polylines<double, 2> on_device(points.data(), n, offsets.data(), series, memory::device);
    const polylines<double, 2> on_host(lines.xy.data(), n, lines.offsets.data(), series);
    const double read_once = static_cast<double>(points.bytes()) / bytes_per_s_ * 1e3;
    const executor cpu = executor::cpu();
    for (double tolerance : tolerances_) {
      const auto plain = simplify_options{}.tolerance(tolerance);
      double plain_ms = 0;
      for (auto const& [what, options] :
           {std::pair{"plain", plain}, std::pair{"topology both", simplify_options(plain).topology(topology::both)}}) {
        const executor on = executor::cuda();
        stream_timer timer(on.stream());
        simplify_report report;
        const timing device = timer.measure(9, [&] { report = simplify(on, on_device, options, mask.data()); });
        plain_ms = plain_ms == 0 ? device.median_ms : plain_ms;
        std::vector<std::uint8_t> expected(static_cast<std::size_t>(n));
        std::vector<double> times;
        for (int i = 0; i < 3; ++i)
          times.push_back(milliseconds([&] { simplify(cpu, on_host, options, expected.data()); }));
        const bool equal = mask.host() == expected;
        different_ += !equal;
        results_.add(today(), on.name(), machine(), commit_, lines.name, series, n, tolerance, what, report.kept,
                     report.topology.forced, report.topology.rounds, device.median_ms, device.min_ms,
                     device.median_ms / plain_ms, summary(times).median_ms, cpu.name(), read_once, bytes_per_s_ * 1e-9,
                     on.workspace_peak(), equal ? "equal" : "DIFFERENT");
      }
    }
  }

  int exit_code() const {
    if (different_)
      std::cerr << different_ << " masks differ from those of CPU cores\n";
    return different_ ? 1 : 0;
  }

private:
  result_file results_;
  std::string commit_;
  std::vector<double> tolerances_;
  double bytes_per_s_;
  int different_ = 0;
};

int run(arguments const& given) {
  if (!executor::cuda_available()) {
    std::cerr << "bench_topology_device: no CUDA device\n";
    return 1;
  }
  benchmark bench(given);
  for (real_lines const& lines : read_lines(given.text("data"), given.words("files")))
    bench.measure(lines);
  if (!given.text("shoreline").empty())
    bench.measure(read_flat_lines(given.text("shoreline")));
  return bench.exit_code();
}

} // namespace

int main(int argc, char** argv) {
  return run_benchmark(argc, argv,
                       {{"data", "../shared/data"},
                        {"files", "islands_british_columbia.geojson us_counties.lines.csv"},
                        {"shoreline", ""},
                        {"tolerances", "0.001 0.01 0.1"},
                        {"commit", built_from()},
                        {"out", "topology_device.csv"}},
                       run);
}
