// SPDX-License-Identifier: MIT
#include "simplify/count_of_ratio.hpp"

#include "core/check.hpp"
#include <thrustline/significance.hpp>

namespace thrustline {

std::int64_t count_of_ratio(double ratio, std::int64_t points) {
  detail::check(ratio >= 0 && ratio <= 1, "ratio", "must be 0 to 1, is " + detail::to_text(ratio));
  detail::check_size(points, "points");
  return detail::least_count_of_ratio(ratio, points);
}

} // namespace thrustline
