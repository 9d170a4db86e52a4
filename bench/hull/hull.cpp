// SPDX-License-Identifier: MIT
#include <cmath>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <thrust/execution_policy.h>

#include <thrustline/algorithms/quickhull.hpp>
#include <thrustline/convex_hull.hpp>

#include "made_points.hpp"
#include "peer_hulls.hpp"
#include "support/arguments.hpp"
#include "support/real_lines.hpp"
#include "support/result_file.hpp"
#include "support/run_benchmark.hpp"
#include "support/timing.hpp"

// Hulls on CPU cores: ours, QuickHull over our primitives in both modes of the paper (mode 1 with its quadrilateral,
// mode 2 without), CGAL and Qhull, on the same points in double, in turns, round after round.
using namespace thrustline;
using namespace thrustline::bench;

namespace {

struct contender {
  std::string program, executor;
  std::function<std::int64_t()> run;
  std::int64_t vertices = 0;
};

class benchmark {
public:
  explicit benchmark(arguments const& given)
      : given_(given),
        file_(given.text("out"), {"date", "machine", "commit", "program", "executor", "kind", "points", "vertices",
                                  "median_ms", "min_ms", "ratio_to_cgal", "ratio_to_qhull"}) {}

  void points(std::string const& kind, std::vector<double> const& xy) {
    const auto n = static_cast<std::int64_t>(xy.size() / 2);
    auto const* const first = reinterpret_cast<const point<double, 2>*>(xy.data());
    std::vector<std::int64_t> hull(static_cast<std::size_t>(n));
    std::vector<std::unique_ptr<peer_hull>> peers;
    peers.push_back(cgal_hull(xy));
    if (!too_slow(kind, n, "most_qhull"))
      peers.push_back(qhull_hull(xy));

    std::vector<contender> contenders;
    for (auto const& peer : peers)
      contenders.push_back({peer->name(), "cpu, 1 thread", [&] { return peer->find(); }});
    for (int threads : {1, 2}) {
      const executor on = executor::cpu(threads);
      contenders.push_back({"thrustline", on.name(), [&, on] {
                              hull_outputs<double> outputs;
                              outputs.indices = hull.data();
                              return convex_hull(on, point_set<double>(xy.data(), n), {}, outputs).vertices;
                            }});
    }
    for (preprocessing mode : {preprocessing::quadrilateral, preprocessing::none}) {
      if (too_slow(kind, n, "most_modes"))
        continue;
      contenders.push_back({mode == preprocessing::none ? "quickhull, mode 2" : "quickhull, mode 1", "cpu, 1 thread",
                            [&, mode] { return quickhull(thrust::seq, first, first + n, hull.data(), mode); }});
    }

    std::vector<std::function<void()>> works;
    for (contender& c : contenders)
      works.push_back([&c] { c.vertices = c.run(); });
    const std::vector<timing> times = interleaved(works, given_.number("budget_ms"));
    for (std::size_t i = 0; i < contenders.size(); ++i) {
      contender const& c = contenders[i];
      const double ms = times[i].median_ms;
      file_.add(today(), machine(), given_.text("commit"), c.program, c.executor, kind, n, c.vertices, ms,
                times[i].min_ms, times[0].median_ms / ms, peers.size() > 1 ? times[1].median_ms / ms : std::nan(""));
    }
  }

private:
  /// On 10^7 points of a circle Qhull takes a minute, and each mode of the paper 20 seconds.
  bool too_slow(std::string const& kind, std::int64_t n, const char* option) const {
    return kind == "circle" && static_cast<double>(n) > given_.number(option);
  }

  arguments const& given_;
  result_file file_;
};

int run(arguments const& given) {
  benchmark bench(given);
  for (std::string const& kind : given.words("kinds"))
    for (double size : given.numbers("sizes"))
      bench.points(kind, made_points<double>(kind, static_cast<std::int64_t>(size)));
  for (real_lines const& lines : read_lines(given.text("data"), real_sets))
    bench.points(lines.name, lines.xy);
  return 0;
}

} // namespace

int main(int argc, char** argv) {
  return run_benchmark(argc, argv,
                       {{"out", "hull.csv"},
                        {"commit", built_from()},
                        {"kinds", made_kinds},
                        {"sizes", "1e5 1e6 1e7"},
                        {"data", ""},
                        {"most_qhull", "1e6"},
                        {"most_modes", "1e7"},
                        {"budget_ms", "4000"}},
                       run);
}
