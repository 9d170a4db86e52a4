// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <limits>
#include <string>

#include "core/check.hpp"
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
        "must be < 2^31, is " + std::to_string(images.rows));
  constexpr double most = 0x1p62; // so that no number of pixels or of their values overflows
  check(static_cast<double>(images.columns) * static_cast<double>(images.rows) * static_cast<double>(images.frames) <=
            most,
        name, "has too many pixels: " + sizes_of(images));
  check(images.values || images.pixels() == 0, name + ".values",
        "null, but there are " + std::to_string(images.pixels()) + " pixels");
  check_where(on, images.where, name);
}

} // namespace thrustline::detail
