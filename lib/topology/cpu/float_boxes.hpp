// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <cstring>
#include <limits>

#include "topology/cpu/plane.hpp"
#include "topology/cpu/truth_bits.hpp"

/// Points and boxes in float, eight of which are compared with a box at once: for searches whose results are looked at
/// again in double.
namespace thrustline::cpu {

using float_point = point<float, 2>;
using float_box = box<float, 2>;

/// Coordinates in float, from an origin on. Both roundings are monotone, so a point in a box, or two boxes that meet,
/// do so after them as well. A few more do then; many, where the extent of all is beyond the range of float.
class float_frame {
public:
  /// origin: near the points, for the sake of short searches.
  explicit float_frame(plane_point const& origin) : origin_(origin) {}

  float_point operator()(plane_point const& p) const { return {{rounded(p, 0), rounded(p, 1)}}; }
  float_box operator()(plane_box const& b) const { return {(*this)(b.low), (*this)(b.high)}; }

private:
  float rounded(plane_point const& p, int k) const { return static_cast<float>(p[k] - origin_[k]); }

  plane_point origin_;
};

/// A vector of GCC's and Clang's kind: compilers split it where the processor's are shorter.
typedef float eight_floats __attribute__((vector_size(32)));
using eight_truths = decltype(eight_floats{} < eight_floats{});

/// Calls f(k) for each place k of the eight that is true.
template <class F>
void for_each_true(eight_truths const& t, F const& f) {
  for (unsigned left = bits_of(t); left != 0; left &= left - 1)
    f(__builtin_ctz(left));
}

/// NaN is in no box, where infinity may be in one: coordinates beyond the range of float become infinite.
inline constexpr float nowhere = std::numeric_limits<float>::quiet_NaN();
inline float_box no_box() { return {{{nowhere, nowhere}}, {{nowhere, nowhere}}}; }

/// Eight points: x of all, then y of all.
struct alignas(32) eight_points {
  float x[2][8];

  void set(int k, float_point const& p) {
    x[0][k] = p[0];
    x[1][k] = p[1];
  }
};

/// Eight boxes: the first is a box, any other may be no_box().
struct alignas(32) eight_boxes {
  float low[2][8], high[2][8];

  void set(int k, float_box const& b) {
    for (int i = 0; i < 2; ++i) {
      low[i][k] = b.low[i];
      high[i][k] = b.high[i];
    }
  }

  float_box box(std::int64_t k) const { return {{{low[0][k], low[1][k]}}, {{high[0][k], high[1][k]}}}; }

  /// The box around those that are not no_box().
  float_box around() const {
    float_box all = box(0);
    for (std::int64_t k = 1; k < 8; ++k)
      enclose(all, box(k));
    return all;
  }
};

/// Box that eights are compared with.
class box_limits {
public:
  explicit box_limits(float_box const& b) {
    for (int k = 0; k < 2; ++k) {
      low_[k] = eight_floats{} + b.low[k];
      high_[k] = eight_floats{} + b.high[k];
    }
  }

  /// Which boxes have a point in common with the box.
  eight_truths meet(eight_boxes const& boxes) const { return meet(boxes.low, boxes.high); }

  /// Which points are in the box.
  eight_truths hold(eight_points const& points) const { return meet(points.x, points.x); }

private:
  eight_truths meet(const float (&low)[2][8], const float (&high)[2][8]) const {
    return (load(low[0]) <= high_[0]) & (load(low[1]) <= high_[1]) & (load(high[0]) >= low_[0]) &
           (load(high[1]) >= low_[1]);
  }

  static eight_floats load(const float* from) {
    eight_floats v;
    std::memcpy(&v, from, sizeof v);
    return v;
  }

  eight_floats low_[2], high_[2];
};

} // namespace thrustline::cpu
