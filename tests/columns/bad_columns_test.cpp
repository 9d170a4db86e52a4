// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include <thrustline/segment_columns.hpp>

#include "check_refused.hpp"
#include "executors.hpp"

using namespace thrustline;
using namespace thrustline::test;

namespace {

const std::vector<float> pixels(2048, 1.0f);
const auto one = segment_columns_options{}.tolerance(1);

} // namespace

TEST_CASE("bad images are named") {
  for (executor const& on : executors()) {
    const auto call = [&](auto change) {
      return [&on, change] {
        column_images<float> images(pixels.data(), 4, 8);
        change(images);
        segment_columns(on, images, one);
      };
    };
    check_refused(call([](auto& i) { i.columns = -1; }), "columns", "-1");
    check_refused(call([](auto& i) { i.rows = -2; }), "rows", "-2");
    check_refused(call([](auto& i) { i.frames = -3; }), "frames", "-3");
    check_refused(call([](auto& i) { i.row_stride = -4; }), "row_stride", "-4");
    check_refused(call([](auto& i) { i.column_stride = -5; }), "column_stride", "-5");
    check_refused(call([](auto& i) { i.frame_stride = -6; }), "frame_stride", "-6");
    check_refused(call([](auto& i) { i.rows = std::int64_t{1} << 31, i.columns = 1; }), "rows", "2147483648");
    check_refused(call([](auto& i) { i.values = nullptr; }), "values", "4 columns of 8 rows");
  }
  column_images<float> device(pixels.data(), 4, 8);
  device.where = memory::device;
  check_refused([&] { segment_columns(executor::cpu(1), device, one); }, "images.where", "CPU executor");
}

TEST_CASE("bad options are named") {
  const column_images<float> images(pixels.data(), 2, 4);
  for (executor const& on : executors()) {
    const auto call = [&](segment_columns_options const& options) {
      return [&on, &images, options] { segment_columns(on, images, options); };
    };
    check_refused(call(segment_columns_options{}), "tolerance", "nan");
    check_refused(call(segment_columns_options{}.tolerance(-1)), "tolerance", "-1");
    check_refused(call(segment_columns_options(one).scale(0)), "scale", "0");
    check_refused(call(segment_columns_options(one).scale(std::numeric_limits<double>::infinity())), "scale", "inf");
    const std::vector<double> tolerances{1, -2};
    check_refused(call(segment_columns_options{}.tolerances(tolerances.data(), 2)), "tolerances", "tolerances[1]");
    check_refused(call(segment_columns_options{}.tolerances(tolerances.data(), 1)), "tolerances", "1 values for 2");
  }
}

TEST_CASE("unknown engines and metrics are refused by number") {
  for (executor const& on : executors()) {
    const column_images<float> images(pixels.data(), 2, 4);
    const auto with = segment_columns_options(one).engine(static_cast<engine>(17));
    check_refused([&] { segment_columns(on, images, with); }, "engine", "must be 0 to 4, is 17");
    const auto by = segment_columns_options(one).metric(static_cast<metric>(-1));
    check_refused([&] { segment_columns(on, images, by); }, "metric", "must be 0 to 4, is -1");
  }
}

TEST_CASE("engine bounded is refused for columns") {
  for (executor const& on : executors())
    check_refused(
        [&] {
          segment_columns(on, column_images<float>(pixels.data(), 1, 1024),
                          segment_columns_options(one).engine(engine::bounded));
        },
        "engine", "bounded");
}

TEST_CASE("engine fused takes 1024 rows and refuses 1025") {
  for (executor const& on : executors()) {
    const auto fused = segment_columns_options(one).engine(engine::fused);
    CHECK(segment_columns(on, column_images<float>(pixels.data(), 1, 1024), fused).values.size() == 1);
    check_refused([&] { segment_columns(on, column_images<float>(pixels.data(), 1, 1025), fused); }, "engine", "1025");
    CHECK(segment_columns(on, column_images<float>(pixels.data(), 1, 1025), one).values.size() == 1);
    const auto by_name = simplify_options{}.tolerance(1).engine(engine::fused);
    CHECK(simplify_indices(on, series<float>(pixels.data(), 1024), by_name).size() == 2);
    check_refused([&] { simplify_indices(on, series<float>(pixels.data(), 1025), by_name); }, "engine", "1025");
  }
}

TEST_CASE("bad outputs are named") {
  const column_images<float> images(pixels.data(), 2, 4);
  segment_columns_outputs<float> outputs;
  outputs.capacity = -1;
  check_refused([&] { segment_columns(executor::cpu(1), images, one, outputs); }, "capacity", "-1");
  outputs.capacity = 5;
  check_refused([&] { segment_columns(executor::cpu(1), images, one, outputs); }, "segments", "5");
  std::vector<column_segment<float>> segments(5);
  outputs.segments = segments.data();
  check_refused([&] { segment_columns(executor::cpu(1), images, one, outputs); }, "offsets", "segments");
  outputs = {};
  outputs.where = memory::device;
  check_refused([&] { segment_columns(executor::cpu(1), images, one, outputs); }, "outputs.where", "CPU executor");
}
