// SPDX-License-Identifier: MIT
// Outputs, significances, counts and deviations of rings, and bad rings.
#include <cstdint>
#include <vector>

#include <thrustline/select.hpp>
#include <thrustline/significance.hpp>

#include "check_refused.hpp"
#include "made_rings.hpp"

using namespace thrustline;
using namespace thrustline::test;

TEST_CASE("rings are written closed, whichever point is their first") {
  const auto made = made_rings<double, 2>(60, 200, true, 56);
  const auto view = made.lines.view();
  for_all_rules([&](ring_rules const& rules) {
    const auto options = made.with(options_of(rules).tolerance(3), true);
    const keep_mask mask = reference(view, options).mask;
    std::vector<std::int64_t> indices, counts, offsets{0}, segments, segment_offsets{0};
    for (std::int64_t s = 0; s < view.series; ++s) {
      const std::int64_t begin = offsets.back(), first = made.lines.offsets[s], last = made.lines.offsets[s + 1] - 1;
      for (std::int64_t i = first; i <= last; ++i)
        if (mask[i])
          indices.push_back(i);
      const std::int64_t end = static_cast<std::int64_t>(indices.size());
      if (made.is_ring[s] && end - begin > 1 && !mask[first])
        indices.back() = indices[begin];
      for (std::int64_t j = begin; j + 1 < end; ++j)
        segments.insert(segments.end(), {indices[j], indices[j + 1]});
      counts.push_back(end - begin);
      offsets.push_back(end);
      segment_offsets.push_back(static_cast<std::int64_t>(segments.size()) / 2);
    }
    std::vector<double> points;
    for (std::int64_t i : indices)
      points.insert(points.end(), {made.lines.coordinates[2 * i], made.lines.coordinates[2 * i + 1]});
    for (executor const& on : executors()) {
      INFO("on ", on.name());
      CHECK(simplify_indices(on, view, options) == indices);
      CHECK(simplify_counts(on, view, options) == counts);
      const ragged<double> written = simplify_points(on, view, options);
      CHECK(written.values == points);
      CHECK(written.offsets == offsets);
      const ragged<index_pair> pairs = simplify_segments(on, view, options);
      CHECK(pairs.offsets == segment_offsets);
      REQUIRE(pairs.values.size() * 2 == segments.size());
      for (std::size_t k = 0; k < pairs.values.size(); ++k)
        REQUIRE((pairs.values[k].first == segments[2 * k] && pairs.values[k].last == segments[2 * k + 1]));
      std::vector<std::int64_t> selected(indices.size());
      simplify_outputs<double, 2> outputs;
      outputs.kept_indices = selected.data();
      outputs.kept_indices_capacity = static_cast<std::int64_t>(selected.size());
      select(on, view, options, mask.data(), outputs);
      CHECK(selected == indices);
    }
    for (std::int64_t s = 0; s < view.series; ++s)
      if (made.is_ring[s] && counts[s] > 0)
        CHECK(std::equal(points.begin() + 2 * offsets[s], points.begin() + 2 * offsets[s] + 2,
                         points.begin() + 2 * offsets[s + 1] - 2));
  });
}

TEST_CASE_TEMPLATE("the significance of rings tells the mask of each tolerance", T, points_of<float, 2>,
                   points_of<double, 3>) {
  using Real = typename T::real;
  for (bool repeats : {true, false}) {
    const auto made = made_rings<Real, T::dimensions>(50, 400, repeats, 57);
    for (ring_start start : all_starts) {
      const auto options = made.with(simplify_options{}.tolerance(0).ring_start(start), true);
      const std::vector<Real> values = significance(executor::cpu(1), made.lines.view(), options);
      for (executor const& on : executors())
        CHECK(significance(on, made.lines.view(), options) == values);
      for (double tolerance : {0.5, 4.0, 40.0}) {
        keep_mask above;
        for (Real value : values)
          above.push_back(value > static_cast<Real>(tolerance));
        CHECK(difference(above, reference(made.lines.view(), simplify_options(options).tolerance(tolerance)).mask) ==
              "");
      }
    }
  }
}

