// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <type_traits>

#include "cuda/bounded/spine_chains.cuh"
#include "cuda/warp.cuh"

/// The plan of a spine's cuts, made of the chains of its two sides: of the next points of both the farther one, and so
/// on. As the cuts of a side are those of its chain in order, a plan is a bit for each cut.
namespace thrustline::cuda {

/// Some cuts of a plan that follow one another, group_cuts unless they are its last.
template <class Index>
struct cut_group {
  Index first, last; ///< the segment that the first of them cuts
  unsigned sides;    ///< a bit for each: the side whose next point it is
};

/// The plans of all spines, side by side.
template <class Index, class Real>
struct spine_plan {
  using bits = std::conditional_t<sizeof(Real) == sizeof(float), unsigned, unsigned long long>;

  cut_group<Index>* groups;
  bits* least; ///< the least distance of a cut of each group, then before it, as bits; null: not wanted
};

/// Distances are >= +0: their bits order as unsigned integers.
__device__ inline unsigned distance_bits(float distance) { return __float_as_uint(distance); }
__device__ inline unsigned long long distance_bits(double distance) { return __double_as_longlong(distance); }

template <class Real>
__device__ Real distance_of_bits(typename spine_plan<int, Real>::bits bits) {
  if constexpr (sizeof(Real) == sizeof(float))
    return __uint_as_float(bits);
  else
    return __longlong_as_double(static_cast<long long>(bits));
}

/// Segments of so few steps are not planned: they have few levels, if they are cut at all.
inline constexpr int least_planned_steps = 32;

/// A point of a chain.
template <class Index, class Real, int D>
struct alignas(sizeof(Index) + sizeof(point<Real, D>) <= 8 ? 8 : 16) chain_point {
  point<Real, D> at;
  Index place;
};

/// The next points of a side's chain in shared memory: point k, where point 0 is the side's end, at k % room. One warp
/// puts them there while another goes along them.
template <class Index, class Real, int D>
struct chain_ring {
  using entry = chain_point<Index, Real, D>;
  static constexpr unsigned room = 16384 / sizeof(entry);

  entry entries[room];
  unsigned filled, used; ///< how many were put, and the first that is still needed
  bool ended;            ///< there are no more

  __device__ entry& at(unsigned k) { return entries[k % room]; }
};

/// The sum of a warp's values up to each lane's.
__device__ inline unsigned inclusive_sum(unsigned value, int lane) {
#pragma unroll
  for (int distance = 1; distance < 32; distance *= 2) {
    const unsigned before = __shfl_up_sync(full_warp, value, distance);
    value += lane >= distance ? before : 0;
  }
  return value;
}

/// The place of set bit n of a word, from 0.
__device__ inline unsigned nth_bit(unsigned word, unsigned n) {
  unsigned place = 0;
#pragma unroll
  for (unsigned half = 16; half > 0; half /= 2) {
    const unsigned lower = __popc(word & ((1u << half) - 1));
    const bool above = n >= lower;
    n -= above ? lower : 0;
    word >>= above ? half : 0;
    place += above ? half : 0;
  }
  return place;
}

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

  /// The side's end, before all others.
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
      unsigned place = filled + inclusive_sum(mine, lane_) - mine;
      const unsigned behind = __shfl_sync(full_warp, place + mine, 31);
      for (; bits_left_ != 0 && place < end; ++place, bits_left_ &= bits_left_ - 1)
        to.at(place).place = after(32 * (row_ + lane_) + __ffs(bits_left_) - 1);
      __syncwarp();
      const unsigned here = min(behind, end);
      constexpr unsigned batch = 8; // loads that wait for memory together
      for (unsigned k = filled + lane_; k < here; k += 32 * batch) {
        point<Real, D> some[batch];
#pragma unroll
        for (unsigned i = 0; i < batch; ++i)
          some[i] = points_[to.at(min(k + 32 * i, here - 1)).place];
#pragma unroll
        for (unsigned i = 0; i < batch; ++i)
          if (k + 32 * i < here)
            to.at(k + 32 * i).at = some[i];
      }
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

  /// To the words of row_; those of the next two are on their way from memory.
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

/// Writes the sides of planned cuts, for a warp.
template <class Index>
class plan_writer {
public:
  using segment = detail::chord_ends<Index>;

  __device__ plan_writer(cut_group<Index>* groups, unsigned room, segment const& first, int lane)
      : group_(groups), open_{first.first, first.last, 0}, room_(room), lane_(lane) {}

  __device__ unsigned planned() const { return planned_; }
  __device__ unsigned room() const { return room_ - planned_; }

