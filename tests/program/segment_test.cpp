// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include <thrustline/depth_image.hpp>

#include "child.hpp"
#include "made_png.hpp"
#include "read_json.hpp"
#include "sanitized.hpp"
#include "scratch_folder.hpp"
#include "segment_runs.hpp"
#include "skip.hpp"

using namespace thrustline;
using namespace thrustline::test;
using thrustline_program::read_grey_image;

namespace {

/// The OUTPUT of columns as that of rows: its header names them.
std::string with_rows(std::string const& csv) { return "row" + csv.substr(std::string("column").size()); }

} // namespace

TEST_CASE("Segment: OUTPUT is what segment_columns gives") {
  const grey_image large = made_street(60, 90, 16, 1), small = made_street(33, 50, 8, 2);
  const std::string expected = expected_csv(disparities(large), 60, 90, 2);
  CHECK(expected.size() > 2000);
  for (arguments const& options : std::vector<arguments>{{},
                                                         {"--engine", "recursive"},
                                                         {"--engine", "composed"},
                                                         {"--engine", "fused"},
                                                         {"--engine", "auto", "--device", "cpu"},
                                                         {"--threads", "3"},
                                                         {"--holes", "ignore"},
                                                         {"--median", "0"},
                                                         {"--axis", "columns"},
                                                         {"--invalid", "0"},
                                                         {"--rows", "90"}})
    CHECK(segmented(png_of(large), with(options)) == expected);

  std::string pgm = "P5 60 90 65535\n", text = "P2 60 90 65535\n", bytes = "P5 33 50 255\n";
  for (std::uint16_t value : large.values) {
    pgm += {static_cast<char>(value >> 8), static_cast<char>(value & 255)};
    text += std::to_string(value) + "\n";
  }
  for (std::uint16_t value : small.values)
    bytes += static_cast<char>(value);
  CHECK(segmented(pgm, tolerance_2) == expected);
  CHECK(segmented(text, tolerance_2) == expected);
  const std::string expected_small = expected_csv(disparities(small), 33, 50, 2);
  CHECK(segmented(png_of(small), tolerance_2) == expected_small);
  CHECK(segmented(bytes, tolerance_2) == expected_small);
}

TEST_CASE("Segment: earlier steps run in their order") {
  const grey_image raw = made_street(40, 70, 16, 3);
  const executor on = executor::cpu(1);
  std::vector<float> image = disparities(raw), filtered(image.size()), stretched(40 * 100);
  median_filter(on, {image.data(), 40, 70}, 5, {filtered.data(), 40, 70});
  CHECK(segmented(png_of(raw), with({"--median", "5"})) == expected_csv(filtered, 40, 70, 2));
  fill_columns(on, {filtered.data(), 40, 70}, {filtered.data(), 40, 70});
  CHECK(segmented(png_of(raw), with({"--median", "5", "--holes", "fill"})) == expected_csv(filtered, 40, 70, 2));
  resample_rows(on, {filtered.data(), 40, 70}, {stretched.data(), 40, 100});
  CHECK(segmented(png_of(raw), with({"--rows", "100", "--holes", "fill", "--median", "5"})) ==
        expected_csv(stretched, 40, 100, 2));
  CHECK(segmented(png_of(raw), with({"--median", "3"})) != expected_csv(image, 40, 70, 2));
}

TEST_CASE("Segment: --invalid takes another value, or none") {
  const grey_image raw = made_street(20, 30, 8, 4);
  CHECK(segmented(png_of(raw), with({"--invalid", "50"})) == expected_csv(disparities(raw, 50), 20, 30, 2));
  CHECK(segmented(png_of(raw), with({"--invalid", "none"})) == expected_csv(disparities(raw, -1), 20, 30, 2));
}

