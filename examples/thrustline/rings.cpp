// SPDX-License-Identifier: MIT
#include "rings.hpp"

#include <algorithm>

#include <thrustline/geometry/metrics.hpp>

namespace thrustline_program {
namespace {

using planar = thrustline::point<double, 2>;

planar point_at(dataset const& data, std::int64_t i) {
  return {{data.coordinates[2 * static_cast<std::size_t>(i)], data.coordinates[2 * static_cast<std::size_t>(i) + 1]}};
}

/// The point between first and last, other than `taken`, that is farthest from the chord a b; the lowest of equals.
std::int64_t farthest(dataset const& data, std::int64_t first, std::int64_t last, std::int64_t taken, planar const& a,
                      planar const& b) {
  const auto chord = thrustline::segment_distance{}(a, b, last - first);
  std::int64_t best = -1;
  double best_rank = -1;
  for (std::int64_t i = first + 1; i < last; ++i) {
    const double rank = chord.rank(point_at(data, i), i - first);
    if (i != taken && rank > best_rank) {
      best = i;
      best_rank = rank;
    }
  }
  return best;
}

} // namespace

std::int64_t complete_rings(dataset const& data, std::vector<std::uint8_t>& keep_mask) {
  std::int64_t completed = 0;
  for (std::int64_t s = 0; s < data.series(); ++s) {
    const std::int64_t first = data.offsets[s], end = data.offsets[s + 1];
    const auto mask = keep_mask.begin() + first;
    const auto kept = std::count(mask, mask + (end - first), std::uint8_t(1));
    if (!data.ring[s] || kept >= std::min(smallest_ring, end - first))
      continue;
    ++completed;
    if (end - first <= smallest_ring) {
      std::fill(mask, mask + (end - first), std::uint8_t(1));
      continue;
    }
    const planar start = point_at(data, first);
    const std::int64_t far = farthest(data, first, end - 1, -1, start, start);
    const std::int64_t side = farthest(data, first, end - 1, far, start, point_at(data, far));
    keep_mask[far] = keep_mask[side] = 1;
  }
  return completed;
}

} // namespace thrustline_program
