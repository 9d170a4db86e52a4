// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "core/cpu/wide_numbers.hpp"
#include "core/cpu/wide_vectors.hpp"
#include "simplify/flow/converted_points.hpp"

/// Conversion of degrees to earth-centred coordinates, several at once. The bits are those of to_ecef().
namespace thrustline::cpu {

/// Converts degrees in blocks. Neighbours on a line are near each other, so the degrees of a block mostly lie near one
/// known direction, which is then looked up once. A block takes two passes, short enough for the processor to overlap
/// several steps of each.
template <class Real, int D>
class ecef_converter {
public:
  ecef_converter(const point<Real, D>* degrees, flow::degrees_validity<Real, D> const& valid, flow::ecef_point* ecef)
      : degrees_(degrees), valid_(valid), ecef_(ecef) {}

  /// Converts the degrees [begin, end); an invalid one to a point that no validity accepts.
  void operator()(std::int64_t begin, std::int64_t end) const {
    in_wide_vectors([&] {
      for (std::int64_t i = begin; i < end; i += block_size)
        convert_block(degrees_ + i, static_cast<int>(std::min<std::int64_t>(block_size, end - i)), ecef_ + i);
    });
  }

private:
  using wide = rounding::wide<double>;
  static constexpr int block_size = 64;

  struct alignas(32) column {
    double at[block_size];
    wide load(int i) const { return wide::load(at + i); }
  };

  struct block {
    column longitudes, latitudes, from_axis, z;
  };

  /// The direction of all angles of a column.
  class one_direction {
  public:
    one_direction(column const& angles, detail::nearest_multiple const& multiple)
        : angles_(angles), from_{wide(multiple.direction().sine), wide(multiple.direction().cosine),
                                 wide(multiple.direction().stretch)},
          degrees_(multiple.degrees() + multiple.direction().excess) {} // exact below 256 degrees

    detail::sine_and_cosine<wide> at(int i) const {
      return detail::turned(from_, rounding::sub(angles_.load(i), degrees_));
    }

  private:
    column const& angles_;
    detail::start_direction<wide> from_;
    wide degrees_;
  };

  /// The directions of each angle.
  class any_directions {
  public:
    explicit any_directions(column const& angles) {
      for (int i = 0; i < block_size; ++i) {
        const detail::nearest_multiple nearest(angles.at[i]);
        rests_.at[i] = nearest.rest();
        indices_[i] = nearest.index();
      }
    }

    detail::sine_and_cosine<wide> at(int i) const {
      const auto look_up = [&](double detail::known_direction::*number) {
        double found[wide::size];
        for (int k = 0; k < wide::size; ++k)
          found[k] = detail::directions().at[indices_[i + k]].*number;
        return wide::load(found);
      };
      using from = detail::known_direction;
      return detail::turned<wide>({look_up(&from::sine), look_up(&from::cosine), look_up(&from::stretch)},
                                  rounding::sub(rests_.load(i), look_up(&from::excess)));
    }

  private:
    column rests_;
    std::uint64_t indices_[block_size];
  };

  void convert_block(const point<Real, D>* degrees, int n, flow::ecef_point* ecef) const {
    block b;
    for (int i = 0; i < n; ++i) {
      b.longitudes.at[i] = degrees[i][0];
      b.latitudes.at[i] = degrees[i][1];
    }
    if (n < block_size)
      return convert_part(b, degrees, n, ecef);
    const bool surely_valid = convert(b, ecef) && D == 2 && !(valid_.usable.sentinel == valid_.usable.sentinel);
    if (!surely_valid)
      mark_absent(degrees, n, ecef);
  }

  void convert_part(block& b, const point<Real, D>* degrees, int n, flow::ecef_point* ecef) const {
    std::fill(b.longitudes.at + n, b.longitudes.at + block_size, static_cast<double>(degrees[0][0]));
    std::fill(b.latitudes.at + n, b.latitudes.at + block_size, static_cast<double>(degrees[0][1]));
    flow::ecef_point all[block_size];
    convert(b, all);
    std::copy_n(all, n, ecef);
    mark_absent(degrees, n, ecef);
  }

