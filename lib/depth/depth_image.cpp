// SPDX-License-Identifier: MIT
#include <thrustline/depth_image.hpp>

#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>

#include "core/backend_for.hpp"
#include "depth/check_images.hpp"
#include "depth/depth_image_backends.hpp"

namespace thrustline {
namespace {

using detail::backend_for;
using detail::check;
using detail::check_images;
using detail::check_size;
using detail::check_where;
using detail::depth_backend;
using detail::sizes_of;

/// Throws unless `to` has the sizes of `from`.
template <class From>
void check_same_sizes(From const& from, dense_images<float> const& to, std::string const& name) {
  check(to.columns == from.columns && to.rows == from.rows && to.frames == from.frames, name,
        "must have " + sizes_of(from) + ", has " + sizes_of(to));
}

bool overlap(dense_images<const float> const& a, dense_images<const float> const& b) {
  const std::less<const float*> before;
  return a.where == b.where && before(a.values, b.values + b.pixels()) && before(b.values, a.values + a.pixels());
}

void check_apart(dense_images<const float> const& from, dense_images<const float> const& to, std::string const& name) {
  check(!overlap(from, to), name, "overlaps the image that it is made from");
}

template <class Raw>
void disparity_from(executor const& on, dense_images<const Raw> const& raw, disparity_options const& options,
                    dense_images<float> const& disparity) {
  check_images(on, raw, "raw");
  check_images(on, disparity, "disparity");
  check_same_sizes(raw, disparity, "disparity");
  check(std::isfinite(options.scale()) && options.scale() != 0, "scale",
        "must be finite and not 0, is " + detail::to_text(options.scale()));
  const double invalid = options.invalid_value();
  constexpr double largest = std::numeric_limits<Raw>::max();
  check(std::isnan(invalid) || (invalid >= 0 && invalid <= largest && std::floor(invalid) == invalid), "invalid_value",
        "must be a whole number from 0 to " + detail::to_text(largest) + ", or NaN, is " + detail::to_text(invalid));
  const detail::raw_images<Raw> images{raw, static_cast<float>(options.scale()),
                                       std::isnan(invalid) ? -1 : static_cast<std::int32_t>(invalid)};
  backend_for<depth_backend>(on).to_disparity(on.state(), images, disparity);
}

} // namespace

void to_disparity(executor const& on, dense_images<const std::uint8_t> const& raw, disparity_options const& options,
                  dense_images<float> const& disparity) {
  disparity_from(on, raw, options, disparity);
}

void to_disparity(executor const& on, dense_images<const std::uint16_t> const& raw, disparity_options const& options,
                  dense_images<float> const& disparity) {
  disparity_from(on, raw, options, disparity);
}

void median_filter(executor const& on, dense_images<const float> const& disparity, int window,
                   dense_images<float> const& filtered) {
  check_images(on, disparity, "disparity");
  check_images(on, filtered, "filtered");
  check_same_sizes(disparity, filtered, "filtered");
  check_apart(disparity, filtered, "filtered");
  check(window == 3 || window == 5, "window", "must be 3 or 5, is " + std::to_string(window));
  backend_for<depth_backend>(on).median_filter(on.state(), disparity, window, filtered);
}

void fill_columns(executor const& on, dense_images<const float> const& disparity, dense_images<float> const& filled) {
  check_images(on, disparity, "disparity");
  check_images(on, filled, "filled");
  check_same_sizes(disparity, filled, "filled");
  if (disparity.values != filled.values)
    check_apart(disparity, filled, "filled");
  backend_for<depth_backend>(on).fill_columns(on.state(), disparity, filled);
}

void resample_rows(executor const& on, dense_images<const float> const& disparity,
                   dense_images<float> const& resampled) {
  check_images(on, disparity, "disparity");
  check_images(on, resampled, "resampled");
  dense_images<const float> wanted = disparity;
  wanted.rows = resampled.rows;
  check_same_sizes(wanted, resampled, "resampled");
  check_apart(disparity, resampled, "resampled");
  check(disparity.rows > 0 || resampled.pixels() == 0, "disparity.rows",
        "0, but " + std::to_string(resampled.rows) + " rows are asked for");
  backend_for<depth_backend>(on).resample_rows(on.state(), disparity, resampled);
}

void reconstruct_columns(executor const& on, column_segments const& segments, dense_images<float> const& disparity) {
  check_images(on, disparity, "disparity");
  check_size(segments.count, "segments.count");
  check_where(on, segments.where, "segments");
  const std::int64_t series = disparity.columns * disparity.frames;
  check(segments.offsets || series == 0, "segments.offsets",
        "null, but there are " + std::to_string(series) + " columns");
  check(segments.segments || segments.count == 0, "segments.segments",
        "null, but there are " + std::to_string(segments.count) + " segments");
  for (std::int64_t s = 0; segments.where == memory::host && s <= series && series > 0; ++s) {
    const std::int64_t least = s > 0 ? segments.offsets[s - 1] : 0, offset = segments.offsets[s];
    check(offset >= least && offset <= segments.count, "segments.offsets",
          "offsets[" + std::to_string(s) + "] is " + std::to_string(offset) + ", must be " + std::to_string(least) +
              " to " + std::to_string(segments.count));
  }
  backend_for<depth_backend>(on).reconstruct_columns(on.state(), segments, disparity);
}

} // namespace thrustline
