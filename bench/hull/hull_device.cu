// SPDX-License-Identifier: MIT
#include <cstdint>
#include <string>
#include <vector>

#include <thrust/system/cuda/execution_policy.h>
#include <thrust/tabulate.h>

#include <thrustline/algorithms/quickhull.hpp>
#include <thrustline/convex_hull.hpp>

#include "made_points.hpp"
#include "support/arguments.hpp"
#include "support/cuda_tools.hpp"
#include "support/names.hpp"
#include "support/real_lines.hpp"
#include "support/result_file.hpp"
#include "support/run_benchmark.hpp"

// Hulls on a CUDA device, points and indices on the device: ours, and QuickHull over our primitives in both modes of
// the paper (mode 1 with its quadrilateral, mode 2 without). The medians of CUDA events around the calls. Every hull is
// compared with that of the CPU.
using namespace thrustline;
using namespace thrustline::bench;

namespace {

/// Point i of a square or a disk, by hashing its index (Steele, Lea & Flood 2014, splitmix64): generating 10^9 points
/// on the host would take minutes.
struct hashed_point {
  bool disk;

  __device__ point<float, 2> operator()(std::int64_t i) const {
    const double u = unit(2 * i), v = unit(2 * i + 1);
    if (!disk)
      return {{static_cast<float>(u), static_cast<float>(v)}};
    const double radius = sqrt(u), turns = 2 * v;
    return {{static_cast<float>(radius * cospi(turns)), static_cast<float>(radius * sinpi(turns))}};
  }

private:
  __device__ static double unit(std::int64_t i) {
    auto z = static_cast<std::uint64_t>(i + 1) * 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return static_cast<double>((z ^ z >> 31) >> 11) * 0x1p-53;
  }
};

/// Median of calls that fill about half a second, after two warm-up calls.
double median_ms(std::function<void()> const& work) {
  stream_timer timer(nullptr);
  work();
  const double once = timer.milliseconds(work);
  std::vector<double> samples;
  for (int i = 0; i < 7 || (i < 101 && once * i < 500); ++i)
    samples.push_back(timer.milliseconds(work));
  return summary(samples).median_ms;
}

class benchmark {
public:
  explicit benchmark(arguments const& given)
      : file_(given.text("out"), {"date", "device", "commit", "program", "kind", "real", "points", "sets", "vertices",
                                  "examined", "median_ms", "equal_to_cpu"}),
        commit_(given.text("commit")), most_modes_(given.number("most_modes")) {}

  /// Whether all hulls so far are those of CPU cores.
  bool all_equal() const { return all_equal_; }

  template <class Real>
  void one_set(std::string const& kind, std::int64_t n) {
    one_set(kind, made_points<Real>(kind, n));
  }

  template <class Real>
  void one_set(std::string const& kind, std::vector<Real> const& xy) {
    const auto n = static_cast<std::int64_t>(xy.size() / 2);
    const std::vector<std::int64_t> expected = convex_hull(executor::cpu(), point_set<Real>(xy.data(), n));
    const device_memory<Real> points(xy.data(), 2 * n);
    const device_memory<std::int64_t> hull(n);
    hull_outputs<Real> outputs;
    outputs.indices = hull.data();
    outputs.where = memory::device;
    hull_report report;
    const double ms =
        median_ms([&] { report = convex_hull(on_, point_set<Real>(points.data(), n, memory::device), {}, outputs); });
    add<Real>({"thrustline", kind, n, 1, report, ms, same(hull, expected, report.vertices)});
    if (static_cast<double>(n) > most_modes_)
      return;
    auto const* const first = reinterpret_cast<const point<Real, 2>*>(points.data());
    for (preprocessing mode : {preprocessing::quadrilateral, preprocessing::none}) {
      hull_report of_mode;
      const double mode_ms = median_ms([&] {
        of_mode.vertices = quickhull(thrust::cuda::par_nosync.on(nullptr), first, first + n, hull.data(), mode);
      });
      add<Real>({mode == preprocessing::none ? "quickhull, mode 2" : "quickhull, mode 1", kind, n, 1, of_mode, mode_ms,
                 same(hull, expected, of_mode.vertices)});
    }
  }

