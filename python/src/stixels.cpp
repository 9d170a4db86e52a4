// SPDX-License-Identifier: MIT
#include <thrustline/stixels.hpp>

#include <optional>
#include <vector>

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include "executor.hpp"
#include "images.hpp"
#include "module.hpp"

namespace thrustline::python {
namespace {

std::vector<std::optional<road_estimate>> roads_of(shared_executor& on, array const& disparity,
                                                   stereo_camera const& camera, road_options const& options) {
  const auto images = dense_input<float>(disparity, "disparity");
  std::vector<std::optional<road_estimate>> roads(static_cast<std::size_t>(images.frames));
  on.run([&](executor const& e) { return estimate_road(e, images, camera, options, roads.data()), 0; });
  return roads;
}

/// Arrays that stixels() fills; the costs may be missing. found: rows of four 32-bit numbers.
struct stixel_arrays {
  output_array const &offsets, &found, &costs;
};

void find_stixels(shared_executor& on, array const& disparity, stereo_camera const& camera,
                  stixel_options const& options, stixel_arrays const& to) {
  const auto images = dense_input<float>(disparity, "disparity");
  const std::int64_t series = options.width() > 0 ? images.columns / options.width() * images.frames : 0;
  static_assert(sizeof(stixel) == 4 * sizeof(float));
  stixel_outputs outputs;
  outputs.where = images.where;
  outputs.offsets = elements_of<std::int64_t>(to.offsets, images.where, series + 1, "offsets");
  outputs.stixels = reinterpret_cast<stixel*>(elements_of<float>(to.found, images.where, size_of(to.found), "stixels"));
  outputs.capacity = size_of(to.found) / 4;
  outputs.costs = elements_of<double>(to.costs, images.where, series, "costs");
  on.run([&](executor const& e) { return stixels(e, images, camera, options, outputs), 0; });
}

/// stixel_options with the roads that they point to.
struct options_with_roads {
  stixel_options value;
  std::vector<road_model> roads;
};

void bind_parameters(nb::module_& module) {
  using p = stixel_parameters;
  nb::class_<p>(module, "StixelParameters")
      .def(nb::init<>())
      .def_rw("ground_noise", &p::ground_noise)
      .def_rw("object_noise", &p::object_noise)
      .def_rw("sky_noise", &p::sky_noise)
      .def_rw("camera_height_noise", &p::camera_height_noise)
      .def_rw("camera_tilt_noise", &p::camera_tilt_noise)
      .def_rw("object_depth", &p::object_depth)
      .def_rw("outliers", &p::outliers)
      .def_rw("sky_outliers", &p::sky_outliers)
      .def_rw("missing", &p::missing)
      .def_rw("ground_if_missing", &p::ground_if_missing)
      .def_rw("object_if_missing", &p::object_if_missing)
      .def_rw("sky_if_missing", &p::sky_if_missing)
      .def_rw("unordered", &p::unordered)
      .def_rw("floating", &p::floating)
      .def_rw("sunken", &p::sunken)
      .def_rw("ground_tolerance", &p::ground_tolerance);
}

} // namespace

void bind_stixels(nb::module_& module) {
  bind_parameters(module);
  nb::class_<stereo_camera>(module, "StereoCamera")
      .def("__init__", [](stereo_camera* camera, double focal_length, double baseline, double principal_row) {
        new (camera) stereo_camera{focal_length, baseline, principal_row};
      });
  nb::class_<road_options>(module, "RoadOptions")
      .def("__init__", [](road_options* options, int max_disparity, double cell_share, std::int64_t least_votes,
                          double lowest, double highest) {
        new (options) road_options();
        options->max_disparity(max_disparity)
            .cell_share(cell_share)
            .least_votes(least_votes)
            .camera_height(lowest, highest);
      });
  nb::class_<road_estimate>(module, "RoadEstimate")
      .def_prop_ro("slope", [](road_estimate const& r) { return r.road.slope; })
      .def_prop_ro("horizon", [](road_estimate const& r) { return r.road.horizon; })
      .def_ro("tilt", &road_estimate::tilt)
      .def_ro("height", &road_estimate::height)
      .def_ro("votes", &road_estimate::votes);
  nb::class_<options_with_roads>(module, "StixelOptions")
      .def(nb::init<>())
      .def("max_disparity", [](options_with_roads& o, int v) { o.value.max_disparity(v); })
      .def("width", [](options_with_roads& o, std::int64_t v) { o.value.width(v); })
      .def("mode", [](options_with_roads& o, int v) { o.value.mode(static_cast<stixel_mode>(v)); })
      .def("reduction", [](options_with_roads& o, int v) { o.value.reduction(static_cast<stixel_reduction>(v)); })
      .def("parameters", [](options_with_roads& o, stixel_parameters const& v) { o.value.parameters(v); })
      .def("estimation", [](options_with_roads& o, road_options const& v) { o.value.estimation(v); })
      .def("road",
           [](options_with_roads& o, double slope, double horizon) {
             o.value.road({slope, horizon});
           })
      .def("roads", [](options_with_roads& o, std::vector<std::pair<double, double>> const& roads) {
        o.roads.clear();
        for (auto const& [slope, horizon] : roads)
          o.roads.push_back({slope, horizon});
        o.value.roads(o.roads.data(), static_cast<std::int64_t>(o.roads.size()));
      });
  module.def("estimate_road", &roads_of);
  module.def(
      "stixels",
      [](shared_executor& on, array const& disparity, stereo_camera const& camera, options_with_roads const& options,
         output_array const& offsets, output_array const& found, output_array const& costs) {
        find_stixels(on, disparity, camera, options.value, {offsets, found, costs});
      },
      nb::arg("on"), nb::arg("disparity"), nb::arg("camera"), nb::arg("options"), nb::arg("offsets"),
      nb::arg("stixels"), nb::arg("costs").none() = nb::none());
}

} // namespace thrustline::python
