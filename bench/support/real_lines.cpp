// SPDX-License-Identifier: MIT
#include "real_lines.hpp"

#include <filesystem>
#include <fstream>
#include <iostream>
#include <stdexcept>

#include <formats/dataset.hpp>

namespace thrustline::bench {

std::vector<real_lines> read_lines(std::string const& folder, std::vector<std::string> const& names) {
  std::vector<real_lines> found;
  if (folder.empty())
    return found;
  for (std::string const& name : names) {
    const std::filesystem::path path = std::filesystem::path(folder) / name;
    if (!std::filesystem::exists(path)) {
      std::cerr << "left out: " << path.string() << " is absent\n";
      continue;
    }
    thrustline_program::dataset data = thrustline_program::read_dataset(path.string());
    found.push_back({name, std::move(data.coordinates), std::move(data.offsets)});
  }
  return found;
}

real_lines read_flat_lines(std::string const& path) {
  const std::filesystem::path file(path);
  real_lines lines{file.filename().string(), {}, {}};
  std::ifstream in(file, std::ios::binary);
  const auto read = [&](auto* values, std::int64_t n) {
    in.read(reinterpret_cast<char*>(values),
            static_cast<std::streamsize>(n * static_cast<std::int64_t>(sizeof *values)));
    if (!in)
      throw std::runtime_error(path + ": cannot be read, or ends early");
  };
  std::int64_t count = 0;
  read(&count, 1);
  const auto bytes = static_cast<std::int64_t>(std::filesystem::file_size(file));
  if (count < 0 || count > bytes / 8 - 2)
    throw std::runtime_error(path + ": no flat file of lines");
  lines.offsets.resize(static_cast<std::size_t>(count + 1));
  read(lines.offsets.data(), count + 1);
  const std::int64_t points = lines.offsets.back();
  if (points < 0 || bytes != 8 * (count + 2) + 16 * points)
    throw std::runtime_error(path + ": its size is not that of " + std::to_string(points) + " points");
  lines.xy.resize(static_cast<std::size_t>(2 * points));
  read(lines.xy.data(), 2 * points);
  return lines;
}

} // namespace thrustline::bench
