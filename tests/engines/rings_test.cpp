// SPDX-License-Identifier: MIT
// Which points of rings are kept.
#include <cstdint>
#include <limits>
#include <vector>

#include "check_refused.hpp"
#include "made_rings.hpp"
#include "sanitized.hpp"

using namespace thrustline;
using namespace thrustline::test;

TEST_CASE_TEMPLATE("rings among lines follow the rules, from every engine", T, points_of<float, 2>,
                   points_of<double, 2>, points_of<float, 3>, points_of<double, 3>) {
  for (bool repeats : {true, false}) {
    const auto made = made_rings<typename T::real, T::dimensions>(60, sanitized ? 100 : 700, repeats, 51);
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
  made.rings.push_back(rough_ring<double, 2>(sanitized ? 6000 : 20000, numbers));
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

TEST_CASE("absent points do not decide where a ring starts") {
  random_numbers numbers(62);
  for (int k = 0; k < 300; ++k) {
    std::vector<double> present, with_absent;
    for (std::int64_t i = 3 + numbers.below(9); i > 0; --i) {
      for (; numbers.below(3) == 0;)
        with_absent.insert(with_absent.end(), 2, std::numeric_limits<double>::quiet_NaN());
      const auto x = static_cast<double>(numbers.below(2)), y = static_cast<double>(numbers.below(5));
      present.insert(present.end(), {x, y}); // equal least points, most often
      with_absent.insert(with_absent.end(), {x, y});
    }
    const auto options =
        simplify_options{}.tolerance(1.5).closed(true).ring_start(ring_start::least).invalid(invalid::ignore);
    const auto kept = [&](executor const& on, std::vector<double> const& xy) {
      return simplify_points(on, polyline<double, 2>(xy.data(), static_cast<std::int64_t>(xy.size()) / 2), options);
    };
    for (executor const& on : executors())
      CHECK(kept(on, with_absent).values == kept(on, present).values);
  }
}

TEST_CASE("a pin on the last point of a ring is one on its first") {
  const auto made = made_rings<double, 2>(80, 300, true, 63);
  keep_mask on_first(made.lines.coordinates.size() / 2), on_last = on_first;
  for (std::int64_t s = 0; s < made.lines.series(); ++s)
    if (made.is_ring[s] && made.lines.offsets[s] < made.lines.offsets[s + 1]) {
      on_first[made.lines.offsets[s]] = 1;
      on_last[made.lines.offsets[s + 1] - 1] = 1;
    }
  for_all_rules([&](ring_rules const& rules) {
    const auto options = made.with(options_of(rules).tolerance(400), false);
    const auto with = [&](keep_mask const& pins) {
      return simplify_options(options).pins(pins.data(), static_cast<std::int64_t>(pins.size()));
    };
    check_every_engine(made.lines.view(), with(on_last), reference(made.lines.view(), with(on_first)));
  });
}

TEST_CASE("a ring with a pin is treated by drop as by keep, superfluous start or not") {
  const std::vector<double> coordinates{-3, 4, -3, 2, 0, -1, -5, 5, 3, 1, 1, -3, 1, -3, -3, 4};
  const std::vector<std::uint8_t> is_ring{1}, pins{0, 0, 0, 1, 0, 0, 0, 0};
  const polyline<double, 2> line(coordinates.data(), 8);
  for (executor const& on : executors())
    for (bool drop_start : {false, true}) {
      INFO("on ", on.name(), drop_start ? ", superfluous starts are dropped" : "");
      auto options = simplify_options{}.tolerance(6).rings(is_ring.data(), 1).pins(pins.data(), 8);
      options.drop_superfluous_start(drop_start);
      const keep_mask kept = simplify_mask(on, line, options.ring_minimum(ring_minimum::keep));
      CHECK(simplify_mask(on, line, options.ring_minimum(ring_minimum::drop)) == kept);
    }
}
