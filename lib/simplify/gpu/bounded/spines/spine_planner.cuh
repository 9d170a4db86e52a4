// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "simplify/gpu/bounded/spines/spine_plan.cuh"
#include "simplify/gpu/bounded/spines/spine_reader.cuh"

/// The planning of a spine's cuts from the chains of its two sides: of the next points of both the farther one, and so
/// on.
namespace thrustline::gpu {

/// Segments of so few steps are not planned: they have few levels, if they are cut at all.
inline constexpr int least_planned_steps = 32;

/// Where the planning of a side has come to.
template <class Index, class Real, int D>
struct side_of_plan {
  using ring_type = chain_ring<Index, Real, D>;

  ring_type* ring;
  int side;
  unsigned cuts;   ///< planned of it
  unsigned filled; ///< points that may be read
  bool ended;      ///< there are no more than these

  /// Tells what is needed no more and sees what has come. Only half of it is used until the next time, so that there
  /// always is room for the warp that brings more.
  __device__ void meet_reader(int lane) {
    if (lane == 0)
      ring->used = cuts;
    const unsigned most = cuts + ring_type::room / 2;
    ended = ring->ended && ring->filled <= most;
    filled = min(ring->filled, most);
  }

  /// The points from the one it has come to whose next one is known.
  __device__ unsigned known() const { return ended ? ring_type::room : filled - 1 - cuts; }

  __device__ bool has(unsigned ahead) const { return cuts + ahead < filled; }
  /// A point ahead; the last one if it has no other.
  __device__ chain_point<Index, Real, D> at(unsigned ahead) const { return ring->at(min(cuts + ahead, filled - 1)); }
};

/// Plans the cuts of a spine, for a warp: its lanes try many points of one side against one of the other, until it is
/// the other's turn.
template <class Index, class Real, int D, class Metric>
class planner {
public:
  using side = side_of_plan<Index, Real, D>;
  using entry = chain_point<Index, Real, D>;
  using segment = detail::chord_ends<Index>;

  __device__ planner(spine const& on, cut_group<Index>* groups, chain_ring<Index, Real, D>* rings, Metric const& metric,
                     int lane)
      : metric_(metric), lane_(lane), many_{&rings[0], 0, 0, 0, false}, one_{&rings[1], 1, 0, 0, false},
        writer_(groups, on.room(), {static_cast<Index>(on.first), static_cast<Index>(on.last)}, lane) {}

  __device__ void meet_readers() {
    many_.meet_reader(lane_);
    one_.meet_reader(lane_);
  }

  /// Goes on as far as points were read. Returns whether there is more to plan.
  __device__ bool go_on() {
    bool more = true;
    while (more && many_.known() > 0 && one_.known() > 0)
      more = runs_ ? take_run() : take_turns();
    return more;
  }

  __device__ void finish(spine& on) {
    writer_.finish();
    if (lane_ != 0)
      return;
    const segment rest = open(0, one_.at(0).place);
    on.planned = writer_.planned();
    on.rest_first = rest.first;
    on.rest_last = rest.last;
  }

private:
  enum choice { of_many, of_one, none };

  /// From the point behind so many more cuts of many to that of the other side.
  __device__ segment open(unsigned of_many, Index there) const {
    const Index here = many_.at(of_many).place;
    return many_.side == 0 ? segment{here, there} : segment{there, here};
  }

  /// What is cut next, so many cuts of many ahead, where the other side has come to one_here.
  __device__ choice next(unsigned ahead, entry const& one_here, entry const& one_next, bool one_has_next) const {
    const entry here = many_.at(ahead), many_next = many_.at(ahead + 1);
    const bool many_left = many_.side == 0;
    const Index first = many_left ? here.place : one_here.place, last = many_left ? one_here.place : here.place;
    point<Real, D> first_point, last_point;
#pragma unroll
    for (int k = 0; k < D; ++k) {
      first_point[k] = many_left ? here.at[k] : one_here.at[k];
      last_point[k] = many_left ? one_here.at[k] : here.at[k];
    }
    const auto chord = metric_(first_point, last_point, last - first);
    const auto rank = [&](entry const& p, bool is_there) {
      const bool counts = is_there && first < p.place && p.place < last;
      return counts ? chord.rank(p.at, p.place - first) : Real(-1);
    };
    const Real many_rank = rank(many_next, many_.has(ahead + 1)), one_rank = rank(one_next, one_has_next);
    // Among equals the first point counts, that of side 0.
    const bool takes_one = many_left ? one_rank > many_rank : one_rank >= many_rank;
    const bool any = many_.has(ahead) && last - first > least_planned_steps && fmax(many_rank, one_rank) >= Real(0);
    return !any ? none : takes_one ? of_one : of_many;
  }

