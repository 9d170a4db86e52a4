// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>

#include "core/flow/atomics.hpp"
#include <thrustline/detail/for_each_index.hpp>
#include <thrustline/detail/temporary.hpp>

namespace thrustline::flow {

/// Slots of a hash table of nodes, which threads fill together. Collisions are resolved by the next free slot. A slot
/// has some bits of the hash, too, so that few nodes are looked at.
struct node_slots {
  std::uint64_t* slots;
  std::int64_t size; ///< a power of 2

  static constexpr std::uint64_t free = ~std::uint64_t(0);
  static constexpr int node_bits = 40;

  /// The first node m of those with the hash for which is_same(m); adds n and returns it if there is none.
  template <class IsSame>
  THRUSTLINE_HD std::int64_t find_or_add(std::uint64_t hash, std::int64_t n, IsSame const& is_same) const {
    const std::uint64_t mine = hash << (node_bits + 1) >> 1 | static_cast<std::uint64_t>(n);
    for (std::int64_t s = static_cast<std::int64_t>(hash >> 32) & (size - 1);; s = (s + 1) & (size - 1)) {
      std::uint64_t there = atomic_load(slots[s]);
      if (there == free && atomic_replace(slots[s], there, mine))
        return n;
      const auto node = static_cast<std::int64_t>(there & ((std::uint64_t(1) << node_bits) - 1));
      if (there >> node_bits != mine >> node_bits)
        continue;
      atomic_acquire(slots[s]); // the node may have been added just now
      if (is_same(node))
        return node;
    }
  }
};

struct free_slot {
  std::uint64_t* slots;
  THRUSTLINE_HD void operator()(std::int64_t s) const { slots[s] = node_slots::free; }
};

/// The memory of slots.
template <class Policy>
class slot_memory {
public:
  explicit slot_memory(Policy const& policy) : policy_(policy) {}

  node_slots view() const { return {slots_->data(), size_}; }

  /// Makes room for `count` nodes, with a fifth of the slots free at least: a table that fits into the cache of a
  /// device is faster than one with more free slots. Returns whether the slots are new: then the caller frees them, and
  /// adds the nodes again.
  bool make_room(std::int64_t count) {
    const std::int64_t least = count + count / 4;
    if (size_ > least)
      return false;
    for (size_ = std::max(size_, std::int64_t(1)); size_ <= least;)
      size_ *= 2;
    slots_ = std::make_unique<detail::temporary<std::uint64_t, Policy>>(policy_, size_);
    return true;
  }

  /// Frees all slots. This takes no memory, so side_work may do it.
  void free_all(Policy const& policy) const { detail::for_each_index(policy, size_, free_slot{slots_->data()}); }

private:
  Policy policy_;
  std::unique_ptr<detail::temporary<std::uint64_t, Policy>> slots_;
  std::int64_t size_ = 0;
};

} // namespace thrustline::flow
