// SPDX-License-Identifier: MIT
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include <thrustline/depth_image.hpp>
#include <thrustline/segment_columns.hpp>
#include <thrustline/stixels.hpp>

#include "attack.hpp"

using namespace thrustline;
using namespace thrustline::test;

namespace {

/// Images of 4 columns and 3 rows, and room for results.
struct arrays {
  std::vector<float> pixels = std::vector<float>(12, 1.f), more = pixels;
  std::vector<std::uint16_t> raw = std::vector<std::uint16_t>(12, 7);
  std::vector<double> tolerances = std::vector<double>(4, 1.);
  std::vector<std::int64_t> offsets = std::vector<std::int64_t>(6), others = offsets;
  std::vector<column_segment<float>> segments = std::vector<column_segment<float>>(12);
  std::vector<stixel> found = std::vector<stixel>(12);
  std::vector<double> costs = std::vector<double>(5);
  std::vector<std::uint8_t> mask = std::vector<std::uint8_t>(12);

  column_images<float> columns() const { return {pixels.data(), 4, 3}; }
  dense_images<const float> disparity() const { return {pixels.data(), 4, 3}; }
  dense_images<float> target() { return {more.data(), 4, 3}; }
};

const auto one = segment_columns_options{}.tolerance(1);

} // namespace

TEST_CASE("segment_columns refuses bad images") {
  arrays a;
  const auto with = [&](auto change) {
    return [&, change](executor const& on) {
      column_images<float> images = a.columns();
      change(images);
      segment_columns(on, images, one);
    };
  };
  constexpr std::int64_t many = std::int64_t(1) << 40;
  check_attacks({
      {"columns", "-1", with([](auto& i) { i.columns = -1; })},
      {"rows", "-1", with([](auto& i) { i.rows = -1; })},
      {"rows", "2147483648", with([](auto& i) { i.rows = std::int64_t(1) << 31; })},
      {"frames", "-1", with([](auto& i) { i.frames = -1; })},
      {"column_stride", "-1", with([](auto& i) { i.column_stride = -1; })},
      {"row_stride", "-1", with([](auto& i) { i.row_stride = -1; })},
      {"frame_stride", "-1", with([](auto& i) { i.frame_stride = -1; })},
      {"rows", "1099511627776", with([&](auto& i) {
         i = {a.pixels.data(), many, many};
       })},
      {"columns", "1099511627776 columns, 3 rows, 1099511627776 frames", with([&](auto& i) {
         i = {a.pixels.data(), many, 3, many};
       })},
      {"columns", "0 rows", with([&](auto& i) {
         i = {a.pixels.data(), many, 0, many};
       })},
      {"columns", "9223372036854775807", with([](auto& i) { i.columns = std::numeric_limits<std::int64_t>::max(); })},
      {"row_stride", "1152921504606846976", with([](auto& i) { i.row_stride = huge; })},
      {"column_stride", "strides", with([](auto& i) { i.column_stride = i.row_stride = huge / 8; })},
      {"values", "4 columns of 3 rows", with([](auto& i) { i.values = nullptr; })},
      {"values", "aligned to 4", with([](auto& i) { i.values = misaligned(i.values); })},
      {"images.where", "must be 0 to 1, is 77", with([](auto& i) { i.where = static_cast<memory>(77); })},
  });
}

