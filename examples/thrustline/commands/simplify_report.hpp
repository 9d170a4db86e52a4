// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include <thrustline/map_checks.hpp>

namespace thrustline_program {

/// What hinders a topology: pairs of segments that cross or touch, and nearly equal coordinates.
struct topology_checks {
  thrustline::crossing_counts input, output;
  std::int64_t near_places = 0; ///< places of the input with another one within 1e-9 of the extent
};

/// Work of keeping the topology.
struct topology_summary {
  std::string of;                        ///< within, between, both
  std::int64_t arcs = 0, shared = 0;     ///< parts of lines between junctions; those that lines have in common
  std::int64_t junctions = 0;            ///< places where lines meet
  std::int64_t forced = 0, rounds = 0;   ///< segments that had to split though within the tolerance
  std::int64_t closures = 0;             ///< layers that were made for --count or --ratio
  std::optional<topology_checks> checks; ///< with --json or --stats
  double seconds_checks = 0;
};

/// What one run of `simplify` did.
struct simplify_summary {
  std::int64_t points_in = 0, points_out = 0, series = 0;
  std::int64_t longest_series = 0;
  std::int64_t rows_skipped = 0;            ///< rows of a CSV file that --invalid skip dropped
  std::optional<std::int64_t> points_asked; ///< asked for by --count, --ratio, --count-each, --ratio-each
  bool asked_of_each = false;               ///< whether `points_asked` is for each line, not for all together
  bool pinned = false;                      ///< whether points other than ends must stay
  bool in_plane = true;                     ///< whether --topology is possible
  std::int64_t rings_completed = 0, points_for_rings = 0; ///< rings that were completed, and points added for them
  std::int64_t rings_dropped = 0;                         ///< by --small-rings drop
  std::int64_t rings_collapsed = 0;                       ///< rings that keep fewer than four positions
  std::int64_t rings_made_crossing = 0;                   ///< rings that meet themselves now, and did not before
  double tolerance = 0;
  std::string metric, engine, device;
  std::int64_t levels = 0;
  double max_deviation = 0;
  std::optional<topology_summary> topology; ///< with --topology
  double seconds_read = 0, seconds_compute = 0, seconds_write = 0;
};

/// One object, one line.
void print_json(std::ostream& out, simplify_summary const& summary);

/// One line for people.
void print_summary(std::ostream& out, simplify_summary const& summary);

/// One line if a point is farther than the tolerance: its distance is beyond those whose squares a double holds.
void print_range_note(std::ostream& out, simplify_summary const& summary);

/// One line for each thing that users may not expect of rings; nothing if there is none.
void print_ring_notes(std::ostream& out, simplify_summary const& summary);

/// One line for each thing that makes --topology keep more points than it should, or leaves crossings; nothing if there
/// is none.
void print_topology_notes(std::ostream& out, simplify_summary const& summary);

/// One line for people that says why another number of points was kept than asked for; nothing if it was not.
void print_count_note(std::ostream& out, simplify_summary const& summary);

/// Some lines for people. deviations: those of the dropped points, ascending.
void print_statistics(std::ostream& out, simplify_summary const& summary, std::vector<double> const& deviations);

} // namespace thrustline_program
