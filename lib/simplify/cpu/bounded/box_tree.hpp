// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include "core/cpu/wide_numbers.hpp"
#include "core/cpu/wide_vectors.hpp"
#include "core/threads.hpp"
#include "simplify/cpu/bounded/bounded_engine.hpp"

/// Boxes of 16 points, of 256, of 4096, and so on.
namespace thrustline::cpu {

/// Level l has boxes of 16^(l + 1) points each, the last may have fewer. A box encloses the valid ones of its points; a
/// box without any is inside out: low > high.
///
/// The boxes take 2 / 15 of the memory of the points.
template <class Real, int D>
class box_tree {
public:
  static constexpr int fan_out = 16;
  using wide = rounding::wide<Real>;

  /// One pass over the points. pending: null, or writes them.
  box_tree(int threads, series_points<Real, D> const& series, const detail::pending_points<Real, D>* pending)
      : series_(series) {
    std::int64_t boxes = series.count;
    do {
      boxes = (boxes + fan_out - 1) / fan_out;
      levels_.push_back(level_boxes(boxes));
    } while (boxes > fan_out);
    constexpr std::int64_t piece = 64; // boxes of 256 points, which fill the second-level cache
    const std::int64_t boxes_of_256 = (levels_[0].count + fan_out - 1) / fan_out;
    const std::int64_t pieces = (boxes_of_256 + piece - 1) / piece;
    std::vector<std::uint8_t> all_valid(static_cast<std::size_t>(pieces));
    threads::parallel_for(threads, pieces, [&](std::int64_t k) {
      const std::int64_t begin = k * piece, end = std::min(begin + piece, boxes_of_256);
      all_valid[static_cast<std::size_t>(k)] =
          pending ? write_and_enclose(begin, end, *pending) : enclose_points_of(begin, end);
      if (levels() > 1)
        in_wide_vectors([&] { enclose_boxes(1, begin, end); }); // while boxes of 16 points are in the cache
    });
    all_valid_ = std::all_of(all_valid.begin(), all_valid.end(), [](std::uint8_t good) { return good; });
    for (int level = 2; level < levels(); ++level)
      in_wide_vectors([&] { enclose_boxes(level, 0, levels_[static_cast<std::size_t>(level)].count); });
  }

  /// Whether every coordinate is valid, regardless of the sentinel.
  bool all_valid() const { return all_valid_; }

  int levels() const { return static_cast<int>(levels_.size()); }

  /// The boxes of a level from `begin` on that fill a wide number; those behind the last mean nothing.
  box<wide, D> wide_at(int level, std::int64_t begin) const {
    level_boxes const& of = levels_[static_cast<std::size_t>(level)];
    box<wide, D> b{};
    for (int k = 0; k < D; ++k) {
      b.low[k] = wide::load(of.low(k) + begin);
      b.high[k] = wide::load(of.high(k) + begin);
    }
    return b;
  }

private:
  /// The boxes of one level. Each coordinate of the corners is an array.
  struct level_boxes {
    std::int64_t count, stride;
    std::unique_ptr<Real[]> corners;

    explicit level_boxes(std::int64_t count)
        : count(count), stride(count + wide::size), corners(new Real[static_cast<std::size_t>(2 * D * stride)]) {
      for (int k = 0; k < 2 * D; ++k) // wide loads read past the end
        std::fill_n(corners.get() + k * stride + count, wide::size, Real(0));
    }
    Real* low(int k) const { return corners.get() + k * stride; }
    Real* high(int k) const { return corners.get() + (D + k) * stride; }
  };

  /// Makes the boxes of 16 points in the boxes of 256.
  bool enclose_points_of(std::int64_t begin, std::int64_t end) const {
    return in_wide_vectors([&] { return enclose_points(fan_out * begin, std::min(fan_out * end, levels_[0].count)); });
  }

  /// Writes the points first, a few at a time, and reads them while they are in the cache.
  bool write_and_enclose(std::int64_t begin, std::int64_t end, detail::pending_points<Real, D> const& pending) const {
    constexpr std::int64_t few = 4, points = fan_out * fan_out;
    bool all = true;
    for (std::int64_t b = begin; b < end; b += few) {
      const std::int64_t next = std::min(b + few, end);
      pending.write(points * b, std::min(points * next, static_cast<std::int64_t>(series_.count)));
      all = enclose_points_of(b, next) && all;
    }
    return all;
  }

