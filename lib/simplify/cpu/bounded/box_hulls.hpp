// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "core/cpu/wide_numbers.hpp"
#include "simplify/cpu/bounded/bounded_engine.hpp"
#include <thrustline/geometry/orientation.hpp>

/// Convex hulls of boxes of 256 points, of 4096, and so on, for lines in the plane and values that are slanted: their
/// boxes are far wider than the line, their hulls are not.
namespace thrustline::cpu {

/// Level l has hulls of 256 * 16^l points each, the last may have fewer. Invalid points belong to none.
///
/// The abscissa of a value (D = 1) is its index less that of the first point of its box, an exact number: see
/// takes().
template <class Real, int D>
class box_hulls {
public:
  static constexpr int fan_out = 16;
  static constexpr std::int64_t least_points = 256;
  using wide = rounding::wide<Real>;

  /// The vertices of a hull, padded with copies of the last to a multiple of wide::size. An empty hull has none.
  struct vertices {
    const Real *x, *y;
    std::int64_t places;
  };

  /// Work: sorting 256 points at a time, then sorting their vertices, level by level. There are no levels where hulls
  /// of 4096 points have many vertices: reading these would take longer than reading points. Hulls of 256 points may
  /// have many, for example where a wave is about as long: a search reads few of them.
  explicit box_hulls(series_points<Real, D> const& series) : box_hulls(series, [](std::int64_t) { return true; }) {}

  /// Whether the points can have hulls: steps between values must be exact numbers.
  static bool takes(std::int64_t count) {
    return D > 1 || count <= std::int64_t(1) << std::numeric_limits<Real>::digits;
  }

  /// 0: there are no hulls.
  int levels() const { return static_cast<int>(levels_.size()); }

  /// Whether products of two differences of coordinates, and sums of two of these, are computed without rounding.
  bool exact() const { return grid_.is_coarse(); }

  vertices at(int level, std::int64_t box) const { return levels_[static_cast<std::size_t>(level)].at(box); }

  static std::int64_t size_of(int level) { return least_points << (4 * level); }

protected:
  /// Leaves out the points for which belongs(i) is false. It is called for i = 0, 1, 2, ...
  template <class Belongs>
  box_hulls(series_points<Real, D> const& series, Belongs belongs) {
    std::vector<point<Real, 2>> hull;
    levels_.emplace_back();
    for (std::int64_t begin = 0; begin < series.count; begin += least_points) {
      hull.clear();
      for (std::int64_t i = begin; i < std::min(begin + least_points, series.count); ++i)
        if (belongs(i) && (!series.skip || series.valid(series.points[i])))
          hull.push_back(in_plane(series.points[i], i - begin));
      grid_.add(hull);
      keep_vertices(hull);
      levels_.back().add(hull);
    }
    if (D == 1)
      grid_.add_abscissas(series.count);
    while (!levels_.empty() && levels_.back().hulls() > fan_out) {
      add_level(hull);
      if (levels_.back().places() > series.count / few)
        levels_.clear();
    }
  }

private:
  /// Points for each place of a level above the lowest.
  static constexpr std::int64_t few = 16;

  /// A point, or a value with its abscissa.
  static point<Real, 2> in_plane(point<Real, D> const& p, [[maybe_unused]] std::int64_t abscissa) {
    if constexpr (D == 1)
      return {{static_cast<Real>(abscissa), p[0]}};
    else
      return p;
  }

  /// All hulls of one level.
  class level_hulls {
  public:
    void add(std::vector<point<Real, 2>> const& hull) {
      for (point<Real, 2> const& p : hull)
        push(p);
      while (places() % wide::size != 0)
        push(hull.back());
      begins_.push_back(places());
    }

    std::int64_t places() const { return static_cast<std::int64_t>(x_.size()); }
    std::int64_t hulls() const { return static_cast<std::int64_t>(begins_.size()) - 1; }

