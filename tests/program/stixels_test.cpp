// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include <thrustline/stixels.hpp>

#include "child.hpp"
#include "failed_run.hpp"
#include "made_png.hpp"
#include "random_numbers.hpp"
#include "read_json.hpp"
#include "sanitized.hpp"
#include "scratch_folder.hpp"
#include "skip.hpp"

using namespace thrustline;
using namespace thrustline::test;

namespace {

using arguments = std::vector<std::string>;

constexpr std::int64_t columns = 60, rows = 90;
const stereo_camera camera{300, 0.5, 30};
const road_model road{0.5, 30}; ///< 1 m below the camera
const arguments on_camera{"--focal", "300", "--baseline", "0.5", "--cy", "30"};

/// 16-bit pixels of a road with boxes on it and sky above, and some holes (0).
std::vector<std::uint16_t> made_street(std::uint64_t seed) {
  random_numbers numbers(seed);
  std::vector<std::uint16_t> values;
  for (std::int64_t r = 0; r < rows; ++r)
    for (std::int64_t c = 0; c < columns; ++c) {
      const bool box = c / 10 % 2 == 1 && r >= 20 && r < 60;
      const double disparity = box ? 15 : std::max(0., 0.5 * static_cast<double>(r - 30));
      values.push_back(numbers.below(12) == 0
                           ? std::uint16_t(0)
                           : static_cast<std::uint16_t>(std::lround(256 * disparity) + 1 + numbers.below(30)));
    }
  return values;
}

std::string png_of(std::vector<std::uint16_t> const& values) { return made_grey_png(columns, 16, values); }

ragged<stixel> expected(std::vector<std::uint16_t> const& raw, stixel_options const& options) {
  std::vector<float> disparity;
  for (std::uint16_t value : raw)
    disparity.push_back(value == 0 ? NAN : static_cast<float>(value) / 256);
  return stixels(executor::cpu(1), dense_images<const float>{disparity.data(), columns, rows}, camera, options);
}

/// Lines of OUTPUT; the disparity is read back.
void check_csv(std::string const& csv, ragged<stixel> const& wanted) {
  const char* const names[] = {"ground", "object", "sky"};
  std::istringstream lines(csv);
  std::string line;
  std::getline(lines, line);
  CHECK(line == "column,first,last,class,disparity");
  for (std::size_t c = 0; c + 1 < wanted.offsets.size(); ++c)
    for (auto i = wanted.offsets[c]; i < wanted.offsets[c + 1]; ++i) {
      stixel const& one = wanted.values[static_cast<std::size_t>(i)];
      std::ostringstream head;
      head << c << "," << one.first << "," << one.last << "," << names[static_cast<int>(one.kind)] << ",";
      REQUIRE(std::getline(lines, line));
      REQUIRE(line.substr(0, head.str().size()) == head.str());
      REQUIRE(std::strtof(line.c_str() + head.str().size(), nullptr) == one.disparity);
    }
  CHECK_FALSE(std::getline(lines, line));
}

arguments with_camera(std::string const& in, std::string const& out, arguments const& options) {
  arguments all{"stixels", in, out};
  all.insert(all.end(), on_camera.begin(), on_camera.end());
  all.insert(all.end(), options.begin(), options.end());
  return all;
}

ended run_stixels(std::string const& in, std::string const& out, arguments const& options) {
  return run_program(with_camera(in, out, options));
}

/// Runs with every kind of output and expects this status and message.
void check_fails(scratch_folder const& folder, std::string const& in, arguments const& options, int status,
                 std::string const& complaint, std::string const& out = "out.csv") {
  arguments all{"--plot", folder.path("plot.png")};
  all.insert(all.end(), options.begin(), options.end());
  const std::string error = complaint_of(folder, with_camera(in, folder.path(out), all), status);
  CHECK_MESSAGE(error.find(complaint) != std::string::npos, error);
}

} // namespace

