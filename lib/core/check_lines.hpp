// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "core/check_arrays.hpp"
#include <thrustline/polylines.hpp>

/// Checks of the arguments of a call that need not read its arrays.
namespace thrustline::detail {

/// The arrays of lines; throws unless they are aligned.
template <class Real, int D>
array_extent coordinates_of(polylines<Real, D> const& lines) {
  return {"coordinates", lines.coordinates, lines.points * D, lines.where};
}
template <class Real, int D>
array_extent offsets_of(polylines<Real, D> const& lines) {
  return {"offsets", lines.offsets, lines.series + 1, lines.where};
}

/// name: the argument's name; series: the word for its parts in messages.
template <class Real, int D>
void check_lines(executor const& on, polylines<Real, D> const& lines, std::string const& name = "lines",
                 std::string const& series = "series") {
  check_count(lines.points, "points");
  check_count(lines.series, "series");
  check_present(lines.coordinates, lines.points, "coordinates", "points");
  check(lines.offsets || lines.series == 1 || (lines.series == 0 && lines.points == 0), "offsets", [&] {
    return "null, but there are " + std::to_string(lines.series) + " " + series + " of " +
           std::to_string(lines.points) + " points";
  });
  check_where(on, lines.where, name);
}

} // namespace thrustline::detail
