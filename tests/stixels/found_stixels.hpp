// SPDX-License-Identifier: MIT
#pragma once

#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include <thrustline/stixels.hpp>

namespace thrustline::test {

inline bool is_same(stixel const& a, stixel const& b) {
  return a.first == b.first && a.last == b.last && a.kind == b.kind && a.disparity == b.disparity;
}

/// Stixels of columns, and the costs of the columns.
struct found_stixels {
  ragged<stixel> columns;
  std::vector<double> costs;
};

inline found_stixels find_stixels(executor const& on, dense_images<const float> const& disparity,
                                  stereo_camera const& camera, stixel_options const& options) {
  const auto series = static_cast<std::size_t>(disparity.columns / options.width() * disparity.frames);
  found_stixels found;
  auto& [values, offsets] = found.columns;
  offsets.resize(series + 1);
  values.resize(series * static_cast<std::size_t>(disparity.rows));
  found.costs.resize(series);
  stixels(on, disparity, camera, options,
          {offsets.data(), values.data(), static_cast<std::int64_t>(values.size()), found.costs.data(), memory::host});
  values.resize(static_cast<std::size_t>(offsets.back()));
  return found;
}

/// Checks that the columns repeat the wanted ones.
inline void check_repeated(found_stixels const& got, found_stixels const& wanted) {
  auto const &offsets = got.columns.offsets, &wanted_offsets = wanted.columns.offsets;
  REQUIRE(offsets.size() == got.costs.size() + 1);
  REQUIRE(offsets.front() == 0);
  REQUIRE(offsets.back() == static_cast<std::int64_t>(got.columns.values.size()));
  for (std::size_t s = 0; s < got.costs.size(); ++s) {
    INFO("column ", s);
    const std::size_t like = s % wanted.costs.size();
    const std::int64_t count = wanted_offsets[like + 1] - wanted_offsets[like];
    REQUIRE(offsets[s + 1] - offsets[s] == count);
    for (std::int64_t i = 0; i < count; ++i)
      REQUIRE(is_same(got.columns.values[static_cast<std::size_t>(offsets[s] + i)],
                      wanted.columns.values[static_cast<std::size_t>(wanted_offsets[like] + i)]));
    REQUIRE(got.costs[s] == wanted.costs[like]);
  }
}

inline void check_same(found_stixels const& got, found_stixels const& wanted) {
  REQUIRE(got.costs.size() == wanted.costs.size());
  check_repeated(got, wanted);
}

} // namespace thrustline::test
