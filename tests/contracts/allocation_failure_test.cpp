// SPDX-License-Identifier: MIT
#include <new>

#include <thrustline/segment_columns.hpp>

#include "batch.hpp"
#include "compare.hpp"
#include "failing_allocations.hpp"

using namespace thrustline;
using namespace thrustline::test;

namespace {

enum class outcome { done, out_of_memory, something_else };

template <class F>
outcome run(F f) {
  try {
    f();
    return outcome::done;
  } catch (std::bad_alloc const&) {
    return outcome::out_of_memory;
  } catch (out_of_memory const&) {
    return outcome::out_of_memory;
  } catch (...) {
    return outcome::something_else;
  }
}

/// Repeats the call with its first, second, ... allocation failing, until it succeeds. Returns the number of
/// failures.
template <class Call, class Check>
std::int64_t fail_each_allocation(Call call, Check still_usable) {
  for (std::int64_t n = 0;; ++n) {
    fail_allocation(n);
    outcome const got = run(call);
    bool const one_failed = allocations_succeed();
    CAPTURE(n);
    if (!one_failed) {
      CHECK(got == outcome::done);
      return n;
    }
    CHECK(got != outcome::something_else);
    still_usable();
  }
}

} // namespace

TEST_CASE("a failed allocation is bad_alloc; the executor stays usable") {
  auto const lines = mixed_batch<float, 2>(20, 4000, 95);
  auto const options = simplify_options{}.tolerance(20);
  answer const expected = reference(lines.view(), options);
  for (int threads : {1, 2})
    for (engine with : all_engines) {
      INFO("engine ", to_string(with), ", ", threads, " threads");
      auto const asked = simplify_options(options).engine(with);
      keep_mask mask(static_cast<std::size_t>(lines.points()));
      std::int64_t const failures =
          fail_each_allocation([&] { simplify(executor::cpu(threads), lines.view(), asked, mask.data()); }, [] {});
      CHECK(failures > 0); // the executor's own state, if nothing else
      CHECK(difference(mask, expected.mask) == "");

      executor const on = executor::cpu(threads);
      fail_each_allocation([&] { simplify_points(on, lines.view(), asked); },
                           [&] { CHECK(difference(ask(on, lines.view(), asked).mask, expected.mask) == ""); });
    }
}

TEST_CASE("a failed allocation on one of two threads is bad_alloc") {
  // Long enough for the search of the farthest point to be divided over the threads.
  auto const points = make<float, 2>("walk", 700000, 97);
  polyline<float, 2> const line(points.data(), 700000);
  auto const options = simplify_options{}.tolerance(100).engine(engine::recursive);
  answer const expected = reference(line, options);
  executor const on = executor::cpu(2);
  keep_mask mask(700000);
  fail_each_allocation([&] { simplify(on, line, options, mask.data()); }, [] {});
  CHECK(difference(mask, expected.mask) == "");
}

TEST_CASE("columns are split once for vectors of segments") {
  constexpr std::int64_t columns = 6, rows = 100;
  const std::vector<float> flat(columns * rows);
  std::vector<float> jagged;
  for (std::int64_t i = 0; i < columns * rows; ++i)
    jagged.push_back(static_cast<float>(i / columns % 2));
  auto const options = segment_columns_options{}.tolerance(0.25);
  for (int threads : {1, 2}) {
    executor const on = executor::cpu(threads);
    // A second pass would show in the allocations.
    const auto allocations = [&](std::vector<float> const& pixels, std::size_t segments) {
      const auto call = [&] {
        return segment_columns(on, column_images<float>(pixels.data(), columns, rows), options);
      };
      return fail_each_allocation(call, [&] { CHECK(call().values.size() == segments); });
    };
    CHECK(allocations(jagged, columns * (rows - 1)) == allocations(flat, columns));
  }
}

TEST_CASE("an error whose text cannot be allocated is bad_alloc") {
  auto const lines = mixed_batch<float, 2>(5, 30, 96);
  executor const on = executor::cpu(1);
  auto const bad = simplify_options{}.tolerance(-1);
  for (std::int64_t n = 0; n < 10; ++n) {
    fail_allocation(n);
    bool refused = false;
    try {
      simplify_mask(on, lines.view(), bad);
    } catch (std::bad_alloc const&) {
      refused = true;
    } catch (invalid_argument const&) {
      refused = true;
    }
    allocations_succeed();
    CHECK(refused);
  }
}
