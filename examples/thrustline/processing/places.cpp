// SPDX-License-Identifier: MIT
#include "processing/places.hpp"

#include <cmath>

#include <thrustline/error.hpp>
#include <thrustline/geometry/ecef.hpp>

#include "formats/file_error.hpp"

namespace thrustline_program {

void check_places(std::string const& path, dataset const& data) {
  for (std::int64_t i = 0; i < data.points(); ++i) {
    const double longitude = data.coordinates[2 * i], latitude = data.coordinates[2 * i + 1];
    const bool far = std::abs(longitude) > thrustline::largest_longitude;
    if (!far && std::abs(latitude) <= thrustline::largest_latitude)
      continue;
    const std::int64_t line = line_of(data.text, static_cast<std::size_t>(data.text_begin[i]));
    throw file_error(path, line,
                     (far ? "longitude " + thrustline::detail::to_text(longitude) + " is not within 1e12 degrees"
                          : "latitude " + thrustline::detail::to_text(latitude) + " is not from -90 to 90 degrees") +
                         ", as --units m needs");
  }
}

} // namespace thrustline_program
