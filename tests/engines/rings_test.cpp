// SPDX-License-Identifier: MIT
#include "ring_rules.hpp"

#include <cmath>
#include <limits>
#include <numeric>

#include <thrustline/select.hpp>
#include <thrustline/significance.hpp>

#include "batch.hpp"
#include "check_refused.hpp"
#include "sanitized.hpp"

using namespace thrustline;
using namespace thrustline::test;

namespace {

constexpr ring_start all_starts[] = {ring_start::first, ring_start::least};
constexpr ring_minimum all_minima[] = {ring_minimum::none, ring_minimum::keep, ring_minimum::drop};

/// A batch of rings and lines. A ring repeats its first point at its end, or all series are rings and none does.
template <class Real, int D>
struct ring_batch {
  std::vector<plain_ring<Real, D>> rings; ///< and lines, whose points are their places
  std::vector<std::uint8_t> is_ring;
  bool repeats = true;

  batch<Real, D> lines;
  keep_mask pins;

  void lay_out() {
    lines = {};
    pins.clear();
    for (std::size_t s = 0; s < rings.size(); ++s) {
      plain_ring<Real, D> const& ring = rings[s];
      std::vector<Real> points = ring.coordinates;
      pins.insert(pins.end(), ring.pins.begin(), ring.pins.end());
      if (repeats && is_ring[s] && ring.places() > 0) {
        points.insert(points.end(), ring.coordinates.begin(), ring.coordinates.begin() + D);
        pins.push_back(0);
      }
      lines.add(points);
    }
  }

  simplify_options with(simplify_options options, bool pinned) const {
    if (pinned)
      options.pins(pins.data(), static_cast<std::int64_t>(pins.size()));
    if (!repeats)
      return options.closed(true);
    return options.rings(is_ring.data(), static_cast<std::int64_t>(is_ring.size()));
  }

  /// What is expected with one tolerance for each series.
  answer expected(std::vector<double> const& tolerances, ring_rules const& rules, bool pinned) const {
    answer all;
    for (std::size_t s = 0; s < rings.size(); ++s) {
      plain_ring<Real, D> ring = rings[s];
      if (!pinned)
        std::fill(ring.pins.begin(), ring.pins.end(), std::uint8_t(0));
      answer one;
      if (is_ring[s]) {
        one = simplify_ring(ring, tolerances[s], rules);
        if (repeats && ring.places() > 0)
          one.mask.push_back(std::count(one.mask.begin(), one.mask.end(), 1) > 0 ? 1 : 0);
      } else {
        one = reference(
            polyline<Real, D>(ring.coordinates.data(), ring.places()),
            simplify_options{}.tolerance(tolerances[s]).metric(rules.by).pins(ring.pins.data(), ring.places()));
      }
      all.mask.insert(all.mask.end(), one.mask.begin(), one.mask.end());
      all.report.levels = std::max(all.report.levels, one.report.levels);
    }
    all.report.kept = std::count(all.mask.begin(), all.mask.end(), 1);
    return all;
  }
};

/// A ring of n places around the origin, rough, about ten units wide.
template <class Real, int D>
plain_ring<Real, D> rough_ring(std::int64_t n, random_numbers& numbers) {
  plain_ring<Real, D> ring;
  for (std::int64_t i = 0; i < n; ++i) {
    const double angle = 6.283185307179586 * static_cast<double>(i) / static_cast<double>(n),
                 radius = 5 + numbers.normal();
    ring.coordinates.push_back(static_cast<Real>(radius * std::cos(angle)));
    ring.coordinates.push_back(static_cast<Real>(radius * std::sin(angle)));
    for (int d = 2; d < D; ++d)
      ring.coordinates.push_back(static_cast<Real>(numbers.normal()));
    ring.pins.push_back(numbers.below(40) == 0 ? 1 : 0);
  }
  return ring;
}

template <class Real, int D>
ring_batch<Real, D> made_rings(std::int64_t series, std::int64_t longest, bool repeats, std::uint64_t seed) {
  random_numbers numbers(seed);
  ring_batch<Real, D> made;
  made.repeats = repeats;
  for (std::int64_t s = 0; s < series; ++s) {
    const std::int64_t choice = numbers.below(4);
    const std::int64_t n = choice == 0 ? numbers.below(6) : choice < 3 ? numbers.below(30) : numbers.below(longest);
    made.rings.push_back(rough_ring<Real, D>(n, numbers));
    made.is_ring.push_back(!repeats || numbers.below(4) > 0 ? static_cast<std::uint8_t>(1 + numbers.below(255)) : 0);
  }
  made.lay_out();
  return made;
}

simplify_options options_of(ring_rules const& rules) {
  return simplify_options{}
      .ring_start(rules.start)
      .drop_superfluous_start(rules.drop_superfluous_start)
      .ring_minimum(rules.minimum)
      .metric(rules.by);
}

template <class F>
void for_all_rules(F f) {
  for (ring_start start : all_starts)
    for (ring_minimum minimum : all_minima)
      for (bool drop_start : {false, true}) {
        INFO("start ", start == ring_start::least ? "least" : "first", ", minimum ", static_cast<int>(minimum),
             drop_start ? ", superfluous starts are dropped" : "");
        f(ring_rules{start, drop_start, minimum, metric::segment});
      }
}

/// The coordinates of the kept points of one ring, from the least on: the same for rings that differ in their start.
template <class Real, int D>
std::vector<std::vector<Real>> kept_from_least(plain_ring<Real, D> const& ring, keep_mask const& mask) {
  plain_ring<Real, D> kept;
  for (std::int64_t i = 0; i < ring.places(); ++i)
    if (mask[i]) {
      kept.coordinates.insert(kept.coordinates.end(), ring.coordinates.begin() + i * D,
                              ring.coordinates.begin() + (i + 1) * D);
      kept.pins.push_back(ring.pins[i]);
    }
  std::vector<std::vector<Real>> points;
  for (std::int64_t step = 0; step < kept.places(); ++step)
    points.push_back(kept.at(kept.least(), step));
  return points;
}

} // namespace

