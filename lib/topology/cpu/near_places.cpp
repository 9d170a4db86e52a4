// SPDX-License-Identifier: MIT
#include "topology/cpu/near_places.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace thrustline::cpu {
namespace {

struct grid_cell {
  std::int64_t column, row;

  bool operator<(grid_cell const& c) const { return column != c.column ? column < c.column : row < c.row; }
  bool operator==(grid_cell const& c) const { return column == c.column && row == c.row; }
};

struct gridded_place {
  grid_cell cell;
  plane_point at;

  bool operator<(gridded_place const& p) const { return cell == p.cell ? compare(at, p.at) < 0 : cell < p.cell; }
};

/// Different places in order of the cells of a grid, whose sides are slightly longer than what is near. So places that
/// are near each other are in the same cell or in neighbouring ones.
class place_grid {
public:
  place_grid(std::vector<plane_point> const& points, plane_box const& around, double near) : near_(near) {
    const double side = 1.001 * near; // exceeds the rounding errors of columns and rows, 1e9 at most
    const auto line_of = [&](plane_point const& p, int k) {
      return static_cast<std::int64_t>((p[k] - around.low[k]) / side);
    };
    places_.reserve(points.size());
    for (plane_point const& p : points)
      places_.push_back({{line_of(p, 0), line_of(p, 1)}, p});
    std::sort(places_.begin(), places_.end());
    const auto same = [](gridded_place const& a, gridded_place const& b) { return same_place(a.at, b.at); };
    places_.erase(std::unique(places_.begin(), places_.end(), same), places_.end());
  }

  std::int64_t count_near() const {
    std::int64_t count = 0;
    for (std::size_t p = 0; p < places_.size(); ++p)
      count += is_near_neighbour(p) || is_near_any(places_[p]);
    return count;
  }

private:
  bool are_near(gridded_place const& a, gridded_place const& b) const {
    return std::abs(a.at[0] - b.at[0]) <= near_ && std::abs(a.at[1] - b.at[1]) <= near_ && !same_place(a.at, b.at);
  }

  /// In a crowded cell this finds one at once.
  bool is_near_neighbour(std::size_t p) const {
    return (p > 0 && are_near(places_[p - 1], places_[p])) ||
           (p + 1 < places_.size() && are_near(places_[p], places_[p + 1]));
  }

  bool is_near_any(gridded_place const& p) const {
    for (std::int64_t column = p.cell.column - 1; column <= p.cell.column + 1; ++column) {
      const auto in_cell = [](gridded_place const& q, grid_cell const& c) { return q.cell < c; };
      auto q = std::lower_bound(places_.begin(), places_.end(), grid_cell{column, p.cell.row - 1}, in_cell);
      for (; q != places_.end() && q->cell.column == column && q->cell.row <= p.cell.row + 1; ++q)
        if (are_near(p, *q))
          return true;
    }
    return false;
  }

  double near_;
  std::vector<gridded_place> places_;
};

} // namespace

std::int64_t count_near_places(std::vector<plane_point> const& points) {
  constexpr double share_of_extent = 1e-9;
  plane_box around = empty_box();
  for (plane_point const& p : points)
    enclose(around, p);
  const double extent = std::max(around.high[0] - around.low[0], around.high[1] - around.low[1]);
  const double near = share_of_extent * extent;
  if (!(near > 0)) // no extent, or one so small that nothing but equal points is near
    return 0;
  return place_grid(points, around, near).count_near();
}

} // namespace thrustline::cpu