TEST_CASE("segment_columns refuses bad options") {
  arrays a;
  const auto with = [&](segment_columns_options const& options) {
    return [&, options](executor const& on) { segment_columns(on, a.columns(), options); };
  };
  const auto each = [&](const double* values, std::int64_t count) {
    return with(segment_columns_options{}.tolerances(values, count));
  };
  const std::vector<double> negative{1, 1, -2, 1}, none{1, 1, 1, not_a_number};
  const auto engine_of = [](int value) { return static_cast<engine>(value); };
  check_attacks({
      {"tolerance", "nan", with(segment_columns_options{})},
      {"tolerance", "-1", with(segment_columns_options{}.tolerance(-1))},
      {"tolerances", "3 values for 4", each(a.tolerances.data(), 3)},
      {"tolerances", "-4 values for 4", each(a.tolerances.data(), -4)},
      {"tolerances", "tolerances[2] must be >= 0, is -2", each(negative.data(), 4)},
      {"tolerances", "tolerances[3] must be >= 0, is nan", each(none.data(), 4)},
      {"tolerances", "aligned to 8", each(misaligned(a.tolerances.data()), 4)},
      {"scale", "nan", with(segment_columns_options(one).scale(not_a_number))},
      {"scale", "is 0", with(segment_columns_options(one).scale(0))},
      {"scale", "as a float, is 1e+300", with(segment_columns_options(one).scale(1e300))},
      {"scale", "as a float, is -1e+300", with(segment_columns_options(one).scale(-1e300))},
      {"scale", "as a float, is 1e-300", with(segment_columns_options(one).scale(1e-300))},
      {"metric", "must be 0 to 4, is 77", with(segment_columns_options(one).metric(static_cast<metric>(77)))},
      {"engine", "must be 0 to 4, is 77", with(segment_columns_options(one).engine(engine_of(77)))},
      {"engine", "must be 0 to 4, is -7", with(segment_columns_options(one).engine(engine_of(-7)))},
      {"engine", "bounded", with(segment_columns_options(one).engine(engine::bounded))},
  });
  // Doubles hold these scales.
  const std::vector<double> pixels(12, 1.);
  for (double scale : {1e300, 1e-300})
    CHECK_NOTHROW(segment_columns(executor::cpu(1), column_images<double>(pixels.data(), 4, 3),
                                  segment_columns_options(one).scale(scale)));
}

TEST_CASE("segment_columns refuses bad outputs") {
  arrays a;
  const auto with = [&](auto change) {
    return [&, change](executor const& on) {
      segment_columns_outputs<float> out;
      out.offsets = a.offsets.data(), out.segments = a.segments.data(), out.capacity = 8, out.keep_mask = a.mask.data();
      change(out);
      segment_columns(on, a.columns(), one, out);
    };
  };
  check_attacks({
      {"capacity", "-1", with([](auto& o) { o.capacity = -1; })},
      {"segments", "capacity is 8", with([](auto& o) { o.segments = nullptr; })},
      {"offsets", "null", with([](auto& o) { o.offsets = nullptr; })},
      {"offsets", "aligned to 8", with([](auto& o) { o.offsets = misaligned(o.offsets); })},
      {"segments", "aligned to 4", with([](auto& o) { o.segments = misaligned(o.segments); })},
      {"offsets", "overlaps values",
       with([&](auto& o) { o.offsets = reinterpret_cast<std::int64_t*>(a.pixels.data()); })},
      {"segments", "overlaps offsets",
       with([](auto& o) { o.segments = reinterpret_cast<column_segment<float>*>(o.offsets + 1), o.capacity = 1; })},
      {"keep_mask", "overlaps segments",
       with([](auto& o) { o.keep_mask = reinterpret_cast<std::uint8_t*>(o.segments); })},
      {"keep_mask", "overlaps segments",
       with([](auto& o) { o.keep_mask = reinterpret_cast<std::uint8_t*>(o.segments + 8) - 1; })},
      {"keep_mask", "overlaps values",
       with([&](auto& o) { o.keep_mask = reinterpret_cast<std::uint8_t*>(a.pixels.data() + 11); })},
      {"outputs.where", "must be 0 to 1, is 77", with([](auto& o) { o.where = static_cast<memory>(77); })},
  });
}

