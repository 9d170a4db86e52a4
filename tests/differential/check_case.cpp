// SPDX-License-Identifier: MIT
#include "check_case.hpp"

#include <algorithm>
#include <cstring>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

#include <thrustline/significance.hpp>

#include "expectation.hpp"
#include "result_forms.hpp"

namespace thrustline::differential {
namespace {

using test::keep_mask;
using test::random_numbers;

void expect(bool holds, std::string const& problem) {
  if (!holds)
    throw std::runtime_error(problem);
}

template <class T>
void expect_equal(T const& got, T const& expected, std::string const& what) {
  expect(got == expected, what + " is " + std::to_string(got) + ", not " + std::to_string(expected));
}

/// One executor for each number of threads, whose workspace goes from case to case.
executor const& executor_of(int threads) {
  static const executor all[] = {executor::cpu(1), executor::cpu(2), executor::cpu(3)};
  return all[threads - 1];
}

template <class Real, int D>
class case_checker {
public:
  case_checker(random_numbers& numbers, made_case<Real, D> const& made)
      : numbers_(numbers), made_(made), on_(executor_of(made.threads)) {}

  outcome check() {
    const std::int64_t bad = first_invalid();
    if (made_.options.invalid() == invalid::reject && bad < made_.points()) {
      check_refused(bad);
      return outcome::exact;
    }
    expected_ = expectation_maker<Real, D>(made_).make();
    if (!expected_.sure)
      take_expectation_from_library();
    for (engine with : engines())
      check_engine(with);
    check_outputs();
    check_significance();
    check_count();
    check_ratio();
    check_deviation();
    return !expected_.sure ? outcome::unsure : made_.on_lattice ? outcome::exact : outcome::real;
  }

private:
  std::int64_t first_invalid() const {
    std::int64_t i = 0;
    while (i < made_.points() && is_valid(made_, i))
      ++i;
    return i;
  }

  std::vector<engine> engines() const {
    std::vector<engine> all{engine::automatic, engine::recursive, engine::composed, engine::bounded};
    std::int64_t longest = 0;
    for (std::int64_t s = 0; s < made_.series(); ++s)
      longest = std::max(longest, made_.offsets[s + 1] - made_.offsets[s]);
    if (longest <= 1024)
      all.push_back(engine::fused);
    return all;
  }

  simplify_options with(engine value) const { return simplify_options(made_.options).engine(value); }

  void check_refused(std::int64_t bad) const {
    for (engine value : engines()) {
      keep_mask mask(static_cast<std::size_t>(made_.points()));
      try {
        simplify(on_, made_.view(), with(value), mask.data());
      } catch (invalid_argument const& error) {
        expect(std::string(error.what()).find(std::to_string(bad)) != std::string::npos,
               to_string(value) + " does not name point " + std::to_string(bad) + ": " + error.what());
        continue;
      }
      expect(false, to_string(value) + " accepts the invalid point " + std::to_string(bad));
    }
  }

  void take_expectation_from_library() {
    expected_.mask = keep_mask(static_cast<std::size_t>(made_.points()));
    expected_.levels = simplify(on_, made_.view(), with(engine::recursive), expected_.mask.data()).levels;
  }

  void check_engine(engine value) const {
    keep_mask mask(static_cast<std::size_t>(made_.points()), 0xee);
    const simplify_report report = simplify(on_, made_.view(), with(value), mask.data());
    const std::string different = test::difference(mask, expected_.mask);
    expect(different.empty(), to_string(value) + ": " + different);
    expect_equal(report.points, made_.points(), to_string(value) + ": points");
    expect_equal(report.kept, kept(), to_string(value) + ": kept");
    expect_equal(report.levels, expected_.levels, to_string(value) + ": levels");
  }

  std::int64_t kept() const { return std::count(expected_.mask.begin(), expected_.mask.end(), 1); }

  /// Any of the outputs, by any engine.
  void check_outputs() {
    const std::vector<engine> all = engines();
    const engine value = all[static_cast<std::size_t>(numbers_.below(static_cast<std::int64_t>(all.size())))];
    const test::result_forms<Real, D> right(made_.view(), expected_.mask, made_.options.closed());
    const auto n = static_cast<std::size_t>(made_.points()), series = static_cast<std::size_t>(made_.series());
    std::vector<std::int64_t> counts(series), offsets(series + 1), indices(n), segment_offsets(series + 1),
        segments(2 * n);
    std::vector<Real> points(D * n);
    simplify_outputs<Real, D> out;
    const auto perhaps = [&](auto& array) { return numbers_.below(2) == 0 ? array.data() : nullptr; };
    out.kept_counts = perhaps(counts);
    out.kept_offsets = perhaps(offsets);
    out.kept_indices = perhaps(indices);
    out.kept_points = perhaps(points);
    out.segment_offsets = perhaps(segment_offsets);
    out.segments = perhaps(segments);
    const simplify_report report = simplify(on_, made_.view(), with(value), out);
    expect_equal(report.kept, kept(), to_string(value) + ", outputs: kept");
    expect_front(out.kept_counts, right.counts, "kept_counts");
    expect_front(out.kept_offsets, right.offsets, "kept_offsets");
    expect_front(out.kept_indices, right.indices, "kept_indices");
    expect_front(out.kept_points, right.points, "kept_points");
    expect_front(out.segment_offsets, right.segment_offsets, "segment_offsets");
    expect_front(out.segments, right.segments, "segments");
  }

