// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <cstdint>
#include <string>
#include <vector>

#include <thrustline/depth_image.hpp>

#include "check_columns.hpp"
#include "road_images.hpp"

// Columns and rows of road images, filtered and filled in every way that the program offers: the cuts of engine
// `recursive`.
using namespace thrustline;
using namespace thrustline::test;

namespace {

struct disparities {
  std::int64_t columns, rows;
  std::vector<float> values;

  dense_images<float> view() { return {values.data(), columns, rows}; }
};

disparities prepared(thrustline_program::grey_image const& raw, int median, bool fill) {
  const executor on = executor::cpu(2);
  const auto pixels = static_cast<std::size_t>(raw.columns * raw.rows);
  disparities image{raw.columns, raw.rows, std::vector<float>(pixels)}, filtered = image;
  const double scale = raw.bits == 16 ? 1.0 / 256 : 1;
  to_disparity(on, dense_images<const std::uint16_t>{raw.values.data(), raw.columns, raw.rows},
               disparity_options{}.scale(scale), image.view());
  if (median > 0)
    median_filter(on, image.view(), median, filtered.view());
  disparities& result = median > 0 ? filtered : image;
  if (fill)
    fill_columns(on, result.view(), result.view());
  return result;
}

void check_mask(column_images<float> const& images, segment_columns_options options, engine with) {
  const keep_mask expected = reference_columns(images, options).mask;
  for (executor const& on : executors()) {
    INFO("engine ", to_string(with), " on ", on.name());
    keep_mask mask(expected.size(), std::uint8_t{0xee});
    segment_columns_outputs<float> outputs;
    outputs.keep_mask = mask.data();
    segment_columns(on, images, options.engine(with), outputs);
    CHECK(difference(mask, expected) == "");
  }
}

void check_image(thrustline_program::grey_image const& raw) {
  const auto options = segment_columns_options{}.tolerance(4);
  for (int median : {0, 3, 5})
    for (bool fill : {false, true}) {
      INFO("median ", median, fill ? ", filled" : ", with holes");
      disparities image = prepared(raw, median, fill);
      const column_images<float> columns = image.view().as_columns();
      check_mask(columns, options, engine::automatic);
      check_mask(columns.transposed(), options, engine::automatic);
      if (median == 5)
        check_mask(columns, options, engine::composed);
    }
}

} // namespace

TEST_CASE("columns and rows of road images equal the reference") {
  for_each_road_image("columns of depth images", check_image);
}
