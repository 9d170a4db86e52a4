// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "core/executor_state.hpp"
#include "core/placement.hpp"
#include <thrustline/segment_columns.hpp>

/// CPU and CUDA implementations of segment_columns(). Arguments have passed the checks in segment_columns.cpp.
namespace thrustline::detail {

/// Room for segments; those that do not fit are left out.
template <class Real>
struct segment_room {
  column_segment<Real>* segments = nullptr; ///< null: not wanted
  std::int64_t capacity = 0;
};

/// The results that a call asks for.
template <class Real>
struct wanted_columns {
  std::int64_t* offsets;   ///< null: not wanted, nor are segments
  std::uint8_t* keep_mask; ///< null: not wanted
  memory where;
  placement<segment_room<Real>> segments; ///< called with the number of segments, unless the room is given
};

template <class Value>
class columns_backend {
public:
  virtual void segment(executor_state& on, column_images<Value> const& images, segment_columns_options const& options,
                       wanted_columns<column_real<Value>> const& wanted) const = 0;

  static columns_backend const& on_cpu();
  static columns_backend const& on_cuda();

protected:
  ~columns_backend() = default;
};

} // namespace thrustline::detail
