// SPDX-License-Identifier: MIT
// Two representations of depth images compared: segments of columns (RDP) over tolerances, and stixels, on the same
// filtered maps; scores of stixels on made scenes whose every pixel is known; times of both by the height of an image,
// and of the search for the road. --device cpu: one thread; cuda: kernels on a GPU; auto: cuda if there is a GPU.
#include <algorithm>
#include <cstdint>
#include <iostream>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include <thrustline/stixels.hpp>

#include "deviation.hpp"
#include "disparity_maps.hpp"
#include "height_cases.hpp"
#include "line_plot.hpp"
#include "scene_scores.hpp"
#include "step_times.hpp"
#include "support/arguments.hpp"
#include "support/made_streets.hpp"
#include "support/result_file.hpp"
#include "support/run_benchmark.hpp"

namespace {

using namespace thrustline;
using namespace thrustline::bench;

constexpr double tolerances[] = {0.5, 1, 2, 4, 8, 16, 32};
constexpr stixel_reduction reductions[] = {stixel_reduction::mean, stixel_reduction::median};

const char* name_of(stixel_reduction reduction) { return reduction == stixel_reduction::mean ? "mean" : "median"; }

/// Runs the parts of the evaluation, and records whether all results equal the CPU's.
class evaluation {
public:
  explicit evaluation(arguments const& given)
      : on_(timed_executor(given.text("device"))), commit_(given.text("commit")), folder_(given.text("data")) {}

  void score_scenes(std::string const& path) const;
  void compare_maps(std::string const& path, std::string const& plot_path);
  void time_roads(std::string const& path);
  void time_heights(std::string const& path, std::string const& plot_path);

  bool all_equal() const { return different_ == 0; }

private:
  static executor timed_executor(std::string const& device) {
    if (device == "cuda" || (device == "auto" && executor::cuda_available()))
      return executor::cuda();
    if (device != "cpu" && device != "auto")
      throw std::invalid_argument("--device " + device + ": auto, cpu or cuda");
    return executor::cpu(1);
  }

  plotted_line compare(disparity_map const& one, result_file& file);

  /// Verdict on a GPU's result: whether it equals the CPU's.
  template <class Result>
  std::string verdict(executor const& on, timed<Result> const& step) {
    different_ += !step.equal;
    return !on.is_cuda() ? "" : step.equal ? "equal" : "DIFFERENT";
  }

