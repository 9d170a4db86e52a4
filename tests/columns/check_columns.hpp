// SPDX-License-Identifier: MIT
#pragma once

#include <doctest/doctest.h>

#include <cstdint>
#include <limits>
#include <vector>

#include <thrustline/segment_columns.hpp>

#include "executors.hpp"
#include "masks.hpp"

namespace thrustline::test {

/// The columns as engine `recursive` takes them: one after the other, scaled, NaN where a pixel is absent.
template <class Value>
std::vector<column_real<Value>> flat_columns(column_images<Value> const& images, segment_columns_options const& by) {
  using real = column_real<Value>;
  std::vector<real> flat;
  for (std::int64_t f = 0; f < images.frames; ++f)
    for (std::int64_t c = 0; c < images.columns; ++c)
      for (std::int64_t r = 0; r < images.rows; ++r) {
        const Value v = images.values[f * images.frame_stride + c * images.column_stride + r * images.row_stride];
        const bool absent = static_cast<double>(v) == by.invalid_value();
        flat.push_back(absent ? std::numeric_limits<real>::quiet_NaN()
                              : static_cast<real>(v) * static_cast<real>(by.scale()));
      }
  return flat;
}

template <class Value>
struct expected_columns {
  keep_mask mask;
  ragged<column_segment<column_real<Value>>> segments;
};

/// The expected result of segment_columns, by engine `recursive` of simplify() on one core.
template <class Value>
expected_columns<Value> reference_columns(column_images<Value> const& images, segment_columns_options const& by) {
  using real = column_real<Value>;
  const std::vector<real> flat = flat_columns(images, by);
  std::vector<std::int64_t> offsets;
  for (std::int64_t s = 0; s <= images.series(); ++s)
    offsets.push_back(s * images.rows);
  const polylines<real, 1> lines{flat.data(), static_cast<std::int64_t>(flat.size()), offsets.data(), images.series()};
  auto options = simplify_options{}
                     .tolerance(by.tolerance())
                     .metric(by.metric())
                     .engine(engine::recursive)
                     .invalid(invalid::ignore);
  if (by.tolerances())
    options.tolerances(by.tolerances(), by.tolerances_count());

  expected_columns<Value> expected;
  expected.mask = simplify_mask(executor::cpu(1), lines, options);
  expected.segments.offsets.push_back(0);
  for (std::int64_t s = 0; s < images.series(); ++s) {
    std::int64_t first = -1;
    for (std::int64_t r = 0; r < images.rows; ++r) {
      if (!expected.mask[static_cast<std::size_t>(s * images.rows + r)])
        continue;
      if (first >= 0)
        expected.segments.values.push_back({static_cast<std::int32_t>(first), static_cast<std::int32_t>(r),
                                            flat[static_cast<std::size_t>(s * images.rows + first)],
                                            flat[static_cast<std::size_t>(s * images.rows + r)]});
      first = r;
    }
    expected.segments.offsets.push_back(static_cast<std::int64_t>(expected.segments.values.size()));
  }
  return expected;
}

template <class Real>
bool equal(std::vector<column_segment<Real>> const& a, std::vector<column_segment<Real>> const& b) {
  if (a.size() != b.size())
    return false;
  for (std::size_t i = 0; i < a.size(); ++i)
    if (a[i].first != b[i].first || a[i].last != b[i].last || a[i].value_first != b[i].value_first ||
        a[i].value_last != b[i].value_last)
      return false;
  return true;
}

/// Every engine on every executor gives the mask and the segments of the reference.
template <class Value>
void check_columns(column_images<Value> const& images, segment_columns_options options) {
  const expected_columns<Value> expected = reference_columns(images, options);
  for (executor const& on : executors())
    for (engine with : {engine::automatic, engine::recursive, engine::composed, engine::fused}) {
      if (!runs(on, with) || (with == engine::fused && images.rows > 1024))
        continue;
      INFO("engine ", to_string(with), " on ", on.name());
      options.engine(with);
      const auto found = segment_columns(on, images, options);
      CHECK(found.offsets == expected.segments.offsets);
      CHECK(equal(found.values, expected.segments.values));
      keep_mask mask(expected.mask.size(), std::uint8_t{0xee});
      segment_columns_outputs<column_real<Value>> outputs;
      outputs.keep_mask = mask.data();
      segment_columns(on, images, options, outputs);
      CHECK(difference(mask, expected.mask) == "");
    }
}

} // namespace thrustline::test