TEST_CASE("Stixels: OUTPUT is what stixels() gives") {
  const scratch_folder folder;
  const auto raw = made_street(1);
  const std::string in = folder.write("in.png", png_of(raw)), out = folder.path("out.csv");
  const auto check = [&](arguments const& options, stixel_options const& same) {
    arguments all{"--overwrite", "-q"};
    all.insert(all.end(), options.begin(), options.end());
    const ended run = run_stixels(in, out, all);
    INFO(run.err);
    REQUIRE(run.status == 0);
    CHECK(run.out + run.err == "");
    check_csv(folder.read("out.csv"), expected(raw, same));
  };
  check({"--road", "0.5,30"}, stixel_options{}.road(road));
  check({"--road", "0.5,30", "--mode", "faithful", "--width", "3"},
        stixel_options{}.road(road).mode(stixel_mode::faithful).width(3));
  check({"--road", "0.5,30", "--max-disparity", "32", "--threads", "2"}, stixel_options{}.road(road).max_disparity(32));
  check({}, stixel_options{});
  check({"--road", "auto", "--device", "cpu", "--invalid", "0", "--median", "0"}, stixel_options{});
}

TEST_CASE("Stixels: the report") {
  const scratch_folder folder;
  const auto raw = made_street(2);
  const std::string in = folder.write("in.png", png_of(raw)), out = folder.path("out.csv");
  const ended run = run_stixels(in, out, {"--json", "--threads", "1"});
  REQUIRE(run.status == 0);
  CHECK(run.err == "");
  const auto report = read_json(run.out);
  const auto wanted = expected(raw, {});
  std::int64_t of_class[3] = {};
  for (stixel const& one : wanted.values)
    ++of_class[static_cast<int>(one.kind)];
  CHECK(report["image_columns"] == columns);
  CHECK(report["rows"] == rows);
  CHECK(report["columns"] == columns / 5);
  CHECK(report["stixels"] == wanted.values.size());
  CHECK(report["ground"] == of_class[0]);
  CHECK(report["object"] == of_class[1]);
  CHECK(report["sky"] == of_class[2]);
  CHECK(report["mode"] == "corrected");
  CHECK(report["device"] == "cpu, 1 thread");
  CHECK(report["road"]["estimated"] == true);
  CHECK(report["road"]["slope"].get<double>() == doctest::Approx(0.5).epsilon(0.1));
  CHECK(report["road"]["camera_height"].get<double>() == doctest::Approx(1).epsilon(0.1));
  CHECK(report["road"]["votes"].get<int>() > 25);
  const ended given = run_stixels(in, out, {"--json", "--overwrite", "--road", "0.5,30"});
  REQUIRE(given.status == 0);
  CHECK(read_json(given.out)["road"].dump() == R"({"estimated":false,"horizon":30.0,"slope":0.5})");
  const ended line = run_stixels(in, out, {"--overwrite"});
  CHECK(line.err.find("12 columns of 90 rows -> ") == 0);
  const ended to_pipe = run_stixels(in, "-", {"-q"});
  check_csv(to_pipe.out, wanted);
}

TEST_CASE("Stixels: the report has the number of pixels used") {
  const scratch_folder folder;
  const auto raw = made_street(6);
  const std::string in = folder.write("in.png", png_of(raw)), out = folder.path("out.csv");
  std::int64_t valid = 0, beyond = 0;
  for (std::uint16_t value : raw) {
    valid += value > 0;
    beyond += value >= 16 * 256;
  }
  REQUIRE((beyond > 0 && beyond < valid));
  const arguments options{"--road", "0.5,30", "--max-disparity", "16", "--overwrite"};
  const ended line = run_stixels(in, out, options);
  REQUIRE(line.status == 0);
  CHECK(line.err.find(" of the pixels valid, ") != std::string::npos);
  CHECK(line.err.find(" of these not used, as they are >= 16 px, ") != std::string::npos);
  arguments with_report = options;
  with_report.push_back("--json");
  const auto report = read_json(run_stixels(in, out, with_report).out);
  CHECK(report["max_disparity"] == 16);
  CHECK(report["valid_share"].get<double>() == static_cast<double>(valid) / (columns * rows));
  CHECK(report["beyond_share"].get<double>() == static_cast<double>(beyond) / static_cast<double>(valid));

  const std::string none = folder.write("none.png", made_grey_png(6, 16, std::vector<std::uint16_t>(60)));
  const auto of_none = read_json(run_stixels(none, out, with_report).out);
  CHECK(of_none["valid_share"] == 0.0);
  CHECK(of_none["beyond_share"] == 0.0);
  CHECK(run_stixels(in, out, {"--overwrite"}).err.find("not used") == std::string::npos);
}

