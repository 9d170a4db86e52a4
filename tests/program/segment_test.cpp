// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <limits>
#include <sstream>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include <thrustline/depth_image.hpp>

#include "child.hpp"
#include "formats/grey_image.hpp"
#include "made_png.hpp"
#include "random_numbers.hpp"
#include "scratch_folder.hpp"
#include "skip.hpp"

using namespace thrustline;
using namespace thrustline::test;
using thrustline_program::grey_image;
using thrustline_program::read_grey_image;

namespace {

using arguments = std::vector<std::string>;

/// A road that comes nearer towards the bottom, boxes on it, noise and holes (0).
grey_image made_street(std::int64_t columns, std::int64_t rows, int bits, std::uint64_t seed) {
  random_numbers numbers(seed);
  const int unit = bits == 16 ? 256 : 1;
  grey_image image{columns, rows, bits, {}};
  for (std::int64_t r = 0; r < rows; ++r)
    for (std::int64_t c = 0; c < columns; ++c) {
      const bool box = c / 9 % 3 == 1 && r > rows / 3 && r < 2 * rows / 3;
      const double disparity = 10 + (box ? 40 : 80. * static_cast<double>(r) / static_cast<double>(rows));
      const bool hole = numbers.below(8) == 0 || (c == 5) || r < numbers.below(4);
      image.values.push_back(hole
                                 ? std::uint16_t(0)
                                 : static_cast<std::uint16_t>(std::lround(unit * disparity) + numbers.below(2 * unit)));
    }
  return image;
}

std::string png_of(grey_image const& image) {
  return made_grey_png(static_cast<int>(image.columns), image.bits, image.values);
}

grey_image turned(grey_image const& image) {
  grey_image t{image.rows, image.columns, image.bits, {}};
  for (std::int64_t c = 0; c < image.columns; ++c)
    for (std::int64_t r = 0; r < image.rows; ++r)
      t.values.push_back(image.values[static_cast<std::size_t>(r * image.columns + c)]);
  return t;
}

/// Disparities by hand; NaN where the raw value is `invalid`.
std::vector<float> disparities(grey_image const& image, int invalid = 0) {
  std::vector<float> values;
  for (std::uint16_t raw : image.values)
    values.push_back(raw == invalid ? NAN : static_cast<float>(raw) / (image.bits == 16 ? 256.f : 1.f));
  return values;
}

/// The fewest digits that read back as the same float.
std::string shortest(float value) {
  char text[32];
  for (int decimals = 0; decimals < 12; ++decimals) {
    std::snprintf(text, sizeof text, "%.*f", decimals, static_cast<double>(value));
    if (std::strtof(text, nullptr) == value)
      break;
  }
  return text;
}

/// What OUTPUT should hold for an image of disparities, by the library's engine `recursive`.
std::string expected_csv(std::vector<float> const& values, std::int64_t columns, std::int64_t rows, double tolerance) {
  const auto cut = segment_columns(executor::cpu(1), column_images<float>(values.data(), columns, rows),
                                   segment_columns_options{}.tolerance(tolerance).engine(engine::recursive));
  std::ostringstream text;
  text << "column,first,last,value_first,value_last\n";
  for (std::size_t c = 0; c < static_cast<std::size_t>(columns); ++c)
    for (std::int64_t s = cut.offsets[c]; s < cut.offsets[c + 1]; ++s) {
      auto const& segment = cut.values[static_cast<std::size_t>(s)];
      text << c << "," << segment.first << "," << segment.last << "," << shortest(segment.value_first) << ","
           << shortest(segment.value_last) << "\n";
    }
  return text.str();
}

/// Runs `segment` on a file of these bytes, which must work, and returns OUTPUT.
std::string segmented(std::string const& bytes, arguments const& options) {
  const scratch_folder folder;
  arguments all{"segment", folder.write("in", bytes), folder.path("out.csv"), "-q"};
  all.insert(all.end(), options.begin(), options.end());
  const ended run = run_program(all);
  INFO(run.err);
  REQUIRE(run.status == 0);
  CHECK(run.out + run.err == "");
  CHECK(folder.names() == std::set<std::string>{"in", "out.csv"});
  return folder.read("out.csv");
}

/// Runs `segment` with every kind of output and expects this status, this complaint, and no file that was not there.
void check_fails(scratch_folder const& folder, std::string const& in, arguments const& options, int status,
                 std::string const& complaint, std::string const& out = "out.csv",
                 std::string const& plot = "plot.png") {
  const auto before = folder.names();
  arguments all{"segment",        in,
                folder.path(out), "--json",
                "--plot",         folder.path(plot),
                "--reconstruct",  folder.path("again.png")};
  all.insert(all.end(), options.begin(), options.end());
  const ended run = run_program(all);
  CHECK(run.status == status);
  CHECK_MESSAGE(run.err.find(complaint) != std::string::npos, run.err);
  CHECK(run.out == "");
  CHECK(folder.names() == before);
}

const arguments tolerance_2{"--tolerance", "2"};

arguments with(arguments const& more) {
  arguments all = tolerance_2;
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

} // namespace

TEST_CASE("Segment: OUTPUT is what segment_columns gives, from every format, engine and device") {
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

TEST_CASE("Segment: the steps before, in their order") {
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

TEST_CASE("Segment: another invalid value, and none") {
  const grey_image raw = made_street(20, 30, 8, 4);
  CHECK(segmented(png_of(raw), with({"--invalid", "50"})) == expected_csv(disparities(raw, 50), 20, 30, 2));
  CHECK(segmented(png_of(raw), with({"--invalid", "none"})) == expected_csv(disparities(raw, -1), 20, 30, 2));
}

TEST_CASE("Segment: along rows, columns and rows change places") {
  const grey_image raw = made_street(50, 30, 16, 5);
  const arguments steps{"--median", "3", "--holes", "fill", "--rows", "64"};
  arguments along_rows = with(steps);
  along_rows.insert(along_rows.end(), {"--axis", "rows"});
  CHECK(segmented(png_of(raw), along_rows) == segmented(png_of(turned(raw)), with(steps)));

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

TEST_CASE("Segment: the reconstruction is within the tolerance of every valid pixel, and shows on a picture") {
  const grey_image raw = made_street(80, 120, 16, 6);
  for (const char* tolerance : {"0", "0.5", "4", "1000"}) {
    const scratch_folder folder;
    const ended run =
        run_program({"segment", folder.write("in.png", png_of(raw)), folder.path("out.csv"), "-t", tolerance, "-q",
                     "--reconstruct", folder.path("again.png"), "--plot", folder.path("plot.png")});
    REQUIRE(run.status == 0);
    const grey_image again = read_grey_image(folder.path("again.png"));
    REQUIRE((again.columns == 80 && again.rows == 120 && again.bits == 16));
    const seen_png plot = seen(folder.read("plot.png"));
    REQUIRE((plot.columns == 80 && plot.rows == 120));

    std::vector<int> covered(raw.values.size()), cut(raw.values.size());
    std::istringstream rows(folder.read("out.csv"));
    std::string line;
    std::getline(rows, line);
    for (int column, first, last, before = -1, at = 0; std::getline(rows, line); before = column, at = last) {
      REQUIRE(std::sscanf(line.c_str(), "%d,%d,%d,", &column, &first, &last) == 3);
      for (int r = first; r <= last; ++r)
        covered[static_cast<std::size_t>(r * 80 + column)] = 1;
      if (before == column) {
        REQUIRE(first == at); // neighbours share a row
        cut[static_cast<std::size_t>(first * 80 + column)] = 1;
      }
    }
    const double bound = 256 * std::atof(tolerance) * (1 + 1e-6) + 0.5 + 1e-3; // roundings: to 256ths, and of lines
    for (std::size_t i = 0; i < raw.values.size(); ++i) {
      CAPTURE(i);
      REQUIRE((again.values[i] > 0) == (covered[i] == 1));
      if (raw.values[i] > 0) {
        REQUIRE(covered[i] == 1);
        REQUIRE(std::abs(raw.values[i] - again.values[i]) <= bound);
      }
      const auto colour = plot.colour(static_cast<std::int64_t>(i % 80), static_cast<std::int64_t>(i / 80));
      REQUIRE((colour == 0xffffff) == (cut[i] == 1));
      REQUIRE((colour == 0) == (raw.values[i] == 0));
    }
  }
}

TEST_CASE("Segment: near is warm, far is cool") {
  grey_image raw{1, 100, 8, {}};
  for (int i = 0; i < 100; ++i)
    raw.values.push_back(static_cast<std::uint16_t>(1 + i));
  const scratch_folder folder;
  REQUIRE(run_program({"segment", folder.write("in.png", png_of(raw)), folder.path("out.csv"), "-t", "1", "-q",
                       "--plot", folder.path("plot.png")})
              .status == 0);
  const seen_png plot = seen(folder.read("plot.png"));
  const auto red = [&](std::int64_t row) { return plot.colour(0, row) >> 16; };
  const auto blue = [&](std::int64_t row) { return plot.colour(0, row) & 255; };
  CHECK(blue(2) > red(2));
  CHECK(red(95) > blue(95));
}

TEST_CASE("Segment: images of one row, of one column, of one pixel, and without any valid pixel") {
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
  CHECK(segmented(png_of(row), {"-t", "0", "--axis", "rows"}) == cut);
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
  const auto report = nlohmann::ordered_json::parse(run.out);
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
  CHECK(nlohmann::json::parse(again.out)["columns"] == 30);
  CHECK(nlohmann::json::parse(again.out)["rows"] == 50);
  CHECK(nlohmann::json::parse(again.out)["tolerance"] == "inf");
  CHECK(nlohmann::json::parse(again.out)["engine"] == "composed");

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

TEST_CASE("Segment: bad usage ends with 2") {
  const scratch_folder folder;
  const std::string in = folder.write("in.png", png_of(made_street(8, 9, 8, 9)));
  check_fails(folder, in, {}, 2, "--tolerance is required");
  check_fails(folder, in, {"-t", "-1"}, 2, "--tolerance: -1 is not a number >= 0");
  check_fails(folder, in, {"-t", "nan"}, 2, "--tolerance: nan is not a number >= 0");
  check_fails(folder, in, {"-t", "wide"}, 2, "wide");
  check_fails(folder, in, {"-t", ""}, 2, "--tolerance: the value is empty");
  check_fails(folder, in, with({"--median", "wide"}), 2, "--median: wide not in {0,3,5}");
  for (auto const& [option, value] : {std::pair{"--median", "4"},
                                      {"--median", "-3"},
                                      {"--median", "3.0"},
                                      {"--median", ""},
                                      {"--holes", "patch"},
                                      {"--axis", "both"},
                                      {"--engine", "fast"},
                                      {"--device", "tpu"},
                                      {"--rows", "0"},
                                      {"--rows", "-5"},
                                      {"--invalid", "65536"},
                                      {"--invalid", "-1"},
                                      {"--invalid", "black"}})
    check_fails(folder, in, with({option, value}), 2, value);
  check_fails(folder, in, with({"--invalid", "256"}), 2, "--invalid: 256, but the pixels of " + in + " have 8 bits");
  check_fails(folder, in, with({"--device", "cuda", "--threads", "2"}), 2, "--threads: of no use with --device cuda");
  check_fails(folder, in, with({"--device", "cuda", "--engine", "recursive"}), 2, "runs on the CPU only");
  check_fails(folder, in, with({"--engine", "bounded"}), 2, "bounded");
  check_fails(folder, in, with({"--engine", "fused", "--rows", "1025"}), 2, "1025");
  check_fails(folder, in, tolerance_2, 2, "out.png is no .csv file", "out.png");
  check_fails(folder, in, tolerance_2, 2, "does not end in .png", "out.csv", "out.csv");
  check_fails(folder, in, tolerance_2, 2, "is to be written twice", "out.csv", "./again.png");
  CHECK(run_program({"segment", in, "-", "-t", "2", "--json"}).status == 2);
  CHECK(run_program({"segment", in, folder.path("out.csv"), "-t", "2", "--plot", "-"}).status == 2);
  CHECK(run_program({"segment", in, "-t", "2"}).status == 2);
  CHECK(run_program({"segment"}).status == 2);
  const ended help = run_program({"segment", "--help"});
  CHECK(help.status == 0);
  CHECK(help.out.find("disparity = value / 256") != std::string::npos);
  CHECK(segmented(png_of(made_street(2, 9, 8, 9)), with({"--engine", "fused", "--rows", "1024"})).size() > 40);
}

TEST_CASE("Segment: pictures are PNG") {
  const scratch_folder folder;
  const std::string in = folder.write("in.pgm", "P2 2 2 255 9 9 9 9"), out = folder.path("out.csv");
  for (std::string const option : {"--plot", "--reconstruct"}) {
    const ended run = run_program({"segment", in, out, "-t", "1", option, "a.svg"});
    CHECK(run.status == 2);
    CHECK(run.err.find(option + ": a.svg does not end in .png") != std::string::npos);
  }
}

TEST_CASE("Segment: bad input ends with 1 and leaves no file") {
  const scratch_folder folder;
  const std::string whole = png_of(made_street(30, 40, 16, 10));
  const auto bad = [&](std::string const& bytes, std::string const& complaint) {
    const std::string in = folder.write("in.png", bytes);
    check_fails(folder, in, tolerance_2, 1, "thrustline: " + in + ": " + complaint + "\n");
  };
  bad(whole.substr(0, whole.size() / 2), "broken PNG: the file is cut off");
  bad(made_png(1, 8, PNG_COLOR_TYPE_RGB, {{1, 2, 3}}),
      "is a PNG of another kind (RGB, 8 bits); a grey one of 8 or 16 bits is needed");
  bad(made_png(8, 1, PNG_COLOR_TYPE_GRAY, {{1}}),
      "is a PNG of another kind (grey, 1 bit); a grey one of 8 or 16 bits is needed");
  bad("x,y\n0,0\n", "is neither a PNG nor a PGM image");
  bad("", "is neither a PNG nor a PGM image");
  check_fails(folder, folder.path("absent.png"), tolerance_2, 1, "absent.png: cannot be opened: No such file");
}

TEST_CASE("Segment: outputs that cannot be written, or that are there already") {
  const scratch_folder folder;
  const std::string in = folder.write("in.png", png_of(made_street(9, 9, 16, 11)));
  check_fails(folder, in, tolerance_2, 1, "cannot be written: there is no folder", "absent/out.csv");
  check_fails(folder, in, tolerance_2, 1, "cannot be written: there is no folder", "out.csv", "absent/plot.png");
  for (const char* name : {"out.csv", "plot.png", "again.png"}) {
    folder.write(name, "old");
    check_fails(folder, in, tolerance_2, 1, "exists already; --overwrite replaces it");
    CHECK(folder.read(name) == "old");
    std::filesystem::remove(folder.path(name));
  }
  const ended full = run_shell("$THRUSTLINE segment " + in + " - -t 1 --plot " + folder.path("p.png") + " > /dev/full");
  CHECK(full.status == 1);
  CHECK(full.err.find("standard output: could not be written in full") != std::string::npos);
  CHECK(folder.names() == std::set<std::string>{"in.png"});
  REQUIRE(run_program({"segment", in, folder.write("out.csv", "old"), "-t", "1", "--overwrite", "-q"}).status == 0);
  CHECK(folder.read("out.csv").find("column,first") == 0);
}

TEST_CASE("Segment: a GPU is asked for where none is") {
  const bool gpu = executor::cuda_available();
  const scratch_folder folder;
  const ended run = run_program({"segment", folder.write("in.png", png_of(made_street(9, 9, 16, 12))),
                                 folder.path("out.csv"), "-t", "1", "--device", "cuda"});
  CHECK(run.status == (gpu ? 0 : 1));
  CHECK((run.err.find("no CUDA device was found") == std::string::npos) == gpu);
}

TEST_CASE("Segment: images of roads") {
  for (const char* name : {"kitti_tram", "kitti_tree_corrupt", "kitti_tree_noisy", "synthia", "apollo_1"}) {
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
