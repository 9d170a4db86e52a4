// SPDX-License-Identifier: MIT
#include "real_lines.hpp"

#include <iostream>

#if defined(THRUSTLINE_BENCH_READERS)
#include <filesystem>

#include "formats/dataset.hpp"
#endif

namespace thrustline::bench {

std::vector<real_lines> read_lines(std::string const& folder, std::vector<std::string> const& names) {
  std::vector<real_lines> found;
  if (folder.empty())
    return found;
  for (std::string const& name : names) {
#if defined(THRUSTLINE_BENCH_READERS)
    std::filesystem::path const path = std::filesystem::path(folder) / name;
    if (std::filesystem::exists(path)) {
      thrustline_program::dataset data = thrustline_program::read_dataset(path.string());
      found.push_back({name, std::move(data.coordinates), std::move(data.offsets)});
      continue;
    }
    std::cerr << "left out: " << path.string() << " is absent\n";
#else
    std::cerr << "left out: " << name << ", this program was built without readers\n";
#endif
  }
  return found;
}

} // namespace thrustline::bench
