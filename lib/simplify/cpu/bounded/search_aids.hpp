// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>

#include "simplify/cpu/bounded/fresh_hulls.hpp"
#include "simplify/cpu/bounded/recurrences.hpp"

/// What helps the searches of a call once they have proved slow.
namespace thrustline::cpu {

/// Something that one of several threads makes.
template <class Made>
class made_once {
public:
  Made const* made() const { return made_.load(std::memory_order_acquire); }

  template <class Points>
  void make(Points const& points) {
    if (made() || begun_.exchange(true))
      return;
    owner_.reset(new Made(points));
    made_.store(owner_.get(), std::memory_order_release);
  }

private:
  std::atomic<bool> begun_{false};
  std::unique_ptr<Made> owner_;
  std::atomic<Made const*> made_{nullptr};
};

/// The work of one thread's searches.
struct search_work {
  std::int64_t ranked = 0;  ///< points
  std::int64_t in_long = 0; ///< points and boxes beyond the first ones of each search
};

/// Each aid is made when the searches of one thread have taken longer than making it. That never happens where boxes
/// prune well. Threads may call everything at once.
template <class Real, int D>
class search_aids {
public:
  explicit search_aids(series_points<Real, D> const& series) : series_(series) {}

  /// Boxes whose points all recurred. Null until they are made, and for values: their ranks depend on the index.
  recurrences<Real, D> const* recurring() const { return D == 1 ? nullptr : recurring_.made(); }

  /// Convex hulls of boxes. Null until they are made, and for points in space.
  box_hulls<Real, D> const* hulls() const { return D < 3 ? hulls_.made() : nullptr; }

  /// Hulls without points that recurred. Null until searches by hulls() are slow, too, and for values.
  fresh_hulls<Real, D> const* fresh() const { return D == 2 ? fresh_.made() : nullptr; }

  /// Counts a search, and makes what is missing after it.
  void count(std::int64_t ranked, std::int64_t bounded, search_work& work) {
    work.ranked += ranked;
    if (ranked + bounded > short_search)
      work.in_long += ranked + bounded - short_search;
    if (std::max(work.ranked, work.in_long) > most_ranked * series_.count)
      make_missing(work);
  }

private:
  /// Defined in searches.hpp, as it is long.
  void make_missing(search_work const& work);

  /// Most ranks for each point before hulls are made. Walks, coasts and tracks rank 0.1 to 2.
  static constexpr std::int64_t most_ranked = 4;
  /// Most ranks for each point in long searches. Points that recur have short searches by then. Values are
  /// ranked faster, and noise along a slope, which has no deep tree, takes 30.
  static constexpr std::int64_t most_in_long = D == 1 ? 64 : 16;
  /// Most ranks for each point before fresh hulls are made: searches by hulls are slow, too.
  static constexpr std::int64_t most_by_hulls = 24;
  /// A search by hulls that prune well reads as many points, or fewer.
  static constexpr std::int64_t short_search = 2048;

  series_points<Real, D> series_;
  made_once<recurrences<Real, D>> recurring_;
  made_once<box_hulls<Real, D>> hulls_;
  made_once<fresh_hulls<Real, D>> fresh_;
};

} // namespace thrustline::cpu
