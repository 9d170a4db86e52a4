// SPDX-License-Identifier: MIT
#include <cstdint>
#include <limits>
#include <vector>

#include <thrustline/select.hpp>

#include "attack.hpp"
#include "line_arrays.hpp"

using namespace thrustline;
using namespace thrustline::test;

TEST_CASE("simplify refuses bad outputs") {
  arrays a;
  const auto with = [&](auto change) {
    return [&, change](executor const& on) {
      simplify_outputs<double, 2> out = a.outputs();
      change(out);
      simplify(on, a.lines(), simplify_options{}.tolerances(a.tolerances.data(), 2), out);
    };
  };
  auto* const input = a.coordinates.data();
  check_attacks({
      {"outputs.where", "must be 0 to 1, is 77", with([](auto& o) { o.where = static_cast<memory>(77); })},
      {"kept_counts", "aligned to 8", with([](auto& o) { o.kept_counts = misaligned(o.kept_counts); })},
      {"kept_offsets", "aligned to 8", with([&](auto& o) { o.kept_offsets = misaligned(a.more.data()); })},
      {"kept_indices", "aligned to 8", with([&](auto& o) { o.kept_indices = misaligned(a.more.data()); })},
      {"kept_points", "aligned to 8", with([&](auto& o) { o.kept_points = misaligned(a.values.data()); })},
      {"segment_offsets", "aligned to 8", with([&](auto& o) { o.segment_offsets = misaligned(a.more.data()); })},
      {"segments", "aligned to 8", with([&](auto& o) { o.segments = misaligned(a.more.data()); })},
      {"keep_mask", "overlaps coordinates",
       with([&](auto& o) { o.keep_mask = reinterpret_cast<std::uint8_t*>(input + 11); })},
      {"keep_mask", "overlaps offsets",
       with([&](auto& o) { o.keep_mask = reinterpret_cast<std::uint8_t*>(a.offsets.data()) + 20; })},
      {"keep_mask", "overlaps tolerances",
       with([&](auto& o) { o.keep_mask = reinterpret_cast<std::uint8_t*>(a.tolerances.data()); })},
      {"kept_points", "overlaps coordinates", with([&](auto& o) { o.kept_points = input; })},
      {"kept_counts", "overlaps offsets", with([&](auto& o) { o.kept_counts = a.offsets.data() + 1; })},
      {"kept_offsets", "overlaps kept_counts", with([](auto& o) { o.kept_offsets = o.kept_counts + 1; })},
      {"kept_indices", "overlaps kept_counts", with([](auto& o) { o.kept_indices = o.kept_counts; })},
      {"segment_offsets", "overlaps kept_offsets",
       with([&](auto& o) { o.kept_offsets = a.more.data(), o.segment_offsets = a.more.data() + 2; })},
      {"segments", "overlaps kept_indices", with([&](auto& o) { o.kept_indices = o.segments = a.others.data(); })},
  });
}

TEST_CASE("simplify and select refuse bad capacities") {
  arrays a;
  simplify_outputs<double, 2> out;
  out.kept_indices = a.more.data();
  out.kept_points = a.values.data();
  out.segments = a.others.data();
  for (bool by_mask : {false, true}) {
    INFO("by mask ", by_mask);
    const auto call = [&](auto change) {
      return [&, change](executor const& on) {
        simplify_outputs<double, 2> changed = out;
        change(changed);
        if (by_mask)
          select(on, a.lines(), a.mask.data(), changed);
        else
          simplify(on, a.lines(), one, changed);
      };
    };
    check_attacks({
        {"kept_indices_capacity", "-2", call([](auto& o) { o.kept_indices_capacity = -2; })},
        {"kept_points_capacity", "-9223372036854775808",
         call([](auto& o) { o.kept_points_capacity = std::numeric_limits<std::int64_t>::min(); })},
        {"segments_capacity", "-2", call([](auto& o) { o.segments_capacity = -2; })},
        {"kept_indices_capacity", "0, but 6 are needed", call([](auto& o) { o.kept_indices_capacity = 0; })},
        {"kept_points_capacity", "5, but 6 are needed", call([](auto& o) { o.kept_points_capacity = 5; })},
        {"segments_capacity", "3, but 4 are needed", call([](auto& o) { o.segments_capacity = 3; })},
    });
  }
}

