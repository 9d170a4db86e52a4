// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "child.hpp"
#include "formats/dataset.hpp"
#include "read_json.hpp"
#include "sanitized.hpp"
#include "scratch_folder.hpp"
#include "skip.hpp"

using namespace thrustline::test;
using thrustline_program::dataset;

namespace {

/// The distance of p to the segment a b; for values, along y. Shares no code with the library.
double distance(dataset const& data, std::int64_t a, std::int64_t b, std::int64_t p) {
  const double* const c = data.coordinates.data();
  if (data.dimensions == 1) {
    const double t = static_cast<double>(p - a) / static_cast<double>(b - a);
    return std::abs(c[p] - (c[a] + t * (c[b] - c[a])));
  }
  const double dx = c[2 * b] - c[2 * a], dy = c[2 * b + 1] - c[2 * a + 1];
  const double ex = c[2 * p] - c[2 * a], ey = c[2 * p + 1] - c[2 * a + 1];
  const double squared = dx * dx + dy * dy;
  const double t = squared > 0 ? std::clamp((ex * dx + ey * dy) / squared, 0., 1.) : 0;
  return std::hypot(ex - t * dx, ey - t * dy);
}

double largest_deviation(dataset const& data, std::string const& mask) {
  double largest = 0;
  for (std::int64_t s = 0; s < data.series(); ++s) {
    std::int64_t last_kept = data.offsets[s];
    for (std::int64_t i = data.offsets[s]; i < data.offsets[s + 1]; ++i) {
      if (mask[2 * i] == '0')
        continue;
      for (std::int64_t k = last_kept + 1; k < i; ++k)
        largest = std::max(largest, distance(data, last_kept, i, k));
      last_kept = i;
    }
  }
  return largest;
}

std::vector<double> kept_coordinates(dataset const& data, std::string const& mask) {
  std::vector<double> kept;
  for (std::int64_t i = 0; i < data.points(); ++i)
    for (int k = 0; k < data.dimensions && mask[2 * i] == '1'; ++k)
      kept.push_back(data.coordinates[i * data.dimensions + k]);
  return kept;
}

/// Empties all lists of coordinates: the rest must pass through.
void forget_coordinates(nlohmann::ordered_json& object) {
  for (auto& [key, value] : object.items()) {
    if (key == "coordinates")
      value.clear();
    else if (value.is_structured())
      forget_coordinates(value);
  }
}

nlohmann::ordered_json attributes(std::string const& text) {
  auto object = read_ordered_json(text);
  forget_coordinates(object);
  return object;
}

struct real_file {
  const char* name;
  double tolerance;
};

/// A file of each type.
constexpr real_file files_of_all_types[] = {
    {"gps_chemnitz.xy.csv", 2},      {"gps_deliveries.lines.csv", 5},       {"laser_intel.csv", 0.5},
    {"pleth_v102s.series.csv", 100}, {"world_coastline_50m.geojson", 0.25}, {"islands_with_lakes_canada.wkt", 0.01}};
constexpr real_file other_files[] = {{"coast_baffin.xy.csv", 0.01},
                                     {"ecg_mitdb_100.series.csv", 20},
                                     {"islands_british_columbia.geojson", 0.01},
                                     {"route_lisbon_singapore.xy.csv", 0.5},
                                     {"us_counties.lines.csv", 0.05}};

void check_file(real_file const& file) {
  const std::string in = std::string(THRUSTLINE_DATA_DIR) + "/" + file.name;
  if (!std::filesystem::exists(in))
    return skip(in + " is absent");
  INFO(std::string(file.name));
  const scratch_folder folder;
  const std::string out = folder.path(std::string("out-") + file.name);
  const ended run = run_program({"simplify", in, out, "--tolerance", std::to_string(file.tolerance), "--mask",
                                 folder.path("mask"), "--plot", folder.path("plot.svg"), "--json"});
  REQUIRE(run.status == 0);

  const dataset before = thrustline_program::read_dataset(in), after = thrustline_program::read_dataset(out);
  const std::string mask = folder.read("mask");
  REQUIRE(static_cast<std::int64_t>(mask.size()) == 2 * before.points());
  CHECK(std::count(mask.begin(), mask.end(), '\n') == before.points());
  CHECK((after.coordinates == kept_coordinates(before, mask)));
  CHECK(after.series() == before.series());
  CHECK(after.points() < before.points());
  CHECK(after.ring == before.ring);
  for (std::int64_t s = 0; s < after.series(); ++s) {
    const std::int64_t was = before.offsets[s + 1] - before.offsets[s], is = after.offsets[s + 1] - after.offsets[s];
    REQUIRE(is >= std::min<std::int64_t>(was, after.ring[s] ? 4 : 2));
  }

  const auto report = read_json(run.out);
  CHECK(report["points_in"] == before.points());
  CHECK(report["points_out"] == std::count(mask.begin(), mask.end(), '1'));
  CHECK(report["points_out"] == after.points());
  CHECK(report["series"] == before.series());
  CHECK(report["max_deviation"].get<double>() <= file.tolerance);
  CHECK(report["max_deviation"].get<double>() == doctest::Approx(largest_deviation(before, mask)).epsilon(1e-9));
  if (before.format == thrustline_program::file_format::geojson)
    CHECK((attributes(after.text) == attributes(before.text)));
}

} // namespace

TEST_CASE("Real files of every type: output, mask and report agree") {
  for (real_file const& file : files_of_all_types)
    check_file(file);
  for (real_file const& file : other_files)
    if (!sanitized)
      check_file(file);
}

TEST_CASE("Real files: a truncated GeoJSON is an error at its last line") {
  const std::string in = std::string(THRUSTLINE_DATA_DIR) + "/world_coastline_50m.geojson";
  if (!std::filesystem::exists(in))
    return skip(in + " is absent");
  const std::string text = content_of(in);
  const scratch_folder folder;
  const std::string half = text.substr(0, text.size() / 2);
  const ended run =
      run_program({"simplify", folder.write("half.geojson", half), folder.path("out.geojson"), "--tolerance", "1"});
  CHECK(run.status == 1);
  const auto line = 1 + std::count(half.begin(), half.end(), '\n');
  CHECK(run.err.find("half.geojson:" + std::to_string(line) + ": column ") != std::string::npos);
  CHECK(folder.names() == std::set<std::string>{"half.geojson"});
}
