// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <cstdint>
#include <string>

#include <thrustline/depth_image.hpp>

#include "executors.hpp"
#include "plain_steps.hpp"
#include "road_images.hpp"
#include "same_bits.hpp"

using namespace thrustline;
using namespace thrustline::test;

namespace {

dense_images<float> view(plain_images& images) { return {images.values.data(), images.columns, images.rows}; }

void check_image(thrustline_program::grey_image const& raw) {
  const plain_images image(raw.columns, raw.rows, 1, plain_disparity(raw.values, 1.0 / 256, 0));
  const plain_images of_3 = plain_median(image, 3), of_5 = plain_median(image, 5), filled = plain_fill(of_5);
  const plain_images stretched = plain_resample(filled, 1024);
  for (executor const& on : executors()) {
    INFO("on ", on.name());
    plain_images got(raw.columns, raw.rows, 1), other = got, taller(raw.columns, 1024, 1);
    to_disparity(on, dense_images<const std::uint16_t>{raw.values.data(), raw.columns, raw.rows},
                 disparity_options{}.scale(1.0 / 256), view(got));
    CHECK(bit_difference(got.values, image.values) == "");
    median_filter(on, view(got), 3, view(other));
    CHECK(bit_difference(other.values, of_3.values) == "");
    median_filter(on, view(got), 5, view(other));
    CHECK(bit_difference(other.values, of_5.values) == "");
    fill_columns(on, view(other), view(other));
    CHECK(bit_difference(other.values, filled.values) == "");
    resample_rows(on, view(other), view(taller));
    CHECK(bit_difference(taller.values, stretched.values) == "");

    const auto columns = segment_columns(on, view(taller).as_columns(), segment_columns_options{}.tolerance(4));
    const column_segments segments{columns.offsets.data(), columns.values.data(),
                                   static_cast<std::int64_t>(columns.values.size())};
    reconstruct_columns(on, segments, view(taller));
    CHECK(bit_difference(taller.values, plain_reconstruction(columns, taller).values) == "");
  }
}

} // namespace

TEST_CASE("every step on images of roads") { for_each_road_image("steps on depth images", check_image); }
