// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "core/flow/batch.hpp"
#include "topology/cpu/each_part.hpp"

/// Where lines have to be cut into arcs.
namespace thrustline::cpu {

using thrustline::detail::same_place;

inline std::uint64_t mix(std::uint64_t x) {
  x = (x ^ x >> 32) * 0xd6e8feb86659fd93u;
  x = (x ^ x >> 32) * 0xd6e8feb86659fd93u;
  return x ^ x >> 32;
}

template <class Real>
std::uint64_t hash_of(point<Real, 2> const& p) {
  std::uint64_t bits[2] = {};
  for (int k = 0; k < 2; ++k) {
    const Real x = p[k] + Real(0); // -0 and 0 are equal
    std::memcpy(&bits[k], &x, sizeof x);
  }
  return mix(bits[0] + mix(bits[1]));
}

/// Marks the points at which lines are cut. Points are distributed to buckets by the hash of their coordinates: all
/// points of a place are in one bucket, in ascending order.
template <class Real>
class cut_points {
public:
  cut_points(int threads, flow::batch<Real, 2> const& lines)
      : lines_(lines), marks_(at(lines.count), std::uint8_t(none)) {
    mark_ends();
    distribute(threads);
    std::vector<std::int64_t> junctions(buckets_);
    for_each_part(threads, static_cast<std::int64_t>(buckets_), 1, [&](std::int64_t bucket, std::int64_t, int) {
      junctions[at(bucket)] = mark_junctions(begins_[at(bucket)], begins_[at(bucket) + 1]);
    });
    for (const std::int64_t count : junctions)
      junctions_ += count;
  }

  bool operator[](std::int64_t i) const { return marks_[at(i)] != 0; }

  std::int64_t junctions() const { return junctions_; }

private:
  enum mark : std::uint8_t { none, end, closing_end, junction };

  /// Points of the lines at the same place. Both ends of a ring count as one.
  struct place {
    std::int64_t first = -1; ///< first of them
    std::int64_t occurrences = 0;
    bool is_cut = false;

    bool is_junction() const { return is_cut && occurrences > 1; }
  };

  static std::size_t at(std::int64_t i) { return static_cast<std::size_t>(i); }

  point<Real, 2> const& operator()(std::int64_t i) const { return lines_.points[i]; }

  void mark_ends() {
    for (std::int64_t l = 0; l < lines_.series; ++l) {
      const std::int64_t first = lines_.offsets[l], last = lines_.offsets[l + 1] - 1;
      if (first > last)
        continue;
      marks_[at(last)] = first < last && same_place((*this)(first), (*this)(last)) ? closing_end : end;
      marks_[at(first)] = end;
    }
  }

  void distribute(int threads) {
    constexpr std::int64_t part = 1 << 15, points_of_bucket = 1 << 12;
    while (std::int64_t(buckets_) * points_of_bucket < lines_.count && buckets_ < 1024)
      buckets_ *= 2;
    const auto bucket_of = [&](std::int64_t i) { return hash_of((*this)(i)) >> 32 & (buckets_ - 1); };
    const std::size_t parts = at((lines_.count + part - 1) / part);
    std::vector<std::int64_t> counts(parts * buckets_);
    for_each_part(threads, lines_.count, part, [&](std::int64_t begin, std::int64_t end, int) {
      for (std::int64_t i = begin; i < end; ++i)
        ++counts[at(begin / part) * buckets_ + bucket_of(i)];
    });
    std::int64_t sum = 0;
    for (std::size_t bucket = 0; bucket < buckets_; ++bucket) {
      begins_.push_back(sum);
      for (std::size_t p = 0; p < parts; ++p) {
        const std::int64_t before = sum;
        sum += counts[p * buckets_ + bucket];
        counts[p * buckets_ + bucket] = before;
      }
    }
    begins_.push_back(sum);
    distributed_.resize(at(lines_.count));
    for_each_part(threads, lines_.count, part, [&](std::int64_t begin, std::int64_t end, int) {
      for (std::int64_t i = begin; i < end; ++i)
        distributed_[at(counts[at(begin / part) * buckets_ + bucket_of(i)]++)] = i;
    });
  }

  /// Marks the junctions among the points of a bucket; returns the number of their places.
  std::int64_t mark_junctions(std::int64_t begin, std::int64_t end) {
    std::size_t room = 16;
    while (room < 2 * at(end - begin))
      room *= 2;
    std::vector<place> table(room);
    std::vector<std::size_t> place_of(at(end - begin));
    for (std::int64_t k = begin; k < end; ++k) {
      const std::int64_t i = distributed_[at(k)];
      std::size_t slot = hash_of((*this)(i)) & (room - 1);
      while (table[slot].first >= 0 && !same_place((*this)(table[slot].first), (*this)(i)))
        slot = (slot + 1) & (room - 1);
      place_of[at(k - begin)] = slot;
      add(table[slot], i);
    }
    for (std::int64_t k = begin; k < end; ++k)
      if (table[place_of[at(k - begin)]].is_junction())
        marks_[at(distributed_[at(k)])] = junction;
    return std::count_if(table.begin(), table.end(), [](place const& p) { return p.is_junction(); });
  }

  void add(place& to, std::int64_t i) const {
    const std::uint8_t is_end = marks_[at(i)];
    to.occurrences += is_end != closing_end;
    if (to.first < 0)
      to.first = i;
    to.is_cut = to.is_cut || is_end || (i != to.first && !has_same_neighbours(to.first, i));
  }

  /// i and j: points of the same place that are no ends. Where the place is cut already they may be anything.
  bool has_same_neighbours(std::int64_t i, std::int64_t j) const {
    if (marks_[at(i)])
      return false;
    point<Real, 2> const &before_i = (*this)(i - 1), &before_j = (*this)(j - 1);
    point<Real, 2> const &after_i = (*this)(i + 1), &after_j = (*this)(j + 1);
    return (same_place(before_i, before_j) && same_place(after_i, after_j)) ||
           (same_place(before_i, after_j) && same_place(after_i, before_j));
  }

  flow::batch<Real, 2> lines_;
  std::vector<std::uint8_t> marks_;
  std::size_t buckets_ = 1;          ///< a power of two
  std::vector<std::int64_t> begins_; ///< where each bucket's points begin in distributed_, and the end
  std::vector<std::int64_t> distributed_;
  std::int64_t junctions_ = 0;
};

} // namespace thrustline::cpu
