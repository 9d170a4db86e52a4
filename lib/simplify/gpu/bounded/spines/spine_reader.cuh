// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "core/gpu/lane_batches.cuh"
#include "core/gpu/warp.cuh"
#include "simplify/gpu/bounded/spines/spine_chains.cuh"

/// The reader of a side's chain: it turns the chain's bits into points in shared memory, while another warp uses the
/// points that were read before.
namespace thrustline::gpu {

/// A point of a chain.
template <class Index, class Real, int D>
struct alignas(sizeof(Index) + sizeof(point<Real, D>) <= 8 ? 8 : 16) chain_point {
  point<Real, D> at;
  Index place;
};

/// The next points of a side's chain in shared memory: point k at k % room, where point 0 is the side's end. One warp
/// fills the ring while another uses it.
template <class Index, class Real, int D>
struct chain_ring {
  using entry = chain_point<Index, Real, D>;
  static constexpr unsigned room = 16384 / sizeof(entry);

  entry entries[room];
  unsigned filled; ///< points that were put
  unsigned used;   ///< the first point that is still needed
  bool ended;      ///< there are no more points

  __device__ entry& at(unsigned k) { return entries[k % room]; }
};

/// Reads the bits of a side's chain, for a warp.
template <class Index, class Real, int D>
class chain_reader {
public:
  using ring = chain_ring<Index, Real, D>;

  __device__ chain_reader(spine const& on, int side, const unsigned* bits, const point<Real, D>* points, int lane)
      : bits_(bits), words_(on.words), begin_(static_cast<Index>(on.end(side))), side_(side), points_(points),
        lane_(lane), next_(word(0)), ahead_(word(32)) {
    go_on();
  }

  /// Puts the side's end, before all other points.
  __device__ void begin(ring& to) {
    if (lane_ == 0) {
      to.at(0) = {points_[begin_], begin_};
      to.filled = 1;
      to.used = 0;
    }
    __syncwarp();
  }

  /// Puts as many points into the ring as there is room for.
  __device__ void fill(ring& to) {
    unsigned filled = to.filled;
    const unsigned end = to.used + ring::room;
    while (filled < end && row_ < words_) {
      if (__ballot_sync(full_warp, bits_left_ != 0) == 0) {
        row_ += 32;
        go_on();
        continue;
      }
      const unsigned mine = __popc(bits_left_);
      unsigned place = filled + warp_inclusive_sum(mine, lane_) - mine;
      const unsigned behind = __shfl_sync(full_warp, place + mine, 31);
      for (; bits_left_ != 0 && place < end; ++place, bits_left_ &= bits_left_ - 1)
        to.at(place).place = after(32 * static_cast<Index>(row_ + lane_) + __ffs(bits_left_) - 1);
      __syncwarp();
      const unsigned here = min(behind, end);
      for_lane_batches<8>(
          0, static_cast<int>(here - filled), lane_, [&](int i) { return points_[to.at(filled + i).place]; },
          [&](int i, point<Real, D> const& p) { to.at(filled + i).at = p; });
      filled = here;
    }
    if (lane_ == 0) {
      to.filled = filled;
      to.ended = row_ >= words_;
    }
  }

private:
  __device__ Index after(Index steps) const { return side_ == 0 ? begin_ + steps : begin_ - steps; }

  __device__ unsigned word(unsigned row) const { return row + lane_ < words_ ? bits_[row + lane_] : 0; }

  /// Goes on to the words of row_; those of the next two rows are being loaded.
  __device__ void go_on() {
    bits_left_ = next_;
    next_ = ahead_;
    ahead_ = word(row_ + 64);
  }

  const unsigned* bits_;
  unsigned words_;
  Index begin_;
  int side_;
  const point<Real, D>* points_;
  int lane_;
  unsigned row_ = 0, bits_left_, next_, ahead_;
};

} // namespace thrustline::gpu
