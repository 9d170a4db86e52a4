// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <limits>

#include "depth/steps/for_each_item.hpp"
#include "depth/steps/image_size.hpp"
#include "depth/steps/sort_lanes.hpp"
#include <thrustline/geometry/rounding.hpp>

namespace thrustline::depth {
namespace detail {

inline constexpr float infinite = std::numeric_limits<float>::infinity();

/// Makes each window's number of values odd and constant: absent values become -inf and +inf by turns, so that the
/// median of all is the lower median of the present ones.
template <int Lanes>
class absent_as_extremes {
public:
  THRUSTLINE_HD absent_as_extremes() {
    for (int l = 0; l < Lanes; ++l)
      substitute_.of[l] = -infinite;
  }

  THRUSTLINE_HD lanes<Lanes> operator()(lanes<Lanes> values) {
    for (int l = 0; l < Lanes; ++l) {
      const float given = values.of[l], instead = substitute_.of[l];
      values.of[l] = is_absent(given) ? instead : rounding::add(given, 0.f); // -0 becomes 0
      substitute_.of[l] = is_absent(given) ? -instead : instead;
    }
    return values;
  }

private:
  lanes<Lanes> substitute_;
};

/// A batch of images that is absent beyond its borders.
template <int Lanes>
struct bordered_images {
  const float* values;
  image_size size;

  /// Pixels column, column + 1, ... of a row. `frame_row`: the number of the frame's first row in the batch.
  THRUSTLINE_HD lanes<Lanes> load(std::int64_t frame_row, std::int64_t row, std::int64_t column) const {
    lanes<Lanes> loaded;
    const float* const line = values + (frame_row + row) * size.columns + column;
    const bool inside = row >= 0 && row < size.rows;
    if (inside && column >= 0 && column + Lanes <= size.columns) {
      for (int l = 0; l < Lanes; ++l)
        loaded.of[l] = line[l];
    } else {
      for (int l = 0; l < Lanes; ++l)
        loaded.of[l] = inside && column + l >= 0 && column + l < size.columns ? line[l] : absent;
    }
    return loaded;
  }
};

/// Returns the next value of each lane's window: row by row from the top, each from the left.
template <int Window, int Lanes>
struct window_walk {
  bordered_images<Lanes> const& images;
  std::int64_t frame_row, row, column;
  absent_as_extremes<Lanes> substitute;
  int step = 0;

  THRUSTLINE_HD lanes<Lanes> operator()() {
    const lanes<Lanes> values = images.load(frame_row, row + step / Window, column + step % Window);
    ++step;
    return substitute(values);
  }
};

/// Filters `Lanes` pixels of a row and those below them: two windows, one above the other, share all rows except two.
///
/// A value is dropped as soon as enough others are below it, or above it, to rule it out as the median. All but
/// Window + 1 of the shared values are dropped first; then each window's own row leaves only its median.
template <int Window, int Lanes>
struct median_of_windows {
  static constexpr int half = Window / 2;
  static constexpr int shared = Window * (Window - 1);
  static constexpr int first = Window * Window / 2 + 2; ///< values that are needed to drop the first two

  bordered_images<Lanes> images;
  std::int64_t tiles_across, pairs_down;
  float* filtered;

  THRUSTLINE_HD void operator()(std::int64_t item) const {
    const divided across = divide(item, tiles_across), down = divide(across.quotient, pairs_down);
    const std::int64_t frame_row = down.quotient * images.size.rows;
    const std::int64_t row = 2 * down.remainder, column = Lanes * across.remainder;

    window_walk<Window, Lanes> walk{images, frame_row, row + 1 - half, column - half, {}};
    lanes<Lanes> values[first];
    for (int i = 0; i < first; ++i)
      values[i] = walk();
    drop_extremes<first, shared - first>(values, walk);

    finish(values, walk.substitute, frame_row, row, row - half, column);
    if (row + 1 < images.size.rows)
      finish(values, walk.substitute, frame_row, row + 1, row + 1 + half, column);
  }

private:
  /// Takes in the window's own row and writes its median.
  THRUSTLINE_HD void finish(const lanes<Lanes>* shared_values, absent_as_extremes<Lanes> const& substitute,
                            std::int64_t frame_row, std::int64_t row, std::int64_t own_row, std::int64_t column) const {
    window_walk<Window, Lanes> walk{images, frame_row, own_row, column - half, substitute};
    lanes<Lanes> values[Window + 2];
    for (int i = 1; i < Window + 2; ++i)
      values[i] = shared_values[i];
    values[0] = walk();
    drop_extremes<Window + 2, Window - 1>(values, walk);

    const lanes<Lanes> centre = images.load(frame_row, row, column);
    float* const to = filtered + (frame_row + row) * images.size.columns + column;
    for (int l = 0; l < Lanes && column + l < images.size.columns; ++l)
      to[l] = is_absent(centre.of[l]) ? absent : values[1].of[l];
  }
};

} // namespace detail

/// The median of the present pixels of each Window x Window window, cut at the image's borders; of an even number the
/// lower of the middle two. Absent pixels stay absent. A median of -0 is written as 0.
///
/// Window: 3 or 5. `from` and `filtered` have size.pixels() values and do not overlap. Does not synchronise, allocates
/// nothing. Work: about 17 (Window 3) or 81 (Window 5) comparisons a pixel.
template <int Window, class Policy>
void median_filter(Policy const& policy, const float* from, image_size const& size, float* filtered) {
  static_assert(Window == 3 || Window == 5);
  constexpr int lanes_at_once = thrustline::detail::is_cuda<Policy> ? 1 : 8;
  const std::int64_t across = (size.columns + lanes_at_once - 1) / lanes_at_once, down = (size.rows + 1) / 2;
  detail::for_each_item(policy, across * down * size.frames,
                        detail::median_of_windows<Window, lanes_at_once>{{from, size}, across, down, filtered});
}

} // namespace thrustline::depth
