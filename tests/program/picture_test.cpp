// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "child.hpp"
#include "scratch_folder.hpp"

using namespace thrustline::test;

namespace {

std::string picture_of(std::string const& name, std::string const& text, std::string const& tolerance) {
  const scratch_folder folder;
  const ended run = run_program({"simplify", folder.write(name, text), folder.path("out-" + name), "--tolerance",
                                 tolerance, "--plot", folder.path("plot.svg")});
  INFO(run.err);
  REQUIRE(run.status == 0);
  return folder.read("plot.svg");
}

/// Number of occurrences of a part.
std::ptrdiff_t count(std::string const& text, std::string const& part) {
  std::ptrdiff_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
    ++found;
  return found;
}

/// The vertices of the paths: pairs of numbers separated by spaces.
std::ptrdiff_t vertices(std::string const& svg) {
  std::ptrdiff_t numbers = 0;
  for (std::size_t at = svg.find(" d=\""); at != std::string::npos; at = svg.find(" d=\"", at + 1)) {
    const std::string path = svg.substr(at + 4, svg.find('"', at + 4) - at - 4);
    numbers += std::count(path.begin(), path.end(), ' ') + std::count(path.begin(), path.end(), 'l') + count(path, "M");
  }
  return numbers / 2;
}

std::string sine(int points) {
  std::string text = "x,y\n";
  for (int i = 0; i < points; ++i)
    text += std::to_string(i * 0.001) + "," + std::to_string(std::sin(i * 0.01)) + "\n";
  return text;
}

} // namespace

TEST_CASE("Picture: shows the original, the result and a caption") {
  const std::string svg = picture_of("f.csv", sine(5000), "0.05");
  CHECK(svg.find("<svg xmlns=\"http://www.w3.org/2000/svg\"") == 0);
  CHECK(svg.substr(svg.size() - 7) == "</svg>\n");
  CHECK(svg.find("5,000 points in, ") != std::string::npos);
  CHECK(svg.find("tolerance 0.05, max deviation 0.0") != std::string::npos);
  CHECK(count(svg, "<path class=\"original\"") == 3); // whole, magnified, in the legend
  CHECK(count(svg, "<path class=\"result\"") == 3);
  CHECK(count(svg, "<path class=\"dots\"") == 2);
  CHECK(count(svg, "<text") == count(svg, "</text>"));
  CHECK(svg.find("nan") == std::string::npos);
}

TEST_CASE("Picture: small data is not magnified") {
  const std::string svg = picture_of("f.wkt", "LINESTRING (0 0, 1 2, 2 0)\n", "0.5");
  CHECK(count(svg, "<path class=\"original\"") == 2);
  CHECK(count(svg, "clipPath") == 0);
}

TEST_CASE("Picture: has a bounded number of vertices") {
  std::string noise = "v\n";
  for (int i = 0; i < 300000; ++i)
    noise += std::to_string(i * 7919L % 10007) + "\n";
  const std::string svg = picture_of("f.csv", noise, "0");
  CHECK(vertices(svg) > 1000);
  CHECK(vertices(svg) < 60000);
  CHECK(svg.size() < 2000000);
}

TEST_CASE("Picture: many lines, each smaller than a pixel") {
  std::string lines;
  for (int i = 0; i < 60000; ++i)
    lines += "LINESTRING (" + std::to_string(i * 7919L % 60013) + " " + std::to_string(i) + ", " +
             std::to_string(i * 7919L % 60013 + 1) + " " + std::to_string(i) + ")\n";
  CHECK(vertices(picture_of("f.wkt", lines, "0")) < 60000);
}

TEST_CASE("Picture: data without width, without height, without points") {
  for (const char* text : {"x,y\n1,0\n1,5\n1,9\n", "x,y\n0,2\n5,2\n9,2\n", "x,y\n3,3\n3,3\n", "x,y\n3,3\n", "x,y\n"}) {
    const std::string svg = picture_of("f.csv", text, "1");
    CHECK(svg.find("nan") == std::string::npos);
    CHECK(svg.find("inf") == std::string::npos);
    CHECK(svg.substr(svg.size() - 7) == "</svg>\n");
  }
}

TEST_CASE("Picture: GeoJSON lines are broken at the antimeridian") {
  const std::string across = R"({"type":"LineString","coordinates":[[170,0],[180,1],[-180,1],[-170,0]]})";
  const std::string svg = picture_of("f.json", across, "0");
  const std::size_t path = svg.find("<path class=\"original\"", svg.find("</style>") + 400);
  CHECK(count(svg.substr(path, svg.find("/>", path) - path), "M") == 2);
}
