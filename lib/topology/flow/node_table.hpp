// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>

#include <thrust/copy.h>

#include "topology/flow/chain_region.hpp"
#include "topology/flow/reached_node.hpp"
#include <thrustline/detail/read_back.hpp>
#include <thrustline/detail/set_zeros.hpp>
#include <thrustline/primitives/detail/place_segments.hpp>

namespace thrustline::flow {

/// An array in the policy's memory that grows.
template <class T, class Policy>
class growing_array {
public:
  growing_array(Policy const& policy, std::int64_t capacity) : policy_(policy) { allocate(capacity); }

  T* data() const { return data_->data(); }

  /// Makes room for n values; the first `used` stay.
  void reserve(std::int64_t n, std::int64_t used) {
    if (n <= capacity_)
      return;
    const std::unique_ptr<temporary> old = std::move(data_);
    allocate(std::max(n, 2 * capacity_));
    thrust::copy_n(policy_, old->data(), used, data());
  }

private:
  using temporary = detail::temporary<T, Policy>;

  void allocate(std::int64_t capacity) {
    data_ = std::make_unique<temporary>(policy_, capacity);
    capacity_ = capacity;
  }

  Policy policy_;
  std::unique_ptr<temporary> data_;
  std::int64_t capacity_ = 0;
};

/// The node from the k-th kept point to the next one.
struct node_of_kept {
  plane_lines lines;
  const std::int64_t* kept;
  std::int64_t count;
  reached_node* nodes;
  THRUSTLINE_HD void operator()(std::int64_t k) const {
    const std::int64_t first = kept[k];
    const bool has_next = k + 1 < count && kept[k + 1] < lines.offsets[lines.line_of(first) + 1];
    nodes[k] = reached_node::between(first, has_next ? kept[k + 1] : first);
  }
};

/// Bounds of the regions of the nodes from `begin` on.
struct bounds_of_node {
  edge_boxes edges;
  const reached_node* nodes;
  std::int64_t begin;
  region_bounds* bounds;

  template <class Team>
  THRUSTLINE_HD void operator()(Team const& team, std::int64_t k) const {
    const reached_node n = nodes[begin + k];
    if (n.is_leaf())
      return;
    const region_bounds found = bound_region(team, edges, n.first, n.last);
    if (team.lane() == 0)
      bounds[begin + k] = found;
  }
};

/// Where each of the nodes that split puts its halves.
struct halves_of_split {
  const std::int64_t* halves; ///< their number; 0: the node does not split
  THRUSTLINE_HD std::int64_t operator()(std::int64_t k) const { return halves[k] > 0 ? halves[k] : -1; }
};

struct write_place_of_halves {
  std::int64_t* places;
  THRUSTLINE_HD void operator()(std::int64_t k, detail::place<std::int64_t> const& at) const { places[k] = at.items; }
};

/// Writes the halves of the k-th node of a list: between its ends and the points that are kept now.
struct write_halves {
  const std::int64_t* list;
  const std::int64_t *halves, *places;
  const std::uint8_t* keep;
  reached_node* nodes;
  std::uint8_t* has_split;
  std::int64_t end; ///< the number of nodes so far
  THRUSTLINE_HD void operator()(std::int64_t k) const {
    if (halves[k] == 0)
      return;
    const reached_node n = nodes[list[k]];
    has_split[list[k]] = 1;
    reached_node* to = nodes + end + places[k];
    std::int64_t first = n.first;
    for (std::int64_t i = n.first + 1; i <= n.last; ++i)
      if (keep[i] != 0) {
        *to++ = reached_node::between(first, i);
        first = i;
      }
  }
};

/// All nodes that were reached, but for those that rule 1 splits: the others never have to know them.
template <class Policy>
class node_table {
public:
  /// The nodes between the kept points of `lines`. kept: their indices.
  node_table(Policy const& policy, plane_lines const& lines, edge_boxes const& edges, const std::int64_t* kept,
             std::int64_t count)
      : policy_(policy), edges_(edges), size_(count), nodes_(policy, count + count / 4),
        bounds_(policy, count + count / 4), has_split_(policy, count + count / 4), is_due_(policy, count + count / 4) {
    detail::for_each_index(policy, count, node_of_kept{lines, kept, count, nodes()});
    finish(0);
  }

  std::int64_t size() const { return size_; }
  reached_node* nodes() const { return nodes_.data(); }
  const region_bounds* bounds() const { return bounds_.data(); } ///< unset for leaves
  const std::uint8_t* has_split() const { return has_split_.data(); }
  std::uint8_t* is_due() const { return is_due_.data(); }

  /// Appends the halves of listed nodes. halves: their numbers; 0: a node does not split. Returns how many nodes split.
  std::int64_t add_halves(const std::int64_t* list, std::int64_t count, const std::int64_t* halves,
                          const std::uint8_t* keep) {
    const detail::temporary<std::int64_t, Policy> places(policy_, count);
    const detail::temporary<detail::place<std::int64_t>, Policy> total(policy_, 1);
    detail::place_segments<std::int64_t>(policy_, count, halves_of_split{halves}, write_place_of_halves{places.data()},
                                         total.data());
    const auto [splits, added] = detail::read_back(policy_, total.data());
    reserve(size_ + added);
    detail::for_each_index(policy_, count,
                           write_halves{list, halves, places.data(), keep, nodes(), has_split_.data(), size_});
    const std::int64_t begin = size_;
    size_ += added;
    finish(begin);
    return splits;
  }

private:
  void reserve(std::int64_t n) {
    nodes_.reserve(n, size_);
    bounds_.reserve(n, size_);
    has_split_.reserve(n, size_);
    is_due_.reserve(n, 0); // is cleared in each round
  }

  /// Sets what belongs to the nodes from `begin` on.
  void finish(std::int64_t begin) {
    const std::int64_t added = size_ - begin;
    for_each_team(policy_, added, bounds_of_node{edges_, nodes(), begin, bounds_.data()});
    detail::set_zeros(policy_, has_split_.data() + begin, added);
  }

  Policy policy_;
  edge_boxes edges_;
  std::int64_t size_;
  growing_array<reached_node, Policy> nodes_;
  growing_array<region_bounds, Policy> bounds_;
  growing_array<std::uint8_t, Policy> has_split_, is_due_;
};

} // namespace thrustline::flow
