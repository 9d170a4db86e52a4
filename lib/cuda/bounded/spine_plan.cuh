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

/// The next points of a side's chain in shared memory: point k, where point 0 is the side's end, at k % room. One warp
/// puts them there while another goes along them.
template <class Index, class Real, int D>
struct chain_ring {
  static constexpr unsigned bytes = sizeof(Index) + sizeof(point<Real, D>);
  static constexpr unsigned room = bytes <= 8 ? 2048 : bytes <= 16 ? 1024 : 512;

  Index places[room];
  point<Real, D> points[room];
  unsigned filled, used; ///< how many were put, and the first that is still needed
  bool ended;            ///< there are no more

  __device__ Index place(unsigned k) const { return places[k % room]; }
  __device__ point<Real, D> const& at(unsigned k) const { return points[k % room]; }
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
      to.places[0] = begin_;
      to.points[0] = points_[begin_];
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
        to.places[place % ring::room] = after(32 * (row_ + lane_) + __ffs(bits_left_) - 1);
      __syncwarp();
      const unsigned here = min(behind, end);
#pragma unroll 4
      for (unsigned k = filled + lane_; k < here; k += 32)
        to.points[k % ring::room] = points_[to.places[k % ring::room]];
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
  __device__ plan_writer(cut_group<Index>* groups, unsigned room, int lane)
      : group_(groups), room_(room), lane_(lane) {}

  __device__ unsigned planned() const { return planned_; }
  __device__ unsigned room() const { return room_ - planned_; }

  /// `count` cuts of a side, at most as many as there is room for; segment(k) is what the k-th of them cuts.
  template <class Segment>
  __device__ void put(unsigned count, int side, Segment segment) {
    for (unsigned done = 0; done < count;) {
      const unsigned at = planned_ % group_cuts, some = min(count - done, group_cuts - at);
      if (at == 0) {
        const detail::chord_ends<Index> ends = segment(done);
        open_ = {ends.first, ends.last, 0};
      }
      if (side != 0)
        open_.sides |= full_warp >> (32 - some) << at;
      done += some;
      planned_ += some;
      if (planned_ % group_cuts == 0)
        flush();
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

  __device__ Index place(unsigned ahead) const { return ring->place(cuts + ahead); }
  __device__ point<Real, D> const& at(unsigned ahead) const { return ring->at(cuts + ahead); }
  __device__ bool has(unsigned ahead) const { return cuts + ahead < filled; }
};

/// Plans a spine's cuts. A block a spine: one warp plans, its lanes try many points of one side against one of the
/// other; for each side another warp reads what comes next.
template <class Index, class Real, int D, class Metric>
__global__ void __launch_bounds__(96)
    plan_cuts(spine_slices<Index> slices, cut_group<Index>* plan, const point<Real, D>* points, Metric metric) {
  enum choice { of_many, of_one, none };
  __shared__ chain_ring<Index, Real, D> rings[2];
  __shared__ bool more;
  const int lane = threadIdx.x % 32, warp = warp_of_block();
  spine& on = slices.spines[blockIdx.x];

  if (warp > 0) {
    const int side = warp - 1;
    chain_reader<Index, Real, D> reader(on, side, slices.chain(on, side), points, lane);
    reader.begin(rings[side]);
    do {
      reader.fill(rings[side]);
      __syncthreads();
      __syncthreads();
    } while (more);
    return;
  }

  plan_writer<Index> writer(plan + on.first_group, on.room(), lane);
  side_of_plan<Index, Real, D> many{&rings[0], 0, 0, 0, false}, one{&rings[1], 1, 0, 0, false};
  const auto segment = [&](unsigned many_ahead) -> detail::chord_ends<Index> {
    const Index here = many.place(many_ahead), there = one.place(0);
    return many.side == 0 ? detail::chord_ends<Index>{here, there} : detail::chord_ends<Index>{there, here};
  };
  for (bool planning = true;;) {
    __syncthreads(); // they have read
    many.meet_reader(lane);
    one.meet_reader(lane);
    if (lane == 0)
      more = planning;
    __syncthreads(); // they go on
    if (!planning)
      break;
    for (unsigned known; planning && (known = min(many.known(), 32u)) > 0 && one.known() > 0;) {
      choice mine = none;
      const unsigned ahead = lane;
      if (many.has(ahead)) {
        const bool many_left = many.side == 0;
        const detail::chord_ends<Index> ends = segment(ahead);
        const Index steps = ends.last - ends.first;
        if (steps > least_planned_steps) {
          const auto chord =
              many_left ? metric(many.at(ahead), one.at(0), steps) : metric(one.at(0), many.at(ahead), steps);
          const auto rank = [&](side_of_plan<Index, Real, D> const& of, unsigned next) {
            const Index i = of.place(next);
            return of.has(next) && ends.first < i && i < ends.last ? chord.rank(of.at(next), i - ends.first) : Real(-1);
          };
          const Real many_rank = rank(many, ahead + 1), one_rank = rank(one, 1);
          // Among equals the first point counts, that of side 0.
          const bool takes_one = many_left ? one_rank > many_rank : one_rank >= many_rank;
          mine = fmax(many_rank, one_rank) < Real(0) ? none : takes_one ? of_one : of_many;
        }
      }
      const unsigned others = __ballot_sync(full_warp, mine != of_many);
      const unsigned stop = others ? __ffs(others) - 1 : 32, run = min(min(stop, known), writer.room());
      writer.put(run, many.side, segment);
      many.cuts += run;
      if (writer.room() > 0 && (stop == 32 || stop >= known))
        continue;
      planning = writer.room() > 0 && __shfl_sync(full_warp, mine, stop) != none;
      if (!planning)
        break;
      writer.put(1, one.side, segment);
      ++one.cuts;
      planning = writer.room() > 0;
      if (run == 0) { // the other side has its run
        const auto other = many;
        many = one;
        one = other;
      }
    }
  }
  writer.finish();
  if (lane == 0) {
    const detail::chord_ends<Index> rest = segment(0);
    on.planned = writer.planned();
    on.rest_first = rest.first;
    on.rest_last = rest.last;
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
