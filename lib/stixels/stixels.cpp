// SPDX-License-Identifier: MIT
#include <thrustline/stixels.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/backend_for.hpp"
#include "core/check_memory.hpp"
#include "depth/check_images.hpp"
#include "stixels/stixels_backends.hpp"

namespace thrustline {
namespace {

using detail::array_extent;
using detail::backend_for;
using detail::check;
using detail::pixels_of;
using detail::to_text;
using detail::with_host_memory;

/// Bounds of lengths, noises and tolerances: far beyond any that make sense, so that no cost is infinite or NaN.
constexpr double least_amount = 1e-6, most_amount = 1e6;
/// The least share, of a whole of 1.
constexpr double least_share = 1e-12;

void check_positive(double value, std::string const& argument) {
  check(value >= least_amount && value <= most_amount, argument, "must be 1e-6 to 1e6, is " + to_text(value));
}

void check_not_negative(double value, std::string const& argument) {
  check(value >= 0 && value <= most_amount, argument, "must be 0 to 1e6, is " + to_text(value));
}

/// Strictly between 0 and 1.
void check_share(double value, std::string const& argument) {
  check(value >= least_share && value <= 1 - least_share, argument, "must be 1e-12 to 1 - 1e-12, is " + to_text(value));
}

void check_images(executor const& on, dense_images<const float> const& images) {
  constexpr std::int64_t most_rows = std::int64_t{1} << 17; // so that sums keep some bits behind the point
  check(images.rows <= most_rows, "disparity.rows",
        "must be <= " + std::to_string(most_rows) + ", is " + std::to_string(images.rows));
  detail::check_images(on, images, "disparity");
}

void check_camera(stereo_camera const& camera) {
  check_positive(camera.focal_length, "camera.focal_length");
  check_positive(camera.baseline, "camera.baseline");
  check(std::fabs(camera.principal_row) <= most_amount, "camera.principal_row",
        "must be -1e6 to 1e6, is " + to_text(camera.principal_row));
}

void check_range(int max_disparity) {
  check(max_disparity >= 2 && max_disparity <= 1024, "max_disparity",
        "must be 2 to 1024, is " + std::to_string(max_disparity));
}

void check_estimation(road_options const& options) {
  check_range(options.max_disparity());
  check(options.cell_share() >= 0 && options.cell_share() < 1, "cell_share",
        "must be >= 0 and < 1, is " + to_text(options.cell_share()));
  check(options.least_votes() >= 0, "least_votes", "must be >= 0, is " + std::to_string(options.least_votes()));
  check(options.lowest_camera() > 0 && options.lowest_camera() < options.highest_camera(), "camera_height",
        "the least must be > 0 and below the greatest, they are " + to_text(options.lowest_camera()) + " and " +
            to_text(options.highest_camera()));
}

void check_parameters(stixel_parameters const& p) {
  check_positive(p.ground_noise, "parameters.ground_noise");
  check_positive(p.object_noise, "parameters.object_noise");
  check_positive(p.sky_noise, "parameters.sky_noise");
  check_not_negative(p.camera_height_noise, "parameters.camera_height_noise");
  check_not_negative(p.camera_tilt_noise, "parameters.camera_tilt_noise");
  check_not_negative(p.object_depth, "parameters.object_depth");
  check_share(p.outliers, "parameters.outliers");
  check_share(p.sky_outliers, "parameters.sky_outliers");
  check(p.missing == 0 || (p.missing >= least_share && p.missing <= 1 - least_share), "parameters.missing",
        "must be 0, or 1e-12 to 1 - 1e-12, is " + to_text(p.missing));
  for (auto const& [share, name] : {std::pair{p.ground_if_missing, "ground_if_missing"},
                                    {p.object_if_missing, "object_if_missing"},
                                    {p.sky_if_missing, "sky_if_missing"}}) {
    check_share(share, std::string("parameters.") + name);
    check(share * p.missing * 3 < 1, std::string("parameters.") + name,
          "its product with missing must be < 1/3, is " + to_text(share * p.missing));
  }
  check_share(p.unordered, "parameters.unordered");
  check_share(p.floating, "parameters.floating");
  check_share(p.sunken, "parameters.sunken");
  check(p.floating + p.sunken < 1, "parameters.sunken",
        "its sum with floating must be < 1, is " + to_text(p.floating + p.sunken));
  check_positive(p.ground_tolerance, "parameters.ground_tolerance");
}

void check_road(road_model const& road, std::string const& name) {
  check(road.slope >= 1e-6 && road.slope <= 1e6, name + ".slope",
        "must be 1e-6 to 1e6 px a row, is " + to_text(road.slope));
  check(std::fabs(road.horizon) <= 1e6, name + ".horizon",
        "must be a row within 1e6 of the image, is " + to_text(road.horizon));
}

void check_options(stixel_options const& options, std::int64_t frames) {
  check_range(options.max_disparity());
  check(options.width() > 0, "width", "must be > 0, is " + std::to_string(options.width()));
  detail::check_enumerator(options.mode(), stixel_mode::faithful, "mode");
  detail::check_enumerator(options.reduction(), stixel_reduction::median, "reduction");
  check(options.reduction() == stixel_reduction::mean || options.width() <= stixel_world::widest_median, "width",
        "must be <= " + std::to_string(stixel_world::widest_median) + " for medians, is " +
            std::to_string(options.width()));
  check_parameters(options.parameters());
  detail::check_present(options.roads(), options.roads_count(), "roads");
  if (options.road()) {
    check_road(*options.road(), "road");
  } else if (options.roads()) {
    check(options.roads_count() == frames, "roads",
          std::to_string(options.roads_count()) + ", but there are " + std::to_string(frames) + " frames");
    for (std::int64_t f = 0; f < frames; ++f)
      check_road(options.roads()[f], "roads[" + std::to_string(f) + "]");
  } else {
    check_estimation(options.estimation());
  }
}

void check_arguments(executor const& on, dense_images<const float> const& disparity, stereo_camera const& camera,
                     stixel_options const& options) {
  check_images(on, disparity);
  check_camera(camera);
  check_options(options, disparity.frames);
}

/// The first line that stands for a road with the camera at a possible height.
std::optional<road_estimate> road_among(std::vector<stixel_world::hough_line> const& lines, std::int64_t rows,
                                        stereo_camera const& camera, road_options const& options) {
  for (stixel_world::hough_line const& line : lines)
    if (const auto found = road_of(line, camera, rows);
        found && found->height >= options.lowest_camera() && found->height <= options.highest_camera())
      return road_estimate{found->road, found->tilt, found->height, line.votes};
  return std::nullopt;
}

/// The road of each frame: the caller's, or an estimate.
std::vector<road_model> roads_of(executor const& on, dense_images<const float> const& disparity,
                                 stereo_camera const& camera, stixel_options const& options) {
  const auto frames = static_cast<std::size_t>(disparity.frames);
  if (options.road())
    return std::vector<road_model>(frames, *options.road());
  if (options.roads())
    return {options.roads(), options.roads() + frames};
  std::vector<std::optional<road_estimate>> found(frames);
  estimate_road(on, disparity, camera, options.estimation(), found.data());
  std::vector<road_model> roads;
  for (std::size_t f = 0; f < frames; ++f) {
    if (!found[f])
      throw road_not_found(static_cast<std::int64_t>(f));
    roads.push_back(found[f]->road);
  }
  return roads;
}

bool same(road_model const& a, road_model const& b) { return a.slope == b.slope && a.horizon == b.horizon; }

bool same(stixel_parameters const& a, stixel_parameters const& b) {
  static_assert(sizeof(stixel_parameters) == 16 * sizeof(double)); // nothing but numbers
  return std::memcmp(&a, &b, sizeof a) == 0;
}

bool same(stereo_camera const& a, stereo_camera const& b) {
  return a.focal_length == b.focal_length && a.baseline == b.baseline && a.principal_row == b.principal_row;
}

/// The tables for a call. Those that the last call made are taken over.
std::shared_ptr<detail::stixel_tables> tables_for(std::shared_ptr<detail::stixel_tables> const& last, std::int64_t rows,
                                                  stereo_camera const& camera, stixel_options const& options,
                                                  std::vector<road_model> const& roads) {
  const bool same_model = last && last->model->rows == rows && last->model->range == options.max_disparity() &&
                          last->model->mode == options.mode() && same(last->model->camera, camera) &&
                          same(last->model->parameters, options.parameters());
  auto tables = std::make_shared<detail::stixel_tables>();
  for (road_model const& road : roads) {
    if (tables->roads.empty() || !same(tables->roads.back(), road))
      tables->roads.push_back(road);
    tables->road_of_frame.push_back(static_cast<std::int32_t>(tables->roads.size()) - 1);
  }
  if (same_model && tables->road_of_frame == last->road_of_frame &&
      std::equal(tables->roads.begin(), tables->roads.end(), last->roads.begin(), last->roads.end(),
                 [](road_model const& a, road_model const& b) { return same(a, b); }))
    return last;

  if (same_model) {
    tables->model = last->model;
    tables->model_on_device = last->model_on_device;
  } else {
    tables->model = std::make_shared<stixel_world::model_tables>(rows, options.max_disparity(), options.mode(),
                                                                 options.parameters(), camera);
  }
  for (road_model const& road : tables->roads)
    tables->road_tables.push_back(std::make_shared<stixel_world::road_tables>(*tables->model, road));
  return tables;
}

detail::stixel_task make_task(executor const& on, dense_images<const float> const& disparity,
                              stereo_camera const& camera, stixel_options const& options) {
  detail::stixel_task task;
  task.images = disparity;
  task.columns = disparity.columns / options.width();
  if (disparity.pixels() == 0)
    return task;
  task.reduction = {options.width(), options.reduction(), static_cast<float>(options.max_disparity()),
                    stixel_world::fitting_disparity_units(disparity.rows, options.max_disparity())};
  task.tables = tables_for(on.state().kept<detail::stixel_tables>(), disparity.rows, camera, options,
                           roads_of(on, disparity, camera, options));
  return task;
}

/// Keeps the tables of a task for the next call. An image without pixels has none.
void keep_tables(executor const& on, detail::stixel_task const& task) {
  if (task.tables)
    on.state().keep(task.tables);
}

} // namespace

void estimate_road(executor const& on, dense_images<const float> const& disparity, stereo_camera const& camera,
                   road_options const& options, std::optional<road_estimate>* roads) {
  with_host_memory("estimate_road", [&] {
    check_images(on, disparity);
    check_camera(camera);
    check_estimation(options);
    detail::check_present(roads, disparity.frames, "roads", "frames");
    detail::check_apart(std::array{pixels_of(disparity, "disparity")},
                        std::array{array_extent("roads", roads, disparity.frames, memory::host)});
    // The height is baseline * cos(tilt) / slope; only lines of slopes that can have a possible one get votes.
    const stixel_world::road_search search{
        options.max_disparity(), options.cell_share(), options.least_votes(),
        stixel_world::angles_of_slopes(camera.baseline * std::cos(stixel_world::steepest_tilt()) /
                                           options.highest_camera(),
                                       camera.baseline / options.lowest_camera())};
    std::vector<std::vector<stixel_world::hough_line>> lines(static_cast<std::size_t>(disparity.frames));
    if (disparity.pixels() > 0 && search.angles.first <= search.angles.last)
      backend_for<detail::road_backend>(on).find_lines(on.state(), disparity, search, lines.data());
    for (std::int64_t f = 0; f < disparity.frames; ++f)
      roads[f] = road_among(lines[static_cast<std::size_t>(f)], disparity.rows, camera, options);
  });
}

void stixels(executor const& on, dense_images<const float> const& disparity, stereo_camera const& camera,
             stixel_options const& options, stixel_outputs const& outputs) {
  with_host_memory("stixels", [&] {
    check_arguments(on, disparity, camera, options);
    detail::check_size(outputs.capacity, "outputs.capacity");
    check(outputs.stixels || outputs.capacity == 0, "outputs.stixels",
          "null, but the capacity is " + std::to_string(outputs.capacity));
    check(outputs.offsets || !outputs.stixels, "outputs.offsets", "null, but stixels are asked for");
    detail::check_where(on, outputs.where, "outputs");
    const std::int64_t series = disparity.columns / options.width() * disparity.frames;
    const std::int64_t most = detail::most_written(outputs.capacity, series * disparity.rows);
    detail::check_apart(std::array{pixels_of(disparity, "disparity")},
                        std::array{array_extent("outputs.offsets", outputs.offsets, series + 1, outputs.where),
                                   array_extent("outputs.stixels", outputs.stixels, most, outputs.where),
                                   array_extent("outputs.costs", outputs.costs, series, outputs.where)});
    const detail::stixel_task task = make_task(on, disparity, camera, options);
    keep_tables(on, task);
    backend_for<detail::stixels_backend>(on).solve(
        on.state(), task, {outputs.offsets, outputs.costs, outputs.where},
        detail::placement<detail::stixel_array>({outputs.stixels, outputs.capacity}));
  });
}

ragged<stixel> stixels(executor const& on, dense_images<const float> const& disparity, stereo_camera const& camera,
                       stixel_options const& options) {
  return with_host_memory("stixels", [&] {
    check_arguments(on, disparity, camera, options);
    pixels_of(disparity, "disparity"); // aligned
    const detail::stixel_task task = make_task(on, disparity, camera, options);
    keep_tables(on, task);
    ragged<stixel> columns;
    columns.offsets.resize(static_cast<std::size_t>(task.series() + 1));
    const auto make_values = [&](std::int64_t size) {
      columns.values.resize(static_cast<std::size_t>(size));
      return detail::stixel_array{columns.values.data(), size};
    };
    backend_for<detail::stixels_backend>(on).solve(on.state(), task, {columns.offsets.data(), nullptr, memory::host},
                                                   {make_values});
    return columns;
  });
}

} // namespace thrustline