TEST_CASE("Stixels: takes tiny images, and refuses stixels wider than the image") {
  const scratch_folder folder;
  const std::string out = folder.path("out.csv"), head = "column,first,last,class,disparity\n",
                    column = folder.write("column.png", made_grey_png(1, 8, {9, 9, 9, 9, 9, 9})),
                    row = folder.write("row.png", made_grey_png(6, 8, {9, 9, 9, 9, 9, 9}));
  const auto written = [&](std::string const& in, std::string const& width) {
    const ended run = run_stixels(
        in, out, {"--road", "0.3,3", "--width", width, "--plot", folder.path("plot.png"), "--overwrite", "-q"});
    INFO(run.err);
    REQUIRE(run.status == 0);
    const seen_png plot = seen(folder.read("plot.png"));
    CHECK(plot.columns * plot.rows == 6);
    return folder.read("out.csv");
  };
  CHECK(written(column, "1") == head + "0,0,5,object,9\n");
  CHECK(written(row, "6") == head + "0,0,0,object,9\n");
  check_fails(folder, row, {"--road", "0.3,3", "--width", "7", "--overwrite"}, 2,
              "--width: 7, but " + row + " has 6 columns of pixels");
  check_fails(folder, column, {"--overwrite"}, 2, "--width: 5, but " + column + " has 1 column of pixels");
  check_fails(folder, column, {"--overwrite", "--width", "1"}, 1, "no road was found; give one");
}

TEST_CASE("Stixels: the plot leaves ground clear and colours the rest") {
  const scratch_folder folder;
  const auto raw = made_street(3);
  const std::string in = folder.write("in.png", png_of(raw)), out = folder.path("out.csv"),
                    left = folder.write("left.png",
                                        made_grey_png(columns, 8, std::vector<std::uint16_t>(columns * rows, 100)));
  REQUIRE(run_stixels(in, out, {"--road", "0.5,30", "--plot", folder.path("plot.png"), "--image", left, "-q"}).status ==
          0);
  const seen_png plot = seen(folder.read("plot.png"));
  REQUIRE((plot.columns == columns && plot.rows == rows));
  const auto wanted = expected(raw, stixel_options{}.road(road));
  std::int64_t seen_of_class[3] = {};
  for (std::size_t c = 0; c + 1 < wanted.offsets.size(); ++c)
    for (auto i = wanted.offsets[c]; i < wanted.offsets[c + 1]; ++i) {
      stixel const& one = wanted.values[static_cast<std::size_t>(i)];
      for (std::int64_t row = one.first + 1; row <= one.last; ++row) {
        const int colour = plot.colour(static_cast<std::int64_t>(5 * c) + 2, row), red = colour >> 16,
                  green = colour >> 8 & 255, blue = colour & 255;
        ++seen_of_class[static_cast<int>(one.kind)];
        if (one.kind == stixel_class::ground)
          REQUIRE(colour == 0x646464);
        else if (one.kind == stixel_class::sky || one.disparity < 1)
          REQUIRE((blue > red && blue > green));
        else
          REQUIRE(std::max(red, green) > blue + 50);
      }
    }
  for (std::int64_t count : seen_of_class)
    CHECK(count > 0);
  const ended alone = run_stixels(in, out, {"--plot", folder.path("alone.png"), "--overwrite", "-q"});
  REQUIRE(alone.status == 0);
  CHECK(seen(folder.read("alone.png")).rows == rows);
}

