// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "topology/cpu/cut_points.hpp"
#include <thrustline/arcs.hpp>

namespace thrustline::cpu {

/// The parts of lines between cuts, and for each the first part that runs through the same points.
template <class Real>
class line_parts {
public:
  line_parts(int threads, flow::batch<Real, 2> const& lines, cut_points<Real> const& cuts) : lines_(lines) {
    list(cuts);
    match(threads);
  }

  line_arcs<Real> arcs() const {
    line_arcs<Real> result;
    result.points = lines_.count;
    result.uses.offsets = offsets_;
    result.uses.values.reserve(parts_.size());
    std::vector<std::int64_t> arc_of(parts_.size()), times;
    for (std::size_t p = 0; p < parts_.size(); ++p) {
      part const& of = parts_[p];
      if (of.same == p) {
        arc_of[p] = static_cast<std::int64_t>(times.size());
        times.push_back(0);
        result.arcs.offsets.push_back(result.arcs.offsets.back() + of.last - of.first + 1);
        for (std::int64_t i = of.first; i <= of.last; ++i)
          result.arcs.values.insert(result.arcs.values.end(), {lines_.points[i][0], lines_.points[i][1]});
      }
      const std::int64_t arc = arc_of[of.same];
      ++times[static_cast<std::size_t>(arc)];
      result.uses.values.push_back({arc, of.first, of.reversed});
    }
    result.shared = std::count_if(times.begin(), times.end(), [](std::int64_t n) { return n > 1; });
    return result;
  }

private:
  struct part {
    std::int64_t first, last;
    std::size_t same;      ///< the first part that runs through the same points
    bool reversed = false; ///< in the other direction
  };

  /// Part with a hash that does not depend on its direction.
  struct keyed {
    std::uint64_t key;
    std::size_t at;
    bool operator<(keyed const& k) const { return key != k.key ? key < k.key : at < k.at; }
  };

  void list(cut_points<Real> const& cuts) {
    offsets_.push_back(0);
    for (std::int64_t l = 0; l < lines_.series; ++l) {
      const std::int64_t end = lines_.offsets[l + 1];
      std::int64_t first = lines_.offsets[l];
      if (end - first == 1)
        parts_.push_back({first, first, parts_.size()});
      for (std::int64_t i = first + 1; i < end; ++i)
        if (cuts[i])
          parts_.push_back({std::exchange(first, i), i, parts_.size()});
      offsets_.push_back(static_cast<std::int64_t>(parts_.size()));
    }
  }

  void match(int threads) {
    std::vector<keyed> keys(parts_.size());
    for_each_part(threads, static_cast<std::int64_t>(keys.size()), 64, [&](std::int64_t begin, std::int64_t end, int) {
      for (auto p = static_cast<std::size_t>(begin); p < static_cast<std::size_t>(end); ++p)
        keys[p] = {key_of(parts_[p]), p};
    });
    std::sort(keys.begin(), keys.end());
    std::vector<std::size_t> different; // parts of one key
    for (std::size_t k = 0; k < keys.size(); ++k) {
      if (k == 0 || keys[k].key != keys[k - 1].key)
        different.clear();
      part& p = parts_[keys[k].at];
      const auto same =
          std::find_if(different.begin(), different.end(), [&](std::size_t d) { return match_with(p, d); });
      if (same == different.end())
        different.push_back(keys[k].at);
    }
  }

  std::uint64_t key_of(part const& p) const {
    std::uint64_t before = hash_of(lines_.points[p.first]), key = before;
    for (std::int64_t i = p.first + 1; i <= p.last; ++i) {
      const std::uint64_t hash = hash_of(lines_.points[i]);
      key += mix((before + hash) ^ before * hash);
      before = hash;
    }
    return key + before;
  }

  /// Whether p runs through the points of part d, in either direction. If it does, sets p.same and p.reversed.
  bool match_with(part& p, std::size_t d) const {
    part const& q = parts_[d];
    const std::int64_t steps = p.last - p.first;
    if (q.last - q.first != steps)
      return false;
    const auto same = [&](bool reversed) {
      for (std::int64_t k = 0; k <= steps; ++k)
        if (!same_place(lines_.points[p.first + k], lines_.points[reversed ? q.last - k : q.first + k]))
          return false;
      return true;
    };
    const bool forwards = same(false);
    if (!forwards && !same(true))
      return false;
    p.same = d;
    p.reversed = !forwards;
    return true;
  }

  flow::batch<Real, 2> lines_;
  std::vector<part> parts_;
  std::vector<std::int64_t> offsets_; ///< first part of each line, and the end
};

} // namespace thrustline::cpu
