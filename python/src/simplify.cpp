// SPDX-License-Identifier: MIT
#include <thrustline/arcs.hpp>
#include <thrustline/select.hpp>
#include <thrustline/significance.hpp>
#include <thrustline/simplify.hpp>

#include <algorithm>
#include <vector>

#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>

#include "executor.hpp"
#include "lines.hpp"
#include "module.hpp"

namespace thrustline::python {

lines::lines(array given_points, array given_offsets)
    : points(std::move(given_points)), offsets(std::move(given_offsets)) {
  if (points.ndim() != 1 && (points.ndim() != 2 || points.shape(1) < 1 || points.shape(1) > 3))
    throw invalid_argument("points", "must have the shape (n,), (n, 2) or (n, 3), has " + shape_of(points));
  is_double = has_type<double>(points.dtype());
  if (!is_double && !has_type<float>(points.dtype()))
    refuse_type(points.dtype(), "points");
  check_dense(points, "points");
  count = static_cast<std::int64_t>(points.shape(0));
  dimensions = points.ndim() == 1 ? 1 : static_cast<int>(points.shape(1));
  where = memory_of(points.device_type(), "points");
  if (!offsets.is_valid())
    return;
  const auto entries = static_cast<std::int64_t>(offsets.size());
  if (entries < 1)
    throw invalid_argument("offsets", "must have an entry for each series and one for the end, has none");
  elements_of<std::int64_t>(offsets, where, entries, "offsets");
  series = entries - 1;
}

namespace {

/// simplify_options with the arrays that they point to.
struct options {
  simplify_options value;
  array tolerances, pins, rings;

  /// The options for a call on arrays in `where`. Throws invalid_argument if theirs lie elsewhere.
  simplify_options const& in(memory where) const {
    for (auto const& [a, name] : {std::pair{&tolerances, "tolerance"}, {&pins, "pins"}, {&rings, "rings"}})
      if (a->is_valid())
        check_memory(a->device_type(), where, name);
    return value;
  }

