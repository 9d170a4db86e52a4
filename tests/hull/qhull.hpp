// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

/// Qhull's hulls, on doubles: an oracle where its tolerances change nothing.
namespace thrustline::test::qhull {

/// Returns the indices of the vertices, ascending; nothing if Qhull rejects the points, as it does where all are on a
/// line.
std::optional<std::vector<std::int64_t>> vertices(std::vector<double> xy);

} // namespace thrustline::test::qhull