TEST_CASE("a count of points of rings is completed by finish_rings") {
  const auto made = made_rings<double, 2>(40, 300, true, 59);
  const auto options = made.with(simplify_options{}.tolerance(0).ring_start(ring_start::least), false);
  for (executor const& on : executors()) {
    keep_mask mask(static_cast<std::size_t>(made.lines.points()));
    const auto report = simplify_to_count(on, made.lines.view(), options, 100, mask.data());
    finish_rings(on, made.lines.view(),
                 simplify_options(options).tolerance(report.equal_tolerance).ring_minimum(ring_minimum::keep),
                 mask.data());
    for (std::int64_t s = 0; s < made.lines.series(); ++s)
      if (made.is_ring[s])
        CHECK(std::count(mask.begin() + made.lines.offsets[s], mask.begin() + made.lines.offsets[s + 1], 1) >=
              std::min<std::int64_t>(4, made.lines.size(s)));
  }
}

TEST_CASE("deviations of rings are measured from the first kept point") {
  for (bool repeats : {true, false}) {
    const auto made = made_rings<double, 2>(40, 200, repeats, 62);
    for_all_rules([&](ring_rules const& rules) {
      const auto options = made.with(options_of(rules).tolerance(3), false);
      const keep_mask mask = reference(made.lines.view(), options).mask;
      long double most = 0;
      for (std::size_t s = 0; s < made.rings.size(); ++s) {
        plain_ring<double, 2> const& ring = made.rings[s];
        const std::uint8_t* const keep = mask.data() + made.lines.offsets[s];
        const std::int64_t n = ring.places();
        if (std::count(keep, keep + n, 1) == 0)
          continue;
        for (std::int64_t i = 0; i < n; ++i) {
          std::int64_t a = i, b = i;
          while (!keep[a])
            a = (a + n - 1) % n;
          while (!keep[b])
            b = (b + 1) % n;
          most =
              std::max(most, exact_distance(metric::segment, exact_at(ring, a), exact_at(ring, b), exact_at(ring, i)));
        }
      }
      for (executor const& on : executors())
        CHECK(max_deviation(on, made.lines.view(), options, mask.data()) ==
              doctest::Approx(static_cast<double>(most)).epsilon(1e-12));
      if (!rules.drop_superfluous_start)
        CHECK(most <= 3.0L * (1 + 1e-12L));
    });
  }
}

TEST_CASE("rings of a map from their least point on keep the topology") {
  random_numbers numbers(72);
  ring_batch<double, 2> made;
  for (int s = 0; s < 12; ++s) {
    plain_ring<double, 2> ring = rough_ring<double, 2>(80, numbers);
    std::fill(ring.pins.begin(), ring.pins.end(), std::uint8_t(0));
    for (std::int64_t i = 0; i < ring.places(); ++i) // apart but for their roughness
      ring.coordinates[2 * i] += 11.0 * s;
    made.rings.push_back(ring);
    made.is_ring.push_back(1);
  }
  const auto kept = [&](executor const& on) {
    made.lay_out();
    const keep_mask mask =
        ask(on, made.lines.view(),
            made.with(simplify_options{}.tolerance(4).ring_start(ring_start::least).ring_minimum(ring_minimum::keep),
                      false)
                .topology(topology::both))
            .mask;
    std::vector<std::vector<std::vector<double>>> points;
    for (std::size_t s = 0; s < made.rings.size(); ++s) {
      points.push_back(kept_from_least(made.rings[s], {mask.begin() + made.lines.offsets[s],
                                                       mask.begin() + made.lines.offsets[s] + made.rings[s].places()}));
      CHECK(points.back().size() >= 3);
      CHECK(mask[made.lines.offsets[s + 1] - 1] == 1);
    }
    return points;
  };
  const auto expected = kept(executor::cpu(1));
  for (plain_ring<double, 2>& ring : made.rings)
    ring = ring.rolled(1 + numbers.below(79));
  for (executor const& on : executors())
    CHECK(kept(on) == expected);
}

