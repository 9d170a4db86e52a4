// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "core/threads.hpp"
#include <thrustline/algorithms/detail/convex_chains.hpp>
#include <thrustline/algorithms/detail/inner_region.hpp>

/// The hull of one point set on CPU cores: a filter by a polygon of extreme points, a sort by buckets of x, chains.
namespace thrustline::cpu {

using detail::inner_region;
using detail::limits_of;

/// A point and where it came from.
template <class Real>
struct hull_item {
  point<Real, 2> at;
  std::int64_t index;

  friend bool operator<(hull_item const& a, hull_item const& b) {
    return detail::comes_before(a.at, b.at) || (detail::same_place(a.at, b.at) && a.index < b.index);
  }
};

/// Sorted items seen as points.
template <class Real>
struct item_points {
  const hull_item<Real>* items;
  point<Real, 2> operator[](std::int64_t i) const { return items[i].at; }
};

template <class Real>
using items = std::vector<hull_item<Real>>;

/// The points that make another thread worth its start, approximately.
inline constexpr std::int64_t points_per_thread = 1 << 14;

/// The number of threads that work on a set of points.
inline int set_threads(int threads, std::int64_t points) {
  return static_cast<int>(std::clamp<std::int64_t>(points / points_per_thread, 1, threads));
}

/// Uninitialised memory for n values, so that no page is touched before it is used.
template <class T>
std::unique_ptr<T[]> room_for(std::int64_t n) {
  return std::unique_ptr<T[]>(new T[static_cast<std::size_t>(n)]);
}

/// Sorted items.
template <class Real>
struct sorted_items {
  std::unique_ptr<hull_item<Real>[]> data;
  std::int64_t count = 0;
  item_points<Real> points() const { return {data.get()}; }
};

/// Buckets of equal width over a range of x. The bucket's number is monotone in x, however it rounds, so the buckets in
/// order are sorted by x.
template <class Real>
class x_buckets {
public:
  std::int64_t count;

  x_buckets(Real low, Real high, std::int64_t most)
      : count(most), low_(low / 2), scale_(static_cast<Real>(most) / (high / 2 - low / 2)) {
    if (!(scale_ > 0 && scale_ <= std::numeric_limits<Real>::max()))
      count = 1, scale_ = 0;
  }

