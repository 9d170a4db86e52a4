// SPDX-License-Identifier: MIT
// The compiled API on every executor, with images in host memory.
#include <doctest/doctest.h>

#include <cstdint>
#include <limits>
#include <vector>

#include <thrustline/depth_image.hpp>

#include "executors.hpp"
#include "made_images.hpp"
#include "same_bits.hpp"

using namespace thrustline;
using namespace thrustline::test;

namespace {

dense_images<const float> view(plain_images const& images) {
  return {images.values.data(), images.columns, images.rows, images.frames};
}

/// Calls step(from, to) with images `to` of a number of rows.
template <class Step>
std::vector<float> made_by(plain_images const& from, std::int64_t rows, Step step) {
  plain_images to(from.columns, rows, from.frames);
  step(view(from), dense_images<float>{to.values.data(), to.columns, to.rows, to.frames});
  return to.values;
}

/// Calls f(images) for the made images of every size.
template <class F>
void for_each_image(F f) {
  std::uint64_t seed = 81;
  for (made_size const& size : made_sizes)
    for (holes kind : all_holes) {
      INFO(size.columns, " columns, ", size.rows, " rows, ", size.frames, " frames, holes ", static_cast<int>(kind));
      f(made_disparities(size, kind, ++seed));
    }
}

template <class Raw>
void check_to_disparity(executor const& on, disparity_options const& options) {
  random_numbers numbers(82);
  std::vector<Raw> raw;
  for (int i = 0; i < 30 * 20 * 2; ++i)
    raw.push_back(static_cast<Raw>(numbers.below(7) * 40));
  std::vector<float> got(raw.size());
  to_disparity(on, dense_images<const Raw>{raw.data(), 30, 20, 2}, options, {got.data(), 30, 20, 2});
  CHECK(bit_difference(got, plain_disparity(raw, options.scale(), options.invalid_value())) == "");
}

} // namespace

TEST_CASE("raw pixels become disparities") {
  for (executor const& on : executors()) {
    INFO("on ", on.name());
    check_to_disparity<std::uint8_t>(on, {});
    check_to_disparity<std::uint8_t>(on, disparity_options{}.scale(0.3).invalid_value(240));
    check_to_disparity<std::uint16_t>(on, disparity_options{}.scale(1.0 / 256));
    check_to_disparity<std::uint16_t>(
        on, disparity_options{}.invalid_value(std::numeric_limits<double>::quiet_NaN()).scale(-2));
  }
}

TEST_CASE("median, fill and resample match the reference loops") {
  for_each_image([](plain_images const& images) {
    const std::vector<float> median_of_3 = plain_median(images, 3).values, median_of_5 = plain_median(images, 5).values;
    const std::vector<float> filled = plain_fill(images).values;
    for (executor const& on : executors()) {
      INFO("on ", on.name());
      for (int window : {3, 5}) {
        const auto got = made_by(images, images.rows, [&](auto from, auto to) { median_filter(on, from, window, to); });
        CHECK(bit_difference(got, window == 3 ? median_of_3 : median_of_5) == "");
      }
      CHECK(bit_difference(made_by(images, images.rows, [&](auto from, auto to) { fill_columns(on, from, to); }),
                           filled) == "");
      plain_images in_place = images;
      const dense_images<float> same{in_place.values.data(), images.columns, images.rows, images.frames};
      fill_columns(on, same, same);
      CHECK(bit_difference(in_place.values, filled) == "");
    }
    for (std::int64_t rows : {1, 40, 256}) {
      if (images.rows == 0)
        continue;
      const std::vector<float> resampled = plain_resample(images, rows).values;
      for (executor const& on : executors()) {
        INFO("on ", on.name());
        const auto got = made_by(images, rows, [&](auto from, auto to) { resample_rows(on, from, to); });
        CHECK(bit_difference(got, resampled) == "");
      }
    }
  });
}

TEST_CASE("images from the segments of their columns") {
  for (executor const& on : executors()) {
    INFO("on ", on.name());
    for_each_image([&](plain_images const& images) {
      for (double tolerance : {0.0, 1.0, 1e9}) {
        const auto columns =
            segment_columns(on, view(images).as_columns(), segment_columns_options{}.tolerance(tolerance));
        const column_segments segments{columns.offsets.data(), columns.values.data(),
                                       static_cast<std::int64_t>(columns.values.size())};
        const auto got = made_by(images, images.rows, [&](auto, auto to) { reconstruct_columns(on, segments, to); });
        CHECK(bit_difference(got, plain_reconstruction(columns, images).values) == "");
        if (tolerance > 0)
          continue;
        // At tolerance 0 all valid pixels except lone ones come back, up to the rounding of a line.
        for (std::int64_t f = 0; f < images.frames; ++f)
          for (std::int64_t c = 0; c < images.columns; ++c) {
            const auto s = static_cast<std::size_t>(f * images.columns + c);
            for (std::int64_t r = 0; r < images.rows && columns.offsets[s] < columns.offsets[s + 1]; ++r)
              if (const float value = images.at(f, r, c); !std::isnan(value))
                REQUIRE(std::fabs(got[static_cast<std::size_t>((f * images.rows + r) * images.columns + c)] - value) <=
                        1e-5f);
          }
      }
    });
  }
}