  options(double tolerance, array tolerances, int metric, bool closed, int invalid, double sentinel, array pins,
          int topology)
      : tolerances(std::move(tolerances)), pins(std::move(pins)) {
    value.metric(static_cast<thrustline::metric>(metric))
        .closed(closed)
        .invalid(static_cast<thrustline::invalid>(invalid))
        .sentinel(sentinel)
        .topology(static_cast<thrustline::topology>(topology))
        .tolerance(tolerance);
    if (this->tolerances.is_valid()) {
      const auto count = static_cast<std::int64_t>(this->tolerances.size());
      value.tolerances(elements_of<double>(this->tolerances, memory_of(this->tolerances.device_type(), "tolerance"),
                                           count, "tolerance"),
                       count);
    }
    if (this->pins.is_valid()) {
      const auto count = static_cast<std::int64_t>(this->pins.size());
      value.pins(elements_of<std::uint8_t>(this->pins, memory_of(this->pins.device_type(), "pins"), count, "pins"),
                 count);
    }
  }
};

/// How rings are treated that repeat their first point.
void set_rings(options& with, array const& rings, int start, int minimum, bool drop_superfluous_start) {
  with.rings = rings;
  const auto count = static_cast<std::int64_t>(rings.size());
  with.value.rings(elements_of<std::uint8_t>(rings, memory_of(rings.device_type(), "rings"), count, "rings"), count)
      .ring_start(static_cast<ring_start>(start))
      .ring_minimum(static_cast<ring_minimum>(minimum))
      .drop_superfluous_start(drop_superfluous_start);
}

/// Whether each series is marked as a ring, and does repeat its first point. Offsets that are wrong, which is an error
/// of the call that comes next, give no ring.
template <class Real, int D>
void find_closed(polylines<Real, D> const& series, const std::uint8_t* marked, std::uint8_t* closed) {
  for (std::int64_t s = 0; s < series.series; ++s) {
    const std::int64_t begin = series.offsets[s], end = series.offsets[s + 1];
    closed[s] = 0;
    if (!marked[s] || begin < 0 || begin >= end || end > series.points)
      continue;
    const Real *const first = series.coordinates + D * begin, *const last = series.coordinates + D * (end - 1);
    closed[s] = std::equal(first, first + D, last);
  }
}

void find_closed_rings(lines const& batch, array const& marked, output_array const& closed) {
  check_memory(static_cast<int>(nb::device::cpu::value), batch.where, "points");
  const auto* const marks = elements_of<std::uint8_t>(marked, memory::host, batch.series, "marked");
  auto* const result = elements_of<std::uint8_t>(closed, memory::host, batch.series, "closed");
  const nb::gil_scoped_release others_run;
  visit(batch, [&](auto const& series) { find_closed(series, marks, result); });
}

std::int64_t simplify_to_mask(shared_executor& on, lines const& batch, options const& with, output_array const& mask) {
  auto* const keep = elements_of<std::uint8_t>(mask, batch.where, batch.count, "out");
  return visit(batch, [&](auto const& view) {
    return on.run([&](executor const& e) { return simplify(e, view, with.in(view.where), keep).kept; });
  });
}

template <class Real, int D>
simplify_outputs<Real, D> no_outputs_for(polylines<Real, D> const&) {
  return {};
}

/// Simplifies one line without options to the output that set(outputs) sets; returns the number of points kept.
template <class Set>
std::int64_t simplify_line(shared_executor& on, array const& points, double tolerance, Set const& set) {
  const lines line(points, array());
  return visit(line, [&](auto const& view) {
    auto outputs = no_outputs_for(view);
    set(outputs, line.count);
    const auto options = simplify_options{}.tolerance(tolerance);
    return on.run([&](executor const& e) { return simplify(e, view, options, outputs).kept; });
  });
}

std::int64_t simplify_line_to_mask(shared_executor& on, array const& points, double tolerance, output_array const& to) {
  return simplify_line(on, points, tolerance, [&](auto& outputs, std::int64_t count) {
    outputs.keep_mask = elements_of<std::uint8_t>(to, outputs.where, count, "out");
  });
}

std::int64_t simplify_line_to_indices(shared_executor& on, array const& points, double tolerance,
                                      output_array const& to) {
  return simplify_line(on, points, tolerance, [&](auto& outputs, std::int64_t count) {
    outputs.kept_indices = elements_of<std::int64_t>(to, outputs.where, count, "out");
  });
}

std::int64_t simplify_line_to_points(shared_executor& on, array const& points, double tolerance,
                                     output_array const& to) {
  return simplify_line(on, points, tolerance, [&](auto& outputs, std::int64_t) {
    using real = std::remove_pointer_t<decltype(outputs.kept_points)>;
    outputs.kept_points = elements_of<real>(to, outputs.where, static_cast<std::int64_t>(points.size()), "out");
  });
}

/// simplify() of the arcs of planar lines in host memory, so that parts which lines share stay shared.
template <class Real>
std::vector<std::uint8_t> mask_by_arcs(executor const& e, polylines<Real, 2> const& view,
                                       simplify_options const& options) {
  const line_arcs<Real> arcs = build_arcs(e, view);
  return mask_of_lines(arcs, simplify_mask(e, arcs.view(), options));
}

std::int64_t simplify_arcs_to_mask(shared_executor& on, lines const& batch, options const& with,
                                   output_array const& mask) {
  if (batch.dimensions != 2 || batch.where != memory::host)
    throw invalid_argument("points", "must be planar, of shape (n, 2), in host memory");
  auto* const keep = elements_of<std::uint8_t>(mask, batch.where, batch.count, "out");
  return on.run([&](executor const& e) {
    const std::vector<std::uint8_t> found = batch.is_double ? mask_by_arcs(e, batch.view<double, 2>(), with.value)
                                                            : mask_by_arcs(e, batch.view<float, 2>(), with.value);
    std::copy(found.begin(), found.end(), keep);
    return static_cast<std::int64_t>(std::count(found.begin(), found.end(), 1));
  });
}

/// Arrays that select() fills; each may be missing. The room in an array is its length.
struct selection {
  output_array const &points, &indices, &segments, &counts, &offsets, &segment_offsets;
};

template <class Real, int D>
simplify_outputs<Real, D> outputs_of(polylines<Real, D> const& batch, selection const& to) {
  simplify_outputs<Real, D> outputs;
  outputs.where = batch.where;
  outputs.kept_points = elements_of<Real>(to.points, batch.where, size_of(to.points), "points");
  outputs.kept_points_capacity = size_of(to.points) / D;
  outputs.kept_indices = elements_of<std::int64_t>(to.indices, batch.where, size_of(to.indices), "indices");
  outputs.kept_indices_capacity = size_of(to.indices);
  outputs.segments = elements_of<std::int64_t>(to.segments, batch.where, size_of(to.segments), "segments");
  outputs.segments_capacity = size_of(to.segments) / 2;
  outputs.kept_counts = elements_of<std::int64_t>(to.counts, batch.where, batch.series, "counts");
  outputs.kept_offsets = elements_of<std::int64_t>(to.offsets, batch.where, batch.series + 1, "offsets");
  outputs.segment_offsets =
      elements_of<std::int64_t>(to.segment_offsets, batch.where, batch.series + 1, "segment_offsets");
  return outputs;
}

template <class Real, int D>
std::pair<std::int64_t, std::int64_t> select_from(shared_executor& on, polylines<Real, D> const& view,
                                                  simplify_options const& options, const std::uint8_t* keep,
                                                  simplify_outputs<Real, D> const& outputs) {
  const auto report = on.run([&](executor const& e) { return select(e, view, options, keep, outputs); });
  return {report.kept, report.segments};
}

/// rings: one number for each series, or not there.
std::pair<std::int64_t, std::int64_t> select_by_mask(shared_executor& on, lines const& batch, bool closed,
                                                     array const& rings, array const& mask, selection const& to) {
  const auto* const keep = elements_of<std::uint8_t>(mask, batch.where, batch.count, "mask");
  auto options = simplify_options{}.closed(closed);
  if (rings.is_valid())
    options.rings(elements_of<std::uint8_t>(rings, batch.where, batch.series, "rings"), batch.series);
  return visit(batch, [&](auto const& view) { return select_from(on, view, options, keep, outputs_of(view, to)); });
}

template <class Real, int D>
std::int64_t significance_of(shared_executor& on, polylines<Real, D> const& view, options const& with,
                             output_array const& values) {
  auto* const to = elements_of<Real>(values, view.where, view.points, "out");
  return on.run([&](executor const& e) { return significance(e, view, with.in(view.where), to).kept; });
}

/// Returns the number of points kept, the number asked for and the equal tolerance, which how(executor, view, options,
/// mask) finds: a form of simplify_to_count() or simplify_to_ratio().
template <class How>
std::tuple<std::int64_t, std::int64_t, double>
keep_by_rank(shared_executor& on, lines const& batch, options const& with, output_array const& mask, How const& how) {
  auto* const keep = elements_of<std::uint8_t>(mask, batch.where, batch.count, "out");
  const simplify_to_count_report report = visit(batch, [&](auto const& view) {
    return on.run([&](executor const& e) { return how(e, view, with.in(view.where), keep); });
  });
  return {report.kept, report.asked, report.equal_tolerance};
}

} // namespace

void bind_simplify(nb::module_& module) {
  nb::class_<lines>(module, "Lines").def(nb::init<array, array>(), nb::arg("points"), nb::arg("offsets").none());
  nb::class_<options>(module, "Options")
      .def(nb::init<double, array, int, bool, int, double, array, int>(), nb::arg("tolerance"),
           nb::arg("tolerances").none(), nb::arg("metric"), nb::arg("closed"), nb::arg("invalid"), nb::arg("sentinel"),
           nb::arg("pins").none(), nb::arg("topology"))
      .def("rings", &set_rings);
  module.def("metrics", [] {
    nb::dict numbers;
    for (int k = 0; to_string(static_cast<metric>(k)) != "unknown"; ++k)
      numbers[nb::cast(to_string(static_cast<metric>(k)))] = k;
    return numbers;
  });
  module.def("find_closed_rings", &find_closed_rings);
  module.def("simplify", &simplify_to_mask);
  module.def("simplify_line_to_mask", &simplify_line_to_mask);
  module.def("simplify_line_to_indices", &simplify_line_to_indices);
  module.def("simplify_line_to_points", &simplify_line_to_points);
  module.def("simplify_arcs", &simplify_arcs_to_mask);
  module.def(
      "select",
      [](shared_executor& on, lines const& batch, bool closed, array const& rings, array const& mask,
         output_array const& points, output_array const& indices, output_array const& segments,
         output_array const& counts, output_array const& offsets, output_array const& segment_offsets) {
        return select_by_mask(on, batch, closed, rings, mask,
                              {points, indices, segments, counts, offsets, segment_offsets});
      },
      nb::arg("on"), nb::arg("lines"), nb::arg("closed"), nb::arg("rings").none(), nb::arg("mask"),
      nb::arg("points").none() = nb::none(), nb::arg("indices").none() = nb::none(),
      nb::arg("segments").none() = nb::none(), nb::arg("counts").none() = nb::none(),
      nb::arg("offsets").none() = nb::none(), nb::arg("segment_offsets").none() = nb::none());
  module.def("significance",
             [](shared_executor& on, lines const& batch, options const& with, output_array const& values) {
               return visit(batch, [&](auto const& view) { return significance_of(on, view, with, values); });
             });
  module.def("to_count", [](shared_executor& on, lines const& batch, options const& with, std::int64_t count,
                            output_array const& mask) {
    return keep_by_rank(on, batch, with, mask, [&](auto const& e, auto const& view, auto const& o, auto* keep) {
      return simplify_to_count(e, view, o, count, keep);
    });
  });
  module.def("to_counts", [](shared_executor& on, lines const& batch, options const& with, array const& counts,
                             output_array const& mask) {
    const counts_of_series each{
        elements_of<std::int64_t>(counts, batch.where, static_cast<std::int64_t>(counts.size()), "count"),
        static_cast<std::int64_t>(counts.size())};
    return keep_by_rank(on, batch, with, mask, [&](auto const& e, auto const& view, auto const& o, auto* keep) {
      return simplify_to_count(e, view, o, each, keep);
    });
  });
  module.def("to_ratio", [](shared_executor& on, lines const& batch, options const& with, double ratio,
                            output_array const& mask) {
    return keep_by_rank(on, batch, with, mask, [&](auto const& e, auto const& view, auto const& o, auto* keep) {
      return simplify_to_ratio(e, view, o, ratio, keep);
    });
  });
  module.def("to_ratios", [](shared_executor& on, lines const& batch, options const& with, array const& ratios,
                             output_array const& mask) {
    const ratios_of_series each{
        elements_of<double>(ratios, batch.where, static_cast<std::int64_t>(ratios.size()), "ratio"),
        static_cast<std::int64_t>(ratios.size())};
    return keep_by_rank(on, batch, with, mask, [&](auto const& e, auto const& view, auto const& o, auto* keep) {
      return simplify_to_ratio(e, view, o, each, keep);
    });
  });
  module.def(
      "finish_rings", [](shared_executor& on, lines const& batch, options const& with, output_array const& mask) {
        auto* const keep = elements_of<std::uint8_t>(mask, batch.where, batch.count, "mask");
        return visit(batch, [&](auto const& view) {
          return on.run([&](executor const& e) { return finish_rings(e, view, with.in(view.where), keep).kept; });
        });
      });
  module.def("max_deviation", [](shared_executor& on, lines const& batch, options const& with, array const& mask) {
    const auto* const keep = elements_of<std::uint8_t>(mask, batch.where, batch.count, "mask");
    return visit(batch, [&](auto const& view) {
      return on.run([&](executor const& e) { return max_deviation(e, view, with.in(view.where), keep); });
    });
  });
}

} // namespace thrustline::python
