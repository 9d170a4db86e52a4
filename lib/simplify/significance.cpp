// SPDX-License-Identifier: MIT
#include <thrustline/significance.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string>

#include "core/backend_for.hpp"
#include "core/check_lines.hpp"
#include "core/check_memory.hpp"
#include "simplify/check_options.hpp"
#include "simplify/significance_backends.hpp"

namespace thrustline {
namespace {

using detail::backend_for;
using detail::check;
using detail::with_host_memory;

template <class Real, int D>
void check_significance(executor const& on, polylines<Real, D> const& lines, simplify_options const& options) {
  detail::check_lines(on, lines);
  detail::check_known(options.engine(), options.metric());
  check(options.engine() == engine::automatic || options.engine() == engine::bounded, "engine",
        "significance is computed by bounded, not by " + to_string(options.engine()));
  detail::check_options<D>(on, lines.series, options);
}

/// Throws unless the output, one value a point in the memory of the points, and the input are aligned and apart.
template <class Real, int D, class Value>
void check_places(polylines<Real, D> const& lines, simplify_options const& options, const char* name,
                  const Value* output) {
  check(output || lines.points == 0, name,
        [&] { return "null, but there are " + std::to_string(lines.points) + " points"; });
  detail::check_apart(detail::inputs_of(lines, options),
                      std::array{detail::array_extent(name, output, lines.points, lines.where)});
}

template <class Real, int D>
simplify_report find_significance(executor const& on, polylines<Real, D> const& lines, simplify_options const& options,
                                  Real* values, memory where) {
  return backend_for<detail::significance_backend<Real, D>>(on).significance(on.state(), lines, options, values, where);
}

/// Least count whose share of the points is at least `ratio`. The quotient decides, so k / n gives k however the
/// product was rounded.
std::int64_t count_of_ratio(double ratio, std::int64_t points) {
  const auto part = [&](std::int64_t count) { return static_cast<double>(count) / static_cast<double>(points); };
  const auto count = static_cast<std::int64_t>(std::ceil(ratio * static_cast<double>(points)));
  if (count > 0 && part(count - 1) >= ratio)
    return count - 1;
  return count < points && part(count) < ratio ? count + 1 : count;
}

} // namespace

template <class Real, int D>
simplify_report significance(executor const& on, polylines<Real, D> const& lines, simplify_options const& options,
                             Real* values) {
  return with_host_memory("significance", [&] {
    check_significance(on, lines, options);
    check_places(lines, options, "values", values);
    return find_significance(on, lines, options, values, lines.where);
  });
}

template <class Real, int D>
std::vector<Real> significance(executor const& on, polylines<Real, D> const& lines, simplify_options const& options) {
  return with_host_memory("significance", [&] {
    check_significance(on, lines, options);
    detail::inputs_of(lines, options); // aligned
    std::vector<Real> values(static_cast<std::size_t>(lines.points));
    find_significance(on, lines, options, values.data(), memory::host);
    return values;
  });
}

template <class Real, int D>
simplify_to_count_report simplify_to_count(executor const& on, polylines<Real, D> const& lines,
                                           simplify_options const& options, std::int64_t count,
                                           std::uint8_t* keep_mask) {
  return with_host_memory("simplify_to_count", [&] {
    check_significance(on, lines, options);
    detail::check_size(count, "count");
    check_places(lines, options, "keep_mask", keep_mask);
    simplify_to_count_report report = backend_for<detail::significance_backend<Real, D>>(on).simplify_to_count(
        on.state(), lines, options, count, keep_mask);
    report.asked = count;
    if (!options.tolerances())
      report.equal_tolerance =
          std::max(report.equal_tolerance, static_cast<double>(static_cast<Real>(options.tolerance())));
    return report;
  });
}

template <class Real, int D>
simplify_to_count_report simplify_to_ratio(executor const& on, polylines<Real, D> const& lines,
                                           simplify_options const& options, double ratio, std::uint8_t* keep_mask) {
  return with_host_memory("simplify_to_ratio", [&] {
    check(ratio >= 0 && ratio <= 1, "ratio", "must be 0 to 1, is " + detail::to_text(ratio));
    detail::check_lines(on, lines);
    return simplify_to_count(on, lines, options, count_of_ratio(ratio, lines.points), keep_mask);
  });
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
