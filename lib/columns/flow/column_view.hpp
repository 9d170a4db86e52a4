// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "simplify/flow/prepared.hpp"
#include <thrustline/segment_columns.hpp>

/// The columns of a batch of images as series.
namespace thrustline::flow {

/// The bits of 2^23; those of 2^23 + value are these and the value's.
inline constexpr unsigned shift_bits = 0x4b000000u;

/// Reads pixel `row` of series `s` = frame * columns + column: its value times the scale, or NaN if it does not count.
template <class Value>
struct column_view {
  using real = column_real<Value>;
  using wide_type = std::conditional_t<std::is_floating_point_v<Value>, Value, std::int32_t>;
  static constexpr real largest = std::numeric_limits<real>::max() / 4;
  /// A NaN whose bits are, as integers, less than those of any value >= +0 if signed, and greater if unsigned.
  static constexpr real absent = -flow::absent_value<real>;

  const Value* values;
  std::int64_t columns, column_stride, row_stride, frame_stride;
  std::int64_t series;
  std::int64_t rows;
  real scale;
  wide_type invalid_value; ///< the value of absent pixels; one that no pixel has if there is none
  /// Integers whose scaled values are all different, not negative and not large, or floating-point values that are
  /// taken as they are.
  bool simple;
  real scaled_invalid_value; ///< value of an absent pixel in a simple view; NaN if there is none
  /// For instructions that take one constant: the compiler does not see this one.
  std::uint32_t shift = shift_bits;

  THRUSTLINE_HD const Value* column(std::int64_t s) const {
    if (s < columns)
      return values + s * column_stride;
    const std::int64_t frame = series <= 0xffffffff // 32-bit division is much cheaper
                                   ? static_cast<std::uint32_t>(s) / static_cast<std::uint32_t>(columns)
                                   : s / columns;
    return column(frame, s - frame * columns);
  }

  THRUSTLINE_HD const Value* column(std::int64_t frame, std::int64_t c) const {
    return values + frame * frame_stride + c * column_stride;
  }

  THRUSTLINE_HD real decode(Value value) const {
    const real scaled = rounding::mul(static_cast<real>(value), scale);
    const bool counts =
        (static_cast<wide_type>(value) != invalid_value) & (rounding::abs(scaled) <= largest); // no branch
    return counts ? scaled : absent;
  }

  /// Decodes a pixel of a `simple` view in fewer instructions; absent pixels are not recognised. The fused operation
  /// rounds value * scale exactly once.
#if defined(__CUDACC__)
  __device__ real read_simple(Value value) const {
    if constexpr (std::is_floating_point_v<Value>)
      return value;
    else
      return read_shifted(shift_bits | value); // a conversion takes longer
  }

  /// Decodes a pixel from the bits of 2^23 + value.
  __device__ real read_shifted(unsigned shifted) const {
    return __fmaf_rn(__uint_as_float(shifted), scale, -0x1p23f * scale);
  }
#endif

  /// Whether a value from read_simple() is that of a present pixel.
  THRUSTLINE_HD bool counts(real simple) const {
    return (simple != scaled_invalid_value) & (rounding::abs(simple) <= largest); // no branch
  }

  THRUSTLINE_HD real operator()(std::int64_t s, std::int64_t row) const { return decode(column(s)[row * row_stride]); }
};

template <class Value>
column_view<Value> view_columns(column_images<Value> const& images, segment_columns_options const& options) {
  column_view<Value> view{};
  view.values = images.values;
  view.columns = images.columns;
  view.column_stride = images.column_stride;
  view.row_stride = images.row_stride;
  view.frame_stride = images.frame_stride;
  view.series = images.series();
  view.rows = images.rows;
  view.scale = static_cast<column_real<Value>>(options.scale());
  using wide_type = typename column_view<Value>::wide_type;
  view.invalid_value = std::is_floating_point_v<Value> ? std::numeric_limits<wide_type>::quiet_NaN() : wide_type(-1);
  const double wanted = options.invalid_value();
  if (wanted >= static_cast<double>(std::numeric_limits<Value>::lowest()) &&
      wanted <= static_cast<double>(std::numeric_limits<Value>::max()) &&
      static_cast<double>(static_cast<Value>(wanted)) == wanted)
    view.invalid_value = static_cast<wide_type>(wanted);
  if constexpr (std::is_floating_point_v<Value>)
    view.simple = view.scale == 1 && view.invalid_value != view.invalid_value;
  else
    view.simple =
        view.scale >= std::numeric_limits<float>::min() && 0x1p23f * view.scale <= column_view<Value>::largest;
  view.scaled_invalid_value = view.simple && view.invalid_value >= 0
                                  ? rounding::mul(static_cast<column_real<Value>>(view.invalid_value), view.scale)
                                  : std::numeric_limits<column_real<Value>>::quiet_NaN();
  return view;
}

/// The values of a batch that a view can reach.
template <class Value>
std::int64_t extent(column_images<Value> const& images) {
  if (images.columns == 0 || images.rows == 0 || images.frames == 0)
    return 0;
  return (images.frames - 1) * images.frame_stride + (images.columns - 1) * images.column_stride +
         (images.rows - 1) * images.row_stride + 1;
}

/// The tolerance of a series.
template <class Real>
struct tolerance_of_series {
  Real same;
  const double* by_series; ///< null: the same for all
  THRUSTLINE_HD Real operator()(std::int64_t s) const { return by_series ? static_cast<Real>(by_series[s]) : same; }
};

/// The kept points of a series as bits: bit i % 32 of word i / 32. A series has words_per_series() words.
inline std::int64_t words_per_series(std::int64_t rows) { return (rows + 31) / 32; }

} // namespace thrustline::flow
