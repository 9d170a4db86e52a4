// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "topology/flow/node_arrays.hpp"
#include <thrustline/detail/temporary.hpp>

/// Pairs of a node and a vertex that wait until the searches of a round are over. A node with a long chain may have
/// hundreds of vertices near it: the team that finds them would test them long after all others are done, so the pairs
/// are tested by a team each.
namespace thrustline::flow {

struct waiting_pair {
  std::int64_t node, vertex;
};

/// The pairs of a round.
struct waiting_pairs {
  static constexpr std::int64_t short_chain = 16; ///< edges that one thread tests in little time

  waiting_pair* pairs;
  std::int64_t capacity;
  std::int64_t begin; ///< the number of pairs of all rounds before

  /// Adds a pair of a node with a long chain, if there is room. Returns whether it did.
  THRUSTLINE_HD bool add(node_arrays const& all, std::int64_t n, std::int64_t vertex) const {
    if (all.nodes[n].last - all.nodes[n].first <= short_chain)
      return false;
    const std::int64_t k = atomic_add(all.counts->waiting, std::int64_t(1)) - begin;
    if (k < capacity)
      pairs[k] = {n, vertex};
    return k < capacity;
  }
};

/// The memory of waiting pairs.
template <class Policy>
class pair_table {
public:
  pair_table(Policy const& policy, std::int64_t capacity) : capacity_(capacity), pairs_(policy, capacity) {}

  /// The pairs of a round. before: those of all rounds before.
  waiting_pairs view(std::int64_t before) const { return {pairs_.data(), capacity_, before}; }

private:
  std::int64_t capacity_;
  detail::temporary<waiting_pair, Policy> pairs_;
};

} // namespace thrustline::flow
