// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "core/executor_state.hpp"
#include <thrustline/segment_columns.hpp>

/// The two ways a checked call may go. Arguments have passed the checks in segment_columns.cpp.
namespace thrustline::detail {

/// What a call asks for: the segments in memory of the caller, or all of them in a vector.
template <class Real>
struct wanted_columns : segment_columns_outputs<Real> {
  std::vector<column_segment<Real>>* all = nullptr; ///< null, or what to use for `segments`; then with `offsets`

  /// In `all`, for so many segments.
  void make_room(std::int64_t count) {
    all->resize(static_cast<std::size_t>(count));
    this->segments = all->data();
    this->capacity = count;
  }
};

template <class Value>
struct columns_on_cpu {
  static void segment(executor_state& on, column_images<Value> const& images, segment_columns_options const& options,
                      wanted_columns<column_real<Value>> wanted);
};

template <class Value>
struct columns_on_cuda {
  static void segment(executor_state& on, column_images<Value> const& images, segment_columns_options const& options,
                      wanted_columns<column_real<Value>> wanted);
};

} // namespace thrustline::detail