  executor on_; ///< executor that is timed
  std::string commit_, folder_;
  int different_ = 0;
};

plotted_line evaluation::compare(disparity_map const& one, result_file& file) {
  const auto pixels = static_cast<double>(one.columns * one.rows);
  plotted_line curve{one.name, {}, {}};
  for (double tolerance : tolerances) {
    const auto cut = timed_segments(on_, one.view(), segment_columns_options{}.tolerance(tolerance));
    std::vector<float> instead(one.disparity.size());
    const auto count = static_cast<std::int64_t>(cut.result.values.size());
    reconstruct_columns(executor::cpu(), {cut.result.offsets.data(), cut.result.values.data(), count},
                        {instead.data(), one.columns, one.rows});
    const deviation from(one.disparity, instead);
    double sum = 0;
    int most = 0;
    for (std::int64_t c = 0; c < one.columns; ++c) {
      const int of_column = levels(one.disparity.data() + c, one.columns, 0, one.rows - 1, tolerance);
      sum += of_column;
      most = std::max(most, of_column);
    }
    const double segments = static_cast<double>(count);
    file.add(today(), on_.name(), machine(), commit_, one.name, one.columns, one.rows, "rdp", tolerance, "", 1,
             segments / static_cast<double>(one.columns), pixels / segments, 4 * (count + one.columns), from.mean(),
             from.root_mean_square(), from.far_share(), sum / static_cast<double>(one.columns), most, cut.ms,
             verdict(on_, cut));
    curve.line.push_back({pixels / segments, from.mean()});
  }

  std::optional<road_estimate> road;
  estimate_road(executor::cpu(), one.view(), one.camera, road_options{}.max_disparity(one.max_disparity), &road);
  for (stixel_reduction reduction : reductions) {
    const auto options = stixel_options{}
                             .max_disparity(one.max_disparity)
                             .width(one.stixel_width)
                             .road(road.value().road)
                             .reduction(reduction);
    const auto found = timed_stixels(on_, one.view(), one.camera, options);
    const deviation from(one.disparity, image_of(found.result, one, road->road, options.width()));
    const auto count = static_cast<std::int64_t>(found.result.values.size());
    const std::int64_t columns = one.columns / options.width();
    const double pixels_a_stixel =
        static_cast<double>(columns * options.width() * one.rows) / static_cast<double>(count);
    file.add(today(), on_.name(), machine(), commit_, one.name, one.columns, one.rows, "stixels", "",
             name_of(reduction), options.width(), static_cast<double>(count) / static_cast<double>(columns),
             pixels_a_stixel, 8 * count, from.mean(), from.root_mean_square(), from.far_share(), "", "", found.ms,
             verdict(on_, found));
    curve.dots.push_back({pixels_a_stixel, from.mean()});
  }
  return curve;
}

void evaluation::compare_maps(std::string const& path, std::string const& plot_path) {
  result_file file(path, {"date",
                          "device",
                          "machine",
                          "commit",
                          "map",
                          "columns",
                          "rows",
                          "representation",
                          "tolerance_px",
                          "reduction",
                          "width",
                          "segments_a_column",
                          "pixels_a_segment",
                          "bytes_a_frame",
                          "mean_error_px",
                          "root_mean_square_error_px",
                          "share_above_3_px",
                          "mean_levels",
                          "most_levels",
                          "ms",
                          "verified"});
  line_plot plot{
      "pixels a segment", "mean absolute error, px", {"line: RDP, dot: stixels,", "ring: by the median"}, {}};
  for (disparity_map const& one : read_maps(folder_))
    plot.lines.push_back(compare(one, file));
  write_line_plot(plot_path, plot);
}

/// Times CPU cores, and the GPU if it is chosen, with the image in its memory and in the host's.
void evaluation::time_roads(std::string const& path) {
  result_file file(path, {"date", "device", "machine", "commit", "map", "columns", "rows", "image_in", "slope",
                          "horizon", "ms", "verified"});
  struct place {
    executor on;
    memory where;
  };
  std::vector<place> places{{executor::cpu(1), memory::host}, {executor::cpu(2), memory::host}};
  if (on_.is_cuda())
    places.insert(places.end(), {{on_, memory::device}, {on_, memory::host}});
  for (disparity_map const& one : read_maps(folder_))
    for (place const& each : places) {
      const auto options = road_options{}.max_disparity(one.max_disparity);
      const auto found = timed_road(each.on, each.where, one.view(), one.camera, options);
      const road_model road = found.result.value().road;
      file.add(today(), each.on.name(), machine(), commit_, one.name, one.columns, one.rows,
               each.where == memory::device ? "device" : "host", road.slope, road.horizon, found.ms,
               verdict(each.on, found));
    }
}

void evaluation::score_scenes(std::string const& path) const {
  result_file file(path, {"date", "commit", "mode", "reduction", "noise_px", "outliers", "holes", "scenes",
                          "true_stixels", "detection_rate", "false_positives", "scenes_with_false_positives",
                          "same_class", "median_disparity_error_px"});
  constexpr int scenes = 8;
  const auto score = [&](stixel_mode mode, stixel_reduction reduction, double noise, double outliers) {
    scene_scores scores;
    int with_false_positives = 0;
    for (int i = 0; i < scenes; ++i) {
      const made_street scene = make_street(400, 300, {8, noise, outliers, 0.1, static_cast<std::uint64_t>(100 + i)});
      const std::int64_t before = scores.false_positives;
      const auto options = stixel_options{}.mode(mode).reduction(reduction).road(scene.road);
      add_scores(scores, scene, stixels(executor::cpu(), scene.view(), scene.camera, options), options.width());
      with_false_positives += scores.false_positives > before;
    }
    const auto share = [](std::int64_t part, std::int64_t whole) {
      return static_cast<double>(part) / static_cast<double>(whole);
    };
    file.add(today(), commit_, mode == stixel_mode::faithful ? "faithful" : "corrected", name_of(reduction), noise,
             outliers, 0.1, scenes, scores.true_stixels, share(scores.detected, scores.true_stixels),
             scores.false_positives, with_false_positives, share(scores.same_class, scores.pixels),
             scores.median_disparity_error());
  };
  for (stixel_mode mode : {stixel_mode::corrected, stixel_mode::faithful})
    for (stixel_reduction reduction : reductions)
      for (double noise : {0., 0.5, 1., 2., 3.})
        for (double outliers : {0.05, 0.15})
          score(mode, reduction, noise, outliers);
}

/// Times frames of 1242 columns, stretched to several heights (Cebrian & Moure, Fig. 9).
void evaluation::time_heights(std::string const& path, std::string const& plot_path) {
  result_file file(path, {"date", "device", "machine", "commit", "case", "frame", "columns", "rows", "tolerance_px",
                          "segments_a_column", "stixels_a_column", "rdp_ms", "stixels_ms", "verified"});
  std::map<std::string, plotted_line> rdp, stixel;
  for (std::int64_t rows : {256, 384, 512, 768, 1024})
    for (height_case const& one : height_cases(folder_, rows)) {
      const std::vector<float> disparity = one.disparity();
      const dense_images<const float> view{disparity.data(), one.frame.columns, rows};
      const auto options = stixel_options{}.road(one.road());
      const auto cut = timed_segments(on_, view, segment_columns_options{}.tolerance(one.frame.tolerance));
      const auto found = timed_stixels(on_, view, one.camera(), options);
      const auto a_column = [](std::size_t pieces, std::int64_t columns) {
        return static_cast<double>(pieces) / static_cast<double>(columns);
      };
      file.add(today(), on_.name(), machine(), commit_, one.name, one.frame.name, one.frame.columns, rows,
               one.frame.tolerance, a_column(cut.result.values.size(), one.frame.columns),
               a_column(found.result.values.size(), one.frame.columns / options.width()), cut.ms, found.ms,
               cut.equal ? verdict(on_, found) : verdict(on_, cut));
      rdp[one.name].line.push_back({static_cast<double>(rows), cut.ms});
      stixel[one.name].line.push_back({static_cast<double>(rows), found.ms});
    }
  line_plot plot{"rows", on_.is_cuda() ? "on a GPU, ms" : "one thread, ms", {}, {}};
  for (const char* name : {"best", "average", "worst", "noise"})
    if (rdp.count(name)) {
      plot.lines.push_back({name + std::string(", RDP"), rdp[name].line, {}});
      plot.lines.push_back({name + std::string(", stixels"), stixel[name].line, {}});
    }
  write_line_plot(plot_path, plot);
}

int run(arguments const& given) {
  evaluation all(given);
  for (std::string const& part : given.words("parts"))
    if (part == "scenes")
      all.score_scenes(given.text("scenes"));
    else if (part == "heights")
      all.time_heights(given.text("heights"), given.text("heights_plot"));
    else if (part != "roads" && part != "maps")
      throw std::invalid_argument("--parts: " + part + " is none of scenes, heights, roads, maps");
    else if (given.text("data").empty())
      std::cerr << "left out: " << part << ", which need --data\n";
    else if (part == "roads")
      all.time_roads(given.text("roads"));
    else
      all.compare_maps(given.text("maps"), given.text("plot"));
  return all.all_equal() ? 0 : 1;
}

} // namespace

int main(int argc, char** argv) {
  return run_benchmark(argc, argv,
                       {{"parts", "scenes heights roads maps"},
                        {"device", "auto"},
                        {"maps", "evaluation-maps.csv"},
                        {"scenes", "evaluation-scenes.csv"},
                        {"roads", "evaluation-roads.csv"},
                        {"plot", "evaluation.svg"},
                        {"heights", "evaluation-heights.csv"},
                        {"heights_plot", "evaluation-heights.svg"},
                        {"commit", built_from()},
                        {"data", ""}},
                       run);
}
