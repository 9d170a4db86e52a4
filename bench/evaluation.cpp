// SPDX-License-Identifier: MIT
// What each representation of a depth image is worth: segments of its columns (RDP) over tolerances, and stixels, on
// the same filtered maps; and what stixels tell of made scenes whose every pixel is known.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iostream>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include <thrustline/stixels.hpp>

#include "formats/grey_image.hpp"
#include "made_scenes.hpp"
#include "support/arguments.hpp"
#include "support/height_times.hpp"
#include "support/line_plot.hpp"
#include "support/result_file.hpp"
#include "support/run_benchmark.hpp"
#include "support/scene_scores.hpp"
#include "support/timing.hpp"

namespace {

using namespace thrustline;
using namespace thrustline::bench;

constexpr double tolerances[] = {0.5, 1, 2, 4, 8, 16, 32};

struct map {
  std::string name;
  std::int64_t columns, rows;
  stereo_camera camera;
  int max_disparity;
  std::vector<float> disparity; ///< dense: median of 5 x 5, holes filled along columns

  dense_images<const float> view() const { return {disparity.data(), columns, rows}; }
};

map read_map(std::string const& data, std::string const& name, stereo_camera const& camera) {
  const auto raw = thrustline_program::read_grey_image(data + "/disparity_" + name + ".png");
  map one{name, raw.columns, raw.rows, camera, 128, {}};
  std::vector<float> plain(raw.values.size());
  one.disparity.resize(raw.values.size());
  const executor on = executor::cpu();
  to_disparity(on, dense_images<const std::uint16_t>{raw.values.data(), raw.columns, raw.rows},
               disparity_options{}.scale(1.0 / 256), {plain.data(), raw.columns, raw.rows});
  const dense_images<float> filtered{one.disparity.data(), raw.columns, raw.rows};
  median_filter(on, dense_images<const float>{plain.data(), raw.columns, raw.rows}, 5, filtered);
  fill_columns(on, filtered, filtered);
  return one;
}

/// The distance of an image to what stands for it, over the valid pixels of both.
struct deviation {
  double sum = 0, squares = 0;
  std::int64_t pixels = 0, far = 0; ///< by more than 3 px

  deviation(std::vector<float> const& image, std::vector<float> const& instead) {
    for (std::size_t i = 0; i < image.size(); ++i)
      if (const double d = std::fabs(static_cast<double>(image[i] - instead[i])); !std::isnan(d)) {
        sum += d;
        squares += d * d;
        far += d > 3;
        ++pixels;
      }
  }

