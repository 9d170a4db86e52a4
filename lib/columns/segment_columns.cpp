// SPDX-License-Identifier: MIT
#include <thrustline/segment_columns.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>

#include "columns/flow/column_view.hpp"
#include "columns/segment_columns_backends.hpp"
#include "core/backend_for.hpp"
#include "core/check_arrays.hpp"
#include "core/check_images.hpp"
#include "core/check_memory.hpp"
#include "simplify/check_options.hpp"
#include "simplify/fused_limits.hpp"

namespace thrustline {
namespace {

using detail::array_extent;
using detail::backend_for;
using detail::check;
using detail::check_size;
using detail::check_where;
using detail::most_written;

/// Steps of `stride` from the first of `count` elements to the last.
double reach(std::int64_t count, std::int64_t stride) {
  return count > 0 ? static_cast<double>(count - 1) * static_cast<double>(stride) : 0.;
}

template <class Value>
void check_images(executor const& on, column_images<Value> const& images) {
  for (auto const& [size, name] : {std::pair{images.columns, "columns"},
                                   {images.rows, "rows"},
                                   {images.frames, "frames"},
                                   {images.column_stride, "column_stride"},
                                   {images.row_stride, "row_stride"},
                                   {images.frame_stride, "frame_stride"}})
    check_size(size, name);
  check(images.rows <= std::numeric_limits<std::int32_t>::max(), "rows",
        [&] { return "must be < 2^31, is " + std::to_string(images.rows); });
  // Offsets exist without rows, too.
  check(detail::product_of(images.columns, images.frames, std::max<std::int64_t>(images.rows, 1)) <=
            detail::most_elements,
        "columns", [&] {
          return "there may be 2^57 pixels, there are " + std::to_string(images.columns) + " columns, " +
                 std::to_string(images.rows) + " rows, " + std::to_string(images.frames) + " frames";
        });
  check(images.values || images.series() * images.rows == 0, "values", [&] {
    return "null, but there are " + std::to_string(images.series()) + " columns of " + std::to_string(images.rows) +
           " rows";
  });
  const std::array reaches{std::pair{reach(images.columns, images.column_stride), "column_stride"},
                           std::pair{reach(images.rows, images.row_stride), "row_stride"},
                           std::pair{reach(images.frames, images.frame_stride), "frame_stride"}};
  double all = 0;
  for (auto const& [each, name] : reaches)
    all += each;
  const auto farthest =
      std::max_element(reaches.begin(), reaches.end(), [](auto const& a, auto const& b) { return a.first < b.first; });
  check(images.series() * images.rows == 0 || all <= static_cast<double>(detail::most_elements), farthest->second, [&] {
    return "the last pixel must be less than 2^57 values behind the first, the strides of columns, rows and frames "
           "are " +
           std::to_string(images.column_stride) + ", " + std::to_string(images.row_stride) + ", " +
           std::to_string(images.frame_stride);
  });
  check_where(on, images.where, "images");
}

template <class Real>
void check_options(executor const& on, std::int64_t series, std::int64_t rows, memory where,
                   segment_columns_options const& options) {
  detail::check_tolerances(series, "columns", options);
  detail::tolerances_of(options, where); // aligned
  for (std::int64_t s = 0; options.tolerances() && where == memory::host && s < series; ++s)
    check(options.tolerances()[s] >= 0, "tolerances", [&] {
      return "tolerances[" + std::to_string(s) + "] must be >= 0, is " + detail::to_text(options.tolerances()[s]);
    });
  detail::check_scale<Real>(options.scale());
  detail::check_engine_and_metric<1>(on, options);
  check(options.engine() != engine::bounded, "engine",
        "bounded cannot be asked for: automatic takes it where columns are long");
  detail::check_fits_fused(options.engine(), rows);
}

template <class Value>
void check_outputs(executor const& on, column_images<Value> const& images, segment_columns_options const& options,
                   segment_columns_outputs<column_real<Value>> const& outputs) {
  check_size(outputs.capacity, "capacity");
  check(outputs.segments || outputs.capacity == 0, "segments",
        [&] { return "null, but the capacity is " + std::to_string(outputs.capacity); });
  check(outputs.offsets || !outputs.segments, "offsets", "null, but segments are asked for");
  check_where(on, outputs.where, "outputs");
  const std::int64_t series = images.series(), pixels = series * images.rows;
  const bool dense = flow::extent(images) == pixels; // else an output may lie between the pixels
  const std::array inputs{array_extent("values", images.values, dense ? pixels : pixels > 0, images.where),
                          detail::tolerances_of(options, images.where)};
  const std::array written{
      array_extent("offsets", outputs.offsets, series + 1, outputs.where),
      array_extent("segments", outputs.segments, most_written(outputs.capacity, pixels - series), outputs.where),
      array_extent("keep_mask", outputs.keep_mask, pixels, outputs.where)};
  detail::check_apart(inputs, written);
}

} // namespace

template <class Value>
void segment_columns(executor const& on, column_images<Value> const& images, segment_columns_options const& options,
                     segment_columns_outputs<column_real<Value>> const& outputs) {
  detail::with_host_memory("segment_columns", [&] {
    check_images(on, images);
    check_options<column_real<Value>>(on, images.series(), images.rows, images.where, options);
    check_outputs(on, images, options, outputs);
    using room = detail::segment_room<column_real<Value>>;
    backend_for<detail::columns_backend<Value>>(on).segment(
        on.state(), images, options,
        {outputs.offsets, outputs.keep_mask, outputs.where,
         detail::placement<room>(room{outputs.segments, outputs.capacity})});
  });
}

template <class Value>
ragged<column_segment<column_real<Value>>> segment_columns(executor const& on, column_images<Value> const& images,
                                                           segment_columns_options const& options) {
  return detail::with_host_memory("segment_columns", [&] {
    check_images(on, images);
    check_options<column_real<Value>>(on, images.series(), images.rows, images.where, options);
    array_extent("values", images.values, flow::extent(images), images.where); // aligned
    ragged<column_segment<column_real<Value>>> found;
    found.offsets.resize(static_cast<std::size_t>(images.series() + 1));
    const auto make_room = [&](std::int64_t segments) {
      found.values.resize(static_cast<std::size_t>(segments));
      return detail::segment_room<column_real<Value>>{found.values.data(), segments};
    };
    backend_for<detail::columns_backend<Value>>(on).segment(on.state(), images, options,
                                                            {found.offsets.data(), nullptr, memory::host, {make_room}});
    return found;
  });
}

#define THRUSTLINE_INSTANTIATE(Value)                                                                                  \
  template void segment_columns(executor const&, column_images<Value> const&, segment_columns_options const&,          \
                                segment_columns_outputs<column_real<Value>> const&);                                   \
  template ragged<column_segment<column_real<Value>>> segment_columns(executor const&, column_images<Value> const&,    \
                                                                      segment_columns_options const&);

THRUSTLINE_INSTANTIATE(float)
THRUSTLINE_INSTANTIATE(double)
THRUSTLINE_INSTANTIATE(std::uint8_t)
THRUSTLINE_INSTANTIATE(std::uint16_t)

} // namespace thrustline