TEST_CASE("to_disparity refuses bad images and options") {
  arrays a;
  const auto with = [&](auto change) {
    return [&, change](executor const& on) {
      dense_images<const std::uint16_t> raw(a.raw.data(), 4, 3);
      dense_images<float> to = a.target();
      disparity_options options;
      change(raw, to, options);
      to_disparity(on, raw, options, to);
    };
  };
  check_attacks({
      {"raw.columns", "-4", with([](auto& raw, auto&, auto&) { raw.columns = -4; })},
      {"raw.rows", "-3", with([](auto& raw, auto&, auto&) { raw.rows = -3; })},
      {"raw.frames", "-1", with([](auto& raw, auto&, auto&) { raw.frames = -1; })},
      {"raw.rows", "2147483648", with([](auto& raw, auto&, auto&) { raw.rows = std::int64_t(1) << 31; })},
      {"raw", "1152921504606846976 columns", with([](auto& raw, auto&, auto&) { raw.columns = huge; })},
      {"raw", "0 rows", with([](auto& raw, auto&, auto&) { raw.columns = raw.frames = huge, raw.rows = 0; })},
      {"raw.values", "12 pixels", with([](auto& raw, auto&, auto&) { raw.values = nullptr; })},
      {"raw", "aligned to 2", with([](auto& raw, auto&, auto&) { raw.values = misaligned(raw.values); })},
      {"raw.where", "must be 0 to 1, is 77",
       with([](auto& raw, auto&, auto&) { raw.where = static_cast<memory>(77); })},
      {"disparity", "has 5 columns", with([](auto&, auto& to, auto&) { to.columns = 5; })},
      {"disparity.values", "12 pixels", with([](auto&, auto& to, auto&) { to.values = nullptr; })},
      {"disparity", "aligned to 4", with([](auto&, auto& to, auto&) { to.values = misaligned(to.values); })},
      {"disparity", "overlaps raw",
       with([&](auto&, auto& to, auto&) { to.values = reinterpret_cast<float*>(a.raw.data() + 10); })},
      {"disparity.where", "must be 0 to 1, is 77",
       with([](auto&, auto& to, auto&) { to.where = static_cast<memory>(77); })},
      {"scale", "nan", with([](auto&, auto&, auto& options) { options.scale(not_a_number); })},
      {"scale", "as a float, is 1e+300", with([](auto&, auto&, auto& options) { options.scale(1e300); })},
      {"scale", "as a float, is 1e-300", with([](auto&, auto&, auto& options) { options.scale(1e-300); })},
      {"invalid_value", "0.5", with([](auto&, auto&, auto& options) { options.invalid_value(0.5); })},
      {"invalid_value", "65536", with([](auto&, auto&, auto& options) { options.invalid_value(65536); })},
  });
}

TEST_CASE("steps on disparities refuse bad images") {
  arrays a;
  const auto filter = [&](auto change, int window = 3) {
    return [&, change, window](executor const& on) {
      dense_images<float> to = a.target();
      change(to);
      median_filter(on, a.disparity(), window, to);
    };
  };
  const auto fill = [&](auto change) {
    return [&, change](executor const& on) {
      dense_images<float> to = a.target();
      change(to);
      fill_columns(on, a.disparity(), to);
    };
  };
  const auto resample = [&](auto change) {
    return [&, change](executor const& on) {
      dense_images<float> to = a.target();
      change(to);
      resample_rows(on, a.disparity(), to);
    };
  };
  const auto nothing = [](auto&) {};
  const auto inside = [&](auto& to) { to.values = a.pixels.data() + 11; };
  const auto off = [](auto& to) { to.values = misaligned(to.values); };
  check_attacks({
      {"window", "4", filter(nothing, 4)},
      {"window", "-3", filter(nothing, -3)},
      {"filtered", "overlaps disparity", filter(inside)},
      {"filtered", "overlaps disparity", filter([&](auto& to) { to.values = a.pixels.data(); })},
      {"filtered", "aligned to 4", filter(off)},
      {"filtered", "has 4 columns, 2 rows", filter([](auto& to) { to.rows = 2; })},
      {"filtered.values", "null", filter([](auto& to) { to.values = nullptr; })},
      {"filled", "overlaps disparity", fill(inside)},
      {"filled", "aligned to 4", fill(off)},
      {"filled", "has 4 columns, 3 rows, 0 frames", fill([](auto& to) { to.frames = 0; })},
      {"filled.values", "null", fill([](auto& to) { to.values = nullptr; })},
      {"resampled", "overlaps disparity", resample(inside)},
      {"resampled", "aligned to 4", resample(off)},
      {"resampled", "has 3 columns", resample([](auto& to) { to.columns = 3; })},
      {"resampled.rows", "-1", resample([](auto& to) { to.rows = -1; })},
  });
}

