// SPDX-License-Identifier: MIT
#include "real_data.hpp"

#include <filesystem>
#include <stdexcept>

#include "formats/dataset.hpp"
#include "skip.hpp"

namespace thrustline::test {
std::vector<real_file> const& real_files() {
  static const std::vector<real_file> all{
      {"coast_baffin.xy.csv", 2, 0.005},           {"islands_british_columbia.geojson", 2, 0.002},
      {"islands_with_lakes_canada.wkt", 2, 0.005}, {"us_counties.lines.csv", 2, 0.01},
      {"world_coastline_50m.geojson", 2, 0.1},     {"route_lisbon_singapore.xy.csv", 2, 1},
      {"gps_deliveries.lines.csv", 2, 10},         {"gps_chemnitz.xy.csv", 2, 2},
      {"ecg_mitdb_100.series.csv", 1, 20},         {"pleth_v102s.series.csv", 1, 50},
  };
  return all;
}

real_file const& find_file(std::string const& name) {
  for (real_file const& file : real_files())
    if (file.name == name)
      return file;
  throw std::out_of_range("no file of real data is called " + name);
}

template <int D>
std::optional<batch<double, D>> read(real_file const& file, std::string const& what) {
  const std::filesystem::path path = std::filesystem::path(THRUSTLINE_DATA_DIR) / file.name;
  if (!std::filesystem::exists(path)) {
    skip(what + ": " + path.string() + " is absent");
    return {};
  }
  thrustline_program::dataset data = thrustline_program::read_dataset(path.string());
  if (data.dimensions != D)
    throw std::runtime_error(path.string() + " has points of another dimension");
  return batch<double, D>{std::move(data.coordinates), std::move(data.offsets)};
}

template std::optional<batch<double, 1>> read<1>(real_file const&, std::string const&);
template std::optional<batch<double, 2>> read<2>(real_file const&, std::string const&);

} // namespace thrustline::test
