// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "simplify/gpu/bounded/spines/spine_plan.cuh"
#include "simplify/gpu/bounded/spines/spine_reader.cuh"

/// The planning of a spine's cuts from the chains of its two sides: each cut is the farther one of the next points of
/// both.
namespace thrustline::gpu {

/// Segments of at most this many steps are not planned: they have few levels, if they are cut at all.
inline constexpr int least_planned_steps = 32;

/// How far the planning of a side has come.
template <class Index, class Real, int D>
struct side_of_plan {
  using ring_type = chain_ring<Index, Real, D>;

  ring_type* ring;
  int side;
  unsigned cuts;   ///< cuts planned on this side
  unsigned filled; ///< points that may be read
  bool ended;      ///< there are no more points than these

  /// Frees the points that are no longer needed, and sees those that were read meanwhile. Only half of the ring is used
  /// until the next call, so that the reader always has room.
  __device__ void meet_reader(int lane) {
    if (lane == 0)
      ring->used = cuts;
    const unsigned most = cuts + ring_type::room / 2;
    ended = ring->ended && ring->filled <= most;
    filled = min(ring->filled, most);
  }

  /// Points ahead whose next point is known.
  __device__ unsigned known() const { return ended ? ring_type::room : filled - 1 - cuts; }

  __device__ bool has(unsigned ahead) const { return cuts + ahead < filled; }
  /// A point ahead; the last one if it has no other.
  __device__ chain_point<Index, Real, D> at(unsigned ahead) const { return ring->at(min(cuts + ahead, filled - 1)); }
};

/// Plans the cuts of a spine, for a warp: its lanes try many points of the scanned side against one of the fixed side,
/// until the latter is cut.
template <class Index, class Real, int D, class Metric>
class planner {
public:
  using side = side_of_plan<Index, Real, D>;
  using entry = chain_point<Index, Real, D>;
  using segment = detail::chord_ends<Index>;

  __device__ planner(spine const& on, cut_group<Index>* groups, chain_ring<Index, Real, D>* rings, Metric const& metric,
                     int lane)
      : metric_(metric), lane_(lane), scanned_{&rings[0], 0, 0, 0, false}, fixed_{&rings[1], 1, 0, 0, false},
        writer_(groups, on.room(), {static_cast<Index>(on.first), static_cast<Index>(on.last)}, lane) {}

  __device__ void meet_readers() {
    scanned_.meet_reader(lane_);
    fixed_.meet_reader(lane_);
  }

  /// Goes on as far as points were read. Returns whether there is more to plan.
  __device__ bool go_on() {
    bool more = true;
    while (more && scanned_.known() > 0 && fixed_.known() > 0)
      more = runs_ ? take_run() : take_turns();
    return more;
  }

  __device__ void finish(spine& on) {
    writer_.finish();
    if (lane_ != 0)
      return;
    const segment rest = open(0, fixed_.at(0).place);
    on.planned = writer_.planned();
    on.rest_first = rest.first;
    on.rest_last = rest.last;
  }

private:
  /// Side that is cut next.
  enum choice { scanned, fixed, none };

  /// The segment between the scanned side after `ahead` more cuts, and point `there` of the fixed side.
  __device__ segment open(unsigned ahead, Index there) const {
    const Index here = scanned_.at(ahead).place;
    return scanned_.side == 0 ? segment{here, there} : segment{there, here};
  }

  /// Side that is cut next after `ahead` more cuts of the scanned side, where the fixed side has come to fixed_here.
  __device__ choice next(unsigned ahead, entry const& fixed_here, entry const& fixed_next, bool fixed_has_next) const {
    const entry here = scanned_.at(ahead), scanned_next = scanned_.at(ahead + 1);
    const bool scanned_is_left = scanned_.side == 0;
    const Index first = scanned_is_left ? here.place : fixed_here.place,
                last = scanned_is_left ? fixed_here.place : here.place;
    point<Real, D> first_point, last_point;
#pragma unroll
    for (int k = 0; k < D; ++k) {
      first_point[k] = scanned_is_left ? here.at[k] : fixed_here.at[k];
      last_point[k] = scanned_is_left ? fixed_here.at[k] : here.at[k];
    }
    const auto chord = metric_(first_point, last_point, last - first);
    const auto rank = [&](entry const& p, bool is_there) {
      const bool counts = is_there && first < p.place && p.place < last;
      return counts ? chord.rank(p.at, p.place - first) : Real(-1);
    };
    const Real scanned_rank = rank(scanned_next, scanned_.has(ahead + 1)),
               fixed_rank = rank(fixed_next, fixed_has_next);
    // Among equals the first point counts: that of side 0.
    const bool cuts_fixed = scanned_is_left ? fixed_rank > scanned_rank : fixed_rank >= scanned_rank;
    const bool any =
        scanned_.has(ahead) && last - first > least_planned_steps && fmax(scanned_rank, fixed_rank) >= Real(0);
    return !any ? none : cuts_fixed ? fixed : scanned;
  }