TEST_CASE("reconstruct_columns refuses bad segments") {
  arrays a;
  a.offsets = {0, 1, 2, 3, 4};
  const auto with = [&](auto change) {
    return [&, change](executor const& on) {
      column_segments segments{a.offsets.data(), a.segments.data(), 4};
      dense_images<float> to = a.target();
      change(segments, to);
      reconstruct_columns(on, segments, to);
    };
  };
  const std::int64_t falls[] = {0, 2, 1, 3, 4}, beyond[] = {0, 1, 2, 3, 5}, negative[] = {-1, 1, 2, 3, 4};
  check_attacks({
      {"segments.count", "-1", with([](auto& s, auto&) { s.count = -1; })},
      {"segments.count", "1152921504606846976", with([](auto& s, auto&) { s.count = huge; })},
      {"segments.offsets", "4 columns", with([](auto& s, auto&) { s.offsets = nullptr; })},
      {"segments.segments", "4 segments", with([](auto& s, auto&) { s.segments = nullptr; })},
      {"segments.offsets", "offsets[2] is 1", with([&](auto& s, auto&) { s.offsets = falls; })},
      {"segments.offsets", "offsets[4] is 5", with([&](auto& s, auto&) { s.offsets = beyond; })},
      {"segments.offsets", "offsets[0] is -1", with([&](auto& s, auto&) { s.offsets = negative; })},
      {"segments.offsets", "aligned to 8", with([](auto& s, auto&) { s.offsets = misaligned(s.offsets); })},
      {"segments.segments", "aligned to 4", with([](auto& s, auto&) { s.segments = misaligned(s.segments); })},
      {"segments.where", "must be 0 to 1, is 77", with([](auto& s, auto&) { s.where = static_cast<memory>(77); })},
      {"disparity", "overlaps segments.segments",
       with([&](auto&, auto& to) { to.values = reinterpret_cast<float*>(a.segments.data()); })},
      {"disparity", "overlaps segments.offsets",
       with([&](auto&, auto& to) { to.values = reinterpret_cast<float*>(a.offsets.data()); })},
      {"disparity.rows", "-1", with([](auto&, auto& to) { to.rows = -1; })},
  });
}

TEST_CASE("stixels refuses bad arguments") {
  arrays a;
  const auto call = [&](auto change) {
    return [&, change](executor const& on) {
      dense_images<const float> images = a.disparity();
      stereo_camera camera{500, 0.2, 1};
      auto options = stixel_options{}.width(1).road({1, 0});
      change(images, camera, options);
      stixels(on, images, camera, options);
    };
  };
  const auto images = [&](auto change) { return call([change](auto& i, auto&, auto&) { change(i); }); };
  const auto camera = [&](auto change) { return call([change](auto&, auto& c, auto&) { change(c); }); };
  const auto options = [&](auto change) { return call([change](auto&, auto&, auto& o) { change(o); }); };
  const auto parameters = [&](auto change) {
    return options([change](auto& o) {
      stixel_parameters p;
      change(p);
      o.parameters(p);
    });
  };
  const road_model roads[] = {{not_a_number, 0}};
  check_attacks({
      {"disparity.columns", "-1", images([](auto& i) { i.columns = -1; })},
      {"disparity.rows", "131073", images([](auto& i) { i.rows = 131073; })},
      {"disparity", "1152921504606846976 columns", images([](auto& i) { i.columns = huge; })},
      {"disparity.values", "12 pixels", images([](auto& i) { i.values = nullptr; })},
      {"disparity", "aligned to 4", images([](auto& i) { i.values = misaligned(i.values); })},
      {"disparity.where", "must be 0 to 1, is 77", images([](auto& i) { i.where = static_cast<memory>(77); })},
      {"camera.focal_length", "is 0", camera([](auto& c) { c.focal_length = 0; })},
      {"camera.focal_length", "inf", camera([](auto& c) { c.focal_length = infinite; })},
      {"camera.baseline", "-1", camera([](auto& c) { c.baseline = -1; })},
      {"camera.baseline", "nan", camera([](auto& c) { c.baseline = not_a_number; })},
      {"camera.principal_row", "nan", camera([](auto& c) { c.principal_row = not_a_number; })},
      {"max_disparity", "1025", options([](auto& o) { o.max_disparity(1025); })},
      {"max_disparity", "is 1", options([](auto& o) { o.max_disparity(1); })},
      {"width", "is 0", options([](auto& o) { o.width(0); })},
      {"width", "-5", options([](auto& o) { o.width(-5); })},
      {"width", "17", options([](auto& o) { o.width(17).reduction(stixel_reduction::median); })},
      {"mode", "must be 0 to 1, is 77", options([](auto& o) { o.mode(static_cast<stixel_mode>(77)); })},
      {"reduction", "must be 0 to 1, is 77", options([](auto& o) { o.reduction(static_cast<stixel_reduction>(77)); })},
      {"road.slope", "nan", options([](auto& o) {
         o.road({not_a_number, 0});
       })},
      {"road.horizon", "inf", options([](auto& o) {
         o.road({1, infinite});
       })},
      {"roads", "-1", options([&](auto& o) { o.roads(roads, -1); })},
      {"roads[0].slope", "nan", options([&](auto& o) { o.roads(roads, 1); })},
      {"parameters.ground_noise", "nan", parameters([](auto& p) { p.ground_noise = not_a_number; })},
      {"parameters.outliers", "is 1", parameters([](auto& p) { p.outliers = 1; })},
      {"parameters.missing", "-0.5", parameters([](auto& p) { p.missing = -0.5; })},
      {"parameters.sunken", "is 1.1", parameters([](auto& p) { p.floating = 0.6, p.sunken = 0.5; })},
      {"parameters.ground_tolerance", "inf", parameters([](auto& p) { p.ground_tolerance = infinite; })},
  });
}