TEST_CASE("bad rings are refused") {
  std::vector<double> line = {0, 0, 4, 0, 4, 4, 0, 0, /* a line */ 0, 0, 1, 5};
  const std::vector<std::int64_t> offsets = {0, 4, 6};
  std::vector<std::uint8_t> rings = {1, 0, 1};
  keep_mask mask(6);
  const polylines<double, 2> view(line.data(), 6, offsets.data(), 2);
  const auto options = simplify_options{}.tolerance(1);
  for (executor const& on : executors()) {
    const auto refuses = [&](simplify_options const& with, std::string const& argument, std::string const& word) {
      check_refused([&] { simplify(on, view, with, mask.data()); }, argument, word);
      check_refused([&] { significance(on, view, with); }, argument, word);
      check_refused([&] { finish_rings(on, view, with, mask.data()); }, argument, word);
    };
    refuses(simplify_options(options).rings(rings.data(), 3), "rings", "3 values for 2 series");
    refuses(simplify_options(options).rings(rings.data(), -1), "rings", "-1");
    refuses(simplify_options(options).rings(nullptr, 2), "rings", "null");
    refuses(simplify_options(options).rings(rings.data(), 2).closed(true), "rings", "closed");
    refuses(simplify_options(options).ring_start(ring_start::least), "ring_start", "neither closed nor rings");
    refuses(simplify_options(options).drop_superfluous_start(true), "drop_superfluous_start", "neither");
    refuses(simplify_options(options).ring_minimum(ring_minimum::keep), "ring_minimum", "neither");
    check_refused([&] { finish_rings(on, view, options, mask.data()); }, "rings", "neither");
    const simplify_options good = simplify_options(options).rings(rings.data(), 2);
    refuses(simplify_options(good).ring_start(static_cast<ring_start>(2)), "ring_start", "2");
    refuses(simplify_options(good).ring_minimum(static_cast<ring_minimum>(3)), "ring_minimum", "3");
    check_refused([&] { significance(on, view, simplify_options(good).drop_superfluous_start(true)); },
                  "drop_superfluous_start", "finish_rings");
    check_refused([&] { significance(on, view, simplify_options(good).ring_minimum(ring_minimum::drop)); },
                  "ring_minimum", "finish_rings");
    check_refused(
        [&] { simplify_to_count(on, view, simplify_options(good).ring_minimum(ring_minimum::keep), 3, mask.data()); },
        "ring_minimum", "finish_rings");
    check_refused([&] { finish_rings<double, 2>(on, view, good, nullptr); }, "keep_mask", "null");
    const simplify_options topological = simplify_options(good).topology(topology::both);
    check_refused([&] { simplify(on, view, simplify_options(topological).drop_superfluous_start(true), mask.data()); },
                  "drop_superfluous_start", "topology");
    check_refused(
        [&] { simplify(on, view, simplify_options(topological).ring_minimum(ring_minimum::drop), mask.data()); },
        "ring_minimum", "topology");
    check_refused([&] { finish_rings(on, view, topological, mask.data()); }, "topology", "simplify");
    check_refused([&] { simplify(on, view, simplify_options(options).rings(mask.data(), 2), mask.data()); },
                  "keep_mask", "rings");
    rings = {1, 1, 1}; // the line is no ring
    refuses(good, "rings", "series 1 is a ring, but its last point, 5, is not its first, 4");
    check_refused([&] { max_deviation(on, view, good, mask.data()); }, "rings", "series 1");
    rings = {1, 0, 1};
    const polylines<double, 1> values(line.data(), 6, offsets.data(), 2);
    check_refused([&] { simplify(on, values, good, mask.data()); }, "rings", "cannot be a ring");
    CHECK(ask(on, view, good).mask == keep_mask(6, 1));
  }
}
