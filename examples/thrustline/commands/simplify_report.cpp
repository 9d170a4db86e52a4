// SPDX-License-Identifier: MIT
#include "commands/simplify_report.hpp"

#include <numeric>
#include <ostream>

#include "terminal/json_object.hpp"
#include "terminal/text.hpp"

namespace thrustline_program {
namespace {

json_object checks_object(thrustline::crossing_counts const& counts) {
  json_object object;
  object.add("crossings", counts.crossings).add("contacts", counts.contacts).add("complete", counts.complete);
  return object;
}

json_object topology_object(topology_summary const& topology) {
  json_object object;
  object.add("of", topology.of)
      .add("arcs", topology.arcs)
      .add("shared_arcs", topology.shared)
      .add("junctions", topology.junctions)
      .add("forced", topology.forced)
      .add("rounds", topology.rounds);
  if (topology.closures > 0)
    object.add("closures", topology.closures);
  if (topology.checks)
    object.add("input", checks_object(topology.checks->input))
        .add("output", checks_object(topology.checks->output))
        .add("near_places", topology.checks->near_places)
        .add("seconds_checks", topology.seconds_checks);
  return object;
}

} // namespace

void print_json(std::ostream& out, simplify_summary const& summary) {
  json_object report;
  report.add("points_in", summary.points_in)
      .add("points_out", summary.points_out)
      .add("series", summary.series)
      .add("tolerance", summary.tolerance)
      .add("metric", summary.metric)
      .add("engine", summary.engine)
      .add("device", summary.device)
      .add("levels", summary.levels)
      .add("seconds", seconds_object(summary))
      .add("max_deviation", summary.max_deviation)
      .add("rings_completed", summary.rings_completed)
      .add("points_for_rings", summary.points_for_rings)
      .add("rings_made_crossing", summary.rings_made_crossing);
  if (summary.topology)
    report.add("topology", topology_object(*summary.topology));
  if (summary.rings_dropped > 0)
    report.add("rings_dropped", summary.rings_dropped);
  if (summary.rings_collapsed > 0)
    report.add("rings_collapsed", summary.rings_collapsed);
  if (summary.rows_skipped > 0)
    report.add("rows_skipped", summary.rows_skipped);
  if (summary.points_asked)
    report.add("points_asked", *summary.points_asked);
  out << report.text() << "\n";
}

void print_summary(std::ostream& out, simplify_summary const& summary) {
  if (summary.points_in == 0) {
    out << "no points to simplify, read " << rounded(summary.seconds_read, 2) << " s, write "
        << rounded(summary.seconds_write, 2) << " s\n";
    return;
  }
  out << counted(summary.points_in, "point", "points") << " -> " << grouped(summary.points_out) << " ("
      << per_cent(summary.points_out, summary.points_in) << "), max deviation " << rounded(summary.max_deviation)
      << (summary.max_deviation <= summary.tolerance ? " <= " : " > ") << rounded(summary.tolerance) << ", read "
      << rounded(summary.seconds_read, 2) << " s, " << summary.device << " " << rounded(summary.seconds_compute, 2)
      << " s, write " << rounded(summary.seconds_write, 2) << " s\n";
}

void print_range_note(std::ostream& out, simplify_summary const& summary) {
  constexpr double rounding = 1e-9;
  if (summary.max_deviation <= summary.tolerance * (1 + rounding))
    return;
  out << "note: a dropped point is " << rounded(summary.max_deviation) << " from the result, the tolerance is "
      << rounded(summary.tolerance) << ": ";
  if (summary.points_asked) // of equally significant points some are kept
    out << "points of that significance are kept in part; --tolerance keeps all or none of them\n";
  else
    out << "squares of such distances overflow or underflow; scale the coordinates\n";
}

void print_ring_notes(std::ostream& out, simplify_summary const& summary) {
  if (summary.rings_completed > 0)
    out << "note: " << counted(summary.rings_completed, "ring", "rings")
        << " kept more points than chosen, as a ring needs 4 positions\n";
  if (summary.rings_dropped > 0)
    out << "note: " << counted(summary.rings_dropped, "ring was", "rings were")
        << " dropped: too small for 4 positions at this tolerance\n";
  if (summary.rings_collapsed > 0)
    out << "note: " << counted(summary.rings_collapsed, "ring keeps", "rings keep")
        << " fewer than 4 positions, a line there and back, so the polygons are invalid\n";
  const bool all_kept_apart = summary.topology && summary.topology->of == "both";
  const char* const helps = all_kept_apart || !summary.in_plane ? "a smaller tolerance helps"
                            : summary.topology                  ? "a smaller tolerance or --topology both helps"
                                                                : "a smaller tolerance or --topology helps";
  if (summary.rings_made_crossing > 0)
    out << "note: "
        << counted(summary.rings_made_crossing, "ring crosses or touches itself", "rings cross or touch themselves")
        << " after simplifying, so the polygons are invalid; " << helps << "\n";
}

void print_topology_notes(std::ostream& out, simplify_summary const& summary) {
  if (!summary.topology || !summary.topology->checks)
    return;
  topology_checks const& checks = *summary.topology->checks;
  if (checks.input.pairs() > 0)
    out << "note: " << (checks.input.complete ? "" : "at least ")
        << counted(checks.input.crossings, "pair of segments of the input crosses",
                   "pairs of segments of the input cross")
        << ", " << counted(checks.input.contacts, "touches", "touch")
        << " between ends; --topology keeps more points there\n";
  if (checks.input.complete && checks.output.crossings > checks.input.crossings)
    out << "note: " << (checks.output.complete ? "" : "at least ")
        << counted(checks.output.crossings, "pair of segments of the result crosses",
                   "pairs of segments of the result cross")
        << (summary.topology->of == "both"
                ? "; lines that cross at a vertex of the input are counted as contacts there\n"
                : "; --topology both keeps them apart\n");
  if (checks.near_places > 0)
    out << "note: " << counted(checks.near_places, "place", "places")
        << " of the input nearly equal another one, within 1e-9 of the extent; such borders are not shared\n";
}

void print_count_note(std::ostream& out, simplify_summary const& summary) {
  if (!summary.points_asked || summary.points_out == *summary.points_asked)
    return;
  const std::int64_t asked = *summary.points_asked, chosen = summary.points_out - summary.points_for_rings;
  out << "note: " << counted(summary.points_out, "point is", "points are") << " kept, not " << grouped(asked);
  const char* separator = ": ";
  const auto because = [&](std::string const& reason) {
    out << separator << reason;
    separator = ", and ";
  };
  const std::string others = summary.pinned ? " and other points that must stay" : "";
  if (chosen > asked)
    because(summary.asked_of_each ? "each line keeps its ends" + others
            : summary.topology    ? grouped(chosen) + " is the least that the topology allows"
                                  : "the ends of lines" + others + " alone are " + grouped(chosen));
  if (summary.points_for_rings > 0)
    because(counted(summary.points_for_rings, "point was", "points were") + " added to complete rings");
  if (summary.rings_dropped > 0)
    because(counted(summary.rings_dropped, "small ring is", "small rings are") + " dropped");
  else if (summary.points_out < asked)
    because(summary.points_out == summary.points_in ? std::string("there are no more")
            : summary.topology ? "no tolerance keeps a number nearer to " + grouped(asked) + " from below"
                               : "those left out are on the lines between them");
  out << "\n";
}

void print_statistics(std::ostream& out, simplify_summary const& summary, std::vector<double> const& deviations) {
  if (summary.points_in == 0) {
    out << "kept        nothing: no points in " << grouped(summary.series) << " series\n";
    return;
  }
  out << "kept        " << per_cent(summary.points_out, summary.points_in) << ": " << grouped(summary.points_out)
      << " of " << counted(summary.points_in, "point", "points") << "\n"
      << "series      " << grouped(summary.series) << ", the longest of "
      << counted(summary.longest_series, "point", "points") << "\n"
      << "levels      " << grouped(summary.levels) << " (engine " << summary.engine << ", " << summary.device << ")\n"
      << "throughput  " << rounded(static_cast<double>(summary.points_in) / summary.seconds_compute / 1e6, 3)
      << " million points/s\n"
      << "deviation   max " << rounded(summary.max_deviation) << ", tolerance " << rounded(summary.tolerance)
      << ", metric " << summary.metric << "\n";
  if (summary.topology)
    out << "topology    " << grouped(summary.topology->forced) << " segments split to keep it, in "
        << counted(summary.topology->rounds, "round", "rounds") << "; "
        << counted(summary.topology->arcs, "arc", "arcs") << ", " << grouped(summary.topology->shared) << " shared, "
        << counted(summary.topology->junctions, "junction", "junctions") << "\n";
  if (deviations.empty())
    return;
  const std::size_t count = deviations.size();
  const double mean = std::accumulate(deviations.begin(), deviations.end(), 0.) / static_cast<double>(count);
  out << "            of the " << counted(summary.points_in - summary.points_out, "point", "points")
      << " left out: mean " << rounded(mean, 3) << ", median " << rounded(deviations[count / 2], 3) << ", 95 % below "
      << rounded(deviations[count * 95 / 100], 3) << "\n";
}

} // namespace thrustline_program
