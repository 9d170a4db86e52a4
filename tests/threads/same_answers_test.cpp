// SPDX-License-Identifier: MIT
#include <vector>

#include <thrustline/convex_hull.hpp>
#include <thrustline/segment_columns.hpp>
#include <thrustline/significance.hpp>
#include <thrustline/simplify.hpp>

#include "batch.hpp"
#include "compare.hpp"

using namespace thrustline;
using namespace thrustline::test;

namespace {

const int thread_counts[] = {2, 3, 8, 64};

} // namespace

TEST_CASE("a long series has the same mask on any number of threads") {
  constexpr std::int64_t points = 1200000; // the search of engine recursive is divided
  const auto xy = make<float, 2>("walk", points, 41);
  const polyline<float, 2> line(xy.data(), points);
  for (engine with : {engine::bounded, engine::recursive}) {
    const auto options = simplify_options{}.tolerance(30).engine(with);
    const answer expected = ask(executor::cpu(1), line, options);
    for (int threads : thread_counts) {
      INFO("engine ", to_string(with), ", ", threads, " threads");
      const answer got = ask(executor::cpu(threads), line, options);
      CHECK(difference(got.mask, expected.mask) == "");
      CHECK(got.report.levels == expected.report.levels);
      CHECK(got.report.kept == expected.report.kept);
    }
  }
}

TEST_CASE("significance is the same on any number of threads") {
  const auto lines = mixed_batch<double, 2>(300, 20000, 42);
  std::vector<double> expected(static_cast<std::size_t>(lines.points())), got(expected.size());
  significance(executor::cpu(1), lines.view(), simplify_options{}.tolerance(0), expected.data());
  for (int threads : thread_counts) {
    INFO(threads, " threads");
    significance(executor::cpu(threads), lines.view(), simplify_options{}.tolerance(0), got.data());
    CHECK(got == expected);
  }
}

TEST_CASE("hulls are the same on any number of threads") {
  batch<double, 2> sets = mixed_batch<double, 2>(500, 2000, 43);
  sets.add(make<double, 2>("walk", 300000, 44));
  const auto expected = convex_hulls(executor::cpu(1), sets.view());
  for (int threads : thread_counts) {
    INFO(threads, " threads");
    const auto got = convex_hulls(executor::cpu(threads), sets.view());
    CHECK(got.values == expected.values);
    CHECK(got.offsets == expected.offsets);
  }
}

TEST_CASE("columns are the same on any number of threads") {
  constexpr std::int64_t columns = 400, rows = 300;
  const auto pixels = make<float, 1>("walk", columns * rows, 45);
  const column_images<float> image(pixels.data(), columns, rows);
  const auto options = segment_columns_options{}.tolerance(2);
  const auto expected = segment_columns(executor::cpu(1), image, options);
  for (int threads : thread_counts) {
    INFO(threads, " threads");
    const auto got = segment_columns(executor::cpu(threads), image, options);
    CHECK(got.offsets == expected.offsets);
    REQUIRE(got.values.size() == expected.values.size());
    bool same = true;
    for (std::size_t i = 0; i < got.values.size(); ++i)
      same = same && got.values[i].first == expected.values[i].first && got.values[i].last == expected.values[i].last;
    CHECK(same);
  }
}
