// SPDX-License-Identifier: MIT
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <thrustline/significance.hpp>

#include "batch.hpp"
#include "check_refused.hpp"
#include "compare.hpp"

using namespace thrustline;
using namespace thrustline::test;

namespace {

using limits = std::numeric_limits<double>;

// Callers that know the standard library alone catch these.
static_assert(std::is_base_of_v<std::invalid_argument, invalid_argument>);
static_assert(std::is_base_of_v<std::runtime_error, cuda_error>);
static_assert(std::is_base_of_v<std::runtime_error, out_of_memory>);

/// On every executor and engine the call is refused, and the next call on the executor is right.
template <class Real, int D>
void check_all_refuse(polylines<Real, D> const& lines, simplify_options options, std::string const& argument,
                      std::vector<std::string> const& words) {
  const std::vector<Real> good = make<Real, D>("walk", 300, 81);
  const polyline<Real, D> good_line(good.data(), 300);
  const auto good_options = simplify_options{}.tolerance(2);
  const answer expected = reference(good_line, good_options);
  for_each_engine([&](executor const& on, engine with) {
    INFO("engine ", to_string(with), " on ", on.name());
    options.engine(with);
    check_refused([&] { simplify_mask(on, lines, options); }, argument, words);
    CHECK(difference(ask(on, good_line, simplify_options(good_options).engine(with)).mask, expected.mask) == "");
  });
}

/// Four walks of ten points each.
template <class Real, int D>
batch<Real, D> four_walks() {
  batch<Real, D> lines;
  for (std::uint64_t s = 0; s < 4; ++s)
    lines.add(make<Real, D>("walk", 10, 82 + s));
  return lines;
}

} // namespace

TEST_CASE("CUDA errors name the call") {
  const cuda_error failed("cudaMemcpyAsync", 700, "an illegal memory access was encountered");
  CHECK(failed.what() == std::string("cudaMemcpyAsync: an illegal memory access was encountered"));
  CHECK(failed.code() == 700);
  const out_of_memory full("cudaMalloc", 4096);
  CHECK(full.what() == std::string("cudaMalloc: out of memory, 4096 bytes asked for"));
  CHECK(full.bytes() == 4096);
}

TEST_CASE("engines and metrics have names") {
  CHECK(to_string(engine::automatic) == "automatic");
  CHECK(to_string(engine::recursive) == "recursive");
  CHECK(to_string(engine::composed) == "composed");
  CHECK(to_string(engine::fused) == "fused");
  CHECK(to_string(engine::bounded) == "bounded");
  CHECK(to_string(static_cast<engine>(17)) == "unknown");
  CHECK(to_string(metric::vertical) == "vertical");
  CHECK(to_string(metric::line) == "line");
  CHECK(to_string(metric::segment) == "segment");
  CHECK(to_string(static_cast<metric>(17)) == "unknown");
}

TEST_CASE_TEMPLATE("99,998 equal points keep their ends", T, THRUSTLINE_EVERY_POINT_TYPE) {
  using Real = typename T::real;
  constexpr int D = T::dimensions;
  constexpr std::int64_t n = 99998;
  const std::vector<Real> points = make<Real, D>("all equal", n, 0);
  for (double tolerance : {0.0, 1.0}) {
    for (metric by : all_metrics) {
      INFO("tolerance ", tolerance, ", metric ", to_string(by));
      const auto options = simplify_options{}.tolerance(tolerance).metric(by);
      answer expected{keep_mask(n, 0), {}};
      expected.mask.front() = expected.mask.back() = 1;
      expected.report.kept = 2;
      expected.report.levels = 1;
      check_every_engine(polyline<Real, D>(points.data(), n), options, expected);
    }
  }
}

TEST_CASE_TEMPLATE("an invalid coordinate is named by its index", T, THRUSTLINE_EVERY_POINT_TYPE) {
  using Real = typename T::real;
  using real_limits = std::numeric_limits<Real>;
  constexpr int D = T::dimensions;
  const std::vector<Real> good = make<Real, D>("walk", 5000, 83);
  const auto options = simplify_options{}.tolerance(1);
  for (Real bad : {real_limits::quiet_NaN(), real_limits::infinity(), -real_limits::infinity(), real_limits::max(),
                   -real_limits::max() / 2}) {
    for (std::int64_t index : {0, 1, 2500, 4999}) {
      CAPTURE(bad);
      CAPTURE(index);
      std::vector<Real> points = good;
      points[index * D + D - 1] = bad;
      if (index + 300 < 5000)
        points[(index + 300) * D] = bad; // the first one is named
      check_all_refuse(polyline<Real, D>(points.data(), 5000), options, "coordinates", {std::to_string(index)});
    }
  }
}

