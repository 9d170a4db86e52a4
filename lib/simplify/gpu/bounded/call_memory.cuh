// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "core/gpu/device_attribute.hpp"
#include "simplify/fused_limits.hpp"
#include "simplify/gpu/bounded/box_tree.cuh"
#include "simplify/gpu/bounded/segment_queue.cuh"
#include "simplify/gpu/bounded/short_queue.cuh"
#include "simplify/gpu/bounded/spines/spine_list.cuh"
#include "simplify/gpu/bounded/warp_team.cuh"
#include <thrustline/detail/cuda_call.hpp>
#include <thrustline/detail/temporary.hpp>

namespace thrustline::gpu {

/// Segments of more steps may be for all warps of a block; the others are for one warp each.
inline constexpr int team_steps = 4096;

/// Of a single series of so many points and fewer the short segments are finished while the long ones are split, which
/// leaves most of the device idle then. Measured.
inline constexpr std::int64_t most_overlapped = 1 << 22;

/// The most steps of a segment for a single warp, among so many points: teams find a cut sooner, but take more time of
/// all warps for it, so they split only until there are segments for most of the warps.
inline std::int64_t most_steps_of_warp(std::int64_t points) {
  return points <= most_overlapped ? team_steps : std::max<std::int64_t>(4 * team_steps, points / 2048);
}

/// Any engine leaves segments of at most so many steps to its finish.
inline constexpr int least_short_steps = 256;

/// Of the ends of series 1, of other ends of segments 1 + the level of the segment that they cut, at most 255. So the
/// level of any segment is the greater of its ends' marks.
using level_mark = std::uint8_t;
inline constexpr unsigned highest_mark = 255;

/// The ends of segments: a bit for each point, and a level mark where the bit is set. So few points have one while long
/// segments are split that a byte for each costs more to clear and to read than all the rest.
struct segment_ends {
  unsigned* bits;     ///< zeroed, those of 1024 points behind the last too
  level_mark* levels; ///< not zeroed

  template <class Index>
  __device__ void mark(Index i, unsigned level) const {
    levels[i] = static_cast<level_mark>(min(level, highest_mark));
    atomicOr(bits + i / 32, 1u << i % 32);
  }
};

/// Blocks of teams and of single warps for which so many points may hold long segments.
inline std::int64_t splitting_blocks(std::int64_t points, int short_steps) {
  return points / team_steps + points / (team_warps * short_steps) + 1;
}

/// What the kernels of a call count; read back after the last of a round. A round after the first begins with zeros
/// from `kept` on.
struct call_state {
  unsigned long long levels;   ///< the deepest that was seen
  unsigned long long kept;     ///< points with marks
  unsigned long long tiles;    ///< taken by finish_short
  spine_counts spines;         ///< found by split_long
  unsigned arrived;            ///< blocks that split long segments
  queue_counters teams, warps; ///< of the two queues
  short_counters shorts;
};

/// What the kernels of a call share beside points and boxes, side by side and zeroed at once, by the pass that makes
/// the boxes: the state, the queues' entries and the bits of ends; and, not zeroed, the level marks and the list of
/// spines. A byte and a bit a point, about 1/8 byte for the queues, or 1/4 up to most_overlapped points and 1/3 if they
/// are large, 18 bytes for each warp that the device holds at once, and 26 KB.
template <class Policy>
class call_memory {
public:
  /// Entries of a queue are long series, long pieces that teams have left, and one of two long halves, of each no more
  /// than there is room for, side by side; and the end for each taker.
  /// short_steps: of a mask; the queue of short segments has room for three times as many as if all were so long.
  call_memory(Policy const& policy, std::int64_t points, int short_steps)
      : for_teams_(2 * (points / team_steps + 1) + takers(points) / team_warps),
        for_warps_(2 * (points / least_short_steps + 1) + takers(points)),
        for_shorts_(points <= most_overlapped ? 3 * points / short_steps + 256 : 0), points_(points),
        bytes_(policy, spines_at() + most_spines * sizeof(spine)) {}

  /// What is to be zeroed before anything else.
  zeroed_pieces zeros() const {
    return {reinterpret_cast<uint4*>(bytes_.data()), static_cast<std::int64_t>(levels_at() / sizeof(uint4))};
  }

  /// Makes the counters and the queues ready for another round.
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
  /// None if there are more than most_overlapped points.
  short_queue shorts() const {
    if (for_shorts_ == 0)
      return {};
    return {entries() + for_teams_ + for_warps_, &state()->shorts, static_cast<unsigned>(for_shorts_)};
  }
  segment_ends ends() const { return {bits(), bytes_.data() + levels_at()}; }
  /// room: the spines that are wanted
  spine_list spines(unsigned room) const {
    return {reinterpret_cast<spine*>(bytes_.data() + spines_at()), &state()->spines, room};
  }

private:
  /// Warps that split long segments, at most.
  static std::int64_t takers(std::int64_t points) {
    const std::int64_t resident = std::int64_t(device_attribute(cudaDevAttrMultiProcessorCount)) *
                                  device_attribute(cudaDevAttrMaxThreadsPerMultiProcessor) / 32;
    return std::min(resident, large_team_warps * splitting_blocks(points, least_short_steps));
  }

  queue_entry* entries() const { return reinterpret_cast<queue_entry*>(state() + 1); }
  unsigned* bits() const { return reinterpret_cast<unsigned*>(entries() + for_teams_ + for_warps_ + for_shorts_); }

  /// Behind all that is zeroed.
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