    vertices at(std::int64_t box) const {
      const std::int64_t begin = begins_[static_cast<std::size_t>(box)];
      return {x_.data() + begin, y_.data() + begin, begins_[static_cast<std::size_t>(box) + 1] - begin};
    }

  private:
    void push(point<Real, 2> const& p) {
      x_.push_back(p[0]);
      y_.push_back(p[1]);
    }

    std::vector<Real> x_, y_;
    std::vector<std::int64_t> begins_{0};
  };

  /// The power of two of which all coordinates are multiples, and their extent.
  class grid {
  public:
    void add(std::vector<point<Real, 2>> const& points) {
      for (point<Real, 2> const& p : points)
        for (int k = 0; k < 2; ++k) {
          low_[k] = std::min(low_[k], p[k]);
          high_[k] = std::max(high_[k], p[k]);
          while (std::nearbyint(p[k] / step_) * step_ != p[k] && step_ > least_step)
            step_ /= 2;
        }
    }

    /// Adds the abscissas of n values.
    void add_abscissas(std::int64_t n) {
      low_[0] = Real(0);
      high_[0] = static_cast<Real>(n);
    }

    bool is_coarse() const {
      constexpr int bits = (std::numeric_limits<Real>::digits - 1) / 2;
      const Real extent = std::max(high_[0] - low_[0], high_[1] - low_[1]);
      return step_ > least_step && extent <= std::ldexp(step_, bits);
    }

  private:
    /// Finest grid that matters. The coordinates of a finer one reach it at once.
    static constexpr Real least_step = Real(0x1p-40);

    Real step_ = Real(0x1p40);
    Real low_[2] = {std::numeric_limits<Real>::infinity(), std::numeric_limits<Real>::infinity()};
    Real high_[2] = {-std::numeric_limits<Real>::infinity(), -std::numeric_limits<Real>::infinity()};
  };

  /// The hulls of 16 hulls each. `hull` is scratch.
  void add_level(std::vector<point<Real, 2>>& hull) {
    const std::int64_t size_below = size_of(levels() - 1);
    level_hulls above;
    for (std::int64_t box = 0; box < levels_.back().hulls(); box += fan_out) {
      hull.clear();
      for (std::int64_t k = box; k < std::min(box + fan_out, levels_.back().hulls()); ++k) {
        const vertices of = levels_.back().at(k);
        const Real before = D == 1 ? static_cast<Real>((k - box) * size_below) : Real(0);
        for (std::int64_t i = 0; i < of.places; ++i)
          hull.push_back({{of.x[i] + before, of.y[i]}});
      }
      keep_vertices(hull);
      above.add(hull);
    }
    levels_.push_back(std::move(above));
  }

  /// Replaces points by the vertices of their convex hull (Andrew's monotone chain, 1979), by exact orientations.
  static void keep_vertices(std::vector<point<Real, 2>>& points) {
    const auto before = [](point<Real, 2> const& p, point<Real, 2> const& q) {
      return p[0] < q[0] || (p[0] == q[0] && p[1] < q[1]);
    };
    const auto same = [](point<Real, 2> const& p, point<Real, 2> const& q) { return p[0] == q[0] && p[1] == q[1]; };
    std::sort(points.begin(), points.end(), before);
    points.erase(std::unique(points.begin(), points.end(), same), points.end());
    if (points.size() < 3)
      return;
    std::vector<point<Real, 2>> chain;
    const auto add_chain = [&](auto begin, auto end) {
      const std::size_t bottom = chain.size();
      for (auto p = begin; p != end; ++p) {
        while (chain.size() >= bottom + 2 && orientation(chain[chain.size() - 2], chain.back(), *p) <= 0)
          chain.pop_back();
        chain.push_back(*p);
      }
      chain.pop_back(); // the other chain begins there
    };
    add_chain(points.begin(), points.end());
    add_chain(points.rbegin(), points.rend());
    points.swap(chain);
  }

  std::vector<level_hulls> levels_;
  grid grid_;
};

} // namespace thrustline::cpu