  /// Returns whether all degrees are so far from the bounds that only those are invalid that are no numbers. Their
  /// places are no numbers either.
  static bool convert(block& b, flow::ecef_point* ecef) {
    const detail::nearest_multiple west = least(b.longitudes), east = greatest(b.longitudes);
    const detail::nearest_multiple south = least(b.latitudes), north = greatest(b.latitudes);
    const bool one_longitude = west.degrees() == east.degrees() && rounding::abs(west.degrees()) < 256;
    const bool one_latitude = south.degrees() == north.degrees() && rounding::abs(south.degrees()) < largest_latitude;
    if (one_latitude)
      convert_latitudes(one_direction(b.latitudes, south), b);
    else
      convert_latitudes(any_directions(b.latitudes), b);
    if (one_longitude)
      write_ecef_points(one_direction(b.longitudes, west), b, ecef);
    else
      write_ecef_points(any_directions(b.longitudes), b, ecef);
    return one_longitude && one_latitude;
  }

  static detail::nearest_multiple least(column const& of) {
    wide low = of.load(0);
    for (int i = wide::size; i < block_size; i += wide::size)
      low = rounding::min(low, of.load(i));
    return detail::nearest_multiple(rounding::least(low));
  }

  static detail::nearest_multiple greatest(column const& of) {
    wide high = of.load(0);
    for (int i = wide::size; i < block_size; i += wide::size)
      high = rounding::max(high, of.load(i));
    return detail::nearest_multiple(rounding::greatest(high));
  }

  template <class Directions>
  static void convert_latitudes(Directions const& latitudes, block& b) {
    for (int i = 0; i < block_size; i += wide::size) {
      const auto up = detail::meridian_at(latitudes.at(i));
      up.from_axis.store(b.from_axis.at + i);
      up.z.store(b.z.at + i);
    }
  }

  template <class Directions>
  static void write_ecef_points(Directions const& longitudes, block const& b, flow::ecef_point* ecef) {
    using rounding::add, rounding::mul;
    const wide zero(0.0);
    for (int i = 0; i < block_size; i += wide::size) {
      const detail::sine_and_cosine<wide> around = longitudes.at(i);
      const wide from_axis = b.from_axis.load(i);
      const wide x = add(mul(from_axis, around.cosine), zero), y = add(mul(from_axis, around.sine), zero);
      write_four(x.a, y.a, b.z.at + i, ecef + i);
      write_four(x.b, y.b, b.z.at + i + 4, ecef + i + 4);
    }
  }

  /// Writes x and y of each point together.
  static void write_four(typename wide::vector const& x, typename wide::vector const& y, const double* z,
                         flow::ecef_point* ecef) {
    const typename wide::vector even{x[0], y[0], x[2], y[2]}, odd{x[1], y[1], x[3], y[3]};
    constexpr std::size_t pair = 2 * sizeof(double);
    std::memcpy(ecef[0].x, &even, pair);
    std::memcpy(ecef[1].x, &odd, pair);
    std::memcpy(ecef[2].x, reinterpret_cast<const char*>(&even) + pair, pair);
    std::memcpy(ecef[3].x, reinterpret_cast<const char*>(&odd) + pair, pair);
    for (int k = 0; k < 4; ++k)
      ecef[k][2] = z[k];
  }

  void mark_absent(const point<Real, D>* degrees, int n, flow::ecef_point* ecef) const {
    std::int64_t present = 0; // as wide as a coordinate: the sum is computed in vectors
    for (int i = 0; i < n; ++i)
      present += valid_(degrees[i]) ? 1 : 0;
    for (int i = 0; i < n && present < n; ++i)
      if (!valid_(degrees[i]))
        ecef[i] = flow::absent_point<double, 3>();
  }

  const point<Real, D>* degrees_;
  flow::degrees_validity<Real, D> valid_;
  flow::ecef_point* ecef_;
};

} // namespace thrustline::cpu
