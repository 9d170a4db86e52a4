// SPDX-License-Identifier: MIT
#include <string>

#include <thrustline/convex_hull.hpp>

#include "executor.hpp"
#include "lines.hpp"
#include "module.hpp"

namespace thrustline::python {
namespace {

/// Arrays that convex_hull() fills: indices or points, whose length is the room for vertices, and offsets.
struct hull_arrays {
  output_array const &indices, &points, &offsets;
};

template <class Real>
std::int64_t find_hulls(shared_executor& on, lines const& sets, hull_options const& options, hull_arrays const& to) {
  hull_outputs<Real> outputs;
  outputs.where = sets.where;
  outputs.indices = elements_of<std::int64_t>(to.indices, sets.where, size_of(to.indices), "indices");
  outputs.coordinates = elements_of<Real>(to.points, sets.where, size_of(to.points), "points");
  outputs.offsets = elements_of<std::int64_t>(to.offsets, sets.where, sets.series + 1, "offsets");
  outputs.capacity = outputs.indices ? size_of(to.indices) : size_of(to.points) / 2;
  return on.run([&](executor const& e) { return convex_hull(e, sets.view<Real, 2>(), options, outputs).vertices; });
}

} // namespace

void bind_hull(nb::module_& module) {
  module.def(
      "convex_hull",
      [](shared_executor& on, lines const& sets, bool keep_collinear, int invalid, output_array const& indices,
         output_array const& points, output_array const& offsets) {
        if (sets.dimensions != 2)
          throw invalid_argument("points", "must be planar, of shape (n, 2), have " + std::to_string(sets.dimensions) +
                                               (sets.dimensions == 1 ? " coordinate" : " coordinates"));
        const auto options =
            hull_options{}.keep_collinear(keep_collinear).invalid(static_cast<thrustline::invalid>(invalid));
        return sets.is_double ? find_hulls<double>(on, sets, options, {indices, points, offsets})
                              : find_hulls<float>(on, sets, options, {indices, points, offsets});
      },
      nb::arg("on"), nb::arg("sets"), nb::arg("keep_collinear"), nb::arg("invalid"), nb::arg("indices").none(),
      nb::arg("points").none(), nb::arg("offsets"));
}

} // namespace thrustline::python
