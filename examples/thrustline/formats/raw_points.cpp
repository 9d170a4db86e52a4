// SPDX-License-Identifier: MIT
#include "formats/raw_points.hpp"

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "formats/file_error.hpp"

namespace thrustline_program {
namespace {

bool ends_in(std::string const& path, const char* extension) {
  return std::filesystem::path(path).extension() == extension;
}

/// Reverses the bytes of each number on a big-endian machine.
template <class Real>
void from_little_endian(std::vector<Real>& values) {
  const std::uint16_t probe = 1;
  unsigned char first = 0;
  std::memcpy(&first, &probe, 1);
  if (first == 1)
    return;
  for (Real& value : values) {
    unsigned char bytes[sizeof(Real)], turned[sizeof(Real)];
    std::memcpy(bytes, &value, sizeof value);
    for (std::size_t k = 0; k < sizeof value; ++k)
      turned[k] = bytes[sizeof value - 1 - k];
    std::memcpy(&value, turned, sizeof value);
  }
}

} // namespace

bool is_raw_float(std::string const& path) { return ends_in(path, ".f32"); }
bool is_raw_double(std::string const& path) { return ends_in(path, ".f64"); }

template <class Real>
std::vector<Real> read_raw_points(std::string const& path) {
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  if (!file)
    throw file_error(path, std::string("cannot be opened: ") + std::strerror(errno));
  const auto bytes = static_cast<std::int64_t>(file.tellg());
  constexpr std::int64_t bytes_a_point = 2 * sizeof(Real);
  if (bytes < 0 || bytes % bytes_a_point != 0)
    throw file_error(path, std::to_string(bytes) + " bytes are not a whole number of points of " +
                               std::to_string(bytes_a_point) + " bytes");
  std::vector<Real> values(static_cast<std::size_t>(bytes) / sizeof(Real));
  file.seekg(0);
  if (!file.read(reinterpret_cast<char*>(values.data()), bytes))
    throw file_error(path, std::string("cannot be read: ") + std::strerror(errno));
  from_little_endian(values);
  return values;
}

template std::vector<float> read_raw_points(std::string const&);
template std::vector<double> read_raw_points(std::string const&);

} // namespace thrustline_program