TEST_CASE_TEMPLATE("rings among lines follow the rules, from every engine", T, points_of<float, 2>,
                   points_of<double, 2>, points_of<float, 3>, points_of<double, 3>) {
  for (bool repeats : {true, false}) {
    const auto made = made_rings<typename T::real, T::dimensions>(60, sanitized ? 200 : 700, repeats, 51);
    for (double tolerance : {0.5, 4.0, 40.0}) {
      const std::vector<double> tolerances(made.rings.size(), tolerance);
      for_all_rules([&](ring_rules const& rules) {
        for (bool pinned : {false, true}) {
          INFO((repeats ? "rings" : "closed"), ", tolerance ", tolerance, pinned ? ", with pins" : "");
          check_every_engine(made.lines.view(), made.with(options_of(rules).tolerance(tolerance), pinned),
                             made.expected(tolerances, rules, pinned));
        }
      });
    }
  }
}

TEST_CASE("rings of each metric, each with a tolerance of its own") {
  const auto made = made_rings<double, 2>(80, 300, true, 52);
  random_numbers numbers(53);
  std::vector<double> tolerances;
  for (std::size_t s = 0; s < made.rings.size(); ++s)
    tolerances.push_back(20 * numbers.uniform());
  for (metric by : all_metrics)
    for_all_rules([&](ring_rules rules) {
      INFO("metric ", to_string(by));
      rules.by = by;
      const auto options =
          options_of(rules).tolerances(tolerances.data(), static_cast<std::int64_t>(tolerances.size()));
      check_every_engine(made.lines.view(), made.with(options, true), made.expected(tolerances, rules, true));
    });
}

TEST_CASE("a long ring follows the rules") {
  random_numbers numbers(54);
  ring_batch<double, 2> made;
  made.rings.push_back(rough_ring<double, 2>(20000, numbers));
  made.is_ring.push_back(1);
  made.lay_out();
  for (double tolerance : {0.5, 40.0})
    for_all_rules([&](ring_rules const& rules) {
      check_every_engine(made.lines.view(), made.with(options_of(rules).tolerance(tolerance), false),
                         made.expected({tolerance}, rules, false));
    });
}

TEST_CASE_TEMPLATE("rolled rings keep the same points from their least point on", T, points_of<float, 2>,
                   points_of<double, 3>) {
  using Real = typename T::real;
  constexpr int D = T::dimensions;
  random_numbers numbers(55);
  std::vector<plain_ring<Real, D>> rings;
  for (std::int64_t n : {1, 2, 3, 5, sanitized ? 12 : 40, sanitized ? 20 : 90})
    rings.push_back(rough_ring<Real, D>(n, numbers));
  // Few different points, so that the least occurs often, also twice in a row; repeated sequences; equal points.
  for (std::int64_t different : {1, 2, 3})
    for (std::int64_t n : {4, 7, sanitized ? 12 : 24}) {
      plain_ring<Real, D> ring;
      for (std::int64_t i = 0; i < n; ++i) {
        for (int d = 0; d < D; ++d)
          ring.coordinates.push_back(static_cast<Real>(d == 0 ? numbers.below(2) : numbers.below(different)));
        ring.pins.push_back(numbers.below(5) == 0 ? 1 : 0);
      }
      rings.push_back(ring);
      plain_ring<Real, D> twice = ring;
      twice.coordinates.insert(twice.coordinates.end(), ring.coordinates.begin(), ring.coordinates.end());
      twice.pins.insert(twice.pins.end(), ring.pins.begin(), ring.pins.end());
      rings.push_back(twice);
    }
  for (plain_ring<Real, D> const& ring : rings)
    for (bool repeats : {true, false})
      for (bool pinned : {true, false}) {
        ring_batch<Real, D> rolls; // rolls of one ring, all in a batch
        rolls.repeats = repeats;
        for (std::int64_t roll = 0; roll < ring.places(); ++roll) {
          rolls.rings.push_back(ring.rolled(roll));
          if (!pinned)
            std::fill(rolls.rings.back().pins.begin(), rolls.rings.back().pins.end(), std::uint8_t(0));
          rolls.is_ring.push_back(1);
        }
        rolls.lay_out();
        const ring_rules rules{ring_start::least, false, ring_minimum::keep, metric::segment};
        const auto options = rolls.with(options_of(rules).tolerance(0.75), pinned);
        check_every_engine(rolls.lines.view(), options,
                           rolls.expected(std::vector<double>(rolls.rings.size(), 0.75), rules, pinned));
        const keep_mask mask = ask(executor::cpu(1), rolls.lines.view(), options).mask;
        const auto kept_of = [&](std::size_t s) {
          return kept_from_least(rolls.rings[s], {mask.begin() + rolls.lines.offsets[s],
                                                  mask.begin() + rolls.lines.offsets[s] + rolls.rings[s].places()});
        };
        for (std::size_t s = 1; s < rolls.rings.size(); ++s)
          CHECK(kept_of(s) == kept_of(0));
      }
}

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

