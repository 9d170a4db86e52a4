// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

#include "core/flow/first_bad.hpp"
#include "core/flow/tabulated.hpp"
#include "simplify/count_of_ratio.hpp"
#include "simplify/significance_backends.hpp"
#include <thrustline/detail/read_back.hpp>
#include <thrustline/error.hpp>
#include <thrustline/primitives/head_flags_keys_offsets.hpp>

/// Numbers of points to keep of each series, from the counts or ratios that the caller gives.
namespace thrustline::flow {

struct is_bad_amount {
  detail::amounts_of_series amounts;
  THRUSTLINE_HD bool operator()(std::int64_t s) const {
    return amounts.counts ? amounts.counts[s] < 0 : !(amounts.ratios[s] >= 0 && amounts.ratios[s] <= 1);
  }
};

/// Throws for the first bad one of the amounts of all series.
template <class Policy>
void check_amounts(Policy const& policy, detail::amounts_of_series const& amounts, std::int64_t series) {
  const std::int64_t s = first_bad(policy, series, is_bad_amount{amounts});
  if (s == series)
    return;
  const std::string place = "[" + std::to_string(s) + "] must be ";
  if (amounts.counts)
    throw invalid_argument("counts", "counts" + place + ">= 0, is " +
                                         std::to_string(detail::read_back(policy, amounts.counts + s)));
  throw invalid_argument("ratios", "ratios" + place + "0 to 1, is " +
                                       detail::to_text(detail::read_back(policy, amounts.ratios + s)));
}

/// The points to keep of series s, at most those that it has.
struct wanted_of_series {
  detail::amounts_of_series amounts;
  const std::int64_t* offsets;
  THRUSTLINE_HD std::int64_t operator()(std::int64_t s) const {
    const std::int64_t points = offsets[s + 1] - offsets[s];
    const std::int64_t count =
        amounts.counts ? amounts.counts[s] : detail::least_count_of_ratio(amounts.ratios[s], points);
    return count < points ? count : points;
  }
};

/// Returns the number of points to keep in all series.
template <class Policy>
std::int64_t count_wanted(Policy const& policy, wanted_of_series const& wanted, std::int64_t series) {
  return sum_over(policy, series, wanted);
}

} // namespace thrustline::flow
