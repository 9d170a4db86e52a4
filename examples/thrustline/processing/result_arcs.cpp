// SPDX-License-Identifier: MIT
#include "processing/result_arcs.hpp"

#include <utility>

#include <thrustline/arcs.hpp>

namespace thrustline_program {

arc_lines arcs_of_result(thrustline::executor const& on, dataset const& data,
                         std::vector<std::uint8_t> const& keep_mask) {
  arc_lines lines;
  std::vector<double> xy;
  std::vector<std::int64_t> offsets{0};
  for (std::int64_t s = 0; s < data.series(); ++s) {
    for (const std::int64_t i : kept_points(data, keep_mask, s))
      xy.insert(xy.end(), data.coordinates.begin() + 2 * i, data.coordinates.begin() + 2 * i + 2);
    offsets.push_back(static_cast<std::int64_t>(xy.size()) / 2);
    const bool had_points = data.offsets[s] < data.offsets[s + 1];
    lines.left_out.push_back(had_points && offsets.back() == offsets.end()[-2]);
  }
  thrustline::line_arcs<double> arcs =
      build_arcs(on, thrustline::polylines<double, 2>(xy.data(), offsets.back(), offsets.data(), data.series()));
  lines.xy = std::move(arcs.arcs.values);
  lines.arc_offsets = std::move(arcs.arcs.offsets);
  lines.use_offsets = std::move(arcs.uses.offsets);
  for (thrustline::arc_use const& use : arcs.uses.values)
    lines.uses.push_back(use.reversed ? -1 - use.arc : use.arc);
  return lines;
}

} // namespace thrustline_program
