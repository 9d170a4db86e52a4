// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

#include "core/flow/first_bad.hpp"
#include <thrustline/detail/read_back.hpp>
#include <thrustline/error.hpp>

namespace thrustline::flow {

/// Whether entry s breaks the rules of offsets: 0 first, `count` last, none less than the one before it.
struct is_bad_offset {
  const std::int64_t* offsets;
  std::int64_t series, count;
  THRUSTLINE_HD bool operator()(std::int64_t s) const {
    return offsets[s] < (s == 0 ? 0 : offsets[s - 1]) || offsets[s] > count || (s == 0 && offsets[s] != 0) ||
           (s == series && offsets[s] != count);
  }
};

/// Throws for the first bad one of series + 1 offsets into `count` points.
template <class Policy>
void check_offsets(Policy const& policy, const std::int64_t* offsets, std::int64_t series, std::int64_t count) {
  const std::int64_t s = first_bad(policy, series + 1, is_bad_offset{offsets, series, count});
  if (s > series)
    return;
  const std::int64_t value = detail::read_back(policy, offsets + s);
  std::string problem = "offsets[" + std::to_string(s) + "] = " + std::to_string(value);
  if (s == 0 && value != 0)
    problem += ", must be 0";
  else if (value > count)
    problem += " is greater than the number of points, " + std::to_string(count);
  else if (const std::int64_t before = s == 0 ? 0 : detail::read_back(policy, offsets + s - 1); value < before)
    problem += " is less than offsets[" + std::to_string(s - 1) + "] = " + std::to_string(before);
  else
    problem += ", the last must be the number of points, " + std::to_string(count);
  throw invalid_argument("offsets", problem);
}

} // namespace thrustline::flow
