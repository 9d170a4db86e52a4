// SPDX-License-Identifier: MIT
#include <thrustline/simplify.hpp>

/// The same headers and templates in a second file of the program.
std::int64_t kept_of_series(thrustline::executor const& on) {
  const std::vector<float> values{0, 0, 0, 9, 6, 3, 0};
  return thrustline::simplify_counts(on, thrustline::series<float>(values.data(), 7),
                                     thrustline::simplify_options{}.tolerance(8))[0];
}
