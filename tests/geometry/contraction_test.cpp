// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <vector>

#include "compare.hpp"
#include "contracting.hpp"
#include "evaluate_chords.hpp"
#include "made_chords.hpp"
#include "made_places.hpp"
#include "replay.hpp"
#include "skip.hpp"
#include <thrustline/geometry/great_ellipse_distance.hpp>

using namespace thrustline;
using namespace thrustline::test;

namespace {

bool no_fused_multiply_add() {
#if defined(__x86_64__)
  if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma")) {
    skip("contraction of products and sums: this processor has no fused multiply-add");
    return true;
  }
#endif
  return false;
}

} // namespace

TEST_CASE("contracting.cpp was compiled with contraction") {
  if (no_fused_multiply_add())
    return;
  const auto made = make_chords<double, 2>(coordinates::normal, 10000, 71);
  const double* const p = made.points.data();
  std::vector<double> fused(10000), plain(10000);
  contracting::plain_minors(10000, p, p + 10000, p + 20000, p + 30000, fused.data());
  for (int i = 0; i < 10000; ++i)
    plain[i] = p[i] * p[i + 30000] - p[i + 10000] * p[i + 20000];
  CHECK(fused != plain);
}

TEST_CASE_TEMPLATE("ranks and distances do not depend on contraction", T, THRUSTLINE_EVERY_POINT_TYPE) {
  using Real = typename T::real;
  constexpr int D = T::dimensions;
  if (no_fused_multiply_add())
    return;
  for (coordinates kind : all_coordinates) {
    CAPTURE(static_cast<int>(kind));
    const auto made = make_chords<Real, D>(kind, 50000, 72);
    for_each_metric([&](auto by, metric name) {
      INFO("metric ", to_string(name));
      std::vector<Real> plain(static_cast<std::size_t>(2 * made.count())), fused(plain.size(), Real(-1));
      evaluate_chords<Real, D, decltype(by)>(made.count(), made.points.data(), made.steps.data(), plain.data());
      contracting::evaluate(static_cast<int>(name), D, made.count(), made.points.data(), made.steps.data(),
                            fused.data());
      CHECK(std::memcmp(plain.data(), fused.data(), plain.size() * sizeof(Real)) == 0);
    });
  }
}

TEST_CASE("places and distances on the Earth ignore contraction") {
  if (no_fused_multiply_add())
    return;
  constexpr std::int64_t count = 50000;
  const made_degrees made(count, 73);
  std::vector<double> plain(3 * count), fused(3 * count);
  for (std::int64_t i = 0; i < count; ++i) {
    const point<double, 3> p = to_ecef(made.degrees[2 * i], made.degrees[2 * i + 1]);
    std::copy_n(p.x, 3, plain.begin() + 3 * i);
  }
  contracting::to_ecef(count, made.degrees.data(), fused.data());
  CHECK(std::memcmp(plain.data(), fused.data(), plain.size() * sizeof(double)) == 0);

  const std::vector<std::int64_t> steps(2 * count / 3, 1);
  std::vector<double> plain_distances(2 * count / 3), fused_distances(2 * count / 3);
  evaluate_chords<double, 3, great_ellipse_distance>(count / 3, plain.data(), steps.data(), plain_distances.data());
  contracting::great_ellipse(count / 3, plain.data(), steps.data(), fused_distances.data());
  CHECK(std::memcmp(plain_distances.data(), fused_distances.data(), plain_distances.size() * sizeof(double)) == 0);
}
