// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <thrustline/polylines.hpp>

namespace thrustline::test {

/// Bound of the workspace of engine `bounded` in bytes, for open lines in device memory whose points are
/// all valid; `results`: bytes of the results. See simplify.hpp.
template <class Real, int D>
std::size_t most_workspace(polylines<Real, D> const& lines, std::size_t results) {
  const auto points = static_cast<std::size_t>(lines.points), series = static_cast<std::size_t>(lines.series);
  const std::size_t given = points * D * sizeof(Real) + results, fixed = 256 << 10;
  if (lines.points < std::int64_t{1} << 31)
    return given / 2 + 8 * series + fixed;
  return (D == 1 && std::is_same_v<Real, float> ? given / 5 * 3 : given / 2) + 16 * series + fixed;
}

} // namespace thrustline::test
