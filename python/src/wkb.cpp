// SPDX-License-Identifier: MIT
#include <thrustline/wkb.hpp>

#include <nanobind/stl/tuple.h>

#include "executor.hpp"
#include "lines.hpp"
#include "module.hpp"

namespace thrustline::python {
namespace {

/// A column of Arrow's binary layout in arrays of Python, which it keeps alive.
struct column {
  array bytes;    ///< uint8
  array offsets;  ///< values + 1 numbers, int32 or int64
  array validity; ///< uint8, one bit for each value; not there: all are valid
  std::int64_t first_bit = 0;
  std::int64_t values = 0;

  column(array given_bytes, array given_offsets, array given_validity, std::int64_t first_bit)
      : bytes(std::move(given_bytes)), offsets(std::move(given_offsets)), validity(std::move(given_validity)),
        first_bit(first_bit), values(static_cast<std::int64_t>(offsets.size()) - 1) {
    elements_of<std::uint8_t>(bytes, memory::host, static_cast<std::int64_t>(bytes.size()), "bytes");
    if (!has_type<std::int32_t>(offsets.dtype()) && !has_type<std::int64_t>(offsets.dtype()))
      refuse_type(offsets.dtype(), "offsets");
    check_dense(offsets, "offsets");
    if (values < 0)
      throw invalid_argument("offsets", "must have an entry for each value and one for the end, has none");
    if (first_bit < 0 ||
        (validity.is_valid() && static_cast<std::int64_t>(validity.size()) < (first_bit + values + 7) / 8))
      throw invalid_argument("validity", "must have a bit for each value");
  }

  /// The offsets are checked by the library; that the bytes reach as far as they say, here.
  template <class Offset>
  wkb_column<Offset> view() const {
    const auto* const first = static_cast<const Offset*>(offsets.data());
    if (first[values] > static_cast<std::int64_t>(bytes.size()))
      throw invalid_argument("offsets", "end at " + std::to_string(first[values]) + ", beyond the " +
                                            std::to_string(bytes.size()) + " bytes");
    return {static_cast<const std::uint8_t*>(bytes.data()), first, values,
            elements_of<std::uint8_t>(validity, memory::host, size_of_validity(), "validity"), first_bit};
  }

private:
  std::int64_t size_of_validity() const { return validity.is_valid() ? static_cast<std::int64_t>(validity.size()) : 0; }
};

/// Returns f(column) for the column with its type of offsets.
template <class F>
auto visit(column const& c, F f) {
  return has_type<std::int32_t>(c.offsets.dtype()) ? f(c.view<std::int32_t>()) : f(c.view<std::int64_t>());
}

/// Numbers of points, lines and parts.
using counts = std::tuple<std::int64_t, std::int64_t, std::int64_t>;

counts tuple_of(wkb_counts const& c) { return {c.points, c.lines, c.parts}; }

counts counts_in(shared_executor& on, column const& c) {
  return tuple_of(
      visit(c, [&](auto const& view) { return on.run([&](executor const& e) { return count_wkb(e, view); }); }));
}

/// Arrays that read_wkb() fills, at least of the sizes that count_wkb() gives; all but the coordinates may be missing.
struct line_arrays {
  output_array const &coordinates, &line_offsets, &is_ring, &part_offsets, &value_offsets;
};

counts read(shared_executor& on, column const& c, line_arrays const& to) {
  wkb_outputs outputs;
  outputs.coordinates = elements_of<double>(to.coordinates, memory::host, size_of(to.coordinates), "coordinates");
  outputs.line_offsets =
      elements_of<std::int64_t>(to.line_offsets, memory::host, size_of(to.line_offsets), "line_offsets");
  outputs.is_ring = elements_of<std::uint8_t>(to.is_ring, memory::host, size_of(to.line_offsets) - 1, "is_ring");
  outputs.part_offsets =
      elements_of<std::int64_t>(to.part_offsets, memory::host, size_of(to.part_offsets), "part_offsets");
  outputs.value_offsets = elements_of<std::int64_t>(to.value_offsets, memory::host, c.values + 1, "value_offsets");
  outputs.capacity.points = size_of(to.coordinates) / 2;
  outputs.capacity.lines = size_of(to.line_offsets) - 1;
  outputs.capacity.parts = size_of(to.part_offsets) - 1;
  return tuple_of(visit(c, [&](auto const& view) {
    return on.run([&](executor const& e) { return read_wkb(e, view, wkb_ordinates::xy, outputs); });
  }));
}

template <class Offset>
std::int64_t select_into(shared_executor& on, wkb_column<Offset> const& view, wkb_mask const& mask,
                         output_array const& bytes, output_array const& offsets, output_array const& validity) {
  wkb_column_outputs<Offset> outputs;
  outputs.bytes = elements_of<std::uint8_t>(bytes, memory::host, size_of(bytes), "bytes");
  outputs.capacity = size_of(bytes);
  outputs.offsets = elements_of<Offset>(offsets, memory::host, view.values + 1, "offsets");
  outputs.validity = elements_of<std::uint8_t>(validity, memory::host, (view.values + 7) / 8, "validity");
  return on.run([&](executor const& e) { return select_wkb(e, view, mask, outputs); });
}

} // namespace

void bind_wkb(nb::module_& module) {
  nb::class_<column>(module, "WkbColumn")
      .def(nb::init<array, array, array, std::int64_t>(), nb::arg("bytes"), nb::arg("offsets"),
           nb::arg("validity").none(), nb::arg("first_bit"));
  module.def("count_wkb", &counts_in);
  module.def("read_wkb",
             [](shared_executor& on, column const& c, output_array const& coordinates, output_array const& line_offsets,
                output_array const& is_ring, output_array const& part_offsets, output_array const& value_offsets) {
               return read(on, c, {coordinates, line_offsets, is_ring, part_offsets, value_offsets});
             });
  module.def(
      "select_wkb",
      [](shared_executor& on, column const& c, array const& mask, output_array const& bytes,
         output_array const& offsets, output_array const& validity) {
        const auto points = static_cast<std::int64_t>(mask.size());
        const wkb_mask keep(elements_of<std::uint8_t>(mask, memory::host, points, "mask"), points);
        return visit(c, [&](auto const& view) { return select_into(on, view, keep, bytes, offsets, validity); });
      },
      nb::arg("on"), nb::arg("column"), nb::arg("mask"), nb::arg("bytes").none(), nb::arg("offsets").none(),
      nb::arg("validity").none());
}

} // namespace thrustline::python
