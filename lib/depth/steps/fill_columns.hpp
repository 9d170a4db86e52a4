// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "depth/steps/for_each_item.hpp"
#include "depth/steps/image_size.hpp"
#include <thrustline/detail/temporary.hpp>

namespace thrustline::depth {
namespace detail {

/// The columns of a batch in pieces of `length` rows. Piece k of column c in frame f is item (f * pieces + k) * columns
/// + c, so that neighbouring items lie in one row.
struct column_pieces {
  image_size size;
  std::int64_t length, pieces;

  /// Makes about as many pieces as a piece has rows, so that walks over both are short.
  explicit column_pieces(image_size const& size)
      : size(size), length(std::max<std::int64_t>(32, std::llround(std::sqrt(static_cast<double>(size.rows))))),
        pieces((size.rows + length - 1) / length) {}

  std::int64_t items() const { return size.frames * pieces * size.columns; }
};

struct piece {
  std::int64_t number;     ///< within its column
  std::int64_t begin, end; ///< first pixel and end; rows are size.columns pixels apart

  THRUSTLINE_HD piece(column_pieces const& of, std::int64_t item) {
    const divided by_columns = divide(item, of.size.columns), by_pieces = divide(by_columns.quotient, of.pieces);
    number = by_pieces.remainder;
    const std::int64_t row = number * of.length, left = of.size.rows - row;
    begin = (by_pieces.quotient * of.size.rows + row) * of.size.columns + by_columns.remainder;
    end = begin + (left < of.length ? left : of.length) * of.size.columns;
  }
};

/// Finds the first and the last value of each piece; NaN if it has none.
struct find_piece_ends {
  column_pieces pieces;
  const float* from;
  float *first, *last;
  THRUSTLINE_HD void operator()(std::int64_t item) const {
    const piece p(pieces, item);
    float top = absent, bottom = absent;
    for (std::int64_t i = p.begin; i < p.end; i += pieces.size.columns) {
      const float value = from[i];
      top = is_absent(top) ? value : top;
      bottom = is_absent(value) ? bottom : value;
    }
    first[item] = top;
    last[item] = bottom;
  }
};

struct fill_piece {
  column_pieces pieces;
  const float *from, *first, *last;
  float* filled;

  THRUSTLINE_HD void operator()(std::int64_t item) const {
    const piece p(pieces, item);
    const std::int64_t step = pieces.size.columns;
    float above = absent;
    bool above_known = false;
    for (std::int64_t i = p.begin; i < p.end;) {
      float below = from[i];
      std::int64_t end = i; // end of the hole
      while (is_absent(below) && (end += step) < p.end)
        below = from[end];
      const float next = below;
      if (end > i) {
        if (!above_known)
          above = last_above(item, p.number);
        if (end >= p.end)
          below = first_below(item, p.number);
        const float background = is_absent(above) || below < above ? below : above;
        for (; i < end; i += step)
          filled[i] = is_absent(background) ? absent : background;
      }
      if (end < p.end)
        filled[end] = next;
      above = next;
      above_known = true;
      i = end + step;
    }
  }

private:
  THRUSTLINE_HD float last_above(std::int64_t item, std::int64_t number) const {
    float value = absent;
    while (is_absent(value) && number-- > 0)
      value = last[item -= pieces.size.columns];
    return value;
  }

  THRUSTLINE_HD float first_below(std::int64_t item, std::int64_t number) const {
    float value = absent;
    while (is_absent(value) && ++number < pieces.pieces)
      value = first[item += pieces.size.columns];
    return value;
  }
};

} // namespace detail

/// Fills the holes of each column: absent pixels between two values take the smaller one, which is that of the
/// background behind an occlusion (as KITTI's development kit does along rows); those at an end take the nearest value.
/// A column without values stays absent.
///
/// `from` and `filled` have size.pixels() values and are the same array or do not overlap. Does not synchronise.
/// Allocates about two values for each 32 pixels by the policy's allocator. Work: at most about four steps for each
/// pixel.
template <class Policy>
void fill_columns(Policy const& policy, const float* from, image_size const& size, float* filled) {
  const detail::column_pieces pieces(size);
  thrustline::detail::temporary<float, Policy> first(policy, pieces.items()), last(policy, pieces.items());
  detail::for_each_item(policy, pieces.items(), detail::find_piece_ends{pieces, from, first.data(), last.data()});
  detail::for_each_item(policy, pieces.items(), detail::fill_piece{pieces, from, first.data(), last.data(), filled});
}

} // namespace thrustline::depth
