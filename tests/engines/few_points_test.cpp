// SPDX-License-Identifier: MIT
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "batch.hpp"
#include "compare.hpp"
#include "geometry/near_cases.hpp"
#include "replay.hpp"
#include "sanitized.hpp"

// Series short enough for engines to split several at once, in hard cases: distances that are nearly the
// tolerance, squares that underflow, axes of very different scale.
using namespace thrustline;
using namespace thrustline::test;

namespace {

/// Series of up to six points inside, in turn, so that neighbours are split by different instructions; every other
/// point is moved away from the chord, or towards it, until its distance is the tolerance or nearly that.
template <class Metric, class Real, int D>
class near_series {
public:
  batch<Real, D> lines;

  near_series(std::int64_t series, Metric by, Real tolerance) : by_(by), tolerance_(tolerance) {
    for (std::int64_t s = 0; s < series; ++s)
      lines.add(line_of(1 + s % 6));
  }

private:
  std::vector<Real> line_of(std::int64_t inside) {
    made_.next();
    std::vector<Real> line;
    const auto add = [&](point<Real, D> const& p) { line.insert(line.end(), p.x, p.x + D); };
    add(made_.first);
    for (std::int64_t step = 1; step <= inside; ++step, made_.next_point())
      add(step % 2 ? moved(step, inside + 1) : made_.p);
    add(made_.last);
    return line;
  }

  point<Real, D> moved(std::int64_t step, std::int64_t steps) {
    const auto chord = by_(made_.first, made_.last, steps);
    const Real share = static_cast<Real>(step) / static_cast<Real>(steps);
    point<Real, D> p = made_.p;
    for (int tries = 0; tries < 3; ++tries) {
      const Real factor = made_.near(tolerance_) / chord.distance(p, step);
      for (int k = 0; k < D && factor <= std::numeric_limits<Real>::max(); ++k) {
        const Real on_chord = made_.first[k] + share * (made_.last[k] - made_.first[k]);
        p[k] = on_chord + factor * (p[k] - on_chord);
      }
    }
    bool usable = true;
    for (int k = 0; k < D; ++k)
      usable = usable && std::abs(p[k]) <= std::numeric_limits<Real>::max() / 4;
    return usable ? p : made_.p;
  }

  near_cases<Real, D> made_{91};
  Metric by_;
  Real tolerance_;
};

} // namespace

TEST_CASE_TEMPLATE("short series near the tolerance equal the reference", T, THRUSTLINE_EVERY_POINT_TYPE) {
  using Real = typename T::real;
  constexpr int D = T::dimensions;
  const Real root = std::sqrt(std::numeric_limits<Real>::min());
  for_each_metric([&](auto by, metric name) {
    for (Real tolerance : {Real(1), Real(0.3), Real(1000) / 3, root / 7, 50 * root}) {
      INFO("metric ", to_string(name), ", tolerance ", tolerance);
      const near_series<decltype(by), Real, D> made(sanitized ? 1500 : 6000, by, tolerance);
      const auto options = simplify_options{}.tolerance(static_cast<double>(tolerance)).metric(name);
      check_every_engine(made.lines.view(), options, reference(made.lines.view(), options));
    }
  });
}
