// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include <thrustline/simplify.hpp>

#include "batch.hpp"
#include "plain_recursion.hpp"
#include "random_numbers.hpp"

namespace thrustline::test {

/// Checks tolerances of series, pins and rings by a metric against calls without them.
template <class Real, int D>
void check_options_of_series(batch<Real, D> const& lines, metric by, double tolerance) {
  random_numbers numbers(85);
  const auto within = [by](double distance) { return simplify_options{}.metric(by).tolerance(distance); };
  std::vector<double> tolerances;
  for (std::int64_t s = 0; s < lines.series(); ++s)
    tolerances.push_back(40 * tolerance * numbers.uniform());
  keep_mask pins(static_cast<std::size_t>(lines.points()));
  for (std::uint8_t& pin : pins)
    pin = numbers.below(50) == 0;

  SUBCASE("one tolerance a series: as series by series") {
    keep_mask mask;
    for (std::int64_t s = 0; s < lines.series(); ++s) {
      const keep_mask one = simplify_mask(executor::cpu(1), lines.view(s), within(tolerances[s]));
      mask.insert(mask.end(), one.begin(), one.end());
    }
    check_mask(lines, within(0).tolerances(tolerances.data(), lines.series()), mask);
  }
  SUBCASE("pins: as the pieces between them") {
    batch<Real, D> pieces;
    std::vector<std::int64_t> origins;
    for (std::int64_t s = 0; s < lines.series(); ++s) {
      std::vector<Real> piece;
      for (std::int64_t i = lines.offsets[s]; i < lines.offsets[s + 1]; ++i) {
        const auto add = [&] {
          piece.insert(piece.end(), lines.coordinates.begin() + D * i, lines.coordinates.begin() + D * (i + 1));
          origins.push_back(i);
        };
        add();
        if (pins[i]) {
          pieces.add(piece);
          piece.clear();
          add();
        }
      }
      pieces.add(piece);
    }
    const keep_mask kept = simplify_mask(executor::cpu(1), pieces.view(), within(tolerance));
    keep_mask mask(pins);
    for (std::size_t k = 0; k < kept.size(); ++k)
      mask[origins[k]] |= kept[k];
    check_mask(lines, within(tolerance).pins(pins.data(), lines.points()), mask);
  }
  SUBCASE("rings: as lines that end where they begin") {
    batch<Real, D> open;
    for (std::int64_t s = 0; s < lines.series(); ++s) {
      std::vector<Real> line(lines.coordinates.begin() + D * lines.offsets[s],
                             lines.coordinates.begin() + D * lines.offsets[s + 1]);
      for (int k = 0; k < D && !line.empty(); ++k)
        line.push_back(line[k]);
      open.add(line);
    }
    const keep_mask kept = simplify_mask(executor::cpu(1), open.view(), within(tolerance));
    keep_mask mask;
    for (std::int64_t s = 0; s < lines.series(); ++s)
      mask.insert(mask.end(), kept.begin() + open.offsets[s], kept.begin() + open.offsets[s] + lines.size(s));
    check_mask(lines, within(tolerance).closed(true), mask);
  }
}

} // namespace thrustline::test
