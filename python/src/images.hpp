// SPDX-License-Identifier: MIT
#pragma once

#include <thrustline/depth_image.hpp>

#include "arrays.hpp"

namespace thrustline::python {

/// Dense images of an array of shape (frames, rows, columns).
template <class Value>
dense_images<const Value> dense_input(array const& images, const char* name) {
  if (images.ndim() != 3)
    throw invalid_argument(name, "must have the shape (frames, rows, columns)");
  const auto size = [&](int k) { return static_cast<std::int64_t>(images.shape(static_cast<std::size_t>(k))); };
  const memory where = memory_of(images.device_type(), name);
  const Value* values = elements_of<Value>(images, where, static_cast<std::int64_t>(images.size()), name);
  return {values, size(2), size(1), size(0), where};
}

template <class Value>
dense_images<Value> dense_output(output_array const& images, const char* name) {
  const auto view = dense_input<Value>(array(images), name);
  return {const_cast<Value*>(view.values), view.columns, view.rows, view.frames, view.where};
}

} // namespace thrustline::python
