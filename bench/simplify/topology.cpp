// SPDX-License-Identifier: MIT
// Layers of maps: the closure that keeps their topology beside plain simplification, and beside GEOS'
// TopologyPreserveSimplify on the whole layer, and the crossings that Thrustline's simplifications leave.
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <thrustline/arcs.hpp>
#include <thrustline/map_checks.hpp>
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
  std::function<std::int64_t()> run;         ///< returns the points kept
  std::string crossings = {}, contacts = {}; ///< of the simplified lines; empty: not counted
};

crossing_counts crossings_of(ragged<double> const& lines) {
  return count_crossings(executor::cpu(),
                         polylines<double, 2>(lines.values.data(), lines.offsets.back(), lines.offsets.data(),
                                              static_cast<std::int64_t>(lines.offsets.size()) - 1));
}

/// 1 for each line that ends in its first point.
std::vector<std::uint8_t> closed_lines(polylines<double, 2> const& lines) {
  std::vector<std::uint8_t> closed;
  for (std::int64_t l = 0; l < lines.series; ++l) {
    const double* first = lines.coordinates + 2 * lines.offsets[l];
    const double* last = lines.coordinates + 2 * lines.offsets[l + 1] - 2;
    closed.push_back(first[0] == last[0] && first[1] == last[1]);
  }
  return closed;
}

/// Plain simplification, with and without small rings, and the closure, on one thread and on two.
std::vector<work> own_works(polylines<double, 2> const& view, double tolerance, std::vector<std::uint8_t> const& rings,
                            std::uint8_t* mask) {
  const auto plain = simplify_options{}.tolerance(tolerance);
  const std::pair<const char*, simplify_options> ways[] = {
      {"plain", plain},
      {"plain, rings kept", simplify_options(plain).rings(rings.data(), view.series).ring_minimum(ring_minimum::keep)},
      {"topology both", simplify_options(plain).topology(topology::both)}};
  std::vector<crossing_counts> left; // of each way: the threads change no mask
  for (auto const& way : ways)
    left.push_back(crossings_of(simplify_points(executor::cpu(), view, way.second)));
  std::vector<work> works;
  for (const int threads : {1, 2})
    for (std::size_t w = 0; w < std::size(ways); ++w)
      works.push_back({std::string(ways[w].first) + ", threads: " + std::to_string(threads),
                       [mask, view, threads, way = ways[w].second] {
                         return simplify(executor::cpu(threads), view, way, mask).kept;
                       },
                       std::to_string(left[w].crossings), std::to_string(left[w].contacts)});
  return works;
}

void measure(real_lines const& lines, double tolerance, arguments const& given, result_file& results) {
  const polylines<double, 2> view(lines.xy.data(), lines.offsets.back(), lines.offsets.data(),
                                  static_cast<std::int64_t>(lines.offsets.size()) - 1);
  const std::vector<std::uint8_t> rings = closed_lines(view);
  std::vector<std::uint8_t> mask(static_cast<std::size_t>(view.points));
  std::vector<work> works = own_works(view, tolerance, rings, mask.data());
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

  const auto add = [&](auto const&... cells) {
    results.add(today(), machine(), given.text("commit"), lines.name, view.series, view.points, tolerance, cells...);
  };
  const crossing_counts of_layer = count_crossings(executor::cpu(), view);
  add("the layer itself", view.points, "", "", "", of_layer.crossings, of_layer.contacts);
  for (std::size_t w = 0; w < works.size(); ++w)
    add(works[w].what, kept[w], times[w].median_ms, times[w].min_ms, times[w].median_ms / times[0].median_ms,
        works[w].crossings, works[w].contacts);
}

int run(arguments const& given) {
  result_file results(given.text("out"), {"date", "machine", "commit", "file", "lines", "points", "tolerance", "what",
                                          "kept", "median_ms", "min_ms", "times_plain", "crossings", "contacts"});
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
                       {{"data", "../shared/data"},
                        {"files", "islands_british_columbia.geojson"},
                        {"shoreline", ""},
                        {"tolerances", "0.01"},
                        {"most-for-geos", "1000000"},
                        {"milliseconds", "3000"},
                        {"commit", built_from()},
                        {"out", "topology.csv"}},
                       run);
}
