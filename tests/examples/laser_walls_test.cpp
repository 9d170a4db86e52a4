// SPDX-License-Identifier: MIT
// The example on a made room whose ranges and walls are known.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <stdexcept>
#include <string>

#include "scratch_folder.hpp"

using namespace thrustline::test;

namespace {

constexpr double degree = 3.14159265358979323846 / 180;

/// From the robot at (0, 0), looking along x, to the walls y = -2, x + 0.3 y = 4, y = 2. (A wall in front at a right
/// angle would be split where the rounding of its equally far points says.)
double range_in_room(double angle) {
  const double x = std::cos(angle), y = std::sin(angle);
  const double ahead = x + 0.3 * y;
  return std::min(ahead > 1e-9 ? 4 / ahead : 1e9, std::fabs(y) > 1e-9 ? 2 / std::fabs(y) : 1e9);
}

std::string output_of(std::string const& command) {
  std::FILE* const pipe = ::popen(command.c_str(), "r");
  if (!pipe)
    throw std::runtime_error("popen failed");
  std::string text;
  for (int c; (c = std::fgetc(pipe)) != EOF;)
    text += static_cast<char>(c);
  ::pclose(pipe);
  return text;
}

/// A log of one scan of 181 beams: range(angle).
template <class Range>
std::string log_of(Range range) {
  std::string log = "scan,x,y,theta";
  std::string row = "\n0,0,0,0";
  for (int beam = 0; beam <= 180; ++beam) {
    log += ",r" + std::to_string(beam);
    row += "," + std::to_string(range((beam - 90) * degree));
  }
  return log + row + "\n";
}

template <class Range>
std::string walls_of(scratch_folder const& folder, Range range) {
  return output_of(THRUSTLINE_LASER_WALLS " " + folder.write("log.csv", log_of(range)) + " " +
                   folder.path("walls.svg"));
}

std::size_t lines_in(std::string const& svg) {
  std::size_t lines = 0;
  for (std::size_t at = 0; (at = svg.find("<path d=\"M", at)) != std::string::npos; ++at)
    ++lines;
  return lines;
}

} // namespace

TEST_CASE("laser_walls finds three walls") {
  const scratch_folder folder;
  const std::string said = walls_of(folder, range_in_room);
  INFO(said);
  CHECK(said.find("1 scans, 181 echoes in 1 pieces: ") == 0);
  CHECK(said.find(" of which 3 are walls") != std::string::npos);
  CHECK(lines_in(folder.read("walls.svg")) == 3);
}

TEST_CASE("jumps of range and missing echoes end a wall") {
  const scratch_folder folder;
  const std::string said = walls_of(folder, [](double angle) {
    if (std::fabs(angle) < 10.5 * degree)
      return 1.5 / std::cos(angle); // a board before the wall: 21 beams
    if (std::fabs(angle - 80 * degree) < 0.5 * degree)
      return 81.91; // no echo
    return range_in_room(angle);
  });
  // right wall, ahead, the board, ahead, left wall in two pieces
  INFO(said);
  CHECK(said.find("1 scans, 180 echoes in 4 pieces: ") == 0);
  CHECK(said.find(" of which 6 are walls") != std::string::npos);
  CHECK(lines_in(folder.read("walls.svg")) == 6);
}

TEST_CASE("a log is not overwritten by its picture") {
  const scratch_folder folder;
  const std::string log = log_of(range_in_room);
  const std::string said =
      output_of(THRUSTLINE_LASER_WALLS " " + folder.write("log.csv", log) + " " + folder.path("./log.csv") + " 2>&1");
  INFO(said);
  CHECK(said.find("is the log, which would be lost") != std::string::npos);
  CHECK(folder.read("log.csv") == log);
}
