// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
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

struct begin_counts {
  round_counts* counts;
  std::int64_t roots;
  THRUSTLINE_HD void operator()(std::int64_t) const { *counts = {roots, 0, 0, 0, 0, 0}; }
};

/// The memory of all nodes.
template <class Policy>
class node_table {
public:
  node_table(Policy const& policy, std::int64_t roots) : node_table(policy, roots, roots + roots / 4) {}

  std::int64_t roots() const { return roots_; }

  std::int64_t capacity() const { return capacity_; }

  node_arrays arrays() const {
    return {nodes_.data(),  limits_.data(),   links_.data(),     twins_.data(),
            is_due_.data(), due_list_.data(), twin_list_.data(), counts_.data()};
  }

  /// Makes room for all nodes that have been counted. The lists and the first `used` nodes stay.
  void reserve(round_counts const& counted, std::int64_t used) {
    capacity_ = std::max(counted.nodes, 2 * capacity_);
    nodes_.reserve(capacity_, used);
    limits_.reserve(capacity_, used);
    links_.reserve(capacity_, used);
    twins_.reserve(capacity_, used);
    is_due_.reserve(capacity_, used);
    due_list_.reserve(capacity_, counted.due);
    twin_list_.reserve(capacity_, counted.twins);
  }

private:
  node_table(Policy const& policy, std::int64_t roots, std::int64_t capacity)
      : policy_(policy), roots_(roots), capacity_(capacity), nodes_(policy, capacity), limits_(policy, capacity),
        links_(policy, capacity), twins_(policy, capacity), is_due_(policy, capacity), due_list_(policy, capacity),
        twin_list_(policy, capacity), counts_(policy, 1) {
    detail::for_each_index(policy, std::int64_t(1), begin_counts{counts_.data(), roots});
  }

  Policy policy_;
  std::int64_t roots_, capacity_;
  growing_array<reached_node, Policy> nodes_;
  growing_array<region_limits, Policy> limits_;
  growing_array<tree_links, Policy> links_;
  growing_array<twin_links, Policy> twins_;
  growing_array<std::int32_t, Policy> is_due_;
  growing_array<std::int64_t, Policy> due_list_, twin_list_;
  detail::temporary<round_counts, Policy> counts_;
};

} // namespace thrustline::flow
