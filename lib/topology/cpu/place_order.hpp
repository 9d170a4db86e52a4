// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/cpu/prefetch.hpp"
#include "core/cpu/uninitialised_vector.hpp"
#include "topology/cpu/curve_codes.hpp"
#include "topology/cpu/each_part.hpp"
#include "topology/cpu/float_boxes.hpp"

namespace thrustline::cpu {

/// Vertex that is listed, or node that may split yet, or both: then the node begins at the vertex.
///
/// It holds copies of what the search reads: lines are read in their own order, once, and what is sorted is read in the
/// order of places.
struct alignas(64) listed_node {
  plane_point start;
  float_box around; ///< the box of its chain, if it is open
  std::int64_t node;
  bool is_vertex, is_open;
  bool is_open_loop; ///< it is open, and ends where it begins
};

/// The order of nodes along a space-filling curve (Hilbert 1891) through their first points: near ones are near each
/// other, and those with the same first point are neighbours, vertices first, in order of their numbers.
///
/// Radix sort by codes of 16 bits a coordinate. Nodes of the same code are sorted by codes in their own box, and so on.
class place_order {
public:
  place_order(int threads, uninitialised_vector<listed_node> const& nodes)
      : threads_(threads), share_(share_of(threads, nodes.size())), nodes_(nodes), codes_(nodes.size()) {
    const plane_box around = box_of_starts();
    const double extent = std::max(around.high[0] - around.low[0], around.high[1] - around.low[1]);
    const double scale = nodes.size() > few ? flow::scale_of_cells(extent, 16) : 0;
    code({around.low, {{scale, scale}}});
    if (scale > 0) {
      sort_codes();
      const std::vector<std::size_t> begins = first_runs();
      for_each_share(
          [&](std::size_t, std::size_t, std::size_t share) { sort_equal_codes(begins[share], begins[share + 1]); });
    } else {
      sort_by_comparison(codes_.begin(), codes_.end());
    }
  }

  /// Calls f(k, node) for the k-th nodes, k in [begin, end). They lie anywhere: a few are fetched ahead.
  template <class F>
  void for_each(std::int64_t begin, std::int64_t end, F const& f) const {
    constexpr std::int64_t ahead = 16;
    const std::int64_t last = static_cast<std::int64_t>(codes_.size()) - 1;
    for (std::int64_t k = begin; k < end; ++k) {
      prefetch(&(*this)[std::min(k + ahead, last)], 1);
      f(k, (*this)[k]);
    }
  }

  /// The k-th node.
  listed_node const& operator[](std::int64_t k) const { return nodes_[codes_[static_cast<std::size_t>(k)].at]; }

private:
  struct coded {
    std::uint32_t code;
    std::size_t at;
  };
  using iterator = uninitialised_vector<coded>::iterator;
  static constexpr std::size_t few = 32; ///< nodes that are sorted by comparison

  static std::int64_t share_of(int threads, std::size_t count) {
    return std::max<std::int64_t>(1, (static_cast<std::int64_t>(count) + threads - 1) / threads);
  }

  /// If there are few nodes, some threads have no share.
  std::size_t share_count() const { return (codes_.size() - 1) / static_cast<std::size_t>(share_) + 1; }

  static bool before(listed_node const& a, listed_node const& b) {
    if (const int order = compare(a.start, b.start); order != 0)
      return order < 0;
    return a.is_vertex != b.is_vertex ? a.is_vertex > b.is_vertex : a.node < b.node;
  }

  /// Calls f(begin, end, share) for the share of each thread.
  template <class F>
  void for_each_share(F const& f) const {
    for_each_part(
        threads_, static_cast<std::int64_t>(nodes_.size()), share_, [&](std::int64_t begin, std::int64_t end, int) {
          f(static_cast<std::size_t>(begin), static_cast<std::size_t>(end), static_cast<std::size_t>(begin / share_));
        });
  }

