// SPDX-License-Identifier: MIT
#pragma once

#include "executor_state.hpp"
#include <thrustline/segment_columns.hpp>

/// The two ways a checked call may go. Arguments have passed the checks in segment_columns.cpp.
namespace thrustline::detail {

template <class Value>
struct columns_on_cpu {
  static void segment(executor_state& on, column_images<Value> const& images, segment_columns_options const& options,
                      segment_columns_outputs<column_real<Value>> const& outputs);
};

template <class Value>
struct columns_on_cuda {
  static void segment(executor_state& on, column_images<Value> const& images, segment_columns_options const& options,
                      segment_columns_outputs<column_real<Value>> const& outputs);
};

} // namespace thrustline::detail