  template <class T>
  static void expect_front(const T* got, std::vector<T> const& right, const char* name) {
    expect(!got || right.empty() || std::memcmp(got, right.data(), right.size() * sizeof(T)) == 0,
           std::string(name) + " do not follow from the mask");
  }

  /// Significances are the distances of the recursion; those above the tolerance are the mask.
  void check_significance() {
    values_ = significance(on_, made_.view(), with(engine::automatic));
    for (std::size_t i = 0; i < values_.size(); ++i) {
      expect((values_[i] > 0) == (expected_.mask[i] == 1), "significance of point " + std::to_string(i) + " is " +
                                                               std::to_string(values_[i]) +
                                                               ", which its mask does not follow");
      if (expected_.sure && made_.on_lattice)
        expect_near(values_[i], expected_.significance[i], "significance of point " + std::to_string(i));
    }
  }

  static void expect_near(long double got, long double expected, std::string const& what) {
    const long double few = 16 * static_cast<long double>(std::numeric_limits<Real>::epsilon());
    expect(got == expected || std::abs(got - expected) <= few * expected,
           what + " is " + std::to_string(got) + ", not " + std::to_string(expected));
  }

  /// All ends, and the most significant points up to `count` in all; the first among equals.
  keep_mask most_significant(std::int64_t count) const {
    std::vector<std::int64_t> order(values_.size());
    std::iota(order.begin(), order.end(), std::int64_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::int64_t a, std::int64_t b) {
      return values_[static_cast<std::size_t>(a)] > values_[static_cast<std::size_t>(b)];
    });
    keep_mask mask(values_.size(), 0);
    std::int64_t taken = 0;
    for (std::int64_t i : order) {
      const Real value = values_[static_cast<std::size_t>(i)];
      if (value > 0 && (std::isinf(value) || taken < count)) {
        mask[static_cast<std::size_t>(i)] = 1;
        ++taken;
      }
    }
    return mask;
  }

  void expect_most_significant(simplify_to_count_report const& report, std::int64_t count,
                               keep_mask const& mask) const {
    const std::string different = test::difference(mask, most_significant(count));
    expect(different.empty(), "the " + std::to_string(count) + " most significant points: " + different);
    expect_equal(report.asked, count, "asked");
    expect_equal(report.kept, std::int64_t(std::count(mask.begin(), mask.end(), 1)), "kept of a count");
    if (made_.options.tolerances())
      return;
    double tolerance = made_.options.tolerance();
    for (std::size_t i = 0; i < mask.size(); ++i)
      if (!mask[i])
        tolerance = std::max(tolerance, static_cast<double>(values_[i]));
    expect(report.equal_tolerance == tolerance,
           "equal_tolerance is " + std::to_string(report.equal_tolerance) + ", not " + std::to_string(tolerance));
  }

  void check_count() {
    const std::int64_t count = numbers_.below(made_.points() + 3);
    keep_mask mask(values_.size(), 0xee);
    const auto report = simplify_to_count(on_, made_.view(), with(engine::automatic), count, mask.data());
    expect_most_significant(report, count, mask);
  }

  void check_ratio() {
    const std::int64_t n = made_.points();
    if (n == 0)
      return;
    const auto share = [n](std::int64_t count) { return static_cast<double>(count) / static_cast<double>(n); };
    const double ratio = numbers_.below(2) == 0 ? numbers_.uniform() : share(numbers_.below(n + 1));
    std::int64_t count = 0;
    while (share(count) < ratio)
      ++count;
    keep_mask mask(values_.size(), 0xee);
    const auto report = simplify_to_ratio(on_, made_.view(), with(engine::automatic), ratio, mask.data());
    expect_most_significant(report, count, mask);
  }

  void check_deviation() const {
    const double deviation = max_deviation(on_, made_.view(), with(engine::automatic), expected_.mask.data());
    if (expected_.sure && made_.on_lattice)
      expect_near(static_cast<long double>(deviation), expected_.deviation, "max_deviation");
  }

  random_numbers& numbers_;
  made_case<Real, D> const& made_;
  executor const& on_;
  expectation expected_;
  std::vector<Real> values_; ///< significance of each point
};

} // namespace

template <class Real, int D>
outcome check_case(random_numbers& numbers, made_case<Real, D> const& made) {
  return case_checker<Real, D>(numbers, made).check();
}

template outcome check_case(random_numbers&, made_case<float, 1> const&);
template outcome check_case(random_numbers&, made_case<float, 2> const&);
template outcome check_case(random_numbers&, made_case<float, 3> const&);
template outcome check_case(random_numbers&, made_case<double, 1> const&);
template outcome check_case(random_numbers&, made_case<double, 2> const&);
template outcome check_case(random_numbers&, made_case<double, 3> const&);

} // namespace thrustline::differential