  double mean() const { return sum / static_cast<double>(pixels); }
  double root_mean_square() const { return std::sqrt(squares / static_cast<double>(pixels)); }
  double far_share() const { return static_cast<double>(far) / static_cast<double>(pixels); }
};

/// The image that stixels stand for.
std::vector<float> image_of(ragged<stixel> const& found, map const& one, road_model const& road, std::int64_t width) {
  std::vector<float> image(one.disparity.size(), std::numeric_limits<float>::quiet_NaN());
  const double horizon = std::ceil(road.horizon);
  for (std::size_t s = 0; s + 1 < found.offsets.size(); ++s)
    for (auto i = found.offsets[s]; i < found.offsets[s + 1]; ++i) {
      stixel const& piece = found.values[static_cast<std::size_t>(i)];
      for (std::int64_t row = piece.first; row <= piece.last; ++row) {
        const double disparity = piece.kind == stixel_class::object ? static_cast<double>(piece.disparity)
                                 : piece.kind == stixel_class::sky  ? 0
                                                                    : road.slope * (static_cast<double>(row) - horizon);
        for (std::int64_t x = 0; x < width; ++x)
          image[static_cast<std::size_t>(row * one.columns + static_cast<std::int64_t>(s) * width + x)] =
              static_cast<float>(disparity);
      }
    }
  return image;
}

/// Levels of recursion that Ramer-Douglas-Peucker needs for rows first .. last of a column.
int levels(const float* column, std::int64_t stride, std::int64_t first, std::int64_t last, double tolerance) {
  std::int64_t farthest = first;
  double most = tolerance;
  for (std::int64_t i = first + 1; i < last; ++i) {
    const double chord = column[first * stride] + (column[last * stride] - column[first * stride]) *
                                                      static_cast<double>(i - first) /
                                                      static_cast<double>(last - first);
    if (const double d = std::fabs(column[i * stride] - chord); d > most)
      most = d, farthest = i;
  }
  if (farthest == first)
    return 1;
  return 1 + std::max(levels(column, stride, first, farthest, tolerance),
                      levels(column, stride, farthest, last, tolerance));
}

plotted_line compare(map const& one, result_file& file, std::string const& commit) {
  const executor on = executor::cpu(), single = executor::cpu(1);
  const auto pixels = static_cast<double>(one.columns * one.rows);
  plotted_line curve{one.name, {}};
  for (double tolerance : tolerances) {
    ragged<column_segment<float>> cut;
    const timing time = interleaved({[&] {
                                      cut = segment_columns(single, one.view().as_columns(),
                                                            segment_columns_options{}.tolerance(tolerance));
                                    }},
                                    200)[0];
    std::vector<float> instead(one.disparity.size());
    const auto count = static_cast<std::int64_t>(cut.values.size());
    reconstruct_columns(on, {cut.offsets.data(), cut.values.data(), count}, {instead.data(), one.columns, one.rows});
    const deviation from(one.disparity, instead);
    double sum = 0;
    int most = 0;
    for (std::int64_t c = 0; c < one.columns; ++c) {
      const int of_column = levels(one.disparity.data() + c, one.columns, 0, one.rows - 1, tolerance);
      sum += of_column;
      most = std::max(most, of_column);
    }
    const double segments = static_cast<double>(count);
    file.add(today(), machine(), commit, one.name, "rdp", tolerance, segments / static_cast<double>(one.columns),
             pixels / segments, 4 * (count + one.columns), from.mean(), from.root_mean_square(), from.far_share(),
             sum / static_cast<double>(one.columns), most, time.median_ms);
    curve.line.push_back({pixels / segments, from.mean()});
  }

  std::optional<road_estimate> road;
  estimate_road(on, one.view(), one.camera, {}, &road);
  const auto options = stixel_options{}.max_disparity(one.max_disparity).road(road.value().road);
  ragged<stixel> found;
  const timing time = interleaved({[&] { found = stixels(single, one.view(), one.camera, options); }}, 200)[0];
  const deviation from(one.disparity, image_of(found, one, road->road, options.width()));
  const auto count = static_cast<double>(found.values.size());
  const auto covered = static_cast<double>(one.columns / options.width() * options.width() * one.rows);
  file.add(today(), machine(), commit, one.name, "stixels", "",
           count / static_cast<double>(one.columns / options.width()), covered / count,
           8 * static_cast<std::int64_t>(found.values.size()), from.mean(), from.root_mean_square(), from.far_share(),
           "", "", time.median_ms);
  curve.dot = plotted_line::point{covered / count, from.mean()};
  return curve;
}

void score_scenes(std::string const& path, std::string const& commit) {
  result_file file(path, {"date", "commit", "mode", "noise_px", "outliers", "holes", "scenes", "true_stixels",
                          "detection_rate", "false_positives", "scenes_with_false_positives", "same_class",
                          "median_disparity_error_px"});
  constexpr int scenes = 8;
  for (stixel_mode mode : {stixel_mode::corrected, stixel_mode::faithful})
    for (double noise : {0., 0.5, 1., 2., 3.})
      for (double outliers : {0.05, 0.15}) {
        scene_scores scores;
        int with_false_positives = 0;
        for (int i = 0; i < scenes; ++i) {
          const test::made_scene scene =
              test::scene_of_boxes(400, 300, 8, {noise, outliers, 0.1}, static_cast<std::uint64_t>(100 + i));
          const std::int64_t before = scores.false_positives;
          const auto options = stixel_options{}.mode(mode).road(scene.road);
          add_scores(scores, scene, stixels(executor::cpu(), scene.view(), scene.camera, options), options.width());
          with_false_positives += scores.false_positives > before;
        }
        const auto share = [](std::int64_t part, std::int64_t whole) {
          return static_cast<double>(part) / static_cast<double>(whole);
        };
        file.add(today(), commit, mode == stixel_mode::faithful ? "faithful" : "corrected", noise, outliers, 0.1,
                 scenes, scores.true_stixels, share(scores.detected, scores.true_stixels), scores.false_positives,
                 with_false_positives, share(scores.same_class, scores.pixels), scores.median_disparity_error());
      }
}

/// The time that frames of 1242 columns take, stretched to several heights (Cebrian & Moure, Fig. 9).
void time_by_height(arguments const& given) {
  result_file file(given.text("heights"),
                   {"date", "machine", "commit", "case", "frame", "columns", "rows", "tolerance_px",
                    "segments_a_column", "stixels_a_column", "rdp_one_thread_ms", "stixels_one_thread_ms"});
  const std::vector<height_case> cases = height_cases(given.text("data"));
  line_plot plot{"rows", "one thread, ms", "", {}};
  for (height_case const& one : cases) {
    plotted_line rdp{one.name + ", RDP", {}}, found{one.name + ", stixels", {}};
    for (height_time const& time : times_by_height(one)) {
      file.add(today(), machine(), given.text("commit"), one.name, time.frame, time.columns, time.rows, time.tolerance,
               time.segments_a_column, time.stixels_a_column, time.rdp_ms, time.stixels_ms);
      rdp.line.push_back({static_cast<double>(time.rows), time.rdp_ms});
      found.line.push_back({static_cast<double>(time.rows), time.stixels_ms});
    }
    plot.lines.push_back(rdp);
    plot.lines.push_back(found);
  }
  write_line_plot(given.text("heights_plot"), plot);
}

int run(arguments const& given) {
  score_scenes(given.text("scenes"), given.text("commit"));
  time_by_height(given);
  if (given.text("data").empty()) {
    std::cerr << "no --data: made scenes only\n";
    return 0;
  }
  result_file file(given.text("maps"),
                   {"date", "machine", "commit", "map", "representation", "tolerance_px", "segments_a_column",
                    "pixels_a_segment", "bytes_a_frame", "mean_error_px", "root_mean_square_error_px",
                    "share_above_3_px", "mean_levels", "most_levels", "one_thread_ms"});
  const stereo_camera kitti{721.5, 0.54, 172.9}, karlsruhe{645.24, 0.5707, 194.13};
  line_plot plot{"pixels a segment", "mean absolute error, px", "line: RDP, dot: stixels", {}};
  for (const char* name : {"kitti_tram", "kitti_tree", "kitti_tree_noisy", "kitti_tree_corrupt"})
    plot.lines.push_back(compare(read_map(given.text("data"), name, kitti), file, given.text("commit")));
  for (const char* name : {"karlsruhe_urban1", "karlsruhe_urban4"})
    plot.lines.push_back(compare(read_map(given.text("data"), name, karlsruhe), file, given.text("commit")));
  write_line_plot(given.text("plot"), plot);
  return 0;
}

} // namespace

int main(int argc, char** argv) {
  return run_benchmark(argc, argv,
                       {{"maps", "evaluation-maps.csv"},
                        {"scenes", "evaluation-scenes.csv"},
                        {"plot", "evaluation.svg"},
                        {"heights", "evaluation-heights.csv"},
                        {"heights_plot", "evaluation-heights.svg"},
                        {"commit", built_from()},
                        {"data", ""}},
                       run);
}
