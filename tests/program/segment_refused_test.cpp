// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <filesystem>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "child.hpp"
#include "failed_run.hpp"
#include "made_png.hpp"
#include "scratch_folder.hpp"
#include "segment_runs.hpp"

using namespace thrustline;
using namespace thrustline::test;

namespace {

/// Names of output files.
struct output_names {
  std::string out = "out.csv", plot = "plot.png";
};

/// Runs `segment` with every kind of output and expects this status and message.
void check_fails(scratch_folder const& folder, std::string const& in, arguments const& options, int status,
                 std::string const& complaint, output_names const& names = {}) {
  arguments all{"segment",
                in,
                folder.path(names.out),
                "--json",
                "--plot",
                folder.path(names.plot),
                "--reconstruct",
                folder.path("again.png")};
  all.insert(all.end(), options.begin(), options.end());
  const std::string error = complaint_of(folder, all, status);
  CHECK_MESSAGE(error.find(complaint) != std::string::npos, error);
}

} // namespace

TEST_CASE("Segment: bad usage ends with 2") {
  const scratch_folder folder;
  const std::string in = folder.write("in.png", png_of(made_street(8, 9, 8, 9)));
  check_fails(folder, in, {}, 2, "--tolerance is required");
  check_fails(folder, in, {"-t", "-1"}, 2, "--tolerance: -1 is not a number >= 0");
  check_fails(folder, in, {"-t", "nan"}, 2, "--tolerance: nan is not a number >= 0");
  check_fails(folder, in, {"-t", "wide"}, 2, "wide");
  check_fails(folder, in, {"-t", ""}, 2, "--tolerance: the value is empty");
  check_fails(folder, in, with({"--median", "wide"}), 2, "--median: wide is none of 0, 3, 5");
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
                                      {"--rows", "010"},
                                      {"--invalid", "65536"},
                                      {"--invalid", "010"},
                                      {"--invalid", "0x10"},
                                      {"--invalid", "-1"},
                                      {"--invalid", "black"}})
    check_fails(folder, in, with({option, value}), 2, value);
  check_fails(folder, in, with({"--invalid", "256"}), 2, "--invalid: 256, but the pixels of " + in + " have 8 bits");
  check_fails(folder, in, with({"--device", "cuda", "--threads", "2"}), 2,
              "--threads: has no effect with --device cuda");
  check_fails(folder, in, with({"--device", "cuda", "--engine", "recursive"}), 2, "runs on the CPU only");
  check_fails(folder, in, with({"--engine", "bounded"}), 2, "bounded");
  check_fails(folder, in, with({"--engine", "fused", "--rows", "1025"}), 2, "1025");
  check_fails(folder, in, tolerance_2, 2, "out.png does not end in .csv", {"out.png"});
  check_fails(folder, in, tolerance_2, 2, "does not end in .png", {"out.csv", "out.csv"});
  check_fails(folder, in, tolerance_2, 2, "would be written twice", {"out.csv", "./again.png"});
  check_fails(folder, in, with({"--image", in, "--rows", "20"}), 2, "--image: does not fit --rows");
  CHECK(run_program({"segment", in, folder.path("out.csv"), "-t", "2", "--image", in})
            .err.find("--image: has no effect without --plot") != std::string::npos);
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
  for (const std::string option : {"--plot", "--reconstruct"}) {
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
  const std::string in = folder.write("in.png", whole);
  check_fails(folder, in, with({"--image", in}), 1, "in.png: has pixels of 16 bits; an image of 8 bits is needed");
  const std::string small = folder.write("small.png", png_of(made_street(6, 10, 8, 9)));
  check_fails(folder, in, with({"--image", small}), 1, "small.png: has 6 x 10 pixels, " + in + " has 30 x 40");
  check_fails(folder, folder.path("absent.png"), tolerance_2, 1, "absent.png: cannot be opened: No such file");
}

TEST_CASE("Segment: outputs that exist or cannot be written") {
  const scratch_folder folder;
  const std::string in = folder.write("in.png", png_of(made_street(9, 9, 16, 11)));
  check_fails(folder, in, tolerance_2, 1, "cannot be written: there is no folder", {"absent/out.csv"});
  check_fails(folder, in, tolerance_2, 1, "cannot be written: there is no folder", {"out.csv", "absent/plot.png"});
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
