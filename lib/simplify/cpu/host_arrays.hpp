// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "simplify/flow/prepared.hpp"

namespace thrustline::cpu {

/// The arrays of a call where the caller has them. `whole`: the offsets of a single series that has none.
template <class Real, int D>
class host_arrays {
public:
  host_arrays(polylines<Real, D> const& lines, simplify_options const& options)
      : whole_{0, lines.points}, lines_{reinterpret_cast<const point<Real, D>*>(lines.coordinates), lines.points,
                                        lines.offsets ? lines.offsets : whole_, lines.series},
        options_(options) {}
  host_arrays(host_arrays const&) = delete;
  host_arrays& operator=(host_arrays const&) = delete;

  flow::call_input<Real, D> input() const {
    return {lines_, options_, options_.tolerances(), options_.pins(), options_.rings()};
  }

  /// The input of calls that take a mask, and neither tolerances nor pins.
  flow::call_input<Real, D> input_beside_mask() const { return {lines_, options_, nullptr, nullptr, options_.rings()}; }

private:
  std::int64_t whole_[2];
  flow::batch<Real, D> lines_;
  simplify_options const& options_;
};

} // namespace thrustline::cpu
