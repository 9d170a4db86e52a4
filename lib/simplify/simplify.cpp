// SPDX-License-Identifier: MIT
#include <thrustline/simplify.hpp>

#include <array>
#include <cstdint>
#include <string>

#include "core/backend_for.hpp"
#include "core/check_lines.hpp"
#include "core/check_memory.hpp"
#include "core/executor_state.hpp"
#include "simplify/check_options.hpp"
#include "simplify/simplify_backends.hpp"

namespace thrustline {

using detail::backend_for;
using detail::check;
using detail::check_lines;
using detail::check_options;

std::string to_string(metric value) {
  switch (value) {
  case metric::vertical:
    return "vertical";
  case metric::line:
    return "line";
  case metric::segment:
    return "segment";
  }
  return "unknown";
}

std::string to_string(engine value) {
  switch (value) {
  case engine::automatic:
    return "automatic";
  case engine::recursive:
    return "recursive";
  case engine::composed:
    return "composed";
  case engine::fused:
    return "fused";
  case engine::bounded:
    return "bounded";
  }
  return "unknown";
}

namespace {

using detail::array_extent;
using detail::inputs_of;
using detail::with_host_memory;

/// The arrays that a call surely writes. Those for kept points may be shorter than there are points.
template <class Real, int D>
std::array<array_extent, 7> extents_of(simplify_outputs<Real, D> const& out, polylines<Real, D> const& lines) {
  const std::int64_t points = lines.points, series = lines.series, some = points > 0 ? 1 : 0;
  return {array_extent{"keep_mask", out.keep_mask, points, out.where},
          {"kept_counts", out.kept_counts, series, out.where},
          {"kept_offsets", out.kept_offsets, series + 1, out.where},
          {"kept_indices", out.kept_indices, some, out.where},
          {"kept_points", out.kept_points, some, out.where},
          {"segment_offsets", out.segment_offsets, series + 1, out.where},
          {"segments", out.segments, some, out.where}};
}

template <class Real, int D>
simplify_report run_checked(executor const& on, polylines<Real, D> const& lines, simplify_options const& options,
                            detail::wanted_results<Real> const& wanted) {
  return backend_for<detail::simplify_backend<Real, D>>(on).simplify(on.state(), lines, options, wanted);
}

/// Checks the arguments of a call whose outputs are the library's own, and runs it.
template <class Real, int D>
simplify_report run(executor const& on, polylines<Real, D> const& lines, simplify_options const& options,
                    detail::wanted_results<Real> const& wanted) {
  check_lines(on, lines);
  check_options<D>(on, lines.series, options);
  inputs_of(lines, options); // aligned
  return run_checked(on, lines, options, wanted);
}

std::size_t size(std::int64_t n) { return static_cast<std::size_t>(n); }

} // namespace

template <class Real, int D>
simplify_report simplify(executor const& on, polylines<Real, D> const& lines, simplify_options const& options,
                         simplify_outputs<Real, D> const& outputs) {
  using kept = detail::kept_room<Real>;
  using segments = detail::segments_room;
  return with_host_memory("simplify", [&] {
    check_lines(on, lines);
    check_options<D>(on, lines.series, options);
    detail::check_where(on, outputs.where, "outputs");
    detail::check_apart(inputs_of(lines, options), extents_of(outputs, lines));
    return run_checked<Real, D>(on, lines, options,
                                {outputs.keep_mask, outputs.kept_counts, outputs.kept_offsets, outputs.segment_offsets,
                                 outputs.where,
                                 detail::placement<kept>(kept{outputs.kept_indices, outputs.kept_points}),
                                 detail::placement<segments>(segments{outputs.segments})});
  });
}

template <class Real, int D>
double max_deviation(executor const& on, polylines<Real, D> const& lines, simplify_options const& options,
                     const std::uint8_t* keep_mask) {
  return with_host_memory("max_deviation", [&] {
    check_lines(on, lines);
    detail::check_kind<D>(options);
    check(keep_mask || lines.points == 0, "keep_mask",
          "null, but there are " + std::to_string(lines.points) + " points");
    inputs_of(lines, options); // aligned
    return backend_for<detail::simplify_backend<Real, D>>(on).max_deviation(on.state(), lines, options, keep_mask);
  });
}

template <class Real, int D>
std::vector<std::uint8_t> simplify_mask(executor const& on, polylines<Real, D> const& lines,
                                        simplify_options const& options) {
  return with_host_memory("simplify_mask", [&] {
    check_lines(on, lines);
    std::vector<std::uint8_t> mask(size(lines.points));
    detail::wanted_results<Real> wanted;
    wanted.keep_mask = mask.data();
    run(on, lines, options, wanted);
    return mask;
  });
}

template <class Real, int D>
std::vector<std::int64_t> simplify_indices(executor const& on, polylines<Real, D> const& lines,
                                           simplify_options const& options) {
  return with_host_memory("simplify_indices", [&] {
    std::vector<std::int64_t> indices;
    detail::wanted_results<Real> wanted;
    wanted.kept = {[&](std::int64_t kept) {
      indices.resize(size(kept));
      return detail::kept_room<Real>{indices.data(), nullptr};
    }};
    run(on, lines, options, wanted);
    return indices;
  });
}

template <class Real, int D>
ragged<Real> simplify_points(executor const& on, polylines<Real, D> const& lines, simplify_options const& options) {
  return with_host_memory("simplify_points", [&] {
    check_lines(on, lines);
    ragged<Real> points;
    points.offsets.resize(size(lines.series + 1));
    detail::wanted_results<Real> wanted;
    wanted.kept_offsets = points.offsets.data();
    wanted.kept = {[&](std::int64_t kept) {
      points.values.resize(size(kept * D));
      return detail::kept_room<Real>{nullptr, points.values.data()};
    }};
    run(on, lines, options, wanted);
    return points;
  });
}

template <class Real, int D>
ragged<index_pair> simplify_segments(executor const& on, polylines<Real, D> const& lines,
                                     simplify_options const& options) {
  static_assert(sizeof(index_pair) == 2 * sizeof(std::int64_t));
  return with_host_memory("simplify_segments", [&] {
    check_lines(on, lines);
    ragged<index_pair> found;
    found.offsets.resize(size(lines.series + 1));
    detail::wanted_results<Real> wanted;
    wanted.segment_offsets = found.offsets.data();
    wanted.segments = {[&](std::int64_t segments) {
      found.values.resize(size(segments));
      return detail::segments_room{segments > 0 ? &found.values.front().first : nullptr};
    }};
    run(on, lines, options, wanted);
    return found;
  });
}

template <class Real, int D>
std::vector<std::int64_t> simplify_counts(executor const& on, polylines<Real, D> const& lines,
                                          simplify_options const& options) {
  return with_host_memory("simplify_counts", [&] {
    check_lines(on, lines);
    std::vector<std::int64_t> counts(size(lines.series));
    detail::wanted_results<Real> wanted;
    wanted.kept_counts = counts.data();
    run(on, lines, options, wanted);
    return counts;
  });
}

#define THRUSTLINE_INSTANTIATE(Real, D)                                                                                \
  template simplify_report simplify(executor const&, polylines<Real, D> const&, simplify_options const&,               \
                                    simplify_outputs<Real, D> const&);                                                 \
  template double max_deviation(executor const&, polylines<Real, D> const&, simplify_options const&,                   \
                                const std::uint8_t*);                                                                  \
  template std::vector<std::uint8_t> simplify_mask(executor const&, polylines<Real, D> const&,                         \
                                                   simplify_options const&);                                           \
  template std::vector<std::int64_t> simplify_indices(executor const&, polylines<Real, D> const&,                      \
                                                      simplify_options const&);                                        \
  template ragged<Real> simplify_points(executor const&, polylines<Real, D> const&, simplify_options const&);          \
  template ragged<index_pair> simplify_segments(executor const&, polylines<Real, D> const&, simplify_options const&);  \
  template std::vector<std::int64_t> simplify_counts(executor const&, polylines<Real, D> const&,                       \
                                                     simplify_options const&);

THRUSTLINE_INSTANTIATE(float, 1)
THRUSTLINE_INSTANTIATE(float, 2)
THRUSTLINE_INSTANTIATE(float, 3)
THRUSTLINE_INSTANTIATE(double, 1)
THRUSTLINE_INSTANTIATE(double, 2)
THRUSTLINE_INSTANTIATE(double, 3)

} // namespace thrustline
