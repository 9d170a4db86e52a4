// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>

#include <thrust/sort.h>

#include "core/flow/kept_lists.hpp"
#include "topology/flow/generations.hpp"
#include "topology/flow/node_splitter.hpp"
#include "topology/flow/node_table.hpp"
#include <thrustline/algorithms/detail/topology_steps.hpp>

/// Rule 3: nodes with the same two ends, of which every one but the first splits. Few nodes have the same ends as
/// another. Hashes of their ends tell which: a new node is compared with all those of its hash, those too that have
/// split.
namespace thrustline::flow {

using node_and_ends = detail::node_with_ends<std::int64_t, double, double>;

/// Hash of both ends of node `begin` + k, in either order; with topology::within it includes the line.
struct hash_of_node {
  static constexpr std::uint32_t no_ends = ~std::uint32_t(0); ///< marks nodes that have no twins

  plane_lines lines;
  const reached_node* nodes;
  std::int64_t begin;
  bool by_line;
  std::uint32_t* hashes;
  std::int64_t* numbers;

  THRUSTLINE_HD void operator()(std::int64_t k) const {
    const reached_node n = nodes[begin + k];
    const plane_point a = lines.points[n.first], b = lines.points[n.last];
    const int order = detail::compare(a, b);
    numbers[k] = begin + k;
    hashes[k] = order == 0 ? no_ends : order < 0 ? hash(a, b, n.first) : hash(b, a, n.first);
  }

private:
  THRUSTLINE_HD std::uint32_t hash(plane_point const& low, plane_point const& high, std::int64_t first) const {
    const std::uint64_t line = by_line ? static_cast<std::uint64_t>(lines.line_of(first)) : 0;
    return static_cast<std::uint32_t>(hash_with(hash_with(line, low), high) >> 33); // not no_ends
  }
};

/// Hashes, ascending, and the nodes that have them.
struct hash_list {
  const std::uint32_t* hashes;
  const std::int64_t* nodes;
  std::int64_t count;
};

/// Marks the node of entry k of `newer` if another entry of it or of `older` has the same hash, and these of `older`.
struct mark_equal_hashes {
  hash_list newer, older;
  std::uint8_t* is_marked;
  std::uint8_t* has_found; ///< set if a node is marked

  THRUSTLINE_HD void operator()(std::int64_t k) const {
    const std::uint32_t hash = newer.hashes[k];
    if (hash == hash_of_node::no_ends)
      return;
    const bool is_first = k == 0 || newer.hashes[k - 1] != hash;
    if (!is_first || (k + 1 < newer.count && newer.hashes[k + 1] == hash))
      mark(newer.nodes[k]);
    std::int64_t old = count_below(older.hashes, older.count, hash);
    if (old == older.count || older.hashes[old] != hash)
      return;
    mark(newer.nodes[k]);
    for (; is_first && old < older.count && older.hashes[old] == hash; ++old)
      mark(older.nodes[old]);
  }

private:
  THRUSTLINE_HD void mark(std::int64_t node) const {
    is_marked[node] = 1;
    *has_found = 1;
  }
};

/// Writes the k-th listed node with its ends.
struct node_with_its_ends {
  plane_lines lines;
  const reached_node* nodes;
  const std::uint8_t* has_split;
  const std::int64_t* list;
  node_and_ends* out;
  THRUSTLINE_HD void operator()(std::int64_t k) const {
    const reached_node n = nodes[list[k]];
    const plane_point a = lines.points[n.first], b = lines.points[n.last];
    const bool in_order = detail::compare(a, b) <= 0;
    const bool is_open = has_split[list[k]] == 0 && !n.is_leaf();
    out[k] = {in_order ? a : b,
              in_order ? b : a,
              {n.first, n.last, n.is_leaf() ? -1 : n.farthest, n.distance},
              lines.line_of(n.first),
              is_open ? list[k] : -1};
  }
};

/// Hashes of the ends of nodes, sorted.
template <class Policy>
class sorted_hashes {
public:
  /// Sorts the hashes of the nodes [begin, end).
  sorted_hashes(Policy const& policy, plane_lines const& lines, node_table<Policy> const& nodes, std::int64_t begin,
                std::int64_t end, bool by_line)
      : count_(end - begin), hashes_(policy, count_), numbers_(policy, count_) {
    detail::for_each_index(policy, count_,
                           hash_of_node{lines, nodes.nodes(), begin, by_line, hashes_.data(), numbers_.data()});
    thrust::sort_by_key(policy, hashes_.data(), hashes_.data() + count_, numbers_.data());
  }

  hash_list list() const { return {hashes_.data(), numbers_.data(), count_}; }

private:
  std::int64_t count_;
  detail::temporary<std::uint32_t, Policy> hashes_;
  detail::temporary<std::int64_t, Policy> numbers_;
};

/// The nodes that have the same ends as another.
template <class Policy>
class twin_nodes {
public:
  twin_nodes(Policy const& policy, plane_lines const& lines, topology apart, node_splitter const& splitter)
      : policy_(policy), lines_(lines), apart_(apart), splitter_(splitter) {}

  /// Marks the open nodes that split by rule 3 since the nodes from `begin` on were added.
  void find_due(node_table<Policy>& nodes, std::int64_t begin) {
    hashes_.add(begin, nodes.size(), [&](std::int64_t first, std::int64_t end) {
      return std::make_unique<part>(policy_, lines_, nodes, first, end, apart_ == topology::within);
    });
    const detail::temporary<std::uint8_t, Policy> is_marked(policy_, nodes.size()), has_found(policy_, 1);
    detail::set_zeros(policy_, is_marked.data(), nodes.size());
    detail::set_zeros(policy_, has_found.data(), 1);
    const hash_list newest = hashes_.newest().list();
    const auto mark = [&](hash_list const& older) {
      detail::for_each_index(policy_, newest.count,
                             mark_equal_hashes{newest, older, is_marked.data(), has_found.data()});
    };
    mark({});
    hashes_.for_each_older([&](part const& older) { mark(older.list()); });
    if (detail::read_back(policy_, has_found.data()) != 0)
      compare(nodes, is_marked.data());
  }

private:
  using part = sorted_hashes<Policy>;

  /// Compares marked nodes with each other: hashes may be equal where ends are not.
  void compare(node_table<Policy>& nodes, const std::uint8_t* is_marked) const {
    const detail::temporary<std::int64_t, Policy> list(policy_, nodes.size());
    const std::int64_t count = list_indices(policy_, nodes.size(), is_kept{is_marked}, list.data());
    splitter_.measure(nodes.nodes(), list.data(), count);
    const detail::temporary<node_and_ends, Policy> items(policy_, count);
    detail::for_each_index(policy_, count,
                           node_with_its_ends{lines_, nodes.nodes(), nodes.has_split(), list.data(), items.data()});
    thrust::sort(policy_, items.data(), items.data() + count,
                 detail::by_ends<std::int64_t, double, double>{apart_ == topology::within});
    detail::for_each_index(policy_, count,
                           detail::find_twin<std::int64_t, double, double>{items.data(), apart_, nodes.is_due()});
  }

  Policy policy_;
  plane_lines lines_;
  topology apart_;
  node_splitter const& splitter_;
  generations<part> hashes_;
};

} // namespace thrustline::flow
