// SPDX-License-Identifier: MIT
//
// The walls that a robot's laser saw. Split and merge on laser scans is the classical use of this library's algorithm:
// a scan is cut where the range jumps, each piece is split into straight segments, and all scans of a log are one call.
//
//     laser_walls LOG.csv WALLS.svg
//
// LOG.csv: a header, then one scan a row: scan,x,y,theta,r0,r1,... with the robot's pose in metres and radians and the
// ranges in metres, from right to left over 180 degrees: a beam each degree (180 or 181 ranges) or half degree (360 or
// 361).
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <system_error>
#include <vector>

#include <thrustline/simplify.hpp>

namespace {

constexpr double no_echo = 50; ///< metres: such ranges and longer ones are none

/// A piece ends where the range changes by more than this from beam to beam: 0.3 m, as gaps between things that stand
/// before each other are wider, and 15 % of the range, by which it changes along a wall that is seen at a flat angle
/// (half a degree from beam to beam: 3.3 degrees, one degree: 6.6).
double range_jump(double range) { return 0.3 + 0.15 * range; }

constexpr double tolerance = 0.08;           ///< metres; the lasers' noise is 1 to 2 cm, walls have door frames
constexpr std::int64_t points_of_a_wall = 6; ///< pieces of fewer points are clutter

constexpr double pi = 3.14159265358979323846;

struct robot_pose {
  double x, y, theta;
};

/// The points of all scans, in metres, in one flat array: piece p has the points [offsets[p], offsets[p + 1]).
struct laser_log {
  std::vector<robot_pose> poses;
  std::vector<double> xy;
  std::vector<std::int64_t> offsets{0};

  std::int64_t points() const { return static_cast<std::int64_t>(xy.size() / 2); }
  std::int64_t pieces() const { return static_cast<std::int64_t>(offsets.size()) - 1; }

  void end_piece() {
    if (points() > offsets.back())
      offsets.push_back(points());
  }
};

std::vector<double> numbers_of(std::string const& line, std::string const& where) {
  std::vector<double> numbers;
  for (const char* at = line.c_str();;) {
    char* end = nullptr;
    numbers.push_back(std::strtod(at, &end));
    if (end == at || !std::isfinite(numbers.back()) || (*end != ',' && *end != '\0' && *end != '\r'))
      throw std::runtime_error(where + ": value " + std::to_string(numbers.size()) + " is not a number");
    if (*end != ',')
      return numbers;
    at = end + 1;
  }
}

/// Appends a scan's pieces: echoes next to each other without a jump of the range.
void add_scan(laser_log& log, robot_pose const& pose, const double* ranges, std::size_t count) {
  const double step = (count >= 360 ? 0.5 : 1.0) * pi / 180;
  log.poses.push_back(pose);
  for (std::size_t beam = 0; beam < count; ++beam) {
    const double range = ranges[beam];
    if (range >= no_echo) {
      log.end_piece();
      continue;
    }
    if (beam > 0 && std::fabs(range - ranges[beam - 1]) > range_jump(std::min(range, ranges[beam - 1])))
      log.end_piece();
    const double angle = pose.theta - pi / 2 + static_cast<double>(beam) * step;
    log.xy.push_back(pose.x + range * std::cos(angle));
    log.xy.push_back(pose.y + range * std::sin(angle));
  }
  log.end_piece();
}

laser_log read_log(std::string const& path) {
  std::ifstream file(path);
  laser_log log;
  std::string line;
  std::getline(file, line);
  for (int number = 2; std::getline(file, line); ++number) {
    const std::string where = path + ":" + std::to_string(number);
    const std::vector<double> row = numbers_of(line, where);
    const std::size_t beams = row.size() > 4 ? row.size() - 4 : 0;
    if (beams != 180 && beams != 181 && beams != 360 && beams != 361)
      throw std::runtime_error(where + ": a scan has 180, 181, 360 or 361 ranges, found " + std::to_string(beams));
    for (std::size_t value = 4; value < row.size(); ++value)
      if (row[value] < 0)
        throw std::runtime_error(where + ": value " + std::to_string(value + 1) + " is a negative range");
    add_scan(log, {row[1], row[2], row[3]}, row.data() + 4, beams);
  }
  if (!file.eof()) // it is absent, or a folder
    throw std::runtime_error(path + ": cannot be read");
  if (log.points() == 0)
    throw std::runtime_error(path + ": holds no echo");
  return log;
}

/// The farthest distance of a point to the line of its wall.
double largest_deviation(laser_log const& log, std::vector<thrustline::index_pair> const& walls) {
  double largest = 0;
  for (auto const& wall : walls) {
    const double *a = &log.xy[static_cast<std::size_t>(2 * wall.first)],
                 *b = &log.xy[static_cast<std::size_t>(2 * wall.last)];
    const double length = std::hypot(b[0] - a[0], b[1] - a[1]);
    for (const double* p = a; p != b; p += 2)
      if (length > 0)
        largest = std::max(largest, std::fabs((b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])) / length);
  }
  return largest;
}