  /// Up to a group's cuts, for which there is room: a bit for each, its side. cut_by(k): the segment that the one
  /// behind k of them cuts.
  template <class Segment>
  __device__ void put(unsigned count, unsigned sides, Segment cut_by) {
    const unsigned at = planned_ % group_cuts;
    const unsigned long long both = static_cast<unsigned long long>(sides) << at; // of this group and of the next
    open_.sides |= static_cast<unsigned>(both);
    planned_ += count;
    if (at + count >= group_cuts) {
      flush();
      const segment next = cut_by(group_cuts - at);
      open_ = {next.first, next.last, static_cast<unsigned>(both >> 32)};
    }
  }

  /// When all were put.
  __device__ void finish() {
    if (planned_ % group_cuts != 0)
      flush();
  }

private:
  static_assert(group_cuts == 32, "a word has a bit for each");

  __device__ void flush() {
    if (lane_ == 0)
      *group_ = open_;
    ++group_;
  }

  cut_group<Index>* group_;
  cut_group<Index> open_;
  unsigned room_, planned_ = 0;
  int lane_;
};

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
  using segment = detail::chord_ends<Index>;

  __device__ planner(spine const& on, cut_group<Index>* groups, chain_ring<Index, Real, D>* rings, Metric const& metric,
                     int lane)
      : metric_(metric), lane_(lane), many_{&rings[0], 0, 0, 0, false}, one_{&rings[1], 1, 0, 0, false},
        writer_(groups, on.room(), {static_cast<Index>(on.first), static_cast<Index>(on.last)}, lane) {}

  __device__ void meet_readers() {
    many_.meet_reader(lane_);
    one_.meet_reader(lane_);
    see_one();
  }

  /// Goes on as far as points were read. Returns whether there is more to plan.
  __device__ bool go_on() {
    bool more = true;
    for (unsigned known; more && (known = many_.known()) > 0 && one_.known() > 0;)
      more = runs_ ? take<4>(known) : take<1>(known);
    return more;
  }

  __device__ void finish(spine& on) {
    writer_.finish();
    if (lane_ != 0)
      return;
    const segment rest = open(0, 0);
    on.planned = writer_.planned();
    on.rest_first = rest.first;
    on.rest_last = rest.last;
  }

private:
  enum choice { of_many, of_one, none };

  /// The open segment when so many more cuts of either side are made.
  __device__ segment open(unsigned of_many, unsigned of_one) const {
    const Index here = many_.at(of_many).place, there = of_one > 0 ? one_next_.place : one_here_.place;
    return many_.side == 0 ? segment{here, there} : segment{there, here};
  }

  __device__ void see_one() {
    one_here_ = one_.at(0);
    one_next_ = one_.at(1);
  }

  /// What is cut next, so many cuts of many ahead.
  __device__ choice next(unsigned ahead) const {
    const auto here = many_.at(ahead), many_next = many_.at(ahead + 1);
    const bool many_left = many_.side == 0;
    const Index first = many_left ? here.place : one_here_.place, last = many_left ? one_here_.place : here.place;
    point<Real, D> first_point, last_point;
#pragma unroll
    for (int k = 0; k < D; ++k) {
      first_point[k] = many_left ? here.at[k] : one_here_.at[k];
      last_point[k] = many_left ? one_here_.at[k] : here.at[k];
    }
    const auto chord = metric_(first_point, last_point, last - first);
    const auto rank = [&](chain_point<Index, Real, D> const& p, bool is_there) {
      const bool counts = is_there && first < p.place && p.place < last;
      return counts ? chord.rank(p.at, p.place - first) : Real(-1);
    };
    const Real many_rank = rank(many_next, many_.has(ahead + 1)), one_rank = rank(one_next_, one_.has(1));
    // Among equals the first point counts, that of side 0.
    const bool takes_one = many_left ? one_rank > many_rank : one_rank >= many_rank;
    const bool any = many_.has(ahead) && last - first > least_planned_steps && fmax(many_rank, one_rank) >= Real(0);
    return !any ? none : takes_one ? of_one : of_many;
  }