TEST_CASE("Segment: along rows equals columns of the transpose") {
  const grey_image raw = made_street(50, 30, 16, 5);
  const arguments steps{"--median", "3", "--holes", "fill", "--rows", "64"};
  arguments along_rows = with(steps);
  along_rows.insert(along_rows.end(), {"--axis", "rows"});
  CHECK(segmented(png_of(raw), along_rows) == with_rows(segmented(png_of(turned(raw)), with(steps))));

  const scratch_folder folder;
  const std::string in = folder.write("in.png", png_of(raw)), other = folder.write("turned.png", png_of(turned(raw)));
  REQUIRE(run_program({"segment", in, folder.path("a.csv"), "-t", "2", "--axis", "rows", "--plot", folder.path("a.png"),
                       "--reconstruct", folder.path("ra.png")})
              .status == 0);
  REQUIRE(run_program({"segment", other, folder.path("b.csv"), "-t", "2", "--plot", folder.path("b.png"),
                       "--reconstruct", folder.path("rb.png")})
              .status == 0);
  const seen_png a = seen(folder.read("a.png")), b = seen(folder.read("b.png"));
  REQUIRE((a.columns == 50 && a.rows == 30 && b.columns == 30 && b.rows == 50));
  for (std::int64_t r = 0; r < 30; ++r)
    for (std::int64_t c = 0; c < 50; ++c)
      REQUIRE(a.colour(c, r) == b.colour(r, c));
  CHECK(read_grey_image(folder.path("ra.png")).values == turned(read_grey_image(folder.path("rb.png"))).values);
}

TEST_CASE("Segment: takes tiny images and images without valid pixels") {
  const std::string header = "column,first,last,value_first,value_last\n";
  const grey_image row{5, 1, 8, {1, 2, 30, 4, 5}}, column{1, 5, 8, {1, 2, 30, 4, 5}},
      nothing{7, 4, 16, std::vector<std::uint16_t>(28)};
  for (arguments const& steps : std::vector<arguments>{{}, {"--median", "5"}, {"--median", "3", "--holes", "fill"}}) {
    CHECK(segmented(png_of(row), with(steps)) == header);
    CHECK(segmented(png_of(nothing), with(steps)) == header);
    CHECK(segmented(made_grey_png(1, 16, {256}), with(steps)) == header);
  }
  const std::string cut = header + "0,0,1,1,2\n0,1,2,2,30\n0,2,3,30,4\n0,3,4,4,5\n";
  CHECK(segmented(png_of(column), {"-t", "0"}) == cut);
  CHECK(segmented(png_of(row), {"-t", "0", "--axis", "rows"}) == with_rows(cut));
  CHECK(segmented(png_of(row), {"-t", "2", "--rows", "3"}) ==
        header + "0,0,2,1,1\n1,0,2,2,2\n2,0,2,30,30\n3,0,2,4,4\n4,0,2,5,5\n");

  const scratch_folder folder;
  REQUIRE(run_program({"segment", folder.write("in.png", png_of(nothing)), folder.path("out.csv"), "-t", "1", "--plot",
                       folder.path("plot.png"), "--reconstruct", folder.path("again.png")})
              .status == 0);
  CHECK(read_grey_image(folder.path("again.png")).values == nothing.values);
  CHECK(seen(folder.read("plot.png")).rgb == std::vector<std::uint8_t>(3 * 28));
}