  bool enclose_points(std::int64_t begin, std::int64_t end) const {
    level_boxes const& to = levels_[0];
    const bool no_sentinel = !(series_.valid.sentinel == series_.valid.sentinel);
    bool all = true;
    for (std::int64_t b = begin; b < end; ++b) {
      const point<Real, D>* const p = series_.points + fan_out * b;
      const auto n = static_cast<int>(std::min<std::int64_t>(fan_out, series_.count - fan_out * b));
      Real low[D], high[D];
      const bool good = n == fan_out && enclose_whole(p, low, high);
      if (!good || (series_.skip && !no_sentinel))
        all = enclose_valid(p, n, low, high) && all;
      for (int k = 0; k < D; ++k) {
        to.low(k)[b] = low[k];
        to.high(k)[b] = high[k];
      }
    }
    return all;
  }

  /// Encloses 16 points; false if a coordinate is not of usable size.
  static bool enclose_whole(const point<Real, D>* points, Real* low, Real* high) {
    // Wide numbers in which each place belongs to one coordinate.
    constexpr int all = fan_out * D / wide::size, kept = D == 3 ? 3 : 1;
    wide least[kept], most[kept];
    for (int i = 0; i < kept; ++i)
      least[i] = most[i] = wide::load(points->x + i * wide::size);
    auto numbers = least[0] == least[0];
    for (int i = 0; i < all; ++i) {
      const wide x = wide::load(points->x + i * wide::size);
      numbers = numbers & (x == x);
      least[i % kept] = rounding::min(least[i % kept], x);
      most[i % kept] = rounding::max(most[i % kept], x);
    }
    Real by_place[2][kept * wide::size];
    for (int i = 0; i < kept; ++i) {
      least[i].store(by_place[0] + i * wide::size);
      most[i].store(by_place[1] + i * wide::size);
    }
    bool good = rounding::least(select(numbers, wide::of(Real(1)), wide::of(Real(0)))) > 0;
    for (int k = 0; k < D; ++k) {
      low[k] = by_place[0][k];
      high[k] = by_place[1][k];
      for (int j = D + k; j < kept * wide::size; j += D) {
        low[k] = by_place[0][j] < low[k] ? by_place[0][j] : low[k];
        high[k] = high[k] < by_place[1][j] ? by_place[1][j] : high[k];
      }
      good &= -low[k] <= flow::validity<Real, D>::largest && high[k] <= flow::validity<Real, D>::largest;
    }
    return good;
  }

  /// Encloses the valid ones of n points; returns whether all coordinates are of usable size.
  bool enclose_valid(const point<Real, D>* points, int n, Real* low, Real* high) const {
    const flow::validity<Real, D> usable{std::numeric_limits<Real>::quiet_NaN()};
    bool all = true;
    std::fill_n(low, D, std::numeric_limits<Real>::infinity());
    std::fill_n(high, D, -std::numeric_limits<Real>::infinity());
    for (int i = 0; i < n; ++i) {
      all = all && usable(points[i]);
      for (int k = 0; k < D && (!series_.skip || series_.valid(points[i])); ++k) {
        low[k] = std::min(low[k], points[i][k]);
        high[k] = std::max(high[k], points[i][k]);
      }
    }
    return all;
  }

  /// Makes the boxes [begin, end) of a level above the lowest from those of the level below.
  void enclose_boxes(int level, std::int64_t begin, std::int64_t end) const {
    level_boxes const& to = levels_[static_cast<std::size_t>(level)];
    level_boxes const& from = levels_[static_cast<std::size_t>(level - 1)];
    for (int k = 0; k < D; ++k)
      for (std::int64_t b = begin; b < end; ++b) {
        const Real *const low = from.low(k) + fan_out * b, *const high = from.high(k) + fan_out * b;
        const std::int64_t n = from.count - fan_out * b;
        to.low(k)[b] = n < fan_out ? *std::min_element(low, low + n) : least_of_16(low);
        to.high(k)[b] = n < fan_out ? *std::max_element(high, high + n) : greatest_of_16(high);
      }
  }

  static Real least_of_16(const Real* bounds) {
    wide least = wide::load(bounds);
    for (int k = wide::size; k < fan_out; k += wide::size)
      least = rounding::min(least, wide::load(bounds + k));
    return rounding::least(least);
  }

  static Real greatest_of_16(const Real* bounds) {
    wide most = wide::load(bounds);
    for (int k = wide::size; k < fan_out; k += wide::size)
      most = rounding::max(most, wide::load(bounds + k));
    return rounding::greatest(most);
  }

  series_points<Real, D> series_;
  std::vector<level_boxes> levels_;
  bool all_valid_ = false;
};

} // namespace thrustline::cpu
