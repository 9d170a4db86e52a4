// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include <thrustline/depth_image.hpp>

#include "check_refused.hpp"
#include "executors.hpp"

using namespace thrustline;
using namespace thrustline::test;

namespace {

const std::vector<std::uint8_t> bytes(12, 1);
const std::vector<std::uint16_t> words(12, 1);
const std::vector<float> pixels(12, 1.f);
std::vector<float> room(100);

dense_images<const float> image() { return {pixels.data(), 4, 3}; }
dense_images<float> target(std::int64_t columns = 4, std::int64_t rows = 3, std::int64_t frames = 1) {
  return {room.data(), columns, rows, frames};
}

/// Calls check(step, name of `to`), with step(executor, from, to), for every step that keeps the sizes of its input.
template <class Check>
void for_each_step(Check check) {
  check([](auto const& on, auto const& from, auto const& to) { median_filter(on, from, 3, to); }, "filtered");
  check([](auto const& on, auto const& from, auto const& to) { fill_columns(on, from, to); }, "filled");
}

} // namespace

TEST_CASE("bad sizes, null and device memory are named") {
  for (executor const& on : executors())
    for_each_step([&](auto step, std::string const& name) {
      const auto with = [&](auto change) {
        return [&on, step, change] {
          dense_images<const float> from = image();
          dense_images<float> to = target();
          change(from, to);
          step(on, from, to);
        };
      };
      check_refused(with([](auto& from, auto&) { from.columns = -1; }), "disparity.columns", "-1");
      check_refused(with([](auto& from, auto&) { from.rows = -2; }), "disparity.rows", "-2");
      check_refused(with([](auto& from, auto&) { from.frames = -3; }), "disparity.frames", "-3");
      check_refused(with([](auto& from, auto&) { from.rows = std::int64_t{1} << 31; }), "disparity.rows", "2147483648");
      check_refused(with([](auto& from, auto&) { from.columns = std::int64_t{1} << 61; }), "disparity",
                    "too many pixels");
      check_refused(with([](auto& from, auto&) { from.values = nullptr; }), "disparity.values", "12 pixels");
      check_refused(with([](auto&, auto& to) { to.values = nullptr; }), name + ".values", "12 pixels");
      check_refused(with([](auto&, auto& to) { to.columns = 5; }), name,
                    "must have 4 columns, 3 rows, 1 frames, has 5");
      check_refused(with([](auto&, auto& to) { to.rows = 2; }), name, "has 4 columns, 2 rows");
      check_refused(with([](auto&, auto& to) { to.frames = 2; }), name, "3 rows, 2 frames");
    });
  for_each_step([](auto step, std::string const& name) {
    dense_images<const float> from = image();
    from.where = memory::device;
    check_refused([&] { step(executor::cpu(1), from, target()); }, "disparity.where", "CPU executor");
    dense_images<float> to = target();
    to.where = memory::device;
    check_refused([&] { step(executor::cpu(1), image(), to); }, name + ".where", "CPU executor");
  });
}

TEST_CASE("images must not overlap, but holes may be filled in place") {
  std::vector<float> both(24, 2.f);
  const dense_images<float> first{both.data(), 4, 3}, shifted{both.data() + 4, 4, 3}, second{both.data() + 12, 4, 3};
  for (executor const& on : executors()) {
    check_refused([&] { median_filter(on, first, 3, first); }, "filtered", "overlaps");
    check_refused([&] { median_filter(on, first, 5, shifted); }, "filtered", "overlaps");
    check_refused([&] { fill_columns(on, shifted, first); }, "filled", "overlaps");
    check_refused([&] { resample_rows(on, first, first); }, "resampled", "overlaps");
    fill_columns(on, first, first);
    median_filter(on, first, 3, second);
    CHECK(both == std::vector<float>(24, 2.f));
  }
}

TEST_CASE("bad windows, scales, invalid values and rows are named") {
  for (executor const& on : executors()) {
    for (int window : {-3, 0, 1, 4, 7})
      check_refused([&] { median_filter(on, image(), window, target()); }, "window", std::to_string(window));

    const dense_images<const std::uint8_t> small{bytes.data(), 4, 3};
    const dense_images<const std::uint16_t> large{words.data(), 4, 3};
    const auto convert = [&](auto const& raw, disparity_options const& options) {
      return [&on, raw, options] { to_disparity(on, raw, options, target()); };
    };
    check_refused(convert(small, disparity_options{}.scale(0)), "scale", "0");
    check_refused(convert(large, disparity_options{}.scale(NAN)), "scale", "nan");
    check_refused(convert(small, disparity_options{}.invalid_value(256)), "invalid_value", "0 to 255, or NaN, is 256");
    check_refused(convert(large, disparity_options{}.invalid_value(-1)), "invalid_value", "-1");
    check_refused(convert(large, disparity_options{}.invalid_value(0.5)), "invalid_value", "0.5");
    check_refused(convert(large, disparity_options{}.invalid_value(65536)), "invalid_value", "65536");
    convert(large, disparity_options{}.invalid_value(65535))();
    check_refused([&] { to_disparity(on, small, {}, target(3)); }, "disparity", "has 3 columns");
    check_refused(
        [&] {
          to_disparity(on, dense_images<const std::uint8_t>{nullptr, 4, 3}, {}, target());
        },
        "raw.values", "12 pixels");

    check_refused([&] { resample_rows(on, image(), target(5)); }, "resampled", "has 5 columns");
    check_refused(
        [&] {
          resample_rows(on, dense_images<const float>{pixels.data(), 4, 0}, target(4, 2));
        },
        "disparity.rows", "2 rows are asked for");
    resample_rows(on, image(), target(4, 25));
    CHECK(std::vector<float>(room.begin(), room.end()) == std::vector<float>(100, 1.f));
    resample_rows(on, image(), target(4, 0));
  }
}

TEST_CASE("bad segments are named") {
  const std::vector<column_segment<float>> records(5, {0, 2, 1.f, 2.f});
  for (executor const& on : executors()) {
    const auto call = [&](std::vector<std::int64_t> const& offsets, std::int64_t count) {
      return [&on, &records, offsets, count] {
        reconstruct_columns(on, {offsets.data(), records.data(), count}, target());
      };
    };
    check_refused(call({-1, 1, 2, 3, 4}, 5), "segments.offsets", "offsets[0] is -1, must be 0 to 5");
    check_refused(call({0, 2, 1, 3, 4}, 5), "segments.offsets", "offsets[2] is 1, must be 2 to 5");
    check_refused(call({0, 1, 2, 3, 6}, 5), "segments.offsets", "offsets[4] is 6");
    check_refused(call({0, 1, 2, 3, 4}, -1), "segments.count", "-1");
    check_refused(
        [&] {
          reconstruct_columns(on, {nullptr, records.data(), 5}, target());
        },
        "segments.offsets", "4 columns");
    const std::vector<std::int64_t> none(5);
    check_refused(
        [&] {
          reconstruct_columns(on, {none.data(), nullptr, 1}, target());
        },
        "segments.segments", "1 segments");
    reconstruct_columns(on, {none.data(), nullptr, 0}, target());
    CHECK(std::isnan(room[11]));
  }
  const std::vector<std::int64_t> none(5);
  const column_segments there{none.data(), nullptr, 0, memory::device};
  check_refused([&] { reconstruct_columns(executor::cpu(1), there, target()); }, "segments.where", "CPU executor");
}