TEST_CASE("Segment: the report") {
  const scratch_folder folder;
  const std::string in = folder.write("in.png", png_of(made_street(20, 30, 16, 7))), out = folder.path("out.csv");
  const ended run = run_program({"segment", in, out, "-t", "2", "--json", "--threads", "1"});
  REQUIRE(run.status == 0);
  CHECK(run.err == "");
  const auto report = read_ordered_json(run.out);
  std::vector<std::string> keys;
  for (auto const& item : report.items())
    keys.push_back(item.key());
  CHECK(keys == std::vector<std::string>{"columns", "rows", "segments", "tolerance", "engine", "device", "seconds"});
  const std::string csv = folder.read("out.csv");
  CHECK(report["columns"] == 20);
  CHECK(report["rows"] == 30);
  CHECK(report["segments"] == std::count(csv.begin(), csv.end(), '\n') - 1);
  CHECK(report["tolerance"] == 2.0);
  CHECK(report["engine"] == "fused");
  CHECK(report["device"] == "cpu, 1 thread");
  for (const char* part : {"read", "compute", "write"})
    CHECK((report["seconds"][part].get<double>() > 0 && report["seconds"][part].get<double>() < 60));

  const ended again = run_program({"segment", in, out, "-t", "inf", "--json", "--overwrite", "--rows", "50", "--axis",
                                   "rows", "--engine", "composed"});
  REQUIRE(again.status == 0);
  CHECK(read_json(again.out)["columns"] == 30);
  CHECK(read_json(again.out)["rows"] == 50);
  CHECK(read_json(again.out)["tolerance"] == "inf");
  const std::string row = folder.write("row.png", png_of({4, 1, 8, {9, 9, 9, 9}}));
  CHECK(run_program({"segment", row, out, "-t", "1", "--overwrite", "--axis", "rows"})
            .err.find("1 row of 4 pixels -> 1 segment (1 a row), tolerance 1") == 0);
  CHECK(run_program({"segment", row, out, "-t", "1", "--overwrite"}).err.find("4 columns of 1 row -> 0 segments") == 0);
  CHECK(read_json(again.out)["engine"] == "composed");

  const ended line = run_program({"segment", in, out, "-t", "2", "--overwrite"});
  CHECK(line.out == "");
  CHECK(line.err.find("20 columns of 30 rows -> ") == 0);
}

TEST_CASE("Segment: standard input and output") {
  const grey_image raw = made_street(10, 20, 8, 8);
  std::string text = "P2 10 20 255\n";
  for (std::uint16_t value : raw.values)
    text += std::to_string(value) + " ";
  const ended run = run_program({"segment", "-", "-", "-t", "2"}, text);
  CHECK(run.status == 0);
  CHECK(run.out == expected_csv(disparities(raw), 10, 20, 2));
  const ended bad = run_program({"segment", "-", "-", "-t", "2"}, "P2 10 20 255\n1 2");
  CHECK(bad.status == 1);
  CHECK(bad.err == "thrustline: standard input: PGM: ends before pixel 2\n");
}

TEST_CASE("Segment: an absent GPU is named") {
  const bool gpu = executor::cuda_available();
  const scratch_folder folder;
  const ended run = run_program({"segment", folder.write("in.png", png_of(made_street(9, 9, 16, 12))),
                                 folder.path("out.csv"), "-t", "1", "--device", "cuda"});
  CHECK(run.status == (gpu ? 0 : 1));
  CHECK((run.err.find("no CUDA device was found") == std::string::npos) == gpu);
}

TEST_CASE("Segment: runs on road images") {
  for (const char* name : {"kitti_tram", "kitti_tree_corrupt", "kitti_tree_noisy", "synthia", "apollo_1"}) {
    if (sanitized && name != std::string("kitti_tree_corrupt"))
      continue;
    const std::string path = std::string(THRUSTLINE_DATA_DIR) + "/disparity_" + name + ".png";
    if (!std::filesystem::exists(path)) {
      skip("segment on images of roads: " + path + " is absent");
      continue;
    }
    INFO(path);
    const scratch_folder folder;
    const ended run = run_program({"segment", path, folder.path("out.csv"), "-t", "4", "-q", "--reconstruct",
                                   folder.path("again.png"), "--plot", folder.path("plot.png")});
    REQUIRE(run.status == 0);
    const grey_image raw = read_grey_image(path), again = read_grey_image(folder.path("again.png"));
    CHECK((folder.read("out.csv") == expected_csv(disparities(raw), raw.columns, raw.rows, 4)));
    int lone = 0; // the only valid pixel of its column: no segment
    for (std::size_t i = 0; i < raw.values.size(); ++i)
      if (raw.values[i] > 0) {
        const int difference = std::abs(raw.values[i] - again.values[i]);
        lone += again.values[i] == 0;
        REQUIRE((again.values[i] == 0 || difference <= 4 * 256));
      }
    CHECK(lone <= 2);
  }
}
