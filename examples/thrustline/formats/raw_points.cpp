// SPDX-License-Identifier: MIT
#include "formats/raw_points.hpp"

#include <cstdint>
#include <cstring>

#include "formats/extension.hpp"
#include "formats/file_content.hpp"
#include "formats/file_error.hpp"

namespace thrustline_program {
namespace {

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

bool is_raw_float(std::string const& path) { return has_extension(path, ".f32"); }
bool is_raw_double(std::string const& path) { return has_extension(path, ".f64"); }

template <class Real>
std::vector<Real> read_raw_points(std::string const& path) {
  std::vector<Real> values;
  const std::size_t bytes = input_file(path).read_all(values);
  constexpr std::size_t bytes_a_point = 2 * sizeof(Real);
  if (bytes % bytes_a_point != 0)
    throw file_error(file_name(path), std::to_string(bytes) + " bytes are not a whole number of points of " +
                                          std::to_string(bytes_a_point) + " bytes");
  from_little_endian(values);
  return values;
}

template std::vector<float> read_raw_points(std::string const&);
template std::vector<double> read_raw_points(std::string const&);

} // namespace thrustline_program
