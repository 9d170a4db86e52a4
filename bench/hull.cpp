// SPDX-License-Identifier: MIT
#include <cmath>
#include <cstdint>
#include <functional>
#include <iostream>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include <thrust/execution_policy.h>

#include <thrustline/algorithms/quickhull.hpp>
#include <thrustline/convex_hull.hpp>

#include "support/arguments.hpp"
#include "support/made_points.hpp"
#include "support/peer_hulls.hpp"
#include "support/result_file.hpp"
#include "support/timing.hpp"

// Hulls on CPU cores: ours, QuickHull over our primitives in both modes of the paper (mode 1 with its quadrilateral,
// mode 2 without), CGAL and Qhull, on the same points in double, one after the other in one run.
using namespace thrustline;
using namespace thrustline::bench;

namespace {

struct contender {
  std::string program, executor;
  std::function<std::int64_t()> run;
  std::int64_t vertices = 0;
};

int run(arguments const& given) {
  result_file file(given.text("out"), {"date", "machine", "commit", "program", "executor", "kind", "points", "vertices",
                                       "median_ms", "min_ms", "ratio_to_cgal", "ratio_to_qhull"});
  // On 10^7 points of a circle Qhull takes a minute, and each mode of the paper 20 seconds.
  auto const too_slow = [&](std::string const& kind, std::int64_t n, const char* option) {
    return kind == "circle" && static_cast<double>(n) > given.number(option);
  };
  std::istringstream kinds(given.text("kinds"));
  for (std::string kind; kinds >> kind;)
    for (auto n = static_cast<std::int64_t>(given.number("least"));
         n <= static_cast<std::int64_t>(given.number("most")); n *= 10) {
      std::vector<double> const xy = made_points<double>(kind, n);
      auto const* const points = reinterpret_cast<const point<double, 2>*>(xy.data());
      std::vector<std::int64_t> hull(static_cast<std::size_t>(n));
      std::vector<std::unique_ptr<peer_hull>> peers;
      peers.push_back(cgal_hull(xy));
      if (!too_slow(kind, n, "most_qhull"))
        peers.push_back(qhull_hull(xy));

      std::vector<contender> contenders;
      for (auto const& peer : peers)
        contenders.push_back({peer->name(), "cpu, 1 thread", [&] { return peer->find(); }});
      for (int threads : {1, 2}) {
        executor const on = executor::cpu(threads);
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
                              [&, mode] { return quickhull(thrust::seq, points, points + n, hull.data(), mode); }});
      }

      std::vector<std::function<void()>> works;
      for (contender& c : contenders)
        works.push_back([&c] { c.vertices = c.run(); });
      std::vector<timing> const times = interleaved(works, given.number("budget_ms"));
      for (std::size_t i = 0; i < contenders.size(); ++i) {
        contender const& c = contenders[i];
        double const ms = times[i].median_ms;
        file.add(today(), machine(), given.text("commit"), c.program, c.executor, kind, n, c.vertices, ms,
                 times[i].min_ms, times[0].median_ms / ms, peers.size() > 1 ? times[1].median_ms / ms : std::nan(""));
      }
    }
  return 0;
}

} // namespace

int main(int argc, char** argv) {
  arguments const given(argc, argv,
                        {{"out", "hull.csv"},
                         {"commit", built_from()},
                         {"kinds", "square disk gauss kuzmin circle"},
                         {"least", "1e5"},
                         {"most", "1e7"},
                         {"most_qhull", "1e6"},
                         {"most_modes", "1e7"},
                         {"budget_ms", "4000"}});
  try {
    return run(given);
  } catch (std::exception const& error) {
    std::cerr << error.what() << "\n";
    return 1;
  }
}
