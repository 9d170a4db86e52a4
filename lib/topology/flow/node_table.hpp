// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>

#include <thrust/copy.h>

#include "topology/flow/node_arrays.hpp"
#include <thrustline/detail/for_each_index.hpp>
#include <thrustline/detail/temporary.hpp>

namespace thrustline::flow {

/// An array in the policy's memory that grows.
template <class T, class Policy>
class growing_array {
public:
  growing_array(Policy const& policy, std::int64_t capacity)
      : policy_(policy), data_(std::make_unique<temporary>(policy, capacity)) {}

  T* data() const { return data_->data(); }

  /// Makes room for n values; the first `used` stay.
  void reserve(std::int64_t n, std::int64_t used) {
    const std::unique_ptr<temporary> old = std::move(data_);
    data_ = std::make_unique<temporary>(policy_, n);
    thrust::copy_n(policy_, old->data(), used, data());
  }

private:
  using temporary = detail::temporary<T, Policy>;

  Policy policy_;
  std::unique_ptr<temporary> data_;
};

struct begin_node_counts {
  node_counts* counts;
  std::int64_t roots;
  const std::int64_t* in_rings;
  THRUSTLINE_HD void operator()(std::int64_t) const {
    *counts = {};
    counts->nodes = counts->new_end = roots;
    counts->splits = counts->in_rings = *in_rings;
  }
};

/// The memory of all nodes.
template <class Policy>
class node_table {
public:
  /// in_rings: the number of splits of small rings, in the policy's memory.
  node_table(Policy const& policy, std::int64_t roots, const std::int64_t* in_rings)
      : node_table(policy, roots, in_rings, roots + roots / 2 + 64) {}

  std::int64_t roots() const { return roots_; }

  std::int64_t capacity() const { return capacity_; }

  node_arrays arrays() const {
    return {nodes_.data(),  limits_.data(),    links_.data(),     twins_.data(),  farthest_.data(),
            states_.data(), twin_list_.data(), postponed_.data(), counts_.data(), capacity_};
  }

  /// Makes room for all nodes that have been counted, and more. Those that have been written stay. The order of the
  /// tasks decides how many are counted. The capacity doubles, so it is nearly always the same, and a second call finds
  /// the memory of the first one.
  void reserve(node_counts const& counted) {
    do
      capacity_ *= 2;
    while (capacity_ < counted.nodes + counted.nodes / 4);
    nodes_.reserve(capacity_, counted.written);
    limits_.reserve(capacity_, counted.written);
    links_.reserve(capacity_, counted.written);
    twins_.reserve(capacity_, counted.written);
    farthest_.reserve(capacity_, counted.written);
    states_.reserve(capacity_, counted.written);
    twin_list_.reserve(capacity_, counted.twins);
    postponed_.reserve(capacity_, counted.postponed);
  }

private:
  node_table(Policy const& policy, std::int64_t roots, const std::int64_t* in_rings, std::int64_t capacity)
      : policy_(policy), roots_(roots), capacity_(capacity), nodes_(policy, capacity), limits_(policy, capacity),
        links_(policy, capacity), twins_(policy, capacity), farthest_(policy, capacity), states_(policy, capacity),
        twin_list_(policy, capacity), postponed_(policy, capacity), counts_(policy, 1) {
    detail::for_each_index(policy, std::int64_t(1), begin_node_counts{counts_.data(), roots, in_rings});
  }

  Policy policy_;
  std::int64_t roots_, capacity_;
  growing_array<reached_node, Policy> nodes_;
  growing_array<region_limits, Policy> limits_;
  growing_array<tree_links, Policy> links_;
  growing_array<twin_links, Policy> twins_;
  growing_array<farthest_point, Policy> farthest_;
  growing_array<node_state, Policy> states_;
  growing_array<std::int64_t, Policy> twin_list_, postponed_;
  detail::temporary<node_counts, Policy> counts_;
};

} // namespace thrustline::flow