TEST_CASE("Stixels: bad usage ends with 2") {
  const scratch_folder folder;
  const std::string in = folder.write("in.png", png_of(made_street(4)));
  for (auto const& [option, value] : {std::pair{"--mode", "best"},
                                      {"--road", "straight"},
                                      {"--road", "0.5;30"},
                                      {"--road", "0.5,x"},
                                      {"--width", "0"},
                                      {"--max-disparity", "1"},
                                      {"--max-disparity", "1025"},
                                      {"--median", "4"},
                                      {"--invalid", "65536"}})
    check_fails(folder, in, {option, value}, 2, value);
  check_fails(folder, in, {"--focal", "0"}, 2, "focal");
  const ended zero =
      run_program({"stixels", in, folder.path("out.csv"), "--focal", "0", "--baseline", "1", "--cy", "3"});
  CHECK(zero.status == 2);
  CHECK(zero.err == "thrustline: --focal: 0 is not a number from 1e-06 to 1e+06\n");
  for (const std::string large : {"--focal", "--baseline", "--cy"}) {
    std::vector<std::string> arguments{"stixels", in, folder.path("out.csv")};
    for (const std::string option : {"--focal", "--baseline", "--cy"})
      arguments.insert(arguments.end(), {option, option == large ? "1e300" : "3"});
    CHECK(run_program(arguments).err.find("thrustline: " + large + ": 1e+300 is not a number from ") == 0);
  }
  CHECK(run_program({"stixels", in, folder.path("out.csv")}).status == 2);
  for (const std::string empty : {"--focal", "--baseline", "--cy"}) {
    std::vector<std::string> arguments{"stixels", in, folder.path("out.csv")};
    for (const std::string option : {"--focal", "--baseline", "--cy"})
      arguments.insert(arguments.end(), {option, option == empty ? "" : "3"});
    const ended run = run_program(arguments);
    CHECK(run.status == 2);
    CHECK(run.err.find("thrustline: " + empty + ": the value is empty") == 0);
  }
  check_fails(folder, in, {"--road", "-0.5,30"}, 2, "--road: ALPHA -0.5 is not a number from 1e-06 to 1e+06");
  check_fails(folder, in, {"--device", "cuda", "--threads", "2"}, 2, "--threads: has no effect with --device cuda");
  check_fails(folder, in, {}, 2, "out.png does not end in .csv", "out.png");
  CHECK(run_stixels(in, "-", {"--json"}).status == 2);
  CHECK(run_stixels(in, folder.path("out.csv"), {"--image", in}).err.find("--image: has no effect without --plot") !=
        std::string::npos);
  CHECK(run_program({"stixels", "--help"}).out.find("ALPHA,HORIZON_ROW") != std::string::npos);
}

