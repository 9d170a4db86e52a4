// SPDX-License-Identifier: MIT
// Layers of maps: the closure that keeps their topology beside plain simplification, and beside GEOS'
// TopologyPreserveSimplify on the whole layer.
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <thrustline/arcs.hpp>
#include <thrustline/simplify.hpp>

#include "peer_lines.hpp"
#include "support/real_lines.hpp"
#include "support/result_file.hpp"
#include "support/run_benchmark.hpp"
#include "support/timing.hpp"

using namespace thrustline;
using namespace thrustline::bench;

namespace {

struct work {
  std::string what;
  std::function<std::int64_t()> run; ///< returns the points kept
};

void measure(real_lines const& lines, double tolerance, arguments const& given, result_file& results) {
  const polylines<double, 2> view(lines.xy.data(), lines.offsets.back(), lines.offsets.data(),
                                  static_cast<std::int64_t>(lines.offsets.size()) - 1);
  std::vector<std::uint8_t> mask(static_cast<std::size_t>(view.points));
  std::vector<work> works;
  for (const int threads : {1, 2})
    for (const topology apart : {topology::none, topology::both})
      works.push_back(
          {std::string(apart == topology::none ? "plain" : "topology both") + ", threads: " + std::to_string(threads),
           [&mask, view, threads, apart, tolerance] {
             const auto options = simplify_options{}.tolerance(tolerance).topology(apart);
             return simplify(executor::cpu(threads), view, options, mask.data()).kept;
           }});
  works.push_back({"build_arcs, threads: 1", [view] { return build_arcs(executor::cpu(1), view).view().points; }});
  std::unique_ptr<peer_lines> geos;
  if (view.points <= static_cast<std::int64_t>(given.number("most-for-geos"))) {
    geos = geos_layer(lines.xy, lines.offsets);
    works.push_back({geos->name() + " TopologyPreserveSimplify of the layer, threads: 1",
                     [&geos, tolerance] { return geos->simplify(tolerance); }});
  }
  std::vector<std::int64_t> kept(works.size());
  std::vector<std::function<void()>> calls;
  for (std::size_t w = 0; w < works.size(); ++w)
    calls.push_back([&works, &kept, w] { kept[w] = works[w].run(); });
  const std::vector<timing> times = interleaved(calls, given.number("milliseconds"));
  for (std::size_t w = 0; w < works.size(); ++w)
    results.add(today(), machine(), given.text("commit"), lines.name, view.series, view.points, tolerance,
                works[w].what, kept[w], times[w].median_ms, times[w].min_ms, times[w].median_ms / times[0].median_ms);
}

int run(arguments const& given) {
  result_file results(given.text("out"), {"date", "machine", "commit", "file", "lines", "points", "tolerance", "what",
                                          "kept", "median_ms", "min_ms", "times_plain"});
  std::vector<real_lines> layers = read_lines(given.text("data"), given.words("files"));
  if (!given.text("shoreline").empty())
    layers.push_back(read_flat_lines(given.text("shoreline")));
  for (real_lines const& lines : layers)
    for (std::string const& tolerance : given.words("tolerances"))
      measure(lines, std::stod(tolerance), given, results);
  return 0;
}

} // namespace

int main(int argc, char** argv) {
  return run_benchmark(argc, argv,
                       {{"data", "shared/data"},
                        {"files", "islands_british_columbia.geojson"},
                        {"shoreline", ""},
                        {"tolerances", "0.01"},
                        {"most-for-geos", "1000000"},
                        {"milliseconds", "3000"},
                        {"commit", built_from()},
                        {"out", "topology.csv"}},
                       run);
}