TEST_CASE("outputs are checked for overlaps up to their capacities") {
  arrays a;
  std::vector<double> numbers(24); // the points are its second half
  std::copy(a.coordinates.begin(), a.coordinates.end(), numbers.begin() + 12);
  std::int64_t* const integers = a.more.data();
  const auto ends_only = simplify_options{}.tolerance(10); // keeps four points
  a.mask = {1, 0, 1, 1, 0, 1};
  for (bool by_mask : {false, true}) {
    INFO("by mask ", by_mask);
    const auto call = [&](auto change) {
      return [&, change](executor const& on) {
        polylines<double, 2> lines = a.lines();
        lines.coordinates = numbers.data() + 12;
        simplify_outputs<double, 2> out;
        change(out);
        if (by_mask)
          select(on, lines, a.mask.data(), out);
        else
          simplify(on, lines, ends_only, out);
      };
    };
    const auto indices = [&](std::int64_t capacity) {
      return call([=](auto& out) {
        out.kept_indices = integers, out.kept_counts = integers + 5;
        out.kept_indices_capacity = capacity;
      });
    };
    const auto points = [&](std::int64_t capacity) {
      return call([=, &numbers](auto& out) {
        out.kept_points = numbers.data() + 2;
        out.kept_points_capacity = capacity;
      });
    };
    const auto segments = [&](std::int64_t capacity) {
      return call([=](auto& out) {
        out.segments = integers, out.kept_offsets = integers + 11;
        out.segments_capacity = capacity;
      });
    };
    check_attacks({
        {"kept_indices", "overlaps kept_counts", indices(6)},
        {"kept_points", "overlaps coordinates", points(6)},
        {"segments", "overlaps kept_offsets", segments(6)},
        {"kept_indices", "overlaps kept_counts", indices(huge)},
        {"kept_points", "overlaps coordinates", points(huge)},
        {"segments", "overlaps kept_offsets", segments(huge)},
    });
    for (executor const& on : executors())
      for (std::int64_t capacity : {5, -1}) { // -1: the first element is all that is known
        INFO(on.name(), ", capacity ", capacity);
        CHECK_NOTHROW(indices(capacity)(on));
        CHECK_NOTHROW(points(capacity)(on));
        CHECK_NOTHROW(segments(capacity)(on));
      }
    // No more than all points are written, whatever the capacity.
    const auto roomy = call([&](auto& out) {
      out.kept_indices = integers, out.kept_counts = integers + 6;
      out.kept_points = numbers.data();
      out.kept_indices_capacity = out.kept_points_capacity = huge;
    });
    for (executor const& on : executors())
      CHECK_NOTHROW(roomy(on));
  }
}

TEST_CASE("select refuses bad masks, bad lines and bad outputs") {
  arrays a;
  const std::int64_t falls[] = {0, 7, 6}, negative[] = {0, -3, 6};
  const auto with = [&](auto change) {
    return [&, change](executor const& on) {
      polylines<double, 2> lines = a.lines();
      simplify_outputs<double, 2> out;
      out.kept_counts = a.counts.data();
      const std::uint8_t* mask = a.mask.data();
      simplify_options options;
      change(lines, mask, options, out);
      select(on, lines, options, mask, out);
    };
  };
  check_attacks({
      {"keep_mask", "6 points", with([](auto&, auto& mask, auto&, auto&) { mask = nullptr; })},
      {"keep_mask", "overlaps the mask to select by",
       with([&](auto&, auto&, auto&, auto& out) { out.keep_mask = a.mask.data() + 5; })},
      {"kept_counts", "overlaps the mask to select by",
       with([](auto&, auto& mask, auto&, auto& out) { mask = reinterpret_cast<std::uint8_t*>(out.kept_counts) + 3; })},
      {"kept_points", "overlaps coordinates",
       with([&](auto&, auto&, auto&, auto& out) { out.kept_points = a.coordinates.data(); })},
      {"kept_counts", "aligned to 8",
       with([](auto&, auto&, auto&, auto& out) { out.kept_counts = misaligned(out.kept_counts); })},
      {"outputs.where", "must be 0 to 1, is 77",
       with([](auto&, auto&, auto&, auto& out) { out.where = static_cast<memory>(77); })},
      {"coordinates", "6 points", with([](auto& lines, auto&, auto&, auto&) { lines.coordinates = nullptr; })},
      {"points", "-1", with([](auto& lines, auto&, auto&, auto&) { lines.points = -1; })},
      {"series", "-2", with([](auto& lines, auto&, auto&, auto&) { lines.series = -2; })},
      {"offsets", "2 series", with([](auto& lines, auto&, auto&, auto&) { lines.offsets = nullptr; })},
      {"offsets", "offsets[1] = 7", with([&](auto& lines, auto&, auto&, auto&) { lines.offsets = falls; })},
      {"offsets", "offsets[1] = -3", with([&](auto& lines, auto&, auto&, auto&) { lines.offsets = negative; })},
      {"lines.where", "must be 0 to 1, is 77",
       with([](auto& lines, auto&, auto&, auto&) { lines.where = static_cast<memory>(77); })},
  });
  const std::vector<float> values(10);
  const std::vector<std::uint8_t> mask(10);
  const auto closed_values = [&](executor const& on) {
    select(on, series<float>(values.data(), 10), simplify_options{}.closed(true), mask.data(), {});
  };
  check_attacks({{"closed", "ring", closed_values}});
}
