// SPDX-License-Identifier: MIT
// Stixels on CPU cores, beside the direct recurrence of the tests on every 8th column of the same frame.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <iostream>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include <thrustline/stixels.hpp>

#include "direct_recurrence.hpp"
#include "formats/grey_image.hpp"
#include "made_scenes.hpp"
#include "support/arguments.hpp"
#include "support/result_file.hpp"
#include "support/timing.hpp"

namespace {

using namespace thrustline;
using namespace thrustline::bench;

struct frame {
  std::string name;
  test::made_scene scene;
};

/// KITTI's frames with the road that is found in them.
std::vector<frame> kitti_frames(std::string const& data) {
  std::vector<frame> frames;
  if (data.empty())
    return frames;
  for (const char* name : {"kitti_tram", "kitti_tree", "kitti_tree_noisy"}) {
    const auto image = thrustline_program::read_grey_image(data + "/disparity_" + name + ".png");
    frame one{name, {}};
    one.scene.columns = image.columns, one.scene.rows = image.rows;
    one.scene.camera = {721.5, 0.54, 172.9};
    for (std::uint16_t value : image.values)
      one.scene.disparity.push_back(value == 0 ? std::numeric_limits<float>::quiet_NaN()
                                               : static_cast<float>(value) / 256);
    std::optional<road_estimate> road;
    estimate_road(executor::cpu(), one.scene.view(), one.scene.camera, {}, &road);
    one.scene.road = road.value().road;
    frames.push_back(one);
  }
  return frames;
}

frame made(std::int64_t columns, std::int64_t rows) {
  return {"made", test::scene_of_boxes(columns, rows, 25, {1, 0.1, 0.1}, 7)};
}

void measure(frame const& one, stixel_mode mode, result_file& file, std::string const& commit) {
  constexpr std::int64_t every = 8;
  test::made_scene const& scene = one.scene;
  const auto options = stixel_options{}.road(scene.road).mode(mode);
  const std::int64_t columns = scene.columns / options.width();
  const executor single = executor::cpu(1), all = executor::cpu();
  ragged<stixel> found;
  test::frame_model model(scene.rows, scene.camera, scene.road, options);
  std::size_t direct_stixels = 0;
  const auto engine = [&](executor const& on) {
    return [&] { found = stixels(on, scene.view(), scene.camera, options); };
  };
  const auto direct = [&] {
    direct_stixels = 0;
    for (std::int64_t s = 0; s < columns; s += every) {
      model.direct.read(test::reduced_column(scene.view(), options, s));
      direct_stixels += model.direct.solve().stixels.size();
    }
  };
  const std::vector<timing> times = interleaved({engine(single), engine(all), direct}, 4000);
  std::size_t same_stixels = 0;
  for (std::int64_t s = 0; s < columns; s += every)
    same_stixels += static_cast<std::size_t>(found.offsets[static_cast<std::size_t>(s + 1)] -
                                             found.offsets[static_cast<std::size_t>(s)]);
  const double direct_ms =
      times[2].median_ms * static_cast<double>(columns) / static_cast<double>((columns + every - 1) / every);
  file.add(today(), machine(), commit, one.name, scene.columns, scene.rows,
           mode == stixel_mode::faithful ? "faithful" : "corrected", found.values.size(), times[0].median_ms,
           times[1].median_ms, all.threads(), direct_ms, direct_ms / times[0].median_ms,
           same_stixels == direct_stixels ? "equal" : "DIFFERENT");
}

} // namespace

int main(int argc, char** argv) {
  const arguments given(argc, argv, {{"out", "stixels-cpu.csv"}, {"commit", built_from()}, {"data", ""}});
  try {
    result_file file(given.text("out"),
                     {"date", "machine", "commit", "frame", "columns", "rows", "mode", "stixels", "one_thread_ms",
                      "all_threads_ms", "threads", "direct_ms", "direct_over_one_thread", "verified"});
    std::vector<frame> frames = kitti_frames(given.text("data"));
    frames.push_back(made(1024, 440));
    for (frame const& one : frames)
      for (stixel_mode mode : {stixel_mode::corrected, stixel_mode::faithful})
        measure(one, mode, file, given.text("commit"));
  } catch (std::exception const& error) {
    std::cerr << error.what() << "\n";
    return 1;
  }
}
