// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "core/gpu/device_attribute.hpp"
#include "simplify/fused_limits.hpp"
#include "simplify/gpu/bounded/box_tree.cuh"
#include "simplify/gpu/bounded/split_problem.cuh"
#include "simplify/gpu/bounded/warp_team.cuh"
#include <thrustline/detail/cuda_call.hpp>
#include <thrustline/detail/temporary.hpp>

namespace thrustline::gpu {

/// Segments of more steps may be split by all warps of a block; the others by one warp each.
inline constexpr int team_steps = 4096;

/// Single series of up to this many points overlap splitting and finishing: splitting their long segments leaves most
/// of the device idle. Measured.
inline constexpr std::int64_t most_overlapped = 1 << 22;

/// The most steps of a segment for a single warp, in a call of `points` points. A team finds a cut sooner, but takes
/// more time of all warps for it, so teams split only until there are segments for most of the warps.
inline std::int64_t most_steps_of_warp(std::int64_t points) {
  return points <= most_overlapped ? team_steps : std::max<std::int64_t>(4 * team_steps, points / 2048);
}

/// The least Outcome::short_steps: room in the queues is reckoned with it.
inline constexpr int least_short_steps = 256;

/// Blocks for the long segments that `points` points may hold: blocks of teams and of single warps.
inline std::int64_t splitting_blocks(std::int64_t points, int short_steps) {
  return points / team_steps + points / (team_warps * short_steps) + 1;
}

/// Device memory that the kernels of a call share, beside points and boxes. One allocation holds, side by side: the
/// state, the entries of the queues and the bits of segment ends, which the pass that makes the boxes zeroes at once;
/// then the level marks and the list of spines, which are not zeroed. A byte and a bit a point, about 1/8 byte for the
/// queues, or 1/4 up to most_overlapped points and 1/3 if these are large, 18 bytes for each warp that the device holds
/// at once, and 26 KB.
template <class Policy>
class call_memory {
public:
  /// A queue has room for the long series, for the long pieces that teams leave, for one of two long halves, and for
  /// the end entry of each taker. short_steps: that of the mask outcome; the queue of short segments has room for three
  /// times as many segments as there would be if each had this many steps.
  call_memory(Policy const& policy, std::int64_t points, int short_steps)
      : for_teams_(2 * (points / team_steps + 1) + takers(points) / team_warps),
        for_warps_(2 * (points / least_short_steps + 1) + takers(points)),
        for_shorts_(points <= most_overlapped ? 3 * points / short_steps + 256 : 0), points_(points),
        bytes_(policy, spines_at() + most_spines * sizeof(spine)) {}

  /// What must be zeroed before the first kernel uses it.
  zeroed_pieces zeros() const {
    return {reinterpret_cast<uint4*>(bytes_.data()), static_cast<std::int64_t>(levels_at() / sizeof(uint4))};
  }

  /// Zeroes the counters and the queues for another round.
  void begin_round(cudaStream_t stream) const {
    auto* const begin = reinterpret_cast<unsigned char*>(&state()->kept);
    auto* const end = reinterpret_cast<unsigned char*>(bits());
    detail::check_cuda(cudaMemsetAsync(begin, 0, end - begin, stream), "cudaMemsetAsync");
  }

  call_state* state() const { return reinterpret_cast<call_state*>(bytes_.data()); }
  template <bool Ordered>
  segment_queue<Ordered> teams() const {
    return {entries(), &state()->teams};
  }
  template <bool Ordered>
  segment_queue<Ordered> warps() const {
    return {entries() + for_teams_, &state()->warps};
  }
  /// Queue of short segments; it has no entries if there are more than most_overlapped points.
  short_queue shorts() const {
    if (for_shorts_ == 0)
      return {};
    return {entries() + for_teams_ + for_warps_, &state()->shorts, static_cast<unsigned>(for_shorts_)};
  }
  segment_ends ends() const { return {bits(), bytes_.data() + levels_at()}; }
  /// room: spines that are wanted, at most most_spines; least_dense: see spine_list
  spine_list spines(unsigned room, unsigned least_dense) const {
    return {reinterpret_cast<spine*>(bytes_.data() + spines_at()), &state()->spines, room, least_dense};
  }

private:
  /// The most warps that split long segments at once.
  static std::int64_t takers(std::int64_t points) {
    const std::int64_t resident = std::int64_t(device_attribute(cudaDevAttrMultiProcessorCount)) *
                                  device_attribute(cudaDevAttrMaxThreadsPerMultiProcessor) / 32;
    return std::min(resident, large_team_warps * splitting_blocks(points, least_short_steps));
  }

  queue_entry* entries() const { return reinterpret_cast<queue_entry*>(state() + 1); }
  unsigned* bits() const { return reinterpret_cast<unsigned*>(entries() + for_teams_ + for_warps_ + for_shorts_); }

  /// The offset of the level marks: the end of what is zeroed.
  std::size_t levels_at() const {
    const std::size_t end = sizeof(call_state) + (for_teams_ + for_warps_ + for_shorts_) * sizeof(queue_entry) +
                            (points_ / 32 + 1 + fused_points / 32) * sizeof(unsigned);
    return (end + sizeof(uint4) - 1) / sizeof(uint4) * sizeof(uint4);
  }

  std::size_t spines_at() const {
    const std::size_t end = levels_at() + points_;
    return (end + alignof(spine) - 1) / alignof(spine) * alignof(spine);
  }

  std::int64_t for_teams_, for_warps_, for_shorts_, points_;
  detail::temporary<unsigned char, Policy> bytes_;
};

} // namespace thrustline::gpu
