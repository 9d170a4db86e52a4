// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "batch.hpp"

namespace thrustline::test {

/// A file of THRUSTLINE_DATA_DIR.
struct real_file {
  std::string name;
  int dimensions;
  double tolerance; ///< one that keeps some points and drops many, in the file's units
};

/// All files of lines and series there, whether present or not.
std::vector<real_file> const& real_files();

/// The file of that name; throws std::out_of_range if real_files() has none.
real_file const& find_file(std::string const& name);

/// The file's points in double. If the file is absent, skips `what`.
template <int D>
std::optional<batch<double, D>> read(real_file const& file, std::string const& what);

/// The same series converted to another type.
template <class Real, int D>
batch<Real, D> as(batch<double, D> const& lines) {
  return {{lines.coordinates.begin(), lines.coordinates.end()}, lines.offsets};
}

} // namespace thrustline::test
