// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <sstream>
#include <string>
#include <vector>

#include "child.hpp"
#include "made_png.hpp"
#include "scratch_folder.hpp"
#include "segment_runs.hpp"

using namespace thrustline;
using namespace thrustline::test;
using thrustline_program::read_grey_image;

TEST_CASE("Segment: the reconstruction is within the tolerance") {
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

TEST_CASE("Segment: a picture over a camera image") {
  const grey_image raw = made_street(40, 60, 16, 7);
  const scratch_folder folder;
  const std::string in = folder.write("in.png", png_of(raw)), out = folder.path("out.csv"),
                    left = folder.write("left.png", png_of({40, 60, 8, std::vector<std::uint16_t>(40 * 60, 100)}));
  for (const char* axis : {"columns", "rows"}) {
    const auto plotted = [&](arguments const& more) {
      arguments all{"segment",     in,  out, "-t", "2", "--axis", axis, "--plot", folder.path("plot.png"),
                    "--overwrite", "-q"};
      all.insert(all.end(), more.begin(), more.end());
      REQUIRE(run_program(all).status == 0);
      return seen(folder.read("plot.png"));
    };
    const seen_png alone = plotted({}), over = plotted({"--image", left});
    REQUIRE((over.columns == 40 && over.rows == 60));
    for (std::int64_t row = 0; row < 60; ++row)
      for (std::int64_t column = 0; column < 40; ++column) {
        const int colour = alone.colour(column, row), mixed = over.colour(column, row);
        REQUIRE((colour == 0xffffff) == (mixed == 0xffffff)); // cuts
        REQUIRE((colour == 0) == (mixed == 0x646464));        // no measurement
        if (colour != 0xffffff && colour != 0)
          for (int shift : {0, 8, 16})
            REQUIRE(std::abs((mixed >> shift & 255) - (0.4 * (colour >> shift & 255) + 60)) <= 1);
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
