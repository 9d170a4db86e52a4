// SPDX-License-Identifier: MIT
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "check_columns.hpp"
#include "made_columns.hpp"
#include "sanitized.hpp"

using namespace thrustline;
using namespace thrustline::test;

namespace {

/// The values of made columns as `Value`, laid out by `columns_first`: column after column, else row after row.
template <class Value>
std::vector<Value> laid_out(std::vector<int> const& made, std::int64_t columns, std::int64_t rows, bool columns_first) {
  std::vector<Value> values(made.size());
  for (std::int64_t c = 0; c < columns; ++c)
    for (std::int64_t r = 0; r < rows; ++r)
      values[static_cast<std::size_t>(columns_first ? c * rows + r : r * columns + c)] =
          static_cast<Value>(made[static_cast<std::size_t>(c * rows + r)]);
  return values;
}

segment_columns_options holes_are_zero(double tolerance) {
  return segment_columns_options{}.tolerance(tolerance).invalid_value(0);
}

} // namespace

TEST_CASE_TEMPLATE("row-major images of every value type, metric and tolerance", Value, float, double, std::uint8_t,
                   std::uint16_t) {
  const std::int64_t columns = sanitized ? 29 : 61, rows = sanitized ? 130 : 200;
  const auto values = laid_out<Value>(made_columns(columns, rows, 1), columns, rows, false);
  const column_images<Value> image(values.data(), columns, rows);
  for (metric by : all_metrics)
    for (double tolerance : {0.0, 0.5, 1.0, 4.0, 1e9}) {
      INFO("metric ", to_string(by), ", tolerance ", tolerance);
      check_columns(image, holes_are_zero(tolerance).metric(by));
    }
}

TEST_CASE_TEMPLATE("images of which several neighbours can be read at once", Value, float, double, std::uint8_t,
                   std::uint16_t) {
  // An even number of columns, one beside the other; columns of a multiple of four rows, one after the other.
  const std::int64_t columns = 18;
  for (std::int64_t rows : {4, 130, 200, sanitized ? 260 : 1024}) {
    INFO(rows, " rows");
    const auto made = made_columns(columns, rows, static_cast<std::uint64_t>(rows));
    const auto beside = laid_out<Value>(made, columns, rows, false), after = laid_out<Value>(made, columns, rows, true);
    check_columns(column_images<Value>(beside.data(), columns, rows), holes_are_zero(0.75));
    check_columns(column_images<Value>(after.data(), rows, columns).transposed(), holes_are_zero(0.75));
    check_columns(column_images<Value>(after.data(), rows, columns).transposed(), holes_are_zero(0.75).scale(0.5));
  }
}

TEST_CASE("numbers of rows around words, windows and rounds") {
  for (std::int64_t rows : {1,   2,   3,   4,   31,  32,  33,  34,  63,  64,   65,   96,   127,  128, 129,
                            130, 131, 160, 255, 256, 257, 258, 992, 993, 1022, 1023, 1024, 1025, 1100}) {
    INFO(rows, " rows");
    constexpr std::int64_t columns = sanitized ? 5 : 29;
    const auto made = made_columns(columns, rows, static_cast<std::uint64_t>(rows));
    const auto values = laid_out<float>(made, columns, rows, false);
    check_columns(column_images<float>(values.data(), columns, rows), holes_are_zero(0.75));
  }
}

TEST_CASE("random columns of 1 to 1024 points") {
  // Many more where there is a device, which runs the column kernels.
  const int images = executor::cuda_available() ? 1600 : sanitized ? 8 : 100;
  random_numbers numbers(3);
  for (int k = 0; k < images; ++k) {
    const std::int64_t rows = 1 + numbers.below(1024), columns = 64;
    const double tolerance = 0.25 * static_cast<double>(numbers.below(20));
    INFO("image ", k, ": ", rows, " rows, tolerance ", tolerance);
    const auto made = made_columns(columns, rows, numbers.next());
    const auto beside = laid_out<std::uint16_t>(made, columns, rows, false);
    const auto after = laid_out<std::uint16_t>(made, columns, rows, true);
    const column_images<std::uint16_t> image(beside.data(), columns, rows);
    const auto options = holes_are_zero(tolerance);
    const auto expected = reference_columns(image, options);
    for (executor const& on : executors()) {
      INFO("on ", on.name());
      for (column_images<std::uint16_t> const& laid :
           {image, column_images<std::uint16_t>(after.data(), rows, columns).transposed()}) {
        const auto found = segment_columns(on, laid, options);
        REQUIRE(found.offsets == expected.segments.offsets);
        REQUIRE(equal(found.values, expected.segments.values));
      }
    }
  }
}

TEST_CASE_TEMPLATE("contiguous columns that fill a device", Value, float, double, std::uint8_t, std::uint16_t) {
  const std::int64_t columns = executor::cuda_available() ? 5000 : sanitized ? 40 : 100;
  for (std::int64_t rows : {100, 101, 300}) {
    INFO(rows, " rows");
    const auto values = laid_out<Value>(made_columns(columns, rows, 21), columns, rows, true);
    check_columns(column_images<Value>(values.data(), rows, columns).transposed(),
                  segment_columns_options{}.tolerance(1.5));
  }
}

