// SPDX-License-Identifier: MIT
#include <cstdint>
#include <functional>
#include <limits>
#include <utility>
#include <vector>

#include <thrustline/select.hpp>
#include <thrustline/significance.hpp>
#include <thrustline/to_ecef.hpp>

#include "attack.hpp"
#include "line_arrays.hpp"

using namespace thrustline;
using namespace thrustline::test;

namespace {

using lines_call = std::function<void(executor const&, polylines<double, 2> const&, simplify_options const&)>;

/// Every function that takes lines.
std::vector<std::pair<const char*, lines_call>> functions(arrays& a) {
  return {{"simplify", [&](auto& on, auto& lines, auto& options) { simplify(on, lines, options, a.outputs()); }},
          {"simplify_mask", [](auto& on, auto& lines, auto& options) { simplify_mask(on, lines, options); }},
          {"simplify_indices", [](auto& on, auto& lines, auto& options) { simplify_indices(on, lines, options); }},
          {"simplify_points", [](auto& on, auto& lines, auto& options) { simplify_points(on, lines, options); }},
          {"simplify_segments", [](auto& on, auto& lines, auto& options) { simplify_segments(on, lines, options); }},
          {"simplify_counts", [](auto& on, auto& lines, auto& options) { simplify_counts(on, lines, options); }},
          {"max_deviation",
           [&](auto& on, auto& lines, auto& options) { max_deviation(on, lines, options, a.mask.data()); }},
          {"significance", [](auto& on, auto& lines, auto& options) { significance(on, lines, options); }},
          {"significance into an array",
           [&](auto& on, auto& lines, auto& options) { significance(on, lines, options, a.values.data()); }},
          {"simplify_to_count",
           [&](auto& on, auto& lines, auto& options) { simplify_to_count(on, lines, options, 4, a.mask.data()); }},
          {"simplify_to_ratio",
           [&](auto& on, auto& lines, auto& options) { simplify_to_ratio(on, lines, options, 0.5, a.mask.data()); }},
          {"simplify_to_count for each series",
           [&](auto& on, auto& lines, auto& options) {
             simplify_to_count(on, lines, options, counts_of_series{a.two.data(), 2}, a.mask.data());
           }},
          {"simplify_to_ratio for each series",
           [&](auto& on, auto& lines, auto& options) {
             simplify_to_ratio(on, lines, options, ratios_of_series{a.tolerances.data(), 2}, a.mask.data());
           }},
          {"finish_rings", [&](auto& on, auto& lines, simplify_options options) {
             finish_rings(on, lines, options.closed(true).ring_minimum(ring_minimum::keep), a.mask.data());
           }}};
}

} // namespace

TEST_CASE("every function refuses bad lines") {
  arrays a;
  const double bad_coordinates[] = {0, 0, 1, 5, not_a_number, 0, 0, 0, 1, infinite, 2, 0};
  const std::int64_t falls[] = {0, 7, 6}, begins_late[] = {1, 3, 6}, ends_early[] = {0, 3, 5}, negative[] = {0, -3, 6};
  for (auto const& [name, call] : functions(a)) {
    INFO(name);
    const auto with = [&, call = call](auto change) {
      return [&, call, change](executor const& on) {
        polylines<double, 2> lines = a.lines();
        change(lines);
        call(on, lines, one);
      };
    };
    check_attacks({
        {"coordinates", "6 points", with([](auto& l) { l.coordinates = nullptr; })},
        {"coordinates", "aligned to 8", with([](auto& l) { l.coordinates = misaligned(l.coordinates); })},
        {"coordinates", "point 2 has coordinate 0 = nan", with([&](auto& l) { l.coordinates = bad_coordinates; })},
        {"points", "-1", with([](auto& l) { l.points = -1; })},
        {"points", "1152921504606846976", with([](auto& l) { l.points = huge; })},
        {"points", "9223372036854775807", with([](auto& l) { l.points = std::numeric_limits<std::int64_t>::max(); })},
        {"series", "-2", with([](auto& l) { l.series = -2; })},
        {"series", "1152921504606846976", with([](auto& l) { l.series = huge; })},
        {"series", "-9223372036854775808", with([](auto& l) { l.series = std::numeric_limits<std::int64_t>::min(); })},
        {"offsets", "2 series", with([](auto& l) { l.offsets = nullptr; })},
        {"offsets", "aligned to 8", with([](auto& l) { l.offsets = misaligned(l.offsets); })},
        {"offsets", "offsets[1] = 7", with([&](auto& l) { l.offsets = falls; })},
        {"offsets", "offsets[0] = 1", with([&](auto& l) { l.offsets = begins_late; })},
        {"offsets", "offsets[2] = 5", with([&](auto& l) { l.offsets = ends_early; })},
        {"offsets", "offsets[1] = -3", with([&](auto& l) { l.offsets = negative; })},
        {"lines.where", "must be 0 to 1, is 77", with([](auto& l) { l.where = static_cast<memory>(77); })},
    });
  }
}