  /// Plans the next cuts: each lane tries a point of the scanned side against a few of the fixed side.
  __device__ bool take_turns() {
    entry fixed_points[turns + 1];
#pragma unroll
    for (int k = 0; k <= turns; ++k)
      fixed_points[k] = fixed_.at(k);
    choice chosen[turns];
#pragma unroll
    for (int k = 0; k < turns; ++k)
      chosen[k] = next(lane_, fixed_points[k], fixed_points[k + 1], fixed_.has(k + 1));
    const unsigned known = min(scanned_.known(), 32u), fixed_known = fixed_.known();
    unsigned at = 0, taken = 0; // cuts of the scanned side, and of the fixed side
    bool more = true;
#pragma unroll
    for (unsigned k = 0; k < turns; ++k) {
      if (k == taken && k < fixed_known && at < 32) {
        const unsigned others = __ballot_sync(full_warp, chosen[k] != scanned) & full_warp << at;
        const unsigned stop = others != 0 ? __ffs(others) - 1 : 32, sure = min(known, at + writer_.room());
        const unsigned run = min(stop, sure) - at;
        const bool cuts_fixed = stop < sure && __shfl_sync(full_warp, static_cast<int>(chosen[k]), stop % 32) == fixed;
        const unsigned sides = scanned_.side == 0 ? static_cast<unsigned>(cuts_fixed) << run % 32 : low_bits(run);
        const Index here = fixed_points[k].place, behind = fixed_points[k + 1].place;
        writer_.put(run + cuts_fixed, sides,
                    [&](unsigned cuts) { return open(at + min(cuts, run), cuts > run ? behind : here); });
        more = cuts_fixed || stop >= sure;
        at += run;
        taken += cuts_fixed;
      }
    }
    runs_ = at == 32 && taken == 0;
    scanned_.cuts += at;
    fixed_.cuts += taken;
    if (at == 0 && taken > 0) { // only the fixed side was cut: it is scanned next
      const side other = scanned_;
      scanned_ = fixed_;
      fixed_ = other;
    }
    return more && writer_.room() > 0;
  }

  /// The same where the scanned side has a run of cuts: several windows of its points against one of the fixed side.
  __device__ bool take_run() {
    const entry here = fixed_.at(0), fixed_next = fixed_.at(1);
    choice chosen[windows];
#pragma unroll
    for (int w = 0; w < windows; ++w)
      chosen[w] = next(32 * w + lane_, here, fixed_next, fixed_.has(1));
    unsigned run = 32 * windows;
#pragma unroll
    for (int w = windows - 1; w >= 0; --w)
      if (const unsigned others = __ballot_sync(full_warp, chosen[w] != scanned))
        run = 32 * w + __ffs(others) - 1;
    runs_ = run == 32 * windows;
    run = min(run, min(scanned_.known(), writer_.room()));
    for (unsigned done = 0; done < run; done += 32) {
      const unsigned some = min(run - done, 32u);
      writer_.put(some, scanned_.side == 0 ? 0 : low_bits(some),
                  [&](unsigned k) { return open(done + k, here.place); });
    }
    scanned_.cuts += run;
    return writer_.room() > 0;
  }

  /// A word with the `count` lowest bits set.
  static __device__ unsigned low_bits(unsigned count) { return static_cast<unsigned>((1ull << count) - 1); }

  static constexpr int turns = 2, windows = 4;

  Metric const& metric_;
  int lane_;
  side scanned_, fixed_;
  plan_writer<Index> writer_;
  bool runs_ = false; ///< all cuts of the last window were of the scanned side
};

/// Plans the cuts of spines, a block for each: one warp plans, and for each side another warp reads the next points.
template <class Index, class Real, int D, class Metric>
__global__ void __launch_bounds__(96)
    plan_cuts(spine_slices<Index> slices, cut_group<Index>* plan, const point<Real, D>* points, Metric metric) {
  __shared__ chain_ring<Index, Real, D> rings[2];
  __shared__ bool more;
  const int lane = threadIdx.x % 32, warp = warp_of_block();
  spine& on = slices.spines[blockIdx.x];
  if (warp == 0) {
    planner<Index, Real, D, Metric> plans(on, plan + on.first_group, rings, metric, lane);
    for (bool planning = true;;) {
      __syncthreads(); // the readers have read
      plans.meet_readers();
      if (lane == 0)
        more = planning;
      __syncthreads(); // the readers go on
      if (!planning)
        break;
      planning = plans.go_on();
    }
    plans.finish(on);
  } else {
    const int side = warp - 1;
    chain_reader<Index, Real, D> reader(on, side, slices.chain(on, side), points, lane);
    reader.begin(rings[side]);
    do {
      reader.fill(rings[side]);
      __syncthreads();
      __syncthreads();
    } while (more);
  }
}

} // namespace thrustline::gpu
