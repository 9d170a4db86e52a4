// SPDX-License-Identifier: MIT
#include <thrustline/convex_hull.hpp>

#include <cstdint>
#include <string>

#include "core/backend_for.hpp"
#include "core/check_lines.hpp"
#include "hull/convex_hull_backends.hpp"

namespace thrustline {
namespace {

using detail::check;

template <class Real>
hull_report run(executor const& on, polylines<Real, 2> const& sets, hull_options const& options,
                detail::placement<hull_outputs<Real>> const& place) {
  detail::check_lines(on, sets, "sets", "sets");
  return detail::backend_for<detail::convex_hull_backend<Real>>(on).run(on.state(), sets, options, place);
}

std::size_t size(std::int64_t n) { return static_cast<std::size_t>(n); }

} // namespace

template <class Real>
hull_report convex_hull(executor const& on, polylines<Real, 2> const& sets, hull_options const& options,
                        hull_outputs<Real> const& outputs) {
  detail::check_where(on, outputs.where, "outputs");
  check(outputs.capacity >= -1, "outputs.capacity", "must be >= 0, or -1, is " + std::to_string(outputs.capacity));
  const auto check_capacity = [&](std::int64_t vertices) {
    const bool is_used = (outputs.indices || outputs.coordinates) && outputs.capacity >= 0;
    check(!is_used || outputs.capacity >= vertices, "outputs.capacity",
          std::to_string(outputs.capacity) + ", but there are " + std::to_string(vertices) + " vertices");
  };
  return run<Real>(on, sets, options, {outputs, check_capacity});
}

template <class Real>
std::vector<std::int64_t> convex_hull(executor const& on, polylines<Real, 2> const& sets, hull_options const& options) {
  std::vector<std::int64_t> indices;
  const auto make_outputs = [&](std::int64_t vertices) {
    indices.resize(size(vertices));
    hull_outputs<Real> outputs;
    outputs.indices = indices.data();
    return outputs;
  };
  run<Real>(on, sets, options, {make_outputs});
  return indices;
}

template <class Real>
ragged<std::int64_t> convex_hulls(executor const& on, polylines<Real, 2> const& sets, hull_options const& options) {
  ragged<std::int64_t> hulls;
  const auto make_outputs = [&](std::int64_t vertices) {
    hulls.values.resize(size(vertices));
    hulls.offsets.resize(size(sets.series + 1));
    hull_outputs<Real> outputs;
    outputs.indices = hulls.values.data();
    outputs.offsets = hulls.offsets.data();
    return outputs;
  };
  run<Real>(on, sets, options, {make_outputs});
  return hulls;
}

template <class Real>
ragged<Real> convex_hull_points(executor const& on, polylines<Real, 2> const& sets, hull_options const& options) {
  ragged<Real> hulls;
  const auto make_outputs = [&](std::int64_t vertices) {
    hulls.values.resize(size(2 * vertices));
    hulls.offsets.resize(size(sets.series + 1));
    hull_outputs<Real> outputs;
    outputs.coordinates = hulls.values.data();
    outputs.offsets = hulls.offsets.data();
    return outputs;
  };
  run<Real>(on, sets, options, {make_outputs});
  return hulls;
}

#define THRUSTLINE_INSTANTIATE(Real)                                                                                   \
  template hull_report convex_hull(executor const&, polylines<Real, 2> const&, hull_options const&,                    \
                                   hull_outputs<Real> const&);                                                         \
  template std::vector<std::int64_t> convex_hull(executor const&, polylines<Real, 2> const&, hull_options const&);     \
  template ragged<std::int64_t> convex_hulls(executor const&, polylines<Real, 2> const&, hull_options const&);         \
  template ragged<Real> convex_hull_points(executor const&, polylines<Real, 2> const&, hull_options const&);

THRUSTLINE_INSTANTIATE(float)
THRUSTLINE_INSTANTIATE(double)

} // namespace thrustline