  /// The next run of cuts of many, of up to so many windows, and the one of the other side behind it.
  template <int Windows>
  __device__ bool take(unsigned known) {
    choice chosen[Windows];
#pragma unroll
    for (int w = 0; w < Windows; ++w)
      chosen[w] = next(32 * w + lane_);
    unsigned stop = 32 * Windows;
    choice at_stop = chosen[0];
#pragma unroll
    for (int w = Windows - 1; w >= 0; --w)
      if (const unsigned others = __ballot_sync(full_warp, chosen[w] != of_many)) {
        stop = 32 * w + __ffs(others) - 1;
        at_stop = chosen[w];
      }
    const unsigned sure = min(min(known, writer_.room()), 32u * Windows), run = min(stop, sure);
    const bool takes_one = stop < sure && __shfl_sync(full_warp, at_stop, stop % 32) == of_one;
    const unsigned of_side = many_.side == 0 ? 0 : full_warp;
    unsigned done = 0;
    if (Windows > 1)
      for (; run - done >= 32; done += 32)
        writer_.put(32, of_side, [&](unsigned k) { return open(done + k, 0); });
    else if (run == 32)
      writer_.put(32, of_side, [&](unsigned k) { return open(k, 0); });
    if (Windows > 1 || run < 32) {
      const unsigned left = run - done, own = (1u << left) - 1;
      const unsigned sides = many_.side == 0 ? static_cast<unsigned>(takes_one) << left : own;
      writer_.put(left + takes_one, sides, [&](unsigned k) { return open(done + min(k, left), k > left); });
    }
    runs_ = run == 32 * Windows;
    many_.cuts += run;
    if (takes_one) {
      ++one_.cuts;
      if (run == 0) { // the other side has its run
        const side other = many_;
        many_ = one_;
        one_ = other;
      }
      see_one();
    }
    return writer_.room() > 0 && (takes_one || stop >= sure);
  }

  Metric const& metric_;
  int lane_;
  side many_, one_;
  chain_point<Index, Real, D> one_here_, one_next_;
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

/// The points behind `from` on a chain, by its bits: lane k's is the one behind k others. For a warp; `wanted` lanes
/// have one.
template <class Index>
__device__ Index behind_on_chain(const unsigned* bits, unsigned words, Index from, unsigned wanted, int lane) {
  Index mine = from;
  unsigned have = 0, row = static_cast<unsigned>(from / 32);
  unsigned bits_here = lane == 0 ? 0xfffffffeu << from % 32 : full_warp; // of the first word those behind
  for (; have < wanted && row < words; row += 32, bits_here = full_warp) {
    bits_here &= row + lane < words ? bits[row + lane] : 0;
    const unsigned up_to_here = inclusive_sum(static_cast<unsigned>(__popc(bits_here)), lane);
    const unsigned there = __shfl_sync(full_warp, up_to_here, 31);
    unsigned number = lane - have; // among those of the row
    int word = 0;
#pragma unroll
    for (int step = 16; step > 0; step /= 2)
      word += __shfl_sync(full_warp, up_to_here, word + step - 1) <= number ? step : 0;
    const unsigned before = __shfl_sync(full_warp, up_to_here - __popc(bits_here), word);
    const unsigned of_word = __shfl_sync(full_warp, bits_here, word);
    if (number < there)
      mine = 32 * static_cast<Index>(row + word) + nth_bit(of_word, number - before);
    have += there;
  }
  return mine;
}

/// The planned cuts of a group, a lane a cut, for a warp.
template <class Index>
struct cuts_of_group {
  unsigned count;
  bool of_side_1;
  detail::chord_ends<Index> ends;
  Index cut;

  __device__ cuts_of_group(spine const& on, unsigned group, spine_slices<Index> const& slices,
                           const cut_group<Index>* plan, int lane)
      : count(min(on.planned - group * group_cuts, group_cuts)) {
    const cut_group<Index> all = count > 0 ? plan[on.first_group + group] : cut_group<Index>{};
    of_side_1 = all.sides >> lane & 1;
    const unsigned behind_1 = __popc(all.sides & ((1u << lane) - 1)), all_1 = __popc(all.sides);
    const Index left = behind_on_chain(slices.chain(on, 0), on.words, static_cast<Index>(all.first - on.first),
                                       count - all_1, lane),
                right =
                    behind_on_chain(slices.chain(on, 1), on.words, static_cast<Index>(on.last - all.last), all_1, lane);
    const auto begin = static_cast<Index>(on.first), end = static_cast<Index>(on.last);
    // Before a side's first cut of the group its end is the group's.
    const auto end_of = [&](Index steps, Index of_group, unsigned cuts, int side) {
      const Index there = __shfl_sync(full_warp, steps, cuts > 0 ? cuts - 1 : 0);
      return cuts == 0 ? of_group : side == 0 ? begin + there : end - there;
    };
    ends = {end_of(left, all.first, lane - behind_1, 0), end_of(right, all.last, behind_1, 1)};
    const Index next_left = __shfl_sync(full_warp, left, lane - behind_1),
                next_right = __shfl_sync(full_warp, right, behind_1);
    cut = of_side_1 ? end - next_right : begin + next_left;
  }
};

} // namespace thrustline::cuda
