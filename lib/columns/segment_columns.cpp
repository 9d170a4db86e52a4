// SPDX-License-Identifier: MIT
#include <thrustline/segment_columns.hpp>

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>

#include "columns/segment_columns_backends.hpp"
#include "core/backend_for.hpp"
#include "core/check.hpp"
#include "simplify/check_options.hpp"
#include "simplify/fused_limits.hpp"

namespace thrustline {
namespace {

using detail::backend_for;
using detail::check;
using detail::check_size;
using detail::check_where;

template <class Value>
void check_images(executor const& on, column_images<Value> const& images) {
  check_size(images.columns, "columns");
  check_size(images.rows, "rows");
  check_size(images.frames, "frames");
  check_size(images.column_stride, "column_stride");
  check_size(images.row_stride, "row_stride");
  check_size(images.frame_stride, "frame_stride");
  check(images.rows <= std::numeric_limits<std::int32_t>::max(), "rows",
        "must be < 2^31, is " + std::to_string(images.rows));
  check(images.values || images.series() * images.rows == 0, "values",
        "null, but there are " + std::to_string(images.series()) + " columns of " + std::to_string(images.rows) +
            " rows");
  check_where(on, images.where, "images");
}

void check_options(executor const& on, std::int64_t series, std::int64_t rows, memory where,
                   segment_columns_options const& options) {
  detail::check_tolerances(series, "columns", options);
  for (std::int64_t s = 0; options.tolerances() && where == memory::host && s < series; ++s)
    check(options.tolerances()[s] >= 0, "tolerances",
          "tolerances[" + std::to_string(s) + "] must be >= 0, is " + detail::to_text(options.tolerances()[s]));
  check(std::isfinite(options.scale()) && options.scale() != 0, "scale",
        "must be finite and not 0, is " + detail::to_text(options.scale()));
  detail::check_engine_and_metric(on, options);
  check(options.engine() != engine::bounded, "engine",
        "bounded cannot be asked for: automatic takes it where columns are long");
  check_engine(options.engine(), rows);
}

template <class Real>
void check_outputs(executor const& on, segment_columns_outputs<Real> const& outputs) {
  check_size(outputs.capacity, "capacity");
  check(outputs.segments || outputs.capacity == 0, "segments",
        "null, but the capacity is " + std::to_string(outputs.capacity));
  check(outputs.offsets || !outputs.segments, "offsets", "null, but segments are asked for");
  check_where(on, outputs.where, "outputs");
}

} // namespace

template <class Value>
void segment_columns(executor const& on, column_images<Value> const& images, segment_columns_options const& options,
                     segment_columns_outputs<column_real<Value>> const& outputs) {
  check_images(on, images);
  check_options(on, images.series(), images.rows, images.where, options);
  check_outputs(on, outputs);
  using room = detail::segment_room<column_real<Value>>;
  backend_for<detail::columns_backend<Value>>(on).segment(
      on.state(), images, options,
      {outputs.offsets, outputs.keep_mask, outputs.where,
       detail::placement<room>(room{outputs.segments, outputs.capacity})});
}

template <class Value>
ragged<column_segment<column_real<Value>>> segment_columns(executor const& on, column_images<Value> const& images,
                                                           segment_columns_options const& options) {
  check_images(on, images);
  check_options(on, images.series(), images.rows, images.where, options);
  ragged<column_segment<column_real<Value>>> found;
  found.offsets.resize(static_cast<std::size_t>(images.series() + 1));
  const auto make_room = [&](std::int64_t segments) {
    found.values.resize(static_cast<std::size_t>(segments));
    return detail::segment_room<column_real<Value>>{found.values.data(), segments};
  };
  backend_for<detail::columns_backend<Value>>(on).segment(on.state(), images, options,
                                                          {found.offsets.data(), nullptr, memory::host, {make_room}});
  return found;
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
