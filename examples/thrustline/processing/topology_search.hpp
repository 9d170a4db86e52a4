// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "processing/topology_layer.hpp"

namespace thrustline_program {

/// A layer that was looked for over all tolerances.
struct searched_layer {
  simplified_layer layer;
  double tolerance = 0;      ///< the least one that gives it
  std::int64_t closures = 0; ///< layers that were made on the way
};

/// The layer of the least tolerance at which it has at most `most` points; that of an infinite tolerance if even this
/// has more.
///
/// Nested layers make the search exact: a smaller tolerance keeps all points that a larger one keeps. First the middles
/// of the remaining plain significances are tried. Where none is left, distances of nodes that had to split may still
/// lie between; the greatest of them is the largest deviation of the layer found last, so the number just below is
/// tried.
searched_layer keep_at_most(topology_layer const& layer, std::int64_t most);

} // namespace thrustline_program