TEST_CASE("stixels refuses bad outputs") {
  arrays a;
  const auto with = [&](auto change) {
    return [&, change](executor const& on) {
      stixel_outputs out;
      out.offsets = a.offsets.data(), out.stixels = a.found.data(), out.capacity = 12, out.costs = a.costs.data();
      change(out);
      stixels(on, a.disparity(), {500, 0.2, 1}, stixel_options{}.width(1).road({1, 0}), out);
    };
  };
  check_attacks({
      {"outputs.capacity", "-1", with([](auto& o) { o.capacity = -1; })},
      {"outputs.where", "must be 0 to 1, is 77", with([](auto& o) { o.where = static_cast<memory>(77); })},
      {"outputs.offsets", "aligned to 8", with([](auto& o) { o.offsets = misaligned(o.offsets); })},
      {"outputs.stixels", "aligned to 4", with([](auto& o) { o.stixels = misaligned(o.stixels); })},
      {"outputs.costs", "aligned to 8", with([](auto& o) { o.costs = misaligned(o.costs); })},
      {"outputs.offsets", "overlaps disparity",
       with([&](auto& o) { o.offsets = reinterpret_cast<std::int64_t*>(a.pixels.data()); })},
      {"outputs.stixels", "overlaps outputs.offsets",
       with([](auto& o) { o.stixels = reinterpret_cast<stixel*>(o.offsets), o.capacity = 1; })},
      {"outputs.costs", "overlaps outputs.offsets",
       with([](auto& o) { o.costs = reinterpret_cast<double*>(o.offsets + 4); })},
      {"outputs.stixels", "overlaps outputs.offsets",
       with([](auto& o) { o.offsets = reinterpret_cast<std::int64_t*>(o.stixels + 10); })},
  });
}

TEST_CASE("estimate_road refuses bad arguments") {
  arrays a;
  std::vector<std::optional<road_estimate>> found(1);
  const auto call = [&](road_options const& options, std::optional<road_estimate>* roads) {
    return [&, options, roads](executor const& on) { estimate_road(on, a.disparity(), {500, 0.2, 1}, options, roads); };
  };
  const auto with = [&](road_options const& options) { return call(options, found.data()); };
  check_attacks({
      {"roads", "1 frames", call({}, nullptr)},
      {"roads", "aligned to 8", call({}, misaligned(found.data()))},
      {"max_disparity", "is 0", with(road_options{}.max_disparity(0))},
      {"cell_share", "nan", with(road_options{}.cell_share(not_a_number))},
      {"cell_share", "is 1", with(road_options{}.cell_share(1))},
      {"least_votes", "-1", with(road_options{}.least_votes(-1))},
      {"camera_height", "0 and 5", with(road_options{}.camera_height(0, 5))},
      {"camera_height", "nan", with(road_options{}.camera_height(0.5, not_a_number))},
      {"camera_height", "3 and 2", with(road_options{}.camera_height(3, 2))},
  });
}