TEST_CASE("Stixels: bad input or no road ends with 1 and no file") {
  const scratch_folder folder;
  const std::string whole = png_of(made_street(5));
  const auto bad = [&](std::string const& bytes, std::string const& complaint) {
    const std::string in = folder.write("in.png", bytes);
    check_fails(folder, in, {}, 1, "thrustline: " + in + ": " + complaint);
  };
  bad(whole.substr(0, whole.size() / 2), "broken PNG: the file is cut off");
  bad(made_png(1, 8, PNG_COLOR_TYPE_RGB, {{1, 2, 3}}), "is a PNG of another kind (RGB, 8 bits)");
  bad(made_png(8, 1, PNG_COLOR_TYPE_GRAY, {{1}}), "is a PNG of another kind (grey, 1 bit)");
  bad(made_grey_png(6, 16, std::vector<std::uint16_t>(60)), "no road was found; give one by --road ALPHA,HORIZON_ROW");
  bad(made_grey_png(60, 16, std::vector<std::uint16_t>(60, 2560)), "no road was found");
  bad(made_grey_png(60, 16, std::vector<std::uint16_t>(60, 128 * 256)),
      "no road was found: 100 % of the valid pixels are not used, as they are >= 128 px; raise --max-disparity, or "
      "give one by --road ALPHA,HORIZON_ROW");
  const std::string zeros = made_grey_png(6, 16, std::vector<std::uint16_t>(60));
  CHECK(run_program(with_camera("-", folder.path("out.csv"), {}), zeros)
            .err.find("thrustline: standard input: no road was found") == 0);
  check_fails(folder, folder.path("absent.png"), {}, 1, "absent.png: cannot be opened: No such file");

  const std::string in = folder.write("in.png", whole);
  const std::string deep = folder.write("deep.png", whole);
  check_fails(folder, in, {"--image", deep}, 1, "has pixels of 16 bits; an image of 8 bits is needed");
  const std::string small = folder.write("small.png", made_grey_png(6, 8, std::vector<std::uint16_t>(60, 9)));
  check_fails(folder, in, {"--image", small}, 1, "has 6 x 10 pixels, " + in + " has 60 x 90");
  folder.write("out.csv", "old");
  check_fails(folder, in, {}, 1, "exists already; --overwrite replaces it");
}

TEST_CASE("Stixels: runs on road images") {
  struct street {
    const char *name, *focal, *baseline, *row, *range, *width;
    double least_height, most_height; ///< plausible for a camera on a car, m; the true height is not known
    std::vector<std::string> more;
  };
  const std::vector<std::string> filtered{"--median", "5"};
  for (street const& one : {street{"kitti_tram", "721.5", "0.54", "172.9", "128", "9", 1.4, 1.9, filtered},
                            street{"kitti_tree", "721.5", "0.54", "172.9", "128", "9", 1.4, 1.9, filtered},
                            street{"kitti_tree_noisy", "721.5", "0.54", "172.9", "128", "9", 1.4, 1.9, filtered},
                            street{"kitti_tree_corrupt", "721.5", "0.54", "172.9", "128", "9", 1.4, 1.9, filtered},
                            street{"karlsruhe_urban1", "645.24", "0.5707", "194.13", "128", "9", 1, 2.5, filtered},
                            street{"karlsruhe_urban4", "645.24", "0.5707", "194.13", "128", "9", 1, 2.5, filtered},
                            street{"synthia", "704.7082", "0.8", "384", "128", "5", 3.4, 3.5, {"--invalid", "none"}},
                            street{"apollo_1", "2300", "0.36", "1355", "192", "47", 1, 3.5, {}}}) {
    if (sanitized && one.name != std::string("kitti_tram") && one.name != std::string("synthia"))
      continue;
    const std::string path = std::string(THRUSTLINE_DATA_DIR) + "/disparity_" + one.name + ".png";
    if (!std::filesystem::exists(path)) {
      skip("program stixels: " + path + " is absent");
      continue;
    }
    INFO("image ", std::string(one.name));
    const scratch_folder folder;
    arguments all{"stixels",         path,      folder.path("out.csv"),
                  "--focal",         one.focal, "--baseline",
                  one.baseline,      "--cy",    one.row,
                  "--max-disparity", one.range, "--width",
                  one.width,         "--plot",  folder.path("plot.png"),
                  "--json"};
    all.insert(all.end(), one.more.begin(), one.more.end());
    const ended run = run_program(all);
    INFO(run.err);
    REQUIRE(run.status == 0);
    const auto report = read_json(run.out);
    CHECK(report["road"]["camera_height"].get<double>() > one.least_height);
    CHECK(report["road"]["camera_height"].get<double>() < one.most_height);
    CHECK(report["ground"].get<int>() > 50);
    CHECK(report["object"].get<int>() > 100);
    CHECK(report["valid_share"].get<double>() > 0.5);
    CHECK(report["beyond_share"].get<double>() < 0.1);
    CHECK(seen(folder.read("plot.png")).columns == report["image_columns"]);
  }
}