TEST_CASE_TEMPLATE("the largest valid coordinates are taken", Real, float, double) {
  const Real most = std::numeric_limits<Real>::max() / 4;
  const std::vector<Real> points{0, 0, most, most, most, -most, -most, most, 0, 0};
  const polyline<Real, 2> line(points.data(), 5);
  for (metric by : all_metrics) {
    INFO("metric ", to_string(by));
    const auto options = simplify_options{}.tolerance(1).metric(by);
    check_every_engine(line, options, reference(line, options));
  }
}

TEST_CASE_TEMPLATE("empty input gives an empty result", T, THRUSTLINE_EVERY_POINT_TYPE) {
  using Real = typename T::real;
  constexpr int D = T::dimensions;
  const answer nothing;
  const auto options = simplify_options{}.tolerance(1);
  const std::int64_t zeros[] = {0, 0, 0};
  check_every_engine(polylines<Real, D>(), options, nothing);
  check_every_engine(polyline<Real, D>(nullptr, 0), options, nothing);
  check_every_engine(polylines<Real, D>(nullptr, 0, zeros, 0), options, nothing);
  check_every_engine(polylines<Real, D>(nullptr, 0, zeros, 2), options, nothing);
}

TEST_CASE("offsets must begin at 0, increase and end at the points") {
  struct bad_offsets {
    std::vector<std::int64_t> offsets;
    std::vector<std::string> words;
  };
  const auto lines = four_walks<double, 2>();
  const auto options = simplify_options{}.tolerance(1);
  for (bad_offsets const& bad : {
           bad_offsets{{0, 10, 5, 30, 40}, {"2", "5"}},
           bad_offsets{{0, 10, 20, -1, 40}, {"3", "-1"}},
           bad_offsets{{0, 10, 20, 41, 40}, {"41"}},
           bad_offsets{{0, 10, 20, 30, 41}, {"4", "41", "40"}},
           bad_offsets{{0, 10, 20, 30, 39}, {"4", "39", "40"}},
           bad_offsets{{1, 10, 20, 30, 40}, {"0", "1"}},
           bad_offsets{{-3, 10, 20, 30, 40}, {"0", "-3"}},
           bad_offsets{{0, std::numeric_limits<std::int64_t>::max(), 20, 30, 40}, {"9223372036854775807"}},
           bad_offsets{{0, -2, std::numeric_limits<std::int64_t>::max(), 30, 40}, {"1", "-2"}},
       }) {
    CAPTURE(bad.offsets[1]);
    check_all_refuse(polylines<double, 2>(lines.coordinates.data(), 40, bad.offsets.data(), 4), options, "offsets",
                     bad.words);
  }
}

TEST_CASE("offsets of a single long series must cover its points") {
  const std::vector<float> points = make<float, 2>("walk", 5000, 91);
  for (auto const& [offsets, words] :
       {std::pair<std::vector<std::int64_t>, std::vector<std::string>>{{1, 5000}, {"0", "1"}},
        {{0, 4999}, {"1", "4999", "5000"}},
        {{0, 5001}, {"1", "5001", "5000"}}})
    check_all_refuse(polylines<float, 2>(points.data(), 5000, offsets.data(), 1), simplify_options{}.tolerance(1),
                     "offsets", words);
}

TEST_CASE("a missing, negative or NaN tolerance is refused") {
  const auto lines = four_walks<float, 2>();
  check_all_refuse(lines.view(), simplify_options{}, "tolerance", {"nan"});
  check_all_refuse(lines.view(), simplify_options{}.tolerance(limits::quiet_NaN()), "tolerance", {"nan"});
  check_all_refuse(lines.view(), simplify_options{}.tolerance(-0.5), "tolerance", {"-0.5"});
  check_all_refuse(lines.view(), simplify_options{}.tolerance(-limits::infinity()), "tolerance", {"-inf"});
  check_all_refuse(lines.view(), simplify_options{}.tolerance(-limits::denorm_min()), "tolerance", {"e-324"});
  // Negative zero is zero.
  CHECK_NOTHROW(simplify_mask(executor::cpu(1), lines.view(), simplify_options{}.tolerance(-0.0)));
}

TEST_CASE("a bad tolerance is refused for empty input too") {
  check_all_refuse(polyline<float, 2>(nullptr, 0), simplify_options{}.tolerance(-1), "tolerance", {"-1"});
}