  std::int64_t operator()(hull_item<Real> const& item) const {
    return std::min(static_cast<std::int64_t>((item.at[0] / 2 - low_) * scale_), count - 1);
  }

private:
  Real low_, scale_;
};

template <class Real>
struct x_range {
  Real low = std::numeric_limits<Real>::max(), high = std::numeric_limits<Real>::lowest();
  void include(Real x) { low = std::min(low, x), high = std::max(high, x); }
};

/// Sorts by x, y and index: distributes the items once more, so that few share a bucket, and sorts these.
template <class Real>
void sort_bucket(hull_item<Real>* items, std::int64_t n, std::vector<hull_item<Real>>& spare,
                 std::vector<std::int64_t>& places) {
  constexpr std::int64_t small = 64, per_bucket = 4;
  if (n <= small)
    return std::sort(items, items + n);
  x_range<Real> range;
  for (std::int64_t i = 0; i < n; ++i)
    range.include(items[i].at[0]);
  const x_buckets<Real> bucket_of(range.low, range.high, n / per_bucket);
  places.assign(static_cast<std::size_t>(bucket_of.count + 1), 0);
  for (std::int64_t i = 0; i < n; ++i)
    ++places[bucket_of(items[i])];
  std::int64_t before = 0;
  for (std::int64_t& place : places)
    before += std::exchange(place, before);
  if (static_cast<std::int64_t>(spare.size()) < n)
    spare.resize(static_cast<std::size_t>(n));
  for (std::int64_t i = 0; i < n; ++i)
    spare[places[bucket_of(items[i])]++] = items[i];
  std::copy(spare.begin(), spare.begin() + n, items);
  std::int64_t begin = 0;
  for (std::int64_t b = 0; b < bucket_of.count; begin = places[b++])
    std::sort(items + begin, items + places[b]);
}

/// The items of all parts, sorted by x, y and index. Each part is worked on by one thread.
template <class Real>
sorted_items<Real> sort_items(int threads, std::vector<items<Real>> const& parts) {
  constexpr std::int64_t per_bucket = 1024, most_buckets = 4096;
  sorted_items<Real> all;
  x_range<Real> range;
  for (items<Real> const& part : parts) {
    all.count += static_cast<std::int64_t>(part.size());
    for (hull_item<Real> const& item : part)
      range.include(item.at[0]);
  }
  all.data = room_for<hull_item<Real>>(all.count);
  const x_buckets<Real> bucket_of(range.low, range.high,
                                  std::clamp<std::int64_t>(all.count / per_bucket, 1, most_buckets));

  const auto part_count = static_cast<std::int64_t>(parts.size());
  std::vector<std::int64_t> places(static_cast<std::size_t>(bucket_of.count * part_count));
  threads::parallel_for(threads, part_count, [&](std::int64_t part) {
    for (hull_item<Real> const& item : parts[part])
      ++places[bucket_of(item) * part_count + part];
  });
  std::vector<std::int64_t> begins;
  std::int64_t before = 0;
  for (std::int64_t b = 0; b < bucket_of.count; ++b) {
    begins.push_back(before);
    for (std::int64_t part = 0; part < part_count; ++part)
      before += std::exchange(places[b * part_count + part], before);
  }
  begins.push_back(before);
  threads::parallel_for(threads, part_count, [&](std::int64_t part) {
    for (hull_item<Real> const& item : parts[part])
      all.data[places[bucket_of(item) * part_count + part]++] = item;
  });
  constexpr std::int64_t buckets_per_task = 64;
  threads::parallel_for(threads, (bucket_of.count + buckets_per_task - 1) / buckets_per_task, [&](std::int64_t task) {
    std::vector<hull_item<Real>> spare;
    std::vector<std::int64_t> spare_places;
    const std::int64_t end = std::min((task + 1) * buckets_per_task, bucket_of.count);
    for (std::int64_t b = task * buckets_per_task; b < end; ++b)
      sort_bucket(all.data.get() + begins[b], begins[b + 1] - begins[b], spare, spare_places);
  });
  return all;
}

/// Writes one chain of the sorted items as positions to `chain` (capacity: all items); returns its length.
template <class Real>
std::int64_t chain_of(int threads, sorted_items<Real> const& sorted, detail::chain_turns turns, std::int64_t* chain) {
  const item_points<Real> points = sorted.points();
  const std::int64_t n = sorted.count;
  const int parts = set_threads(threads, n);
  const auto begin = [&](std::int64_t part) { return n * part / parts; };
  std::vector<std::int64_t> counts(static_cast<std::size_t>(parts));
  threads::parallel_for(threads, parts, [&](std::int64_t part) {
    counts[part] = detail::chain_of_run(points, begin(part), begin(part + 1), turns, chain + begin(part));
  });
  std::int64_t count = counts[0];
  for (int part = 1; part < parts; ++part) {
    using view = detail::chain_view<item_points<Real>, std::int64_t>;
    const std::int64_t* const right = chain + begin(part);
    const auto joint = detail::join_of(view{points, chain}, count, view{points, right}, counts[part], turns);
    std::copy(right + joint.skip_right, right + counts[part], chain + joint.kept_left);
    count = joint.kept_left + counts[part] - joint.skip_right;
  }
  return count;
}

/// Appends the hull's indices to `out`.
template <class Real>
void hull_of_items(int threads, std::vector<items<Real>> const& candidates, bool keep_collinear,
                   std::vector<std::int64_t>& out) {
  const sorted_items<Real> sorted = sort_items(threads, candidates);
  if (sorted.count == 0)
    return;
  const auto lower = room_for<std::int64_t>(sorted.count), upper = room_for<std::int64_t>(sorted.count);
  const std::int64_t lower_count = chain_of(threads, sorted, {false, keep_collinear}, lower.get());
  const std::int64_t upper_count = chain_of(threads, sorted, {true, keep_collinear}, upper.get());
  const detail::hull_ring<std::int64_t> ring{lower.get(), upper.get(), lower_count, upper_count};
  const std::int64_t count = ring.size();
  out.reserve(out.size() + static_cast<std::size_t>(count));
  for (std::int64_t i = 0; i < count; ++i)
    out.push_back(sorted.data[ring[i]].index);
}

/// Makes `region` the polygon of points that are extreme among a sample, in `directions` directions. Returns whether it
/// holds enough of the sample to pay for the tests.
template <class Real>
bool find_region(const point<Real, 2>* points, std::int64_t n, inner_region<Real>& region) {
  constexpr int directions = 64;
  static_assert(directions <= inner_region<Real>::most_vertices);
  // More would find a larger region, in more time than it saves.
  constexpr std::int64_t points_per_sample = 32, most_sampled = 1 << 15;
  const std::int64_t sampled = std::min(n / points_per_sample, most_sampled);
  items<Real> sample;
  sample.reserve(static_cast<std::size_t>(sampled));
  double left = HUGE_VAL, right = -HUGE_VAL, low = HUGE_VAL, high = -HUGE_VAL;
  for (std::int64_t k = 0; k < sampled; ++k) {
    const std::int64_t i = k * (n / sampled) + k * (n % sampled) / sampled;
    const point<Real, 2> p = points[i];
    if (detail::is_finite(p)) {
      sample.push_back({p, i});
      left = std::min<double>(left, p[0]), right = std::max<double>(right, p[0]);
      low = std::min<double>(low, p[1]), high = std::max<double>(high, p[1]);
    }
  }
  std::vector<items<Real>> extremes(1);
  for (int k = 0; k < directions / 2 && !sample.empty(); ++k) {
    const point<double, 2> way = detail::direction<double>(k, directions);
    const double x = way[0] * (high / 2 - low / 2), y = way[1] * (right / 2 - left / 2);
    double least = HUGE_VAL, most = -HUGE_VAL;
    std::size_t least_at = 0, most_at = 0;
    for (std::size_t i = 0; i < sample.size(); ++i) {
      const double along = x * (sample[i].at[0] - left) + y * (sample[i].at[1] - low);
      if (along < least)
        least = along, least_at = i;
      if (along > most)
        most = along, most_at = i;
    }
    extremes[0].push_back(sample[least_at]);
    extremes[0].push_back(sample[most_at]);
  }
  std::vector<std::int64_t> vertices;
  hull_of_items(1, extremes, false, vertices);
  Real bottom = limits_of<Real>::largest, top = -bottom, largest = 0;
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    const point<Real, 2> p = region.ring[i] = points[vertices[i]];
    bottom = std::min(bottom, p[1]), top = std::max(top, p[1]);
    largest = std::max({largest, std::abs(p[0]), std::abs(p[1])});
  }
  region.begin(static_cast<int>(vertices.size()), bottom, top, largest, inner_region<Real>::most_rows);
  region.set_rows();
  std::size_t held = 0;
  for (hull_item<Real> const& item : sample)
    held += region.holds(item.at);
  return held > sample.size() / 8;
}

