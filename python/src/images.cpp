// SPDX-License-Identifier: MIT
#include <thrustline/depth_image.hpp>
#include <thrustline/segment_columns.hpp>

#include "errors.hpp"
#include "executor.hpp"
#include "images.hpp"
#include "module.hpp"

namespace thrustline::python {
namespace {

/// Images of any strides, in elements: (frames, rows, columns).
template <class Value>
column_images<Value> columns_of(array const& images) {
  column_images<Value> view;
  view.values = static_cast<const Value*>(images.data());
  view.frames = static_cast<std::int64_t>(images.shape(0));
  view.rows = static_cast<std::int64_t>(images.shape(1));
  view.columns = static_cast<std::int64_t>(images.shape(2));
  view.frame_stride = images.stride(0);
  view.row_stride = images.stride(1);
  view.column_stride = images.stride(2);
  view.where = memory_of(images.device_type(), "images");
  return view;
}

/// Arrays that segment_columns() fills; the segments may be missing.
struct column_arrays {
  output_array const &offsets, &segments;
};

/// segments: rows of a column_segment's bytes; of four 32-bit numbers, or of three doubles.
template <class Value>
void segment(shared_executor& on, array const& images, segment_columns_options const& options,
             column_arrays const& to) {
  using real = column_real<Value>;
  const auto view = columns_of<Value>(images);
  segment_columns_outputs<real> outputs;
  outputs.where = view.where;
  outputs.offsets = elements_of<std::int64_t>(to.offsets, view.where, view.series() + 1, "offsets");
  if (to.segments.is_valid()) {
    constexpr std::size_t width = sizeof(column_segment<real>) / sizeof(real);
    outputs.segments = reinterpret_cast<column_segment<real>*>(
        elements_of<real>(to.segments, view.where, size_of(to.segments), "segments"));
    outputs.capacity = static_cast<std::int64_t>(to.segments.size() / width);
  }
  with_name("values", "images", [&] {
    on.run([&](executor const& e) {
      segment_columns(e, view, options, outputs);
      return 0;
    });
  });
}

/// Numbers of segment_columns_options; the array of tolerances may be missing.
struct column_numbers {
  double tolerance;
  array const& tolerances;
  double scale, invalid_value;
  int metric;
};

segment_columns_options options_of(column_numbers const& given, memory where) {
  segment_columns_options options;
  options.tolerance(given.tolerance)
      .scale(given.scale)
      .invalid_value(given.invalid_value)
      .metric(static_cast<thrustline::metric>(given.metric));
  if (given.tolerances.is_valid()) {
    const auto count = static_cast<std::int64_t>(given.tolerances.size());
    options.tolerances(elements_of<double>(given.tolerances, where, count, "tolerance"), count);
  }
  return options;
}

void segment_any(shared_executor& on, array const& images, column_numbers const& numbers, column_arrays const& to) {
  if (images.ndim() != 3)
    throw invalid_argument("images", "must have the shape (frames, rows, columns)");
  const segment_columns_options options = options_of(numbers, memory_of(images.device_type(), "images"));
  if (has_type<float>(images.dtype()))
    segment<float>(on, images, options, to);
  else if (has_type<double>(images.dtype()))
    segment<double>(on, images, options, to);
  else if (has_type<std::uint8_t>(images.dtype()))
    segment<std::uint8_t>(on, images, options, to);
  else if (has_type<std::uint16_t>(images.dtype()))
    segment<std::uint16_t>(on, images, options, to);
  else
    refuse_type(images.dtype(), "images");
}

void disparity_of(shared_executor& on, array const& raw, double scale, double invalid_value, output_array const& to) {
  const auto options = disparity_options{}.scale(scale).invalid_value(invalid_value);
  const auto disparity = dense_output<float>(to, "out");
  const auto convert = [&](auto const& view) {
    with_name("disparity", "out",
              [&] { on.run([&](executor const& e) { return to_disparity(e, view, options, disparity), 0; }); });
  };
  if (has_type<std::uint8_t>(raw.dtype()))
    convert(dense_input<std::uint8_t>(raw, "raw"));
  else
    convert(dense_input<std::uint16_t>(raw, "raw"));
}

/// Calls step(executor, from, to) for disparity images.
template <class Step>
void between_images(shared_executor& on, array const& from, output_array const& to, Step const& step) {
  const auto source = dense_input<float>(from, "disparity");
  const auto target = dense_output<float>(to, "out");
  on.run([&](executor const& e) { return step(e, source, target), 0; });
}

void reconstruct(shared_executor& on, array const& offsets, array const& segments, output_array const& to) {
  const auto target = dense_output<float>(to, "out");
  column_segments view;
  view.where = memory_of(segments.device_type(), "segments");
  view.offsets = elements_of<std::int64_t>(offsets, view.where, target.columns * target.frames + 1, "offsets");
  view.segments = reinterpret_cast<const column_segment<float>*>(
      elements_of<float>(segments, view.where, static_cast<std::int64_t>(segments.size()), "segments"));
  view.count = static_cast<std::int64_t>(segments.size() / 4);
  with_name("disparity", "out",
            [&] { on.run([&](executor const& e) { return reconstruct_columns(e, view, target), 0; }); });
}

} // namespace

void bind_images(nb::module_& module) {
  module.def(
      "segment_columns",
      [](shared_executor& on, array const& images, double tolerance, array const& tolerances, double scale,
         double invalid_value, int metric, output_array const& offsets, output_array const& segments) {
        segment_any(on, images, {tolerance, tolerances, scale, invalid_value, metric}, {offsets, segments});
      },
      nb::arg("on"), nb::arg("images"), nb::arg("tolerance"), nb::arg("tolerances").none(), nb::arg("scale"),
      nb::arg("invalid_value"), nb::arg("metric"), nb::arg("offsets"), nb::arg("segments").none());
  module.def("to_disparity", &disparity_of);
  module.def("median_filter", [](shared_executor& on, array const& from, int window, output_array const& to) {
    between_images(on, from, to,
                   [&](executor const& e, dense_images<const float> const& source, dense_images<float> const& target) {
                     median_filter(e, source, window, target);
                   });
  });
  module.def("fill_columns", [](shared_executor& on, array const& from, output_array const& to) {
    between_images(on, from, to,
                   [](executor const& e, dense_images<const float> const& source, dense_images<float> const& target) {
                     fill_columns(e, source, target);
                   });
  });
  module.def("resample_rows", [](shared_executor& on, array const& from, output_array const& to) {
    between_images(on, from, to,
                   [](executor const& e, dense_images<const float> const& source, dense_images<float> const& target) {
                     resample_rows(e, source, target);
                   });
  });
  module.def("reconstruct_columns", &reconstruct);
}

} // namespace thrustline::python
