// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>

#include "core/check_arrays.hpp"
#include "core/check_images.hpp"
#include <thrustline/depth_image.hpp>

/// Checks of images that do not read their pixels.
namespace thrustline::detail {

template <class Value>
std::string sizes_of(dense_images<Value> const& images) {
  return std::to_string(images.columns) + " columns, " + std::to_string(images.rows) + " rows, " +
         std::to_string(images.frames) + " frames";
}

/// name: name of the argument.
template <class Value>
void check_images(executor const& on, dense_images<Value> const& images, std::string const& name) {
  check_size(images.columns, name + ".columns");
  check_size(images.rows, name + ".rows");
  check_size(images.frames, name + ".frames");
  check(images.rows <= std::numeric_limits<std::int32_t>::max(), name + ".rows",
        [&] { return "must be < 2^31, is " + std::to_string(images.rows); });
  // This limit keeps numbers of pixels and of their bytes from overflowing. Columns have offsets even without rows.
  const auto at_least_one = [](std::int64_t size) { return std::max<std::int64_t>(size, 1); };
  check(product_of(at_least_one(images.columns), at_least_one(images.rows), at_least_one(images.frames)) <=
            most_elements,
        name, [&] { return "has too many pixels: " + sizes_of(images); });
  check_present(images.values, images.pixels(), name + ".values", "pixels");
  check_where(on, images.where, name);
}

/// The pixels; throws unless they are aligned.
template <class Value>
array_extent pixels_of(dense_images<Value> const& images, const char* name) {
  return {name, images.values, images.pixels(), images.where};
}

} // namespace thrustline::detail