TEST_CASE("every function names the index of an invalid point") {
  arrays a;
  const double bad[] = {0, 0, 1, 5, 2, 0, 0, infinite, not_a_number, 0, 2, 0};
  for (auto const& [name, call] : functions(a))
    for (executor const& on : executors()) {
      INFO(name, " on ", on.name());
      try {
        call(on, {bad, 6, a.offsets.data(), 2}, one);
        FAIL_CHECK("no error");
      } catch (invalid_point const& error) {
        CHECK(error.argument() == "coordinates");
        CHECK(error.point() == 3);
        CHECK(error.fault() == "has coordinate 1 = inf, not a finite number of usable size");
        CHECK(std::string(error.what()) == "coordinates: point 3 " + error.fault());
      }
    }
}

TEST_CASE("every function refuses options that do not exist") {
  arrays a;
  for (auto const& [name, call] : functions(a)) {
    INFO(name);
    const auto with = [&, call = call](simplify_options const& options) {
      return [&, call, options](executor const& on) { call(on, a.lines(), options); };
    };
    check_attacks({
        {"metric", "must be 0 to 4, is 77", with(simplify_options(one).metric(static_cast<metric>(77)))},
        {"metric", "must be 0 to 4, is -1", with(simplify_options(one).metric(static_cast<metric>(-1)))},
        {"engine", "must be 0 to 4, is 77", with(simplify_options(one).engine(static_cast<engine>(77)))},
        {"invalid", "must be 0 to 1, is 77", with(simplify_options(one).invalid(static_cast<invalid>(77)))},
        {"invalid", "must be 0 to 1, is -1", with(simplify_options(one).invalid(static_cast<invalid>(-1)))},
    });
  }
}

TEST_CASE("every function that simplifies refuses bad tolerances") {
  arrays a;
  const std::vector<double> negative{1, -2}, none{not_a_number, 1};
  for (auto const& [name, call] : functions(a)) {
    if (std::string(name) == "max_deviation")
      continue;
    INFO(name);
    const auto with = [&, call = call](simplify_options const& options) {
      return [&, call, options](executor const& on) { call(on, a.lines(), options); };
    };
    const auto each = [](const double* values, std::int64_t count) {
      return simplify_options{}.tolerances(values, count);
    };
    check_attacks({
        {"tolerance", "nan", with(simplify_options{})},
        {"tolerance", "-1", with(simplify_options{}.tolerance(-1))},
        {"tolerance", "-inf", with(simplify_options{}.tolerance(-infinite))},
        {"tolerances", "1 values for 2", with(each(a.tolerances.data(), 1))},
        {"tolerances", "-1 values for 2", with(each(a.tolerances.data(), -1))},
        {"tolerances", "1152921504606846976 values", with(each(a.tolerances.data(), huge))},
        {"tolerances", "tolerances[1] must be >= 0, is -2", with(each(negative.data(), 2))},
        {"tolerances", "tolerances[0] must be >= 0, is nan", with(each(none.data(), 2))},
        {"tolerances", "aligned to 8", with(each(misaligned(a.tolerances.data()), 2))},
    });
  }
}

