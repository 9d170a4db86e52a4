// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include <omp.h>

#include <thrustline/algorithms/detail/convex_chains.hpp>
#include <thrustline/algorithms/detail/inner_region.hpp>

/// The hull of one point set on CPU cores: a filter by a polygon of extreme points, a sort by buckets of x, chains.
namespace thrustline::cpu {

using detail::inner_region;

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

/// Parallel work is worth its threads from about so many points on.
inline constexpr std::int64_t points_per_thread = 1 << 14;

inline int threads_for(int most, std::int64_t points) {
  return static_cast<int>(std::clamp<std::int64_t>(points / points_per_thread, 1, most));
}

/// Sorts by x, y and index.
template <class Real>
void sort_items(int threads, items<Real>& all) {
  const auto n = static_cast<std::int64_t>(all.size());
  constexpr std::int64_t per_bucket = 512, most_buckets = 8192;
  const std::int64_t buckets = std::min(n / per_bucket, most_buckets);
  if (buckets < 2)
    return std::sort(all.begin(), all.end());
  // A bucket for each stretch of x: monotone in x, however it rounds, so buckets in a row are sorted by x.
  double low = all[0].at[0], high = low;
  for (auto const& item : all) {
    low = std::min<double>(low, item.at[0]);
    high = std::max<double>(high, item.at[0]);
  }
  const double scale = static_cast<double>(buckets) / (high / 2 - low / 2);
  if (!(scale > 0 && scale <= std::numeric_limits<double>::max()))
    return std::sort(all.begin(), all.end());
  const auto bucket_of = [&](hull_item<Real> const& item) {
    return std::min(static_cast<std::int64_t>((item.at[0] / 2 - low / 2) * scale), buckets - 1);
  };

  const int parts = threads_for(threads, n);
  const auto part_begin = [&](int part) { return n / parts * part + std::min<std::int64_t>(part, n % parts); };
  std::vector<std::int64_t> places(static_cast<std::size_t>(buckets * parts));
#pragma omp parallel for num_threads(parts)
  for (int part = 0; part < parts; ++part)
    for (std::int64_t i = part_begin(part); i < part_begin(part + 1); ++i)
      ++places[bucket_of(all[i]) * parts + part];
  std::vector<std::int64_t> begins{0};
  std::int64_t before = 0;
  for (std::int64_t b = 0; b < buckets; ++b) {
    for (int part = 0; part < parts; ++part)
      before += std::exchange(places[b * parts + part], before);
    begins.push_back(before);
  }
  items<Real> sorted(all.size());
#pragma omp parallel for num_threads(parts)
  for (int part = 0; part < parts; ++part)
    for (std::int64_t i = part_begin(part); i < part_begin(part + 1); ++i)
      sorted[places[bucket_of(all[i]) * parts + part]++] = all[i];
#pragma omp parallel for num_threads(parts) schedule(dynamic, 16)
  for (std::int64_t b = 0; b < buckets; ++b)
    std::sort(sorted.begin() + begins[b], sorted.begin() + begins[b + 1]);
  all.swap(sorted);
}

/// One chain of the sorted items, as positions in `chain` (room for all); returns its length.
template <class Real>
std::int64_t chain_of(int threads, items<Real> const& sorted, detail::chain_turns turns, std::int64_t* chain) {
  const item_points<Real> points{sorted.data()};
  const auto n = static_cast<std::int64_t>(sorted.size());
  const int parts = threads_for(threads, n);
  const auto begin = [&](int part) { return n * part / parts; };
  std::vector<std::int64_t> counts(static_cast<std::size_t>(parts));
#pragma omp parallel for num_threads(parts)
  for (int part = 0; part < parts; ++part)
    counts[part] = detail::chain_of_run(points, begin(part), begin(part + 1), turns, chain + begin(part));
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

/// Appends the hull's indices to `out`. Sorts the items.
template <class Real>
void hull_of_items(int threads, items<Real>& candidates, bool keep_collinear, std::vector<std::int64_t>& out) {
  sort_items(threads, candidates);
  std::vector<std::int64_t> lower(candidates.size()), upper(candidates.size());
  if (candidates.empty())
    return;
  const std::int64_t lower_count = chain_of(threads, candidates, {false, keep_collinear}, lower.data());
  const std::int64_t upper_count = chain_of(threads, candidates, {true, keep_collinear}, upper.data());
  const detail::hull_ring<std::int64_t> ring{lower.data(), upper.data(), lower_count, upper_count};
  const std::int64_t count = ring.size();
  for (std::int64_t i = 0; i < count; ++i)
    out.push_back(candidates[ring[i]].index);
}

/// A polygon of points that are extreme among a sample, in `directions` directions.
template <class Real>
void find_region(const point<Real, 2>* points, std::int64_t n, inner_region<Real>& region) {
  constexpr int directions = 64;
  static_assert(directions <= inner_region<Real>::most_vertices);
  constexpr std::int64_t most_sampled = 1 << 15;
  const std::int64_t sampled = std::min(n, most_sampled);
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
  items<Real> extremes;
  for (int k = 0; k < directions / 2 && !sample.empty(); ++k) {
    const point<double, 2> way = detail::direction(k, directions);
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
    extremes.push_back(sample[least_at]);
    extremes.push_back(sample[most_at]);
  }
  std::vector<std::int64_t> vertices;
  hull_of_items(1, extremes, false, vertices);
  for (std::size_t i = 0; i < vertices.size(); ++i)
    region.ring[i] = points[vertices[i]];
  region.begin(static_cast<int>(vertices.size()), inner_region<Real>::most_rows);
  for (int row = 0; row < region.rows; ++row)
    region.set_row(row);
}

/// What the filter leaves, in the order of the points.
template <class Real>
struct filtered {
  items<Real> left;
  std::int64_t first_nonfinite = -1;
};

/// Adds the points [begin, end) that the region does not certainly hold.
template <class Real>
void filter_points(const point<Real, 2>* points, std::int64_t begin, std::int64_t end, const inner_region<Real>* region,
                   filtered<Real>& to) {
  for (std::int64_t i = begin; i < end; ++i) {
    const point<Real, 2> p = points[i];
    if (region && region->holds(p))
      continue;
    if (detail::is_finite(p))
      to.left.push_back({p, i});
    else if (to.first_nonfinite < 0)
      to.first_nonfinite = i;
  }
}

/// The points [begin, end) that may be vertices, and the first that is not finite.
template <class Real>
filtered<Real> candidates_of(int threads, const point<Real, 2>* points, std::int64_t begin, std::int64_t end) {
  constexpr std::int64_t worth_filtering = 1 << 13;
  filtered<Real> all;
  if (end - begin < worth_filtering) {
    filter_points<Real>(points, begin, end, nullptr, all);
    return all;
  }
  inner_region<Real> region;
  find_region(points + begin, end - begin, region);
  const int parts = threads_for(threads, end - begin);
  std::vector<filtered<Real>> found(static_cast<std::size_t>(parts));
#pragma omp parallel for num_threads(parts)
  for (int part = 0; part < parts; ++part)
    filter_points(points, begin + (end - begin) * part / parts, begin + (end - begin) * (part + 1) / parts, &region,
                  found[part]);
  all = std::move(found[0]);
  for (int part = 1; part < parts; ++part) {
    all.left.insert(all.left.end(), found[part].left.begin(), found[part].left.end());
    if (all.first_nonfinite < 0)
      all.first_nonfinite = found[part].first_nonfinite;
  }
  return all;
}

} // namespace thrustline::cpu