/// The points that the filter leaves, in parts that follow one another, each in the order of the points.
template <class Real>
struct filtered {
  std::vector<items<Real>> parts;
  std::int64_t first_nonfinite = -1;

  std::int64_t count() const {
    std::int64_t total = 0;
    for (items<Real> const& part : parts)
      total += static_cast<std::int64_t>(part.size());
    return total;
  }
};

/// Appends the points [begin, end) that the region, if there is one, may not hold to `left`. Returns the first that is
/// not finite, or -1.
template <class Real>
std::int64_t filter_points(const point<Real, 2>* points, std::int64_t begin, std::int64_t end,
                           const inner_region<Real>* region, items<Real>& left) {
  std::int64_t first_nonfinite = -1;
  if (!region)
    left.reserve(static_cast<std::size_t>(end - begin));
  for (std::int64_t i = begin; i < end; ++i) {
    const point<Real, 2> p = points[i];
    if (region && region->holds(p))
      continue;
    if (detail::is_finite(p))
      left.push_back({p, i});
    else if (first_nonfinite < 0)
      first_nonfinite = i;
  }
  return first_nonfinite;
}

/// The points [begin, end) that may be vertices, and the first that is not finite.
template <class Real>
filtered<Real> candidates_of(int threads, const point<Real, 2>* points, std::int64_t begin, std::int64_t end) {
  constexpr std::int64_t worth_filtering = 1 << 13;
  const std::int64_t n = end - begin;
  inner_region<Real> region;
  const bool use_region = n >= worth_filtering && find_region(points + begin, n, region);
  const int parts = set_threads(threads, n);
  filtered<Real> found;
  found.parts.resize(static_cast<std::size_t>(parts));
  std::vector<std::int64_t> nonfinite(static_cast<std::size_t>(parts));
  threads::parallel_for(threads, parts, [&](std::int64_t part) {
    nonfinite[part] = filter_points(points, begin + n * part / parts, begin + n * (part + 1) / parts,
                                    use_region ? &region : nullptr, found.parts[part]);
  });
  for (int part = parts; part-- > 0;)
    if (nonfinite[part] >= 0)
      found.first_nonfinite = nonfinite[part];
  return found;
}

} // namespace thrustline::cpu
