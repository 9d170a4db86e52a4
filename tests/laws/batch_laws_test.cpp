// SPDX-License-Identifier: MIT
#include <algorithm>
#include <numeric>

#include "made_lines.hpp"
#include "replay.hpp"

using namespace thrustline;
using namespace thrustline::test;

namespace {

template <class Real, int D>
batch<Real, D> joined(std::vector<grid_line<Real, D>> const& lines) {
  batch<Real, D> all;
  for (auto const& line : lines)
    all.add(line.coordinates);
  return all;
}

keep_mask part(keep_mask const& mask, std::int64_t first, std::int64_t last) {
  return {mask.begin() + first, mask.begin() + last};
}

/// The series [first, last) of a batch, as a batch with offsets of its own.
template <class Real, int D>
batch<Real, D> shard(batch<Real, D> const& whole, std::int64_t first, std::int64_t last) {
  batch<Real, D> some;
  for (std::int64_t s = first; s < last; ++s)
    some.add({whole.coordinates.begin() + whole.offsets[s] * D, whole.coordinates.begin() + whole.offsets[s + 1] * D});
  return some;
}

} // namespace

TEST_CASE_TEMPLATE("a batch is the concatenation of its series", T, THRUSTLINE_EVERY_POINT_TYPE) {
  using Real = typename T::real;
  constexpr int D = T::dimensions;
  CHECK(rc::check("concatenation", [](std::vector<grid_line<Real, D>> const& lines, metric by, engine with) {
    const auto options = simplify_options{}.metric(by).tolerance(*tolerances());
    const auto whole = joined(lines);
    return on_every_executor(with, [&](executor const& on, engine e) {
      keep_mask one_by_one;
      for (auto const& line : lines) {
        const keep_mask mask = simplify_mask(on, line.view(), simplify_options(options).engine(e));
        one_by_one.insert(one_by_one.end(), mask.begin(), mask.end());
      }
      RC_ASSERT(simplify_mask(on, whole.view(), simplify_options(options).engine(e)) == one_by_one);
    });
  }));
}

TEST_CASE_TEMPLATE("the order of a batch changes nothing", T, THRUSTLINE_EVERY_POINT_TYPE) {
  using Real = typename T::real;
  constexpr int D = T::dimensions;
  const batch<Real, D> whole = mixed_batch<Real, D>(120, 400, 71);
  const auto options = simplify_options{}.tolerance(1.5);
  const keep_mask mask = reference(whole.view(), options).mask;

  std::vector<std::int64_t> order(static_cast<std::size_t>(whole.series()));
  std::iota(order.begin(), order.end(), std::int64_t{0});
  random_numbers numbers(72);
  for (std::size_t s = order.size(); s > 1; --s)
    std::swap(order[s - 1], order[numbers.below(static_cast<int>(s))]);

  batch<Real, D> shuffled;
  answer expected;
  for (std::int64_t s : order) {
    shuffled.add(shard(whole, s, s + 1).coordinates);
    const keep_mask one = part(mask, whole.offsets[s], whole.offsets[s + 1]);
    expected.mask.insert(expected.mask.end(), one.begin(), one.end());
  }
  expected.report = reference(whole.view(), options).report;
  check_every_engine(shuffled.view(), options, expected);
}

TEST_CASE_TEMPLATE("shards of a batch give what the batch gives", T, THRUSTLINE_EVERY_POINT_TYPE) {
  using Real = typename T::real;
  constexpr int D = T::dimensions;
  const batch<Real, D> whole = mixed_batch<Real, D>(90, 400, 73);
  auto options = simplify_options{}.tolerance(1.5);
  const keep_mask mask = reference(whole.view(), options).mask;
  for_each_engine([&](executor const& on, engine with) {
    INFO("engine ", to_string(with), " on ", on.name());
    options.engine(with);
    for (std::int64_t shards : {2, 3, 7}) {
      keep_mask sharded;
      for (std::int64_t k = 0; k < shards; ++k) {
        const auto some = shard(whole, 90 * k / shards, 90 * (k + 1) / shards);
        const keep_mask one = simplify_mask(on, some.view(), options);
        sharded.insert(sharded.end(), one.begin(), one.end());
      }
      CHECK(difference(sharded, mask) == "");
    }
  });
}

TEST_CASE_TEMPLATE("a line cut at its first split gives the same points", T, points_of<float, 2>, points_of<double, 2>,
                   points_of<float, 3>, points_of<double, 3>) {
  using Real = typename T::real;
  constexpr int D = T::dimensions;
  for_each_kind<Real, D>(2000, 150, 74, [](kind const& of, std::vector<Real> const& points) {
    const auto n = static_cast<std::int64_t>(points.size()) / D;
    const auto at = [&](std::int64_t i) {
      point<Real, D> p;
      std::copy_n(points.data() + i * D, D, p.x);
      return p;
    };
    for_each_metric([&](auto by, metric name) {
      INFO(of.name, ", metric ", to_string(name));
      const auto chord = by(at(0), at(n - 1), n - 1);
      std::int64_t cut = 1;
      for (std::int64_t i = 2; i < n - 1; ++i)
        if (chord.rank(at(i), i) > chord.rank(at(cut), cut))
          cut = i;
      const auto options = simplify_options{}.metric(name).tolerance(0.2 * of.tolerance);
      if (!(chord.distance(at(cut), cut) > static_cast<Real>(options.tolerance())))
        return;
      for_each_engine([&](executor const& on, engine with) {
        INFO("engine ", to_string(with), " on ", on.name());
        const auto asked = simplify_options(options).engine(with);
        const keep_mask whole = simplify_mask(on, polyline<Real, D>(points.data(), n), asked);
        const keep_mask left = simplify_mask(on, polyline<Real, D>(points.data(), cut + 1), asked);
        const keep_mask right = simplify_mask(on, polyline<Real, D>(points.data() + cut * D, n - cut), asked);
        CHECK(whole[cut] == 1);
        CHECK(difference(part(whole, 0, cut + 1), left) == "");
        CHECK(difference(part(whole, cut, n), right) == "");
      });
    });
  });
}
