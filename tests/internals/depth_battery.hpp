// SPDX-License-Identifier: MIT
#pragma once

#include <doctest/doctest.h>

#include <cstdint>
#include <vector>

#include "depth/steps/fill_columns.hpp"
#include "depth/steps/median_filter.hpp"
#include "depth/steps/reconstruct_columns.hpp"
#include "depth/steps/resample_rows.hpp"
#include "depth/steps/to_disparity.hpp"

#include "depth/made_images.hpp"
#include "depth/same_bits.hpp"

namespace thrustline::test {

inline depth::image_size size_of(plain_images const& images) { return {images.columns, images.rows, images.frames}; }

/// Returns the result of step(from, to) in the policy's memory, and checks that nothing beyond it is written.
template <class On, class Step>
std::vector<float> written(std::vector<float> const& from, std::int64_t pixels, Step step) {
  constexpr float untouched = -77;
  typename On::template array<float> source(from);
  typename On::template array<float> target(std::vector<float>(static_cast<std::size_t>(pixels) + 1, untouched));
  const float* const values = source.data();
  step(values, target.data());
  CHECK(bit_difference(source.host(), from) == "");
  std::vector<float> got = target.host();
  CHECK(got.back() == untouched);
  got.pop_back();
  return got;
}

template <class Raw, class On>
void check_to_disparity(On& on, std::int32_t invalid) {
  random_numbers numbers(71);
  std::vector<Raw> raw;
  for (int i = 0; i < 40000; ++i)
    raw.push_back(static_cast<Raw>(numbers.next() >> (i % 3 ? 3 : 60))); // small ones more often
  typename On::template array<Raw> source(raw);
  const Raw* const values = source.data();
  for (double scale : {1.0, 1.0 / 256, 0.1, -3.0}) {
    const auto step = [&](const float*, float* to) {
      depth::to_disparity(on.policy(), values, 40000, static_cast<float>(scale), invalid, to);
    };
    CHECK(bit_difference(written<On>({}, 40000, step), plain_disparity(raw, scale, invalid)) == "");
  }
}

template <class On>
void check_steps(On& on, plain_images const& images) {
  const depth::image_size size = size_of(images);
  const auto by_step = [&](std::int64_t pixels, auto step) { return written<On>(images.values, pixels, step); };

  const auto median_of_3 =
      by_step(images.pixels(), [&](auto from, auto to) { depth::median_filter<3>(on.policy(), from, size, to); });
  CHECK(bit_difference(median_of_3, plain_median(images, 3).values) == "");
  const auto median_of_5 =
      by_step(images.pixels(), [&](auto from, auto to) { depth::median_filter<5>(on.policy(), from, size, to); });
  CHECK(bit_difference(median_of_5, plain_median(images, 5).values) == "");

  const plain_images filled = plain_fill(images);
  CHECK(bit_difference(
            by_step(images.pixels(), [&](auto from, auto to) { depth::fill_columns(on.policy(), from, size, to); }),
            filled.values) == "");
  typename On::template array<float> in_place(images.values);
  float* const values = in_place.data();
  depth::fill_columns(on.policy(), values, size, values);
  CHECK(bit_difference(in_place.host(), filled.values) == "");

  for (std::int64_t rows : {0, 1, 2, 31, 64, 200, 333}) {
    if (images.rows == 0)
      break; // nothing to take rows from
    CAPTURE(rows);
    const auto step = [&](auto from, auto to) { depth::resample_rows(on.policy(), from, size, rows, to); };
    const plain_images expected = plain_resample(images, rows);
    CHECK(bit_difference(by_step(expected.pixels(), step), expected.values) == "");
  }
}

/// Segments of made columns, with gaps above, below and within.
inline ragged<column_segment<float>> made_segments(plain_images const& like, random_numbers& numbers) {
  ragged<column_segment<float>> columns;
  columns.offsets.push_back(0);
  for (std::int64_t s = 0; s < like.columns * like.frames; ++s) {
    auto row = static_cast<std::int32_t>(numbers.below(like.rows + 1));
    auto value = static_cast<float>(100 * numbers.uniform());
    while (row + 1 < like.rows && numbers.below(9) > 0) {
      const auto last = static_cast<std::int32_t>(row + 1 + numbers.below(like.rows - row - 1));
      const auto next = static_cast<float>(100 * numbers.uniform());
      columns.values.push_back({row, last, value, next});
      const bool gap = numbers.below(4) == 0; // segment_columns() leaves none, but records may
      row = last + (gap ? 2 : 0);
      value = gap ? value : next;
    }
    columns.offsets.push_back(static_cast<std::int64_t>(columns.values.size()));
  }
  return columns;
}

template <class On>
void check_reconstruction(On& on, plain_images const& like, std::uint64_t seed) {
  random_numbers numbers(seed);
  const ragged<column_segment<float>> columns = made_segments(like, numbers);
  typename On::template array<std::int64_t> offsets(columns.offsets);
  typename On::template array<column_segment<float>> segments(columns.values);
  depth::segments_of_columns<column_segment<float>> view{offsets.data(), segments.data(),
                                                         static_cast<std::int64_t>(columns.values.size())};
  const auto step = [&](const float*, float* to) { depth::reconstruct_columns(on.policy(), view, size_of(like), to); };
  CHECK(bit_difference(written<On>({}, like.pixels(), step), plain_reconstruction(columns, like).values) == "");

  // Fewer segments than the offsets announce: the missing ones are absent.
  view.count /= 2;
  ragged<column_segment<float>> half = columns;
  for (std::int64_t& offset : half.offsets)
    offset = std::min(offset, view.count);
  CHECK(bit_difference(written<On>({}, like.pixels(), step), plain_reconstruction(half, like).values) == "");
}

template <class On>
void run_depth_battery(On& on) {
  if constexpr (is_full_policy<On>) {
    check_to_disparity<std::uint8_t>(on, 0);
    check_to_disparity<std::uint8_t>(on, -1);
  }
  check_to_disparity<std::uint16_t>(on, 0);
  check_to_disparity<std::uint16_t>(on, 65535);
  std::uint64_t seed = 72;
  for (made_size const& size : made_sizes)
    for (holes kind : all_holes) {
      INFO(size.columns, " columns, ", size.rows, " rows, ", size.frames, " frames, holes ", static_cast<int>(kind));
      const plain_images images = made_images(size, kind, ++seed);
      check_steps(on, images);
      check_reconstruction(on, images, ++seed);
    }
}

} // namespace thrustline::test