TEST_CASE("every layout of an image gives the same segments") {
  const std::int64_t columns = 37, rows = 90, frames = 3;
  const auto options = holes_are_zero(1).scale(1.0 / 256);
  std::vector<std::uint16_t> stack, padded(static_cast<std::size_t>(frames * rows * 64), 7);
  for (std::int64_t f = 0; f < frames; ++f) {
    const auto one =
        laid_out<std::uint16_t>(made_columns(columns, rows, static_cast<std::uint64_t>(f)), columns, rows, false);
    stack.insert(stack.end(), one.begin(), one.end());
    for (std::int64_t r = 0; r < rows; ++r)
      for (std::int64_t c = 0; c < columns; ++c)
        padded[static_cast<std::size_t>((f * rows + r) * 64 + c)] = one[static_cast<std::size_t>(r * columns + c)];
  }
  const column_images<std::uint16_t> images(stack.data(), columns, rows, frames);
  check_columns(images, options);
  check_columns(images.transposed(), options);

  column_images<std::uint16_t> strided(padded.data(), columns, rows, frames);
  strided.row_stride = 64;
  strided.frame_stride = 64 * rows;
  check_columns(strided, options);
  const auto dense = segment_columns(executor::cpu(1), images, options);
  const auto found = segment_columns(executor::cpu(1), strided, options);
  CHECK(found.offsets == dense.offsets);
  CHECK(equal(found.values, dense.values));
}

TEST_CASE("contiguous columns of floats with values of all kinds") {
  constexpr float absent = std::numeric_limits<float>::quiet_NaN(), large = std::numeric_limits<float>::max();
  const std::int64_t columns = 13;
  const auto heights = sanitized ? std::vector<std::int64_t>{4, 36, 128, 260}
                                 : std::vector<std::int64_t>{4, 32, 36, 128, 500, 1000, 1024};
  random_numbers numbers(11);
  for (std::int64_t rows : heights)
    for (float below : {0.0f, 40.0f, 1e3f})
      for (float now_and_then : {1.0f, -0.0f, absent, -absent, large, -large}) {
        INFO(rows, " rows, ", below, " less, ", now_and_then, " now and then");
        std::vector<float> values =
            laid_out<float>(made_columns(columns, rows, static_cast<std::uint64_t>(rows)), columns, rows, true);
        for (float& value : values)
          value = numbers.below(10) == 0 ? now_and_then : value - below;
        check_columns(column_images<float>(values.data(), rows, columns).transposed(),
                      segment_columns_options{}.tolerance(1.5));
      }
}

TEST_CASE("each column has its own tolerance") {
  const std::int64_t columns = 50, rows = 300;
  const auto values = laid_out<float>(made_columns(columns, rows, 9), columns, rows, true);
  std::vector<double> tolerances;
  for (std::int64_t c = 0; c < columns; ++c)
    tolerances.push_back(0.1 * static_cast<double>(c));
  check_columns(column_images<float>(values.data(), rows, columns).transposed(),
                holes_are_zero(0).tolerances(tolerances.data(), columns));
}

TEST_CASE("the scale multiplies values before the tolerance applies") {
  const std::vector<std::uint16_t> column{0, 256, 256, 512, 256, 256, 0};
  const column_images<std::uint16_t> image(column.data(), 1, 7);
  const auto options = holes_are_zero(0.5).scale(1.0 / 256);
  const auto found = segment_columns(executor::cpu(1), image, options);
  REQUIRE(found.values.size() == 2); // the chord to the peak is 0.5 away from the row before it: not more
  CHECK(found.values[0].first == 1);
  CHECK(found.values[0].last == 3);
  CHECK(found.values[0].value_last == 2.0f);
  CHECK(found.values[1].last == 5);
  check_columns(image, options);
}

TEST_CASE("images without valid pixels have no segments") {
  const std::vector<float> zeros(100, 0.0f);
  for (executor const& on : executors()) {
    INFO("on ", on.name());
    for (auto [columns, rows] : {std::pair{0, 5}, {5, 0}, {0, 0}, {1, 1}, {10, 10}}) {
      const auto found = segment_columns(on, column_images<float>(zeros.data(), columns, rows), holes_are_zero(1));
      CHECK(found.values.empty());
      CHECK(found.offsets == std::vector<std::int64_t>(static_cast<std::size_t>(columns + 1), 0));
    }
  }
}

TEST_CASE("segments beyond the capacity are not written") {
  const auto values = laid_out<float>(made_columns(20, 100, 5), 20, 100, false);
  const column_images<float> image(values.data(), 20, 100);
  const auto all = segment_columns(executor::cpu(1), image, holes_are_zero(0.5));
  for (executor const& on : executors()) {
    INFO("on ", on.name());
    std::vector<std::int64_t> offsets(21);
    std::vector<column_segment<float>> segments(40, {-7, -7, 0, 0});
    segment_columns_outputs<float> outputs;
    outputs.offsets = offsets.data();
    outputs.segments = segments.data();
    outputs.capacity = 30;
    segment_columns(on, image, holes_are_zero(0.5), outputs);
    CHECK(offsets == all.offsets);
    const std::vector<column_segment<float>> written(segments.begin(), segments.begin() + 30);
    CHECK(equal(written, std::vector<column_segment<float>>(all.values.begin(), all.values.begin() + 30)));
    for (std::size_t i = 30; i < 40; ++i)
      CHECK(segments[i].first == -7);
  }
}
