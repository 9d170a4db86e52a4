// SPDX-License-Identifier: MIT
// Metric great_ellipse on longitudes and latitudes of a random walk in the memory of a GPU, beside metric segment on
// the same places in space. CUDA events around whole calls; every mask is compared with that of CPU cores.
#include <cstdint>
#include <iostream>
#include <string>
#include <vector>

#include <thrustline/simplify.hpp>
#include <thrustline/to_ecef.hpp>

#include "earth_walk.hpp"
#include "support/arguments.hpp"
#include "support/cuda_tools.hpp"
#include "support/result_file.hpp"
#include "support/run_benchmark.hpp"

using namespace thrustline;
using namespace thrustline::bench;

namespace {

int run(arguments const& given) {
  if (!executor::cuda_available()) {
    std::cerr << "bench_metres_device: no CUDA device\n";
    return 1;
  }
  result_file results(given.text("out"),
                      {"date", "device", "machine", "commit", "line", "points", "tolerance_m", "kept",
                       "kept_by_segment", "segment_ms", "to_ecef_ms", "great_ellipse_ms", "ratio_without_conversion",
                       "ratio", "read_once_ms", "copy_GB_per_s", "verified"});
  auto const n = static_cast<std::int64_t>(given.number("points"));
  std::vector<double> const walk = walk_on_earth(n);
  double const bytes_per_s = copy_bandwidth(nullptr);
  device_memory<double> const degrees_memory(walk.data(), 2 * n), ecef(3 * n);
  device_memory<std::uint8_t> const mask(n);
  polyline<double, 2> const degrees(degrees_memory.data(), n, memory::device);
  polyline<double, 3> const places(ecef.data(), n, memory::device);
  executor const on = executor::cuda();
  stream_timer timer(on.stream());
  auto const conversion = timer.measure(9, [&] { to_ecef(on, degrees, ecef.data()); });
  int different = 0;
  for (double tolerance : given.numbers("tolerances")) {
    auto const by = [&](metric name) { return simplify_options{}.tolerance(tolerance).metric(name); };
    std::int64_t kept = 0, kept_by_segment = 0;
    auto const segment =
        timer.measure(9, [&] { kept_by_segment = simplify(on, places, by(metric::segment), mask.data()).kept; });
    auto const whole =
        timer.measure(9, [&] { kept = simplify(on, degrees, by(metric::great_ellipse), mask.data()).kept; });
    bool const equal =
        mask.host() == simplify_mask(executor::cpu(), polyline<double, 2>(walk.data(), n), by(metric::great_ellipse));
    different += !equal;
    results.add(today(), on.name(), machine(), given.text("commit"), "walk", n, tolerance, kept, kept_by_segment,
                segment.median_ms, conversion.median_ms, whole.median_ms,
                (whole.median_ms - conversion.median_ms) / segment.median_ms, whole.median_ms / segment.median_ms,
                static_cast<double>(degrees_memory.bytes()) / bytes_per_s * 1e3, bytes_per_s * 1e-9,
                equal ? "equal" : "DIFFERENT");
  }
  if (different)
    std::cerr << different << " masks differ from those of CPU cores\n";
  return different ? 1 : 0;
}

} // namespace

int main(int argc, char** argv) {
  return run_benchmark(
      argc, argv,
      {{"points", "1e8"}, {"tolerances", "100 1000 10000"}, {"commit", built_from()}, {"out", "metres_device.csv"}},
      run);
}