  /// The next cuts, a lane a point of many against a few of the other side.
  __device__ bool take_turns() {
    entry ones[turns + 1];
#pragma unroll
    for (int k = 0; k <= turns; ++k)
      ones[k] = one_.at(k);
    choice chosen[turns];
#pragma unroll
    for (int k = 0; k < turns; ++k)
      chosen[k] = next(lane_, ones[k], ones[k + 1], one_.has(k + 1));
    const unsigned known = min(many_.known(), 32u), one_known = one_.known();
    unsigned at = 0, taken = 0; // cuts of many, and of one
    bool more = true;
#pragma unroll
    for (unsigned k = 0; k < turns; ++k) {
      if (k == taken && k < one_known && at < 32) {
        const unsigned others = __ballot_sync(full_warp, chosen[k] != of_many) & full_warp << at;
        const unsigned stop = others != 0 ? __ffs(others) - 1 : 32, sure = min(known, at + writer_.room());
        const unsigned run = min(stop, sure) - at;
        const bool takes_one = stop < sure && __shfl_sync(full_warp, static_cast<int>(chosen[k]), stop % 32) == of_one;
        const unsigned sides = many_.side == 0 ? static_cast<unsigned>(takes_one) << run % 32 : low_bits(run);
        const Index here = ones[k].place, behind = ones[k + 1].place;
        writer_.put(run + takes_one, sides,
                    [&](unsigned cuts) { return open(at + min(cuts, run), cuts > run ? behind : here); });
        more = takes_one || stop >= sure;
        at += run;
        taken += takes_one;
      }
    }
    runs_ = at == 32 && taken == 0;
    many_.cuts += at;
    one_.cuts += taken;
    if (at == 0 && taken > 0) { // the other side has its run
      const side other = many_;
      many_ = one_;
      one_ = other;
    }
    return more && writer_.room() > 0;
  }

  /// The same where many seems to have a run: many windows of it against one point.
  __device__ bool take_run() {
    const entry here = one_.at(0), one_next = one_.at(1);
    choice chosen[windows];
#pragma unroll
    for (int w = 0; w < windows; ++w)
      chosen[w] = next(32 * w + lane_, here, one_next, one_.has(1));
    unsigned run = 32 * windows;
#pragma unroll
    for (int w = windows - 1; w >= 0; --w)
      if (const unsigned others = __ballot_sync(full_warp, chosen[w] != of_many))
        run = 32 * w + __ffs(others) - 1;
    runs_ = run == 32 * windows;
    run = min(run, min(many_.known(), writer_.room()));
    for (unsigned done = 0; done < run; done += 32) {
      const unsigned some = min(run - done, 32u);
      writer_.put(some, many_.side == 0 ? 0 : low_bits(some), [&](unsigned k) { return open(done + k, here.place); });
    }
    many_.cuts += run;
    return writer_.room() > 0;
  }

  /// `count` of them, up to all.
  static __device__ unsigned low_bits(unsigned count) { return static_cast<unsigned>((1ull << count) - 1); }

  static constexpr int turns = 2, windows = 4;

  Metric const& metric_;
  int lane_;
  side many_, one_;
  plan_writer<Index> writer_;
  bool runs_ = false; ///< many had the last window to itself
};

/// Plans the cuts of spines. A block a spine: a warp plans, and for each side another warp reads what comes next.
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
      __syncthreads(); // they have read
      plans.meet_readers();
      if (lane == 0)
        more = planning;
      __syncthreads(); // they go on
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