/// The walls, dark where many scans saw them, and the robot's way.
void draw(std::string const& path, laser_log const& log, std::vector<thrustline::index_pair> const& walls) {
  double left = INFINITY, bottom = INFINITY, right = -INFINITY, top = -INFINITY;
  for (auto const& wall : walls)
    for (std::int64_t i : {wall.first, wall.last}) {
      const double x = log.xy[static_cast<std::size_t>(2 * i)], y = log.xy[static_cast<std::size_t>(2 * i + 1)];
      left = std::min(left, x), right = std::max(right, x);
      bottom = std::min(bottom, y), top = std::max(top, y);
    }
  constexpr double longest_side = 1200, margin = 20;
  const double scale = longest_side / std::max({right - left, top - bottom, 1.0});
  const double width = scale * (right - left) + 2 * margin, height = scale * (top - bottom) + 2 * margin;
  const auto place = [&](double x, double y) {
    char text[64];
    std::snprintf(text, sizeof text, "%.1f %.1f", margin + scale * (x - left), margin + scale * (top - y));
    return std::string(text);
  };

  std::ofstream out(path);
  out << "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" << std::ceil(width) << "\" height=\"" << std::ceil(height)
      << "\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
      << "<g stroke=\"#1f2328\" stroke-opacity=\".25\" stroke-linecap=\"round\">\n";
  for (auto const& wall : walls) { // one by one: a line is not darker where it crosses itself
    const double *a = &log.xy[static_cast<std::size_t>(2 * wall.first)],
                 *b = &log.xy[static_cast<std::size_t>(2 * wall.last)];
    out << "<path d=\"M" << place(a[0], a[1]) << "L" << place(b[0], b[1]) << "\"/>\n";
  }
  out << "</g>\n<path fill=\"none\" stroke=\"#d1242f\" stroke-width=\"1.5\" d=\"";
  for (std::size_t k = 0; k < log.poses.size(); ++k)
    out << (k == 0 ? "M" : "L") << place(log.poses[k].x, log.poses[k].y) << "\n";
  out << "\"/>\n</svg>\n";
  if (!out.flush())
    throw std::runtime_error(path + ": cannot be written");
}

void run(std::string const& log_path, std::string const& picture_path) {
  std::error_code absent; // a picture that is not there yet is another file
  if (std::filesystem::equivalent(log_path, picture_path, absent))
    throw std::runtime_error(picture_path + ": is the log, which would be lost");
  const laser_log log = read_log(log_path);
  const thrustline::polylines<double, 2> pieces(log.xy.data(), log.points(), log.offsets.data(), log.pieces());
  const auto options = thrustline::simplify_options{}.tolerance(tolerance).metric(thrustline::metric::line);
  auto segments = thrustline::simplify_segments(thrustline::executor::best(), pieces, options);

  std::vector<thrustline::index_pair> walls;
  for (thrustline::index_pair const& segment : segments.values)
    if (segment.last - segment.first + 1 >= points_of_a_wall)
      walls.push_back(segment);
  if (walls.empty())
    throw std::runtime_error(log_path + ": no wall was found");
  const double deviation = largest_deviation(log, walls);
  if (deviation > tolerance * (1 + 1e-9))
    throw std::runtime_error("a point is " + std::to_string(deviation) + " m from its wall");
  draw(picture_path, log, walls);
  std::printf("%zu scans, %lld echoes in %lld pieces: %zu segments, of which %zu are walls, within %.3f m\n",
              log.poses.size(), static_cast<long long>(log.points()), static_cast<long long>(log.pieces()),
              segments.values.size(), walls.size(), deviation);
}

} // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fprintf(stderr, "usage: laser_walls LOG.csv WALLS.svg\n");
    return 2;
  }
  try {
    run(argv[1], argv[2]);
  } catch (std::exception const& error) {
    std::fprintf(stderr, "laser_walls: %s\n", error.what());
    return 1;
  }
}
