// SPDX-License-Identifier: MIT
#include <thrustline/convex_hull.hpp>

#include <array>
#include <cstdint>
#include <string>

#include "core/backend_for.hpp"
#include "core/check_lines.hpp"
#include "core/check_memory.hpp"
#include "hull/convex_hull_backends.hpp"

namespace thrustline {
namespace {

using detail::array_extent;
using detail::check;
using detail::with_host_memory;

/// Checks the arguments of a call.
template <class Real>
void check_call(executor const& on, polylines<Real, 2> const& sets, hull_options const& options) {
  detail::check_lines(on, sets, "sets", "sets");
  detail::check_enumerator(options.invalid(), invalid::ignore, "invalid");
}

/// The arrays that a call reads; throws unless they are aligned.
template <class Real>
std::array<array_extent, 2> inputs_of(polylines<Real, 2> const& sets) {
  return {detail::coordinates_of(sets), detail::offsets_of(sets)};
}

template <class Real>
hull_report run_checked(executor const& on, polylines<Real, 2> const& sets, hull_options const& options,
                        detail::placement<hull_outputs<Real>> const& place) {
  return detail::backend_for<detail::convex_hull_backend<Real>>(on).run(on.state(), sets, options, place);
}

std::size_t size(std::int64_t n) { return static_cast<std::size_t>(n); }

/// Runs a call whose outputs make_outputs(vertices) makes.
template <class Real, class MakeOutputs>
void run(executor const& on, polylines<Real, 2> const& sets, hull_options const& options,
         MakeOutputs const& make_outputs) {
  check_call(on, sets, options);
  inputs_of(sets); // aligned
  run_checked<Real>(on, sets, options, {make_outputs});
}

} // namespace

template <class Real>
hull_report convex_hull(executor const& on, polylines<Real, 2> const& sets, hull_options const& options,
                        hull_outputs<Real> const& outputs) {
  return with_host_memory("convex_hull", [&] {
    detail::check_where(on, outputs.where, "outputs");
    check(outputs.capacity >= -1, "outputs.capacity",
          [&] { return "must be >= 0, or -1, is " + std::to_string(outputs.capacity); });
    check_call(on, sets, options);
    const std::int64_t most = detail::most_written(outputs.capacity, sets.points);
    detail::check_apart(inputs_of(sets),
                        std::array{array_extent("outputs.indices", outputs.indices, most, outputs.where),
                                   array_extent("outputs.coordinates", outputs.coordinates, 2 * most, outputs.where),
                                   array_extent("outputs.offsets", outputs.offsets, sets.series + 1, outputs.where)});
    const auto check_capacity = [&](std::int64_t vertices) {
      const bool is_used = (outputs.indices || outputs.coordinates) && outputs.capacity >= 0;
      check(!is_used || outputs.capacity >= vertices, "outputs.capacity",
            std::to_string(outputs.capacity) + ", but there are " + std::to_string(vertices) + " vertices");
    };
    return run_checked<Real>(on, sets, options, {outputs, check_capacity});
  });
}

template <class Real>
std::vector<std::int64_t> convex_hull(executor const& on, polylines<Real, 2> const& sets, hull_options const& options) {
  return with_host_memory("convex_hull", [&] {
    std::vector<std::int64_t> indices;
    run(on, sets, options, [&](std::int64_t vertices) {
      indices.resize(size(vertices));
      hull_outputs<Real> outputs;
      outputs.indices = indices.data();
      return outputs;
    });
    return indices;
  });
}

template <class Real>
ragged<std::int64_t> convex_hulls(executor const& on, polylines<Real, 2> const& sets, hull_options const& options) {
  return with_host_memory("convex_hulls", [&] {
    ragged<std::int64_t> hulls;
    run(on, sets, options, [&](std::int64_t vertices) {
      hulls.values.resize(size(vertices));
      hulls.offsets.resize(size(sets.series + 1));
      hull_outputs<Real> outputs;
      outputs.indices = hulls.values.data();
      outputs.offsets = hulls.offsets.data();
      return outputs;
    });
    return hulls;
  });
}

template <class Real>
ragged<Real> convex_hull_points(executor const& on, polylines<Real, 2> const& sets, hull_options const& options) {
  return with_host_memory("convex_hull_points", [&] {
    ragged<Real> hulls;
    run(on, sets, options, [&](std::int64_t vertices) {
      hulls.values.resize(size(2 * vertices));
      hulls.offsets.resize(size(sets.series + 1));
      hull_outputs<Real> outputs;
      outputs.coordinates = hulls.values.data();
      outputs.offsets = hulls.offsets.data();
      return outputs;
    });
    return hulls;
  });
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
