// SPDX-License-Identifier: MIT
#include "processing/rings.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace thrustline_program {
namespace {

std::int64_t count_kept(dataset const& data, std::vector<std::uint8_t> const& keep_mask, std::int64_t s) {
  return std::count(keep_mask.begin() + data.offsets[s], keep_mask.begin() + data.offsets[s + 1], std::uint8_t(1));
}

/// For each ring, in order: 1 if it is the first one of its polygon.
std::vector<std::uint8_t> shells_of(dataset const& data) {
  std::vector<std::uint8_t> is_shell;
  bool first_of_polygon = true;
  for (polygon_list const& list : data.lists) {
    if (list.depth == 1)
      is_shell.push_back(first_of_polygon);
    first_of_polygon = list.depth != 1;
  }
  return is_shell;
}

/// Whether the edge between two points of a ring, each longitude and latitude, is one of the map's alone.
bool is_map_edge(const double* a, const double* b) {
  const bool crosses = std::abs(a[0] - b[0]) > 180;
  const bool along_side = std::abs(a[0]) == 180 && std::abs(b[0]) == 180;
  return crosses || along_side || std::abs(a[1]) == 90 || std::abs(b[1]) == 90;
}

} // namespace

void pin_map_edges(dataset& data) {
  std::vector<std::uint8_t> pins = data.pins;
  pins.resize(static_cast<std::size_t>(data.points()));
  for (std::int64_t s = 0; s < data.series(); ++s)
    for (std::int64_t i = data.offsets[s]; data.ring[s] && i + 1 < data.offsets[s + 1]; ++i)
      if (is_map_edge(&data.coordinates[2 * i], &data.coordinates[2 * i + 2]))
        pins[i] = pins[i + 1] = 1;
  if (std::count(pins.begin(), pins.end(), std::uint8_t(1)) > 0)
    data.pins = std::move(pins);
}

void pin_shells_of_pinned_holes(dataset& data) {
  if (data.pins.empty())
    return;
  const std::vector<std::uint8_t> is_shell = shells_of(data);
  std::int64_t shell = 0;
  for (std::int64_t s = 0, ring = 0; s < data.series(); ++s) {
    if (!data.ring[s])
      continue;
    const auto begin = data.pins.begin() + data.offsets[s], end = data.pins.begin() + data.offsets[s + 1];
    if (is_shell[ring++])
      shell = s;
    else if (std::find(begin, end, std::uint8_t(1)) != end && data.offsets[shell] < data.offsets[shell + 1])
      data.pins[data.offsets[shell]] = 1;
  }
}

std::int64_t drop_holes_without_shell(dataset const& data, std::vector<std::uint8_t>& keep_mask) {
  const std::vector<std::uint8_t> is_shell = shells_of(data);
  std::int64_t dropped = 0;
  bool shell_is_dropped = false;
  for (std::int64_t s = 0, ring = 0; s < data.series(); ++s) {
    if (!data.ring[s])
      continue;
    const bool has_points = data.offsets[s]<data.offsets[s + 1], keeps = count_kept(data, keep_mask, s)> 0;
    if (is_shell[ring++]) {
      shell_is_dropped = has_points && !keeps;
    } else if (shell_is_dropped && keeps) {
      std::fill(keep_mask.begin() + data.offsets[s], keep_mask.begin() + data.offsets[s + 1], std::uint8_t(0));
      ++dropped;
    }
  }
  return dropped;
}

std::int64_t rings_collapsed(dataset const& data, std::vector<std::uint8_t> const& keep_mask) {
  constexpr std::int64_t positions_of_ring = 4;
  std::int64_t collapsed = 0;
  for (std::int64_t s = 0; s < data.series(); ++s) {
    const std::int64_t kept = data.ring[s] ? count_kept(data, keep_mask, s) : 0;
    collapsed += data.offsets[s + 1] - data.offsets[s] >= positions_of_ring && kept > 0 && kept < positions_of_ring;
  }
  return collapsed;
}

thrustline::simplify_options with_rings(thrustline::simplify_options options, dataset const& data,
                                        thrustline::ring_start start) {
  if (std::count(data.ring.begin(), data.ring.end(), std::uint8_t(1)) == 0)
    return options;
  return options.rings(data.ring.data(), data.series()).ring_start(start);
}

thrustline::finish_rings_report finish_small_rings(dataset const& data, thrustline::executor const& on,
                                                   thrustline::simplify_options options,
                                                   thrustline::ring_minimum minimum,
                                                   std::vector<std::uint8_t>& keep_mask) {
  if (!options.rings())
    return {};
  const thrustline::polylines<double, 2> lines(data.coordinates.data(), data.points(), data.offsets.data(),
                                               data.series());
  thrustline::finish_rings_report report = finish_rings(on, lines, options.ring_minimum(minimum), keep_mask.data());
  if (minimum == thrustline::ring_minimum::drop)
    report.dropped += drop_holes_without_shell(data, keep_mask);
  return report;
}

} // namespace thrustline_program
