// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <thrustline/stixels.hpp>

#include "check_refused.hpp"
#include "executors.hpp"

using namespace thrustline;
using namespace thrustline::test;

namespace {

const std::vector<float> pixels(60, 3.f);
const stereo_camera good_camera{700, 0.5, 3};

dense_images<const float> image() { return {pixels.data(), 6, 10}; }
stixel_options good_options() { return stixel_options{}.road({0.5, 3}); }

/// Calls check(call), with call(image, camera, options), for each executor and each way to call.
template <class Check>
void for_each_call(Check check) {
  for (executor const& on : executors()) {
    check([&on](auto const& image, auto const& camera, auto const& options) { stixels(on, image, camera, options); });
    check([&on](auto const& image, auto const& camera, auto const& options) {
      stixels(on, image, camera, options, stixel_outputs{});
    });
  }
}

} // namespace

TEST_CASE("bad images are named") {
  for_each_call([](auto call) {
    const auto with = [&](auto change) {
      return [change, call] {
        auto changed = image();
        change(changed);
        call(changed, good_camera, good_options());
      };
    };
    check_refused(with([](auto& i) { i.columns = -1; }), "disparity.columns", "-1");
    check_refused(with([](auto& i) { i.rows = -2; }), "disparity.rows", "-2");
    check_refused(with([](auto& i) { i.frames = -3; }), "disparity.frames", "-3");
    check_refused(with([](auto& i) { i.rows = (1 << 17) + 1; }), "disparity.rows", "131073");
    check_refused(with([](auto& i) { i.columns = std::int64_t{1} << 61; }), "disparity", "too many pixels");
    check_refused(with([](auto& i) { i.values = nullptr; }), "disparity.values", "60 pixels");
  });
  for (executor const& on : executors()) {
    auto too_tall = image();
    too_tall.rows = (1 << 17) + 1;
    std::optional<road_estimate> road;
    check_refused([&] { estimate_road(on, too_tall, good_camera, {}, &road); }, "disparity.rows",
                  "must be <= 131072, is 131073");
    // One row less is accepted.
    CHECK(stixels(on, dense_images<const float>{nullptr, 0, 1 << 17}, good_camera, good_options()).values.empty());
  }
  auto there = image();
  there.where = memory::device;
  check_refused([&] { stixels(executor::cpu(1), there, good_camera, good_options()); }, "disparity.where",
                "CPU executor");
}

TEST_CASE("bad cameras are named") {
  for_each_call([](auto call) {
    const auto with = [&](stereo_camera const& camera) { return [=] { call(image(), camera, good_options()); }; };
    check_refused(with({0, 0.5, 3}), "camera.focal_length", "must be 1e-6 to 1e6, is 0");
    check_refused(with({NAN, 0.5, 3}), "camera.focal_length", "nan");
    check_refused(with({700, -0.5, 3}), "camera.baseline", "-0.5");
    check_refused(with({700, 0.5, INFINITY}), "camera.principal_row", "inf");
  });
}

TEST_CASE("bad options are named") {
  for_each_call([](auto call) {
    const auto with = [&](auto change) {
      return [=] {
        stixel_options options = good_options();
        change(options);
        call(image(), good_camera, options);
      };
    };
    check_refused(with([](auto& o) { o.max_disparity(1); }), "max_disparity", "must be 2 to 1024, is 1");
    check_refused(with([](auto& o) { o.max_disparity(1025); }), "max_disparity", "1025");
    check_refused(with([](auto& o) { o.width(0); }), "width", "must be > 0, is 0");
    check_refused(with([](auto& o) { o.width(17).reduction(stixel_reduction::median); }), "width", "17");
    check_refused(with([](auto& o) { o.road({0, 3}); }), "road.slope", "is 0");
    check_refused(with([](auto& o) { o.road({-0.05, 3}); }), "road.slope", "-0.05");
    check_refused(with([](auto& o) { o.road({1e-9, 3}); }), "road.slope", "1e-09");
    check_refused(with([](auto& o) { o.road({1e300, 3}); }), "road.slope", "1e+300");
    check_refused(with([](auto& o) { o.road({0.5, NAN}); }), "road.horizon", "nan");
    static const road_model two[] = {{0.5, 3}, {0.5, 3}}, second_bad[] = {{0.5, 3}, {-1, 3}};
    check_refused(with([](auto& o) { o.roads(two, 2); }), "roads", "2, but there are 1 frames");
    check_refused(with([](auto& o) { o.roads(second_bad + 1, 1); }), "roads[0].slope", "-1");
    check_refused(with([](auto& o) { o.roads(nullptr, 7); }), "roads", "null, but there are 7 values");
    const auto estimated = [&](road_options const& by) {
      return [=] { call(image(), good_camera, stixel_options{}.estimation(by)); };
    };
    check_refused(estimated(road_options{}.cell_share(1)), "cell_share", "is 1");
    check_refused(estimated(road_options{}.least_votes(-1)), "least_votes", "-1");
    check_refused(estimated(road_options{}.camera_height(2, 1)), "camera_height", "2 and 1");

    const auto parameter = [&](double stixel_parameters::*which, double value) {
      return with([=](auto& o) {
        stixel_parameters p;
        p.*which = value;
        o.parameters(p);
      });
    };
    using p = stixel_parameters;
    for (auto const& [which, name] : {std::pair{&p::ground_noise, "ground_noise"},
                                      {&p::object_noise, "object_noise"},
                                      {&p::sky_noise, "sky_noise"},
                                      {&p::outliers, "outliers"},
                                      {&p::sky_outliers, "sky_outliers"},
                                      {&p::unordered, "unordered"},
                                      {&p::floating, "floating"},
                                      {&p::sunken, "sunken"},
                                      {&p::ground_tolerance, "ground_tolerance"}})
      for (double bad : {0., -1., static_cast<double>(NAN)})
        check_refused(parameter(which, bad), std::string("parameters.") + name, "is");
    check_refused(parameter(&p::outliers, 1), "parameters.outliers", "is 1");
    check_refused(parameter(&p::sunken, 0.95), "parameters.sunken", "1.05");
    check_refused(parameter(&p::object_depth, -1), "parameters.object_depth", "-1");
    check_refused(parameter(&p::missing, 1), "parameters.missing", "is 1");
    check_refused(parameter(&p::missing, 0.9), "parameters.object_if_missing", "1/3");
  });
}

TEST_CASE("bad outputs are named") {
  for (executor const& on : executors()) {
    stixel_outputs outputs;
    outputs.capacity = -1;
    check_refused([&] { stixels(on, image(), good_camera, good_options(), outputs); }, "outputs.capacity", "-1");
    check_refused([&] { estimate_road(on, image(), good_camera, {}, nullptr); }, "roads", "1 frames");
    std::optional<road_estimate> road;
    check_refused([&] { estimate_road(on, image(), {0, 1, 0}, {}, &road); }, "camera.focal_length", "is 0");
  }
  stixel_outputs there;
  there.where = memory::device;
  check_refused([&] { stixels(executor::cpu(1), image(), good_camera, good_options(), there); }, "outputs.where",
                "CPU executor");
}
