// SPDX-License-Identifier: MIT
#include <thrustline/significance.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <string>

#include "check_lines.hpp"
#include "significance_backends.hpp"

namespace thrustline {
namespace {

using detail::check;

/// Marks the `count` greatest values, the first of equals, and all infinite ones; none that is not > 0. Returns their
/// number.
template <class Real>
std::int64_t keep_greatest(std::vector<Real> const& values, std::int64_t count, std::uint8_t* keep_mask) {
  std::vector<Real> some;
  for (Real value : values)
    if (value > 0)
      some.push_back(value);
  const auto infinite = std::count_if(some.begin(), some.end(), [](Real value) { return std::isinf(value); });
  const auto wanted = std::min(std::max(count, static_cast<std::int64_t>(infinite)), std::int64_t(some.size()));
  if (wanted == 0) {
    std::fill_n(keep_mask, values.size(), std::uint8_t(0));
    return 0;
  }
  const auto last = some.begin() + (wanted - 1);
  std::nth_element(some.begin(), last, some.end(), std::greater<Real>());
  const Real least = *last;
  std::int64_t equals = std::count(some.begin(), last + 1, least);
  for (std::size_t i = 0; i < values.size(); ++i)
    keep_mask[i] = values[i] > least || (values[i] == least && equals-- > 0);
  return wanted;
}

} // namespace

template <class Real, int D>
simplify_report significance(executor const& on, polylines<Real, D> const& lines, simplify_options const& options,
                             Real* values) {
  detail::check_lines(on, lines);
  detail::check_options<D>(on, lines.series, options);
  check(!on.is_cuda(), "on", "significance runs on CPU executors only so far, this is " + on.name());
  check(options.engine() == engine::automatic || options.engine() == engine::bounded, "engine",
        "significance is computed by bounded only");
  check(values || lines.points == 0, "values", "null, but there are " + std::to_string(lines.points) + " points");
  return detail::significance_on_cpu<Real, D>::significance(on.state(), lines, options, values);
}

template <class Real, int D>
std::vector<Real> significance(executor const& on, polylines<Real, D> const& lines, simplify_options const& options) {
  detail::check_lines(on, lines);
  std::vector<Real> values(static_cast<std::size_t>(lines.points));
  significance(on, lines, options, values.data());
  return values;
}

template <class Real, int D>
simplify_to_count_report simplify_to_count(executor const& on, polylines<Real, D> const& lines,
                                           simplify_options const& options, std::int64_t count,
                                           std::uint8_t* keep_mask) {
  detail::check_lines(on, lines);
  check(count >= 0, "count", "must be >= 0, is " + std::to_string(count));
  check(keep_mask || lines.points == 0, "keep_mask", "null, but there are " + std::to_string(lines.points) + " points");
  std::vector<Real> values(static_cast<std::size_t>(lines.points));
  simplify_to_count_report report{significance(on, lines, options, values.data())};
  report.kept = keep_greatest(values, count, keep_mask);
  if (!options.tolerances())
    report.equal_tolerance = static_cast<double>(static_cast<Real>(options.tolerance()));
  for (std::size_t i = 0; i < values.size(); ++i)
    if (!keep_mask[i])
      report.equal_tolerance = std::max(report.equal_tolerance, static_cast<double>(values[i]));
  return report;
}

template <class Real, int D>
simplify_to_count_report simplify_to_ratio(executor const& on, polylines<Real, D> const& lines,
                                           simplify_options const& options, double ratio, std::uint8_t* keep_mask) {
  check(ratio >= 0 && ratio <= 1, "ratio", "must be 0 to 1, is " + detail::to_text(ratio));
  const double count = std::ceil(ratio * static_cast<double>(lines.points));
  return simplify_to_count(on, lines, options, static_cast<std::int64_t>(count), keep_mask);
}

#define THRUSTLINE_INSTANTIATE(Real, D)                                                                                \
  template simplify_report significance(executor const&, polylines<Real, D> const&, simplify_options const&, Real*);   \
  template std::vector<Real> significance(executor const&, polylines<Real, D> const&, simplify_options const&);        \
  template simplify_to_count_report simplify_to_count(executor const&, polylines<Real, D> const&,                      \
                                                      simplify_options const&, std::int64_t, std::uint8_t*);           \
  template simplify_to_count_report simplify_to_ratio(executor const&, polylines<Real, D> const&,                      \
                                                      simplify_options const&, double, std::uint8_t*);

THRUSTLINE_INSTANTIATE(float, 1)
THRUSTLINE_INSTANTIATE(float, 2)
THRUSTLINE_INSTANTIATE(float, 3)
THRUSTLINE_INSTANTIATE(double, 1)
THRUSTLINE_INSTANTIATE(double, 2)
THRUSTLINE_INSTANTIATE(double, 3)

} // namespace thrustline
