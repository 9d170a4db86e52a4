// SPDX-License-Identifier: MIT
#include <pthread.h>

#include <cmath>
#include <cstdint>
#include <exception>

#include "compare.hpp"
#include "generators.hpp"
#include "hard_lines.hpp"
#include "reference.hpp"
#include "sanitized.hpp"

using namespace thrustline;
using namespace thrustline::test;

namespace {

/// Runs f on a thread whose stack is far too small for a recursion over thousands of levels.
template <class F>
void on_small_stack(F f) {
  struct call {
    F* f;
    std::exception_ptr thrown;
  } made{&f, nullptr};
  pthread_attr_t attributes;
  REQUIRE(pthread_attr_init(&attributes) == 0);
  REQUIRE(pthread_attr_setstacksize(&attributes, 512 * 1024) == 0);
  pthread_t thread;
  REQUIRE(pthread_create(
              &thread, &attributes,
              [](void* argument) -> void* {
                call& c = *static_cast<call*>(argument);
                try {
                  (*c.f)();
                } catch (...) {
                  c.thrown = std::current_exception();
                }
                return nullptr;
              },
              &made) == 0);
  pthread_join(thread, nullptr);
  pthread_attr_destroy(&attributes);
  if (made.thrown)
    std::rethrow_exception(made.thrown);
}

} // namespace

TEST_CASE_TEMPLATE("deep trees of quantised noise equal their replay", Real, float, double) {
  // The seed gives a tree as deep as the case that the contract on depth quotes.
  constexpr std::uint64_t seed = 85;
  constexpr std::int64_t n = sanitized ? 3000 : 30000;
  const std::vector<double> exact_values = make<double, 1>("integer noise", n, seed);
  const exact_answer right = exact_vertical({exact_values.begin(), exact_values.end()}, 2);
  CHECK(right.levels == (sanitized ? 383 : 3791));

  const std::vector<Real> values(exact_values.begin(), exact_values.end());
  const series<Real> line(values.data(), n);
  const auto options = simplify_options{}.tolerance(2).metric(metric::vertical);
  for_each_engine([&](executor const& on, engine with) {
    INFO("engine ", to_string(with), " on ", on.name());
    const answer got = ask(on, line, simplify_options(options).engine(with));
    CHECK(difference(got.mask, right.mask) == "");
    CHECK(got.report.levels == right.levels);
  });
}

TEST_CASE_TEMPLATE("whole numbers agree with integer arithmetic", Real, float, double) {
  for (const std::string name : {"integer noise", "binary noise", "square wave", "zig-zag", "ties", "plateaus"})
    for (std::int64_t n : {3, 4, 5, 17, 100, sanitized ? 300 : 1000})
      for (std::int64_t tolerance : {0, 1, 2, 3, 6, 30}) {
        INFO(name, ", ", n, " points, tolerance ", tolerance);
        const std::vector<Real> values = make<Real, 1>(name, n, 31);
        const exact_answer right = exact_vertical({values.begin(), values.end()}, tolerance);
        const auto options = simplify_options{}.tolerance(static_cast<double>(tolerance)).metric(metric::vertical);
        answer expected = reference(series<Real>(values.data(), n), options);
        CHECK(difference(expected.mask, right.mask) == "");
        CHECK(expected.report.levels == right.levels);
        check_every_engine(series<Real>(values.data(), n), options, expected);
      }
}

TEST_CASE("thousands of levels need no call stack") {
  constexpr std::int64_t n = sanitized ? 4000 : 10000;
  const auto values = dying_swings<double, 1>(n, 1);
  const auto options = simplify_options{}.tolerance(0.5).metric(metric::vertical);
  for_each_engine([&](executor const& on, engine with) {
    INFO("engine ", to_string(with), " on ", on.name());
    answer got;
    on_small_stack([&] { got = ask(on, series<double>(values.data(), n), simplify_options(options).engine(with)); });
    CHECK(got.report.levels > n - 10);
    CHECK(got.report.kept > n - 10);
  });
}

TEST_CASE("growing zig-zags equal the reference") {
  constexpr std::int64_t n = sanitized ? 2000 : 8000;
  for (double powers : {1.0, 0.05}) {
    INFO("powers of two a point: ", powers);
    const auto values = doubling_swings<float, 1>(n, powers);
    const auto points = doubling_swings<double, 2>(n, powers);
    for (double tolerance : {0.0, 1.0, 1e9}) {
      INFO("tolerance ", tolerance);
      const auto options = simplify_options{}.tolerance(tolerance).metric(metric::vertical);
      const series<float> flat(values.data(), n);
      check_every_engine(flat, options, reference(flat, options));
      const polyline<double, 2> line(points.data(), n);
      check_every_engine(line, simplify_options{}.tolerance(tolerance),
                         reference(line, simplify_options{}.tolerance(tolerance)));
    }
  }
}

TEST_CASE("long spirals and shrinking zig-zags equal the reference") {
  // Each level takes half a turn off the spiral, or a swing off the zig-zag.
  constexpr std::int64_t all = 1000000, step = sanitized ? 20 : 1;
  constexpr std::int64_t swings = sanitized ? 300000 : all; // enough for searches that several threads share
  const auto spiral = fine_spiral<double, 2>(all / step, step);
  const auto dying = graph_of<double, 1>(
      swings, [](std::int64_t i) { return (i % 2 ? -1 : 1) * std::exp(-0.3 * static_cast<double>(i)); });
  const polyline<double, 2> round(spiral.data(), all / step);
  const series<double> flat(dying.data(), swings);
  const auto round_options = simplify_options{}.tolerance(0.1);
  const auto flat_options = simplify_options{}.tolerance(1e-3).metric(metric::vertical);
  const answer round_answer = reference(round, round_options), flat_answer = reference(flat, flat_options);
  CHECK(round_answer.report.levels > 40);
  CHECK(flat_answer.report.levels > 20);
  check_every_engine(round, round_options, round_answer);
  check_every_engine(flat, flat_options, flat_answer);
}
