// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <thrustline/polylines.hpp>

#include "masks.hpp"

namespace thrustline::test {

/// Every form of the result, derived from the mask alone.
template <class Real, int D>
struct result_forms {
  std::vector<std::int64_t> counts, offsets{0}, indices, segment_offsets{0}, segments;
  std::vector<Real> points;

  result_forms(polylines<Real, D> const& lines, keep_mask const& mask, bool closed) {
    for (std::int64_t s = 0; s < lines.series; ++s) {
      const std::size_t begin = indices.size();
      for (std::int64_t i = lines.offsets[s]; i < lines.offsets[s + 1]; ++i) {
        if (!mask[i])
          continue;
        if (indices.size() > begin)
          segments.insert(segments.end(), {indices.back(), i});
        indices.push_back(i);
        for (int d = 0; d < D; ++d)
          points.push_back(lines.coordinates[i * D + d]);
      }
      if (closed && indices.size() > begin + 1)
        segments.insert(segments.end(), {indices.back(), indices[begin]});
      counts.push_back(static_cast<std::int64_t>(indices.size() - begin));
      offsets.push_back(static_cast<std::int64_t>(indices.size()));
      segment_offsets.push_back(static_cast<std::int64_t>(segments.size() / 2));
    }
  }
};

} // namespace thrustline::test
