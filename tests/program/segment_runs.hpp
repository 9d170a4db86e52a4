// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "formats/grey_image.hpp"

/// Images for `thrustline segment`, runs of it, and the expected output.
namespace thrustline::test {

using arguments = std::vector<std::string>;
using thrustline_program::grey_image;

/// A road that comes nearer towards the bottom, boxes on it, noise and holes (0).
grey_image made_street(std::int64_t columns, std::int64_t rows, int bits, std::uint64_t seed);

std::string png_of(grey_image const& image);

/// The transposed image.
grey_image turned(grey_image const& image);

/// Converts to disparities; NaN where the raw value is `invalid`.
std::vector<float> disparities(grey_image const& image, int invalid = 0);

/// The expected OUTPUT for an image of disparities, by the library's engine `recursive`.
std::string expected_csv(std::vector<float> const& values, std::int64_t columns, std::int64_t rows, double tolerance);

/// Runs `segment` on a file of these bytes, which must work, and returns OUTPUT.
std::string segmented(std::string const& bytes, arguments const& options);

inline const arguments tolerance_2{"--tolerance", "2"};

/// The options of tolerance_2 and more.
arguments with(arguments const& more);

} // namespace thrustline::test