TEST_CASE("to_ecef refuses bad places and outputs") {
  arrays a;
  std::vector<double> room(19);
  const auto with = [&](auto change, double* to) {
    return [&, change, to](executor const& on) {
      polylines<double, 2> places = a.lines();
      change(places);
      to_ecef(on, places, to);
    };
  };
  const auto as_they_are = [](auto&) {};
  double* const input = a.coordinates.data();
  check_attacks({
      {"ecef", "6 points", with(as_they_are, nullptr)},
      {"ecef", "aligned to 8", with(as_they_are, misaligned(room.data()))},
      {"ecef", "overlap", with(as_they_are, input)},
      {"ecef", "overlap", with(as_they_are, input + 11)},
      {"coordinates", "6 points", with([](auto& l) { l.coordinates = nullptr; }, room.data())},
      {"coordinates", "aligned to 8", with([](auto& l) { l.coordinates = misaligned(l.coordinates); }, room.data())},
      {"points", "-1", with([](auto& l) { l.points = -1; }, room.data())},
      {"points", "1152921504606846976", with([](auto& l) { l.points = huge; }, room.data())},
      {"degrees.where", "must be 0 to 1, is 77", with([](auto& l) { l.where = static_cast<memory>(77); }, room.data())},
  });
  auto elsewhere = a.lines();
  elsewhere.where = memory::device;
  check_refused([&] { to_ecef(executor::cpu(1), elsewhere, room.data()); }, "degrees.where", "CPU executor");
}

TEST_CASE("functions of significance refuse bad outputs and bad counts") {
  arrays a;
  auto* const input = a.coordinates.data();
  auto* const bytes = reinterpret_cast<std::uint8_t*>(input);
  const auto values = [&](double* to) { return [&, to](executor const& on) { significance(on, a.lines(), one, to); }; };
  const auto count = [&](std::int64_t n, std::uint8_t* to) {
    return [&, n, to](executor const& on) { simplify_to_count(on, a.lines(), one, n, to); };
  };
  const auto ratio = [&](double share, std::uint8_t* to) {
    return [&, share, to](executor const& on) { simplify_to_ratio(on, a.lines(), one, share, to); };
  };
  const auto deviation = [&](const std::uint8_t* mask) {
    return [&, mask](executor const& on) { max_deviation(on, a.lines(), one, mask); };
  };
  const auto by = [&](engine with) {
    return [&, with](executor const& on) { significance(on, a.lines(), simplify_options(one).engine(with)); };
  };
  check_attacks({
      {"values", "6 points", values(nullptr)},
      {"values", "aligned to 8", values(misaligned(a.values.data()))},
      {"values", "overlaps coordinates", values(input + 3)},
      {"engine", "not by fused", by(engine::fused)},
      {"engine", "not by recursive", by(engine::recursive)},
      {"engine", "not by composed", by(engine::composed)},
      {"keep_mask", "6 points", deviation(nullptr)},
      {"count", "-1", count(-1, a.mask.data())},
      {"keep_mask", "6 points", count(3, nullptr)},
      {"keep_mask", "overlaps coordinates", count(3, bytes + 95)},
      {"ratio", "-0.1", ratio(-0.1, a.mask.data())},
      {"ratio", "1.5", ratio(1.5, a.mask.data())},
      {"ratio", "nan", ratio(not_a_number, a.mask.data())},
      {"keep_mask", "6 points", ratio(0.5, nullptr)},
      {"keep_mask", "overlaps coordinates", ratio(0.5, bytes)},
  });
}

TEST_CASE("rings need coordinates; fused takes up to 1024 points of one") {
  const std::vector<float> values(2050);
  const auto ring = [&](std::int64_t points, engine with) {
    return [&, points, with](executor const& on) {
      const polyline<float, 2> line(values.data(), points);
      return simplify_mask(on, line, simplify_options(one).closed(true).engine(with)).size();
    };
  };
  for (executor const& on : executors()) {
    CHECK(ring(1024, engine::fused)(on) == 1024);
    CHECK(ring(1023, engine::fused)(on) == 1023);
  }
  const auto closed_values = [&](executor const& on) {
    simplify_mask(on, series<float>(values.data(), 10), simplify_options(one).closed(true));
  };
  check_attacks({{"engine", "the longest has 1025", ring(1025, engine::fused)}, {"closed", "ring", closed_values}});
}

TEST_CASE("CPU executors refuse device memory and bad thread counts") {
  arrays a;
  auto elsewhere = a.lines();
  elsewhere.where = memory::device;
  for (auto const& [name, call] : functions(a)) {
    INFO(name);
    check_refused([&, &call = call] { call(executor::cpu(1), elsewhere, one); }, "lines.where", "CPU executor");
  }
  simplify_outputs<double, 2> out = a.outputs();
  out.where = memory::device;
  check_refused([&] { simplify(executor::cpu(1), a.lines(), one, out); }, "outputs.where", "CPU executor");
  for (int threads : {-1, 1025, std::numeric_limits<int>::min(), std::numeric_limits<int>::max()})
    check_refused([&] { executor::cpu(threads); }, "threads", std::to_string(threads));
}
