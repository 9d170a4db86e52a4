// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <filesystem>
#include <stdexcept>

#include "read_text.hpp"
#include "skip.hpp"

using namespace thrustline::test;
using thrustline_program::file_format;

TEST_CASE("The extension selects the format") {
  CHECK(thrustline_program::format_of("a/b.csv") == file_format::csv);
  CHECK(thrustline_program::format_of("b.GeoJSON") == file_format::geojson);
  CHECK(thrustline_program::format_of("b.json") == file_format::geojson);
  for (const char* path : {"b.geojsonl", "b.geojsons", "b.NDJSON"})
    CHECK(thrustline_program::format_of(path) == file_format::geojson_sequence);
  CHECK(thrustline_program::format_of("b.c.wkt") == file_format::wkt);
  CHECK(thrustline_program::format_of("folder.csv/b") == file_format::by_extension);
  CHECK(thrustline_program::format_of("-") == file_format::by_extension);
}

TEST_CASE("A named format overrides the extension") {
  const scratch_folder folder;
  thrustline_program::read_options options;
  options.format = file_format::wkt;
  CHECK(thrustline_program::read_dataset(folder.write("f.csv", "LINESTRING (0 0, 1 1)\n"), options).points() == 2);
}

TEST_CASE("Files that cannot be read are named") {
  const scratch_folder folder;
  const auto says = [](std::string const& path, std::string const& what) {
    try {
      thrustline_program::read_dataset(path);
      FAIL("nothing was thrown");
    } catch (thrustline_program::file_error const& error) {
      CHECK(error.what() == path + ": " + what);
      CHECK(error.line() == 0);
    }
  };
  says(folder.path("absent.csv"), "cannot be opened: No such file or directory");
  std::filesystem::create_directory(folder.path("folder.csv"));
  says(folder.path("folder.csv"), "cannot be read: Is a directory");
  says(folder.write("f.shp", ""), "the format is not known: .csv, .geojson, .json, .geojsonl, .geojsons, .ndjson "
                                  "or .wkt is expected, or a format by name");
}

TEST_CASE("Texts that are compressed or not in UTF-8 are refused") {
  const auto complaint = [](std::string const& bytes) {
    const scratch_folder folder;
    const std::string path = folder.write("f.csv", bytes);
    try {
      thrustline_program::read_dataset(path);
    } catch (thrustline_program::file_error const& error) {
      return std::string(error.what()).substr(path.size() + 2);
    }
    return std::string("nothing was thrown");
  };
  CHECK(complaint("\x1f\x8b\x08") == "is compressed by gzip; decompress it first");
  CHECK(complaint("PK\x03\x04\x14") == "is a ZIP archive; extract it first");
  CHECK(complaint("\x28\xb5\x2f\xfd") == "is compressed by Zstandard; decompress it first");
  CHECK(complaint("\xfd"
                  "7zXZ") == "is compressed by xz; decompress it first");
  CHECK(complaint("\xff\xfex") == "is in UTF-16 or UTF-32; UTF-8 is expected");
  CHECK(complaint("\xfe\xffx") == "is in UTF-16; UTF-8 is expected");
}

TEST_CASE("Masks that do not fit are refused") {
  const auto data = read_text("f.csv", "x,y\n0,0\n1,1\n2,2\n");
  CHECK_THROWS_AS(kept_text(data, {1, 1}), std::invalid_argument);
  CHECK_THROWS_AS(kept_text(data, {1, 1, 0}), std::invalid_argument);
}

TEST_CASE("Real files are read whole and written back byte for byte") {
  struct expected {
    const char* name;
    std::int64_t points, series;
  };
  // Counts from the data's description.
  const expected files[] = {
      {"coast_baffin.xy.csv", 163293, 1},
      {"ecg_mitdb_100.series.csv", 650000, 1},
      {"gps_chemnitz.xy.csv", 8571, 1},
      {"gps_deliveries.lines.csv", 57960, 805},
      {"islands_british_columbia.geojson", 251115, 5529},
      {"islands_with_lakes_canada.wkt", 99711, 115},
      {"pleth_v102s.series.csv", 75000, 1},
      {"route_lisbon_singapore.xy.csv", 73752, 1},
      {"us_counties.lines.csv", 46565, 9869},
      {"world_coastline_50m.geojson", 60635, 1425},
  };
  for (expected const& file : files) {
    const std::string path = std::string(THRUSTLINE_DATA_DIR) + "/" + file.name;
    if (!std::filesystem::exists(path)) {
      skip(path + " is absent");
      continue;
    }
    INFO(std::string(file.name));
    const auto data = thrustline_program::read_dataset(path);
    CHECK(data.points() == file.points);
    CHECK(data.series() == file.series);
    CHECK((kept_text(data, flags(static_cast<std::size_t>(data.points()), 1)) == data.text));
  }
}