  /// Measures points that are made on the device.
  void giant_set(std::string const& kind, std::int64_t n) {
    const device_memory<point<float, 2>> points(n);
    thrust::tabulate(thrust::cuda::par.on(nullptr), points.data(), points.data() + n, hashed_point{kind == "disk"});
    const std::vector<point<float, 2>> on_host = points.host();
    const std::vector<std::int64_t> expected =
        convex_hull(executor::cpu(), point_set<float>(reinterpret_cast<const float*>(on_host.data()), n));
    const device_memory<std::int64_t> hull(1 << 20);
    hull_outputs<float> outputs;
    outputs.indices = hull.data();
    outputs.capacity = 1 << 20;
    outputs.where = memory::device;
    auto const* const xy = reinterpret_cast<const float*>(points.data());
    hull_report report;
    const double ms =
        median_ms([&] { report = convex_hull(on_, point_set<float>(xy, n, memory::device), {}, outputs); });
    add<float>({"thrustline", kind, n, 1, report, ms, same(hull, expected, report.vertices)});
  }

  /// Measures `sets` sets of 3 to 1000 points.
  template <class Real>
  void batch(std::int64_t sets) {
    std::vector<std::int64_t> offsets{0};
    for (std::int64_t s = 0; s < sets; ++s)
      offsets.push_back(offsets.back() + 3 + s * 7919 % 998);
    const std::int64_t n = offsets.back();
    const std::vector<Real> xy = made_points<Real>("disk", n);
    const auto expected = convex_hull(executor::cpu(), point_sets<Real>(xy.data(), n, offsets.data(), sets));
    const device_memory<Real> points(xy.data(), 2 * n);
    const device_memory<std::int64_t> ends(offsets.data(), sets + 1), hull(n);
    hull_outputs<Real> outputs;
    outputs.indices = hull.data();
    outputs.where = memory::device;
    hull_report report;
    const double ms = median_ms([&] {
      report = convex_hull(on_, point_sets<Real>(points.data(), n, ends.data(), sets, memory::device), {}, outputs);
    });
    add<Real>({"thrustline", "disk", n, sets, report, ms, same(hull, expected, report.vertices)});
  }

private:
  /// A row of the results.
  struct measured_hulls {
    std::string program, kind;
    std::int64_t points, sets;
    hull_report report;
    double ms;
    bool equal;
  };

  static bool same(device_memory<std::int64_t> const& hull, std::vector<std::int64_t> const& expected,
                   std::int64_t vertices) {
    std::vector<std::int64_t> got(static_cast<std::size_t>(vertices));
    check_cuda(cudaMemcpy(got.data(), hull.data(), got.size() * sizeof got[0], cudaMemcpyDeviceToHost), "cudaMemcpy");
    return got == expected;
  }

  template <class Real>
  void add(measured_hulls const& row) {
    file_.add(today(), on_.name(), commit_, row.program, row.kind, name<Real>(), row.points, row.sets,
              row.report.vertices, row.report.examined, row.ms, row.equal ? "yes" : "NO");
    all_equal_ = all_equal_ && row.equal;
  }

  executor on_ = executor::cuda();
  result_file file_;
  std::string commit_;
  double most_modes_;
  bool all_equal_ = true;
};

int run(arguments const& given) {
  benchmark bench(given);
  for (std::string const& kind : given.words("kinds"))
    for (double size : given.numbers("sizes")) {
      const auto n = static_cast<std::int64_t>(size);
      bench.one_set<float>(kind, n);
      bench.one_set<double>(kind, n);
    }
  for (real_lines const& lines : read_lines(given.text("data"), real_sets))
    bench.one_set<double>(lines.name, lines.xy);
  if (const auto giant = static_cast<std::int64_t>(given.number("giant")); giant > 0)
    for (const std::string kind : {"square", "disk"})
      bench.giant_set(kind, giant);
  if (const auto sets = static_cast<std::int64_t>(given.number("sets")); sets > 0) {
    bench.batch<float>(sets);
    bench.batch<double>(sets);
  }
  return bench.all_equal() ? 0 : 1;
}

} // namespace

int main(int argc, char** argv) {
  return run_benchmark(argc, argv,
                       {{"out", "hull_device.csv"},
                        {"commit", built_from()},
                        {"kinds", made_kinds},
                        {"sizes", "1e5 1e6 1e7 2e7"},
                        {"data", ""},
                        {"most_modes", "2e7"},
                        {"giant", "0"},
                        {"sets", "1e5"}},
                       run);
}
