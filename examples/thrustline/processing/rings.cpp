// SPDX-License-Identifier: MIT
#include "processing/rings.hpp"

#include <algorithm>

#include <thrustline/geometry/metrics.hpp>

namespace thrustline_program {
namespace {

using planar = thrustline::point<double, 2>;

planar point_at(dataset const& data, std::int64_t i) {
  return {{data.coordinates[2 * i], data.coordinates[2 * i + 1]}};
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

/// Parts of series, simplified as one batch.
class parts {
public:
  explicit parts(dataset const& data) : data_(data) {}

  void add(std::int64_t first, std::int64_t last) {
    for (std::int64_t i = first; i <= last; ++i) {
      coordinates_.insert(coordinates_.end(), {data_.coordinates[2 * i], data_.coordinates[2 * i + 1]});
      origins_.push_back(i);
    }
    offsets_.push_back(static_cast<std::int64_t>(origins_.size()));
  }

  /// Simplifies each part and marks the points that it keeps.
  void simplify(thrustline::executor const& on, thrustline::simplify_options const& options,
                std::vector<std::uint8_t>& keep_mask) const {
    const thrustline::polylines<double, 2> lines(coordinates_.data(), static_cast<std::int64_t>(origins_.size()),
                                                 offsets_.data(), static_cast<std::int64_t>(offsets_.size()) - 1);
    for (std::int64_t k : thrustline::simplify_indices(on, lines, options))
      keep_mask[origins_[k]] = 1;
  }

private:
  dataset const& data_;
  std::vector<double> coordinates_;
  std::vector<std::int64_t> origins_, offsets_{0};
};

} // namespace

std::int64_t complete_rings(dataset const& data, thrustline::executor const& on,
                            thrustline::simplify_options const& options, std::vector<std::uint8_t>& keep_mask) {
  std::int64_t completed = 0;
  parts of_rings(data);
  for (std::int64_t s = 0; s < data.series(); ++s) {
    const std::int64_t first = data.offsets[s], end = data.offsets[s + 1], last = end - 1;
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
    const std::int64_t far = farthest(data, first, last, -1, start, start);
    const std::int64_t aside = farthest(data, first, last, far, start, point_at(data, far));
    of_rings.add(first, std::min(far, aside));
    of_rings.add(std::min(far, aside), std::max(far, aside));
    of_rings.add(std::max(far, aside), last);
  }
  if (completed > 0)
    of_rings.simplify(on, thrustline::simplify_options(options).pins(nullptr, 0), keep_mask);
  return completed;
}

} // namespace thrustline_program
