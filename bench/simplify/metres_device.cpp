// SPDX-License-Identifier: MIT
// Metric great_ellipse on longitudes and latitudes in the memory of a GPU, beside metric segment on
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
#include "support/real_lines.hpp"
#include "support/result_file.hpp"
#include "support/run_benchmark.hpp"

using namespace thrustline;
using namespace thrustline::bench;

namespace {

class benchmark {
public:
  explicit benchmark(arguments const& given)
      : results_(given.text("out"), {"date", "device", "machine", "commit", "line", "points", "tolerance_m", "kept",
                                     "kept_by_segment", "segment_ms", "to_ecef_ms", "great_ellipse_ms",
                                     "ratio_without_conversion", "ratio", "read_once_ms", "copy_GB_per_s", "verified"}),
        commit_(given.text("commit")), tolerances_(given.numbers("tolerances")), bytes_per_s_(copy_bandwidth(nullptr)) {
  }

  void measure(real_lines const& lines) {
    const auto n = static_cast<std::int64_t>(lines.xy.size() / 2);
    const auto series = static_cast<std::int64_t>(lines.offsets.size()) - 1;
    const device_memory<double> degrees_memory(lines.xy.data(), 2 * n), ecef(3 * n);
    const device_memory<std::int64_t> offsets(lines.offsets.data(), series + 1);
    const device_memory<std::uint8_t> mask(n);
    const polylines<double, 2> degrees(degrees_memory.data(), n, offsets.data(), series, memory::device);
    const polylines<double, 3> places(ecef.data(), n, offsets.data(), series, memory::device);
    const executor on = executor::cuda();
    stream_timer timer(on.stream());
    const double conversion = timer.measure(9, [&] { to_ecef(on, degrees, ecef.data()); }).median_ms;
    const double read_once = static_cast<double>(degrees_memory.bytes()) / bytes_per_s_ * 1e3;
    for (double tolerance : tolerances_) {
      const auto by = [&](metric name) { return simplify_options{}.tolerance(tolerance).metric(name); };
      std::int64_t kept = 0, kept_by_segment = 0;
      const double segment =
          timer.measure(9, [&] { kept_by_segment = simplify(on, places, by(metric::segment), mask.data()).kept; })
              .median_ms;
      const double whole =
          timer.measure(9, [&] { kept = simplify(on, degrees, by(metric::great_ellipse), mask.data()).kept; })
              .median_ms;
      const polylines<double, 2> on_host(lines.xy.data(), n, lines.offsets.data(), series);
      const bool equal = mask.host() == simplify_mask(executor::cpu(), on_host, by(metric::great_ellipse));
      different_ += !equal;
      results_.add(today(), on.name(), machine(), commit_, lines.name, n, tolerance, kept, kept_by_segment, segment,
                   conversion, whole, (whole - conversion) / segment, whole / segment, read_once, bytes_per_s_ * 1e-9,
                   equal ? "equal" : "DIFFERENT");
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
    std::cerr << "bench_metres_device: no CUDA device\n";
    return 1;
  }
  benchmark bench(given);
  for (real_lines const& lines : read_lines(given.text("data"), given.words("files")))
    bench.measure(lines);
  const auto walk_points = static_cast<std::int64_t>(given.number("points"));
  bench.measure({"walk", walk_on_earth(walk_points), {0, walk_points}});
  return bench.exit_code();
}

} // namespace

int main(int argc, char** argv) {
  return run_benchmark(argc, argv,
                       {{"data", "../shared/data"},
                        {"files", "coast_baffin.xy.csv world_coastline_50m.geojson"},
                        {"points", "1e8"},
                        {"tolerances", "100 1000 10000"},
                        {"commit", built_from()},
                        {"out", "metres_device.csv"}},
                       run);
}