TEST_CASE("a bad tolerance of one series is named by its index") {
  const auto lines = four_walks<float, 2>();
  for (double bad : {-0.25, limits::quiet_NaN()}) {
    const std::vector<double> tolerances{1, 0, bad, 1};
    check_all_refuse(lines.view(), simplify_options{}.tolerances(tolerances.data(), 4), "tolerances",
                     {"2", bad < 0 ? "-0.25" : "nan"});
  }
}

TEST_CASE("faults are reported in order: offsets, tolerances, points") {
  batch<float, 2> lines = four_walks<float, 2>();
  lines.coordinates[2 * 7] = std::numeric_limits<float>::infinity();
  const std::vector<double> good{1, 1, 1, 1}, bad{1, 1, -2, 1};
  check_all_refuse(lines.view(), simplify_options{}.tolerances(good.data(), 4), "coordinates", {"point 7 "});
  check_all_refuse(lines.view(), simplify_options{}.tolerances(bad.data(), 4), "tolerances", {"[2]", "-2"});
  lines.offsets[1] = 25;
  check_all_refuse(lines.view(), simplify_options{}.tolerances(bad.data(), 4), "offsets", {"[2]", "25"});
}

TEST_CASE("the number of tolerances must be that of the series") {
  const auto lines = four_walks<float, 2>();
  const std::vector<double> tolerances(6, 1.0);
  for (std::int64_t count : {0, 3, 5, -1})
    check_all_refuse(lines.view(), simplify_options{}.tolerances(tolerances.data(), count), "tolerances",
                     {std::to_string(count), "4"});
  check_all_refuse(lines.view(), simplify_options{}.tolerance(1).tolerances(nullptr, 4), "tolerances", {"null", "4"});
}

TEST_CASE("negative sizes and null pointers are refused") {
  const auto lines = four_walks<double, 3>();
  const auto options = simplify_options{}.tolerance(1);
  check_all_refuse(polyline<double, 3>(nullptr, 40), options, "coordinates", {"40"});
  check_all_refuse(polyline<double, 3>(lines.coordinates.data(), -1), options, "points", {"-1"});
  check_all_refuse(polylines<double, 3>(lines.coordinates.data(), 40, nullptr, 4), options, "offsets", {"4"});
  check_all_refuse(polylines<double, 3>(lines.coordinates.data(), 40, lines.offsets.data(), -2), options, "series",
                   {"-2"});
  // Points that belong to no series.
  check_all_refuse(polylines<double, 3>(lines.coordinates.data(), 40, lines.offsets.data(), 0), options, "offsets",
                   {"40"});
}

TEST_CASE("unknown metrics and engines are refused") {
  const std::vector<double> points = make<double, 2>("walk", 20, 83);
  const polyline<double, 2> line(points.data(), 20);
  std::vector<double> values(20);
  for (executor const& on : executors()) {
    INFO(on.name());
    const auto options = simplify_options{}.tolerance(1);
    check_refused([&] { simplify_mask(on, line, simplify_options(options).engine(static_cast<engine>(17))); }, "engine",
                  "17");
    check_refused([&] { simplify_mask(on, line, simplify_options(options).metric(static_cast<metric>(-1))); }, "metric",
                  "-1");
    check_refused([&] { significance(on, line, simplify_options(options).engine(engine::fused), values.data()); },
                  "engine", "not by fused");
  }
}

TEST_CASE("closed series of single values are refused") {
  const std::vector<float> values = make<float, 1>("walk", 10, 84);
  check_all_refuse(series<float>(values.data(), 10), simplify_options{}.tolerance(1).closed(true), "closed", {"ring"});
}

TEST_CASE("a CPU executor refuses device memory") {
  const auto lines = four_walks<float, 2>();
  const auto options = simplify_options{}.tolerance(1);
  const executor on = executor::cpu(1);
  polylines<float, 2> elsewhere = lines.view();
  elsewhere.where = memory::device;
  check_refused([&] { simplify_mask(on, elsewhere, options); }, "lines.where", "device");
  check_refused([&] { simplify(on, elsewhere, options, simplify_outputs<float, 2>{}); }, "lines.where", "device");

  keep_mask mask(40);
  simplify_outputs<float, 2> out;
  out.keep_mask = mask.data();
  out.where = memory::device;
  check_refused([&] { simplify(on, lines.view(), options, out); }, "outputs.where", "device");
  check_refused([&] { max_deviation(on, elsewhere, options, mask.data()); }, "lines.where", "device");
}

TEST_CASE("max_deviation needs a mask") {
  const auto lines = four_walks<float, 2>();
  for (executor const& on : executors())
    check_refused([&] { max_deviation(on, lines.view(), simplify_options{}.tolerance(1), nullptr); }, "keep_mask",
                  "null");
}
