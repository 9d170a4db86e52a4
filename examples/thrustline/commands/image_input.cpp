// SPDX-License-Identifier: MIT
#include "commands/image_input.hpp"

#include <limits>

#include "commands/command_line.hpp"
#include "commands/names.hpp"
#include "formats/file_content.hpp"
#include "formats/file_error.hpp"
#include "terminal/errors.hpp"
#include "terminal/text.hpp"

namespace thrustline_program {
namespace {

constexpr name_of_value<int> median_names[] = {{"0", 0}, {"3", 3}, {"5", 5}};

} // namespace

void add_invalid_value(option_set& options, double& invalid) {
  const auto set = [&invalid](std::string const& text) -> std::string {
    int value = -1;
    if (text == "none")
      invalid = std::numeric_limits<double>::quiet_NaN();
    else if (read_whole(text, {0, 65535}, value))
      invalid = value;
    else
      return text + " is not a whole number from 0 to 65535, or none";
    return "";
  };
  options.text("--invalid", set, "raw value of pixels without measurement, or none (default: 0)").type("V");
}

void add_median(option_set& options, int& window) {
  options.choice("--median", median_names, window, "window of a median filter, 0 for none (default: 0)");
}

void add_max_pixels(option_set& options, std::int64_t& max_pixels) {
  options
      .whole("--max-pixels", max_pixels, {1, std::numeric_limits<std::int64_t>::max()},
             "refuse larger images (default: " + grouped(usual_max_pixels) + ")")
      .type("N");
}

grey_image read_raw_image(std::string const& path, double invalid, std::int64_t max_pixels) {
  grey_image raw = read_grey_image(path, max_pixels);
  if (raw.bits == 8 && invalid > 255)
    throw usage_error("--invalid: " + rounded(invalid) + ", but the pixels of " + file_name(path) + " have 8 bits");
  return raw;
}

grey_image read_background(std::string const& path, grey_image const& raw, std::string const& input,
                           std::int64_t max_pixels) {
  const auto size = [](grey_image const& image) {
    return std::to_string(image.columns) + " x " + std::to_string(image.rows);
  };
  grey_image background = read_grey_image(path, max_pixels);
  if (background.bits != 8)
    throw file_error(file_name(path), "has pixels of 16 bits; an image of 8 bits is needed");
  if (background.columns != raw.columns || background.rows != raw.rows)
    throw file_error(file_name(path), "has " + size(background) + " pixels, " + file_name(input) + " has " + size(raw));
  return background;
}

} // namespace thrustline_program