  plane_box box_of_starts() const {
    std::vector<plane_box> boxes(static_cast<std::size_t>(threads_), empty_box());
    for_each_share([&](std::size_t begin, std::size_t end, std::size_t share) {
      plane_box around = empty_box();
      for (std::size_t k = begin; k < end; ++k)
        enclose(around, nodes_[k].start);
      boxes[share] = around;
    });
    for (plane_box const& b : boxes)
      enclose(boxes.front(), b);
    return boxes.front();
  }

  void code(curve_cells const& cells) {
    for_each_share([&](std::size_t begin, std::size_t end, std::size_t) {
      for_each_code<std::uint32_t>(
          cells, begin, end, [&](std::size_t k) -> plane_point const& { return nodes_[k].start; },
          [&](std::size_t k, std::uint32_t code) {
            codes_[k] = {code, k};
          });
    });
  }

  void sort_codes() {
    constexpr int bits = 11, digits = 1 << bits;
    using counts = std::array<std::size_t, digits>;
    uninitialised_vector<coded> others(codes_.size());
    std::vector<counts> next(share_count());
    for (int shift = 0; shift < 32; shift += bits) {
      const auto digit = [shift](coded const& c) { return c.code >> shift & (digits - 1); };
      for_each_share([&](std::size_t begin, std::size_t end, std::size_t share) {
        next[share] = {};
        for (std::size_t k = begin; k < end; ++k)
          ++next[share][digit(codes_[k])];
      });
      std::size_t sum = 0;
      for (std::size_t d = 0; d < digits; ++d)
        for (counts& of : next)
          sum += std::exchange(of[d], sum);
      for_each_share([&](std::size_t begin, std::size_t end, std::size_t share) {
        for (std::size_t k = begin; k < end; ++k)
          others[next[share][digit(codes_[k])]++] = codes_[k];
      });
      codes_.swap(others);
    }
  }

  void sort_by_comparison(iterator first, iterator last) const {
    std::sort(first, last, [&](coded const& a, coded const& b) { return before(nodes_[a.at], nodes_[b.at]); });
  }

  /// The begin of the first run of equal codes in each share, or of the run behind it if none begins there; then the
  /// number of nodes. Found before the runs are sorted: a thread that sorts a run moves the codes that others compare.
  std::vector<std::size_t> first_runs() const {
    std::vector<std::size_t> begins(share_count() + 1, codes_.size());
    for (std::size_t share = share_count(); share-- > 0;) {
      const std::size_t begin = share * static_cast<std::size_t>(share_);
      const std::size_t end = std::min(begin + static_cast<std::size_t>(share_), codes_.size());
      std::size_t k = begin;
      while (k > 0 && k < end && same_as_before(k))
        ++k;
      begins[share] = k < end ? k : begins[share + 1];
    }
    return begins;
  }

  bool same_as_before(std::size_t k) const { return codes_[k].code == codes_[k - 1].code; }

  /// Sorts the runs of equal codes in [begin, end), whole runs. Each is shorter than all nodes together: the least and
  /// the greatest coordinate differ in code.
  void sort_equal_codes(std::size_t begin, std::size_t end) {
    for (std::size_t k = begin, next; k < end; k = next) {
      for (next = k + 1; next < end && same_as_before(next);)
        ++next;
      const auto first = codes_.begin() + static_cast<std::ptrdiff_t>(k);
      const auto last = codes_.begin() + static_cast<std::ptrdiff_t>(next);
      if (next - k > few)
        sort_again(first, last);
      else if (next - k > 1)
        sort_by_comparison(first, last);
    }
  }

  /// Sorts by codes in the box of these nodes alone.
  void sort_again(iterator first, iterator last) const {
    uninitialised_vector<listed_node> run;
    for (auto c = first; c != last; ++c)
      run.push_back(nodes_[c->at]);
    const uninitialised_vector<coded> old(first, last);
    const place_order order(1, run);
    for (coded const& c : order.codes_)
      (first++)->at = old[c.at].at;
  }

  int threads_;
  std::int64_t share_; ///< nodes of each thread
  uninitialised_vector<listed_node> const& nodes_;
  uninitialised_vector<coded> codes_;
};

} // namespace thrustline::cpu