TEST_CASE("the rules of a call are those of finish_rings on its mask") {
  for (bool repeats : {true, false}) {
    const auto made = made_rings<double, 2>(80, 300, repeats, 58);
    for_all_rules([&](ring_rules const& rules) {
      for (bool pinned : {false, true}) {
        const auto options = made.with(options_of(rules).tolerance(4), pinned);
        const auto bare = made.with(simplify_options{}.tolerance(4).ring_start(rules.start), pinned);
        const answer expected = reference(made.lines.view(), options);
        const keep_mask before = reference(made.lines.view(), bare).mask;
        std::int64_t dropped = 0, completed = 0;
        for (std::int64_t s = 0; s < made.lines.series(); ++s) {
          const auto kept = [&](keep_mask const& mask) {
            return std::count(mask.begin() + made.lines.offsets[s], mask.begin() + made.lines.offsets[s + 1], 1);
          };
          dropped += kept(before) > 0 && kept(expected.mask) == 0;
          completed += kept(expected.mask) > kept(before);
        }
        for (executor const& on : executors()) {
          keep_mask mask = before;
          const finish_rings_report report = finish_rings(on, made.lines.view(), options, mask.data());
          CHECK(difference(mask, expected.mask) == "");
          CHECK(report.kept == expected.report.kept);
          CHECK(report.dropped == dropped);
          CHECK(report.completed >= completed);
        }
      }
    });
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

TEST_CASE_TEMPLATE("absent points of rings are as if they were not there", T, points_of<float, 2>,
                   points_of<double, 3>) {
  using Real = typename T::real;
  constexpr int D = T::dimensions;
  for (bool repeats : {true, false}) {
    const auto made = made_rings<Real, D>(60, 300, repeats, 60);
    random_numbers numbers(61);
    ring_batch<Real, D> with_absent = made;
    for (plain_ring<Real, D>& ring : with_absent.rings) {
      plain_ring<Real, D> filled;
      for (std::int64_t i = 0; i < ring.places(); ++i) {
        for (; numbers.below(3) == 0; filled.pins.push_back(numbers.below(2) == 0 ? 1 : 0))
          filled.coordinates.insert(filled.coordinates.end(), D, std::numeric_limits<Real>::quiet_NaN());
        filled.coordinates.insert(filled.coordinates.end(), ring.coordinates.begin() + i * D,
                                  ring.coordinates.begin() + (i + 1) * D);
        filled.pins.push_back(ring.pins[i]);
      }
      ring = filled;
    }
    with_absent.lay_out();
    for_all_rules([&](ring_rules const& rules) {
      const answer present = made.expected(std::vector<double>(made.rings.size(), 4.0), rules, true);
      answer expected;
      expected.report.levels = present.report.levels;
      for (std::size_t s = 0; s < made.rings.size(); ++s) {
        auto next = present.mask.begin() + made.lines.offsets[s];
        bool kept = false;
        for (std::int64_t i = 0; i < with_absent.rings[s].places(); ++i) {
          const bool absent = std::isnan(with_absent.rings[s].coordinates[i * D]);
          expected.mask.push_back(absent ? std::uint8_t(0) : *next++);
          kept = kept || expected.mask.back();
        }
        if (repeats && made.is_ring[s] && with_absent.rings[s].places() > 0)
          expected.mask.push_back(kept ? 1 : 0);
      }
      expected.report.kept = std::count(expected.mask.begin(), expected.mask.end(), 1);
      check_every_engine(with_absent.lines.view(),
                         with_absent.with(options_of(rules).tolerance(4).invalid(invalid::ignore), true), expected);
    });
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
