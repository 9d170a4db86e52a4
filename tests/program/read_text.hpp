// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <sstream>
#include <string>
#include <vector>

#include "formats/dataset.hpp"
#include "formats/file_error.hpp"
#include "scratch_folder.hpp"

namespace thrustline::test {

/// The dataset of a file with that name and text.
inline thrustline_program::dataset read_text(std::string const& name, std::string const& text,
                                             thrustline_program::read_options const& options = {}) {
  const scratch_folder folder;
  return thrustline_program::read_dataset(folder.write(name, text), options);
}

/// The same with a column of a CSV file as a series of values.
inline thrustline_program::dataset read_text(std::string const& name, std::string const& text,
                                             std::string const& column) {
  thrustline_program::read_options options;
  options.column = column;
  return read_text(name, text, options);
}

/// The error of reading such a file, from the file's name on; "nothing" if there is none.
inline std::string complaint(std::string const& name, std::string const& text, std::string const& column = "") {
  try {
    read_text(name, text, column);
  } catch (thrustline_program::file_error const& error) {
    const std::string what = error.what();
    return what.substr(what.find(name));
  }
  return "nothing";
}

/// The text with only the points kept whose mask is 1.
inline std::string kept_text(thrustline_program::dataset const& data, std::vector<std::uint8_t> const& keep_mask) {
  std::ostringstream out;
  thrustline_program::write_kept(out, data, keep_mask);
  return out.str();
}

using numbers = std::vector<double>;
using indices = std::vector<std::int64_t>;
using flags = std::vector<std::uint8_t>;

} // namespace thrustline::test
