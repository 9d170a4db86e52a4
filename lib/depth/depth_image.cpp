// SPDX-License-Identifier: MIT
#include <thrustline/depth_image.hpp>

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>

#include "core/backend_for.hpp"
#include "core/check_images.hpp"
#include "core/check_memory.hpp"
#include "depth/check_images.hpp"
#include "depth/depth_image_backends.hpp"

namespace thrustline {
namespace {

using detail::array_extent;
using detail::backend_for;
using detail::check;
using detail::check_images;
using detail::check_where;
using detail::depth_backend;
using detail::pixels_of;
using detail::sizes_of;
using detail::with_host_memory;

/// Throws unless `to` has the sizes of `from`.
template <class From>
void check_same_sizes(From const& from, dense_images<float> const& to, std::string const& name) {
  check(to.columns == from.columns && to.rows == from.rows && to.frames == from.frames, name,
        "must have " + sizes_of(from) + ", has " + sizes_of(to));
}

/// Throws unless the output is aligned and apart from the input, which is aligned.
void check_apart(array_extent const& input, array_extent const& output) {
  detail::check_apart(std::array{input}, std::array{output});
}

template <class Raw>
void disparity_from(executor const& on, dense_images<const Raw> const& raw, disparity_options const& options,
                    dense_images<float> const& disparity) {
  with_host_memory("to_disparity", [&] {
    check_images(on, raw, "raw");
    check_images(on, disparity, "disparity");
    check_same_sizes(raw, disparity, "disparity");
    check_apart(pixels_of(raw, "raw"), pixels_of(disparity, "disparity"));
    detail::check_scale<float>(options.scale());
    const double invalid = options.invalid_value();
    constexpr double largest = std::numeric_limits<Raw>::max();
    check(std::isnan(invalid) || (invalid >= 0 && invalid <= largest && std::floor(invalid) == invalid),
          "invalid_value",
          "must be a whole number from 0 to " + detail::to_text(largest) + ", or NaN, is " + detail::to_text(invalid));
    const detail::raw_images<Raw> images{raw, static_cast<float>(options.scale()),
                                         std::isnan(invalid) ? -1 : static_cast<std::int32_t>(invalid)};
    backend_for<depth_backend>(on).to_disparity(on.state(), images, disparity);
  });
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
  with_host_memory("median_filter", [&] {
    check_images(on, disparity, "disparity");
    check_images(on, filtered, "filtered");
    check_same_sizes(disparity, filtered, "filtered");
    check_apart(pixels_of(disparity, "disparity"), pixels_of(filtered, "filtered"));
    check(window == 3 || window == 5, "window", "must be 3 or 5, is " + std::to_string(window));
    backend_for<depth_backend>(on).median_filter(on.state(), disparity, window, filtered);
  });
}

void fill_columns(executor const& on, dense_images<const float> const& disparity, dense_images<float> const& filled) {
  with_host_memory("fill_columns", [&] {
    check_images(on, disparity, "disparity");
    check_images(on, filled, "filled");
    check_same_sizes(disparity, filled, "filled");
    const array_extent from = pixels_of(disparity, "disparity"), to = pixels_of(filled, "filled");
    if (from.begin != to.begin)
      check_apart(from, to);
    backend_for<depth_backend>(on).fill_columns(on.state(), disparity, filled);
  });
}

void resample_rows(executor const& on, dense_images<const float> const& disparity,
                   dense_images<float> const& resampled) {
  with_host_memory("resample_rows", [&] {
    check_images(on, disparity, "disparity");
    check_images(on, resampled, "resampled");
    dense_images<const float> wanted = disparity;
    wanted.rows = resampled.rows;
    check_same_sizes(wanted, resampled, "resampled");
    check_apart(pixels_of(disparity, "disparity"), pixels_of(resampled, "resampled"));
    check(disparity.rows > 0 || resampled.pixels() == 0, "disparity.rows",
          "0, but " + std::to_string(resampled.rows) + " rows are asked for");
    backend_for<depth_backend>(on).resample_rows(on.state(), disparity, resampled);
  });
}

void reconstruct_columns(executor const& on, column_segments const& segments, dense_images<float> const& disparity) {
  with_host_memory("reconstruct_columns", [&] {
    check_images(on, disparity, "disparity");
    detail::check_count(segments.count, "segments.count");
    check_where(on, segments.where, "segments");
    const std::int64_t series = disparity.columns * disparity.frames;
    detail::check_present(segments.offsets, series, "segments.offsets", "columns");
    detail::check_present(segments.segments, segments.count, "segments.segments", "segments");
    detail::check_apart(
        std::array{array_extent("segments.offsets", segments.offsets, series > 0 ? series + 1 : 0, segments.where),
                   array_extent("segments.segments", segments.segments, segments.count, segments.where)},
        std::array{pixels_of(disparity, "disparity")});
    for (std::int64_t s = 0; segments.where == memory::host && s <= series && series > 0; ++s) {
      const std::int64_t least = s > 0 ? segments.offsets[s - 1] : 0, offset = segments.offsets[s];
      check(offset >= least && offset <= segments.count, "segments.offsets", [&] {
        return "offsets[" + std::to_string(s) + "] is " + std::to_string(offset) + ", must be " +
               std::to_string(least) + " to " + std::to_string(segments.count);
      });
    }
    backend_for<depth_backend>(on).reconstruct_columns(on.state(), segments, disparity);
  });
}

} // namespace thrustline
