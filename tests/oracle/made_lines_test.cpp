// SPDX-License-Identifier: MIT
#include "oracle_check.hpp"
#include "peers.hpp"
#include "skip.hpp"

using namespace thrustline;
using namespace thrustline::test;

namespace {

/// 200 random lines of three kinds.
batch<double, 2> random_lines() {
  batch<double, 2> lines;
  random_numbers numbers(101);
  const char* const names[] = {"walk", "smooth", "coast"};
  for (int s = 0; s < 200; ++s)
    lines.add(make<double, 2>(names[s % 3], 2 + numbers.below(3000), numbers.next()));
  return lines;
}

void compare_random_lines(oracle& with) {
  for (double tolerance : {0.1, 1.0, 10.0})
    with.compare("random lines", random_lines(), tolerance);
  with.check_total();
}

} // namespace

#if defined(THRUSTLINE_TEST_GEOS)
TEST_CASE("GEOS keeps the same points of 200 random lines") {
  oracle with(geos_mask);
  compare_random_lines(with);
}
#else
TEST_CASE("GEOS keeps the same points of 200 random lines") { skip("comparison with GEOS: built without it"); }
#endif

#if defined(THRUSTLINE_TEST_BOOST)
TEST_CASE("Boost.Geometry keeps the same points of 200 random lines") {
  oracle with(boost_mask);
  compare_random_lines(with);
}
#else
TEST_CASE("Boost.Geometry keeps the same points of 200 random lines") {
  skip("comparison with Boost.Geometry: built without it");
}
#endif

TEST_CASE("a difference without a near-tie is found") {
  // A square bump: rounding cannot drop its first corner.
  const std::vector<double> xy{0, 0, 1, 0, 1, 2, 2, 3, 3, 0};
  const keep_mask ours =
      simplify_mask(executor::cpu(1), polyline<double, 2>(xy.data(), 5), simplify_options{}.tolerance(0.5));
  CHECK(compare_trees(xy, 0.5, ours, ours).different == 0);
  for (std::size_t i = 1; i < 4; ++i) {
    keep_mask wrong = ours;
    wrong[i] = !wrong[i];
    const comparison found = compare_trees(xy, 0.5, ours, wrong);
    CHECK(found.different == 1);
    CHECK(found.near_ties.empty());
    CHECK(found.unexplained != "");
  }
}

TEST_CASE("a near-tie is not a difference") {
  // Two points equally far, and one point at the tolerance.
  CHECK(compare_trees({0, 0, 2, 2, 4, 2, 6, 0}, 1.5, {1, 1, 0, 1}, {1, 0, 1, 1}).near_ties.size() == 1);
  CHECK(compare_trees({0, 0, 2, 2, 4, 0}, 2, {1, 0, 1}, {1, 1, 1}).near_ties.size() == 1);
  CHECK(compare_trees({0, 0, 2, 2, 4, 0}, 1.999, {1, 0, 1}, {1, 1, 1}).unexplained != "");
}

TEST_CASE("a near-tie explains only what follows from it") {
  // Both keep the equally far points 1 and 3. Point 2, at distance 1 from the chord between them, is a difference of
  // its own.
  const std::vector<double> shared{0, 0, 2, 4, 5, 3, 8, 4, 10, 0};
  const comparison wrong = compare_trees(shared, 0.5, {1, 1, 1, 1, 1}, {1, 1, 0, 1, 1});
  CHECK(wrong.near_ties.empty());
  CHECK(wrong.unexplained.find("segment [1, 3]") == 0);
  const comparison tie = compare_trees(shared, 1, {1, 1, 1, 1, 1}, {1, 1, 0, 1, 1});
  CHECK(tie.unexplained == "");
  REQUIRE(tie.near_ties.size() == 1);
  CHECK(tie.near_ties[0].find("segment [1, 3]") == 0);

  // They split at different ones of two equally far points; then each has to be right by itself.
  const std::vector<double> parted{0, 0, 2, 4, 8, 4, 4, 0, 10, 0};
  const comparison right = compare_trees(parted, 3, {1, 1, 0, 0, 1}, {1, 0, 1, 1, 1});
  CHECK(right.unexplained == "");
  CHECK(right.near_ties.size() == 1);
  CHECK(compare_trees(parted, 3, {1, 1, 0, 0, 1}, {1, 0, 1, 0, 1}).unexplained.find("segment [2, 4]") == 0);
  CHECK(compare_trees(parted, 3, {1, 1, 0, 1, 1}, {1, 0, 1, 1, 1}).unexplained.find("segment [1, 4]") == 0);
}

TEST_CASE("two near-ties of one line are counted as two") {
  // A bump at the tolerance on either side of a peak.
  const std::vector<double> xy{0, 0, 5, 1, 10, 0, 10, 50, 10, 0, 15, 1, 20, 0};
  CHECK(compare_trees(xy, 1, {1, 0, 1, 1, 1, 0, 1}, {1, 1, 1, 1, 1, 1, 1}).near_ties.size() == 2);
  CHECK(compare_trees(xy, 0.9, {1, 0, 1, 1, 1, 0, 1}, {1, 1, 1, 1, 1, 1, 1}).unexplained != "");
}
