// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "core/offsets_or_whole.hpp"
#include "simplify/flow/prepared.hpp"

namespace thrustline::cpu {

/// The arrays of a call where the caller has them.
template <class Real, int D>
class host_arrays {
public:
  host_arrays(polylines<Real, D> const& lines, simplify_options const& options)
      : offsets_(lines), lines_{reinterpret_cast<const point<Real, D>*>(lines.coordinates), lines.points,
                                offsets_.data(), lines.series},
        options_(options) {}
  host_arrays(host_arrays const&) = delete;
  host_arrays& operator=(host_arrays const&) = delete;

  flow::call_input<Real, D> input() const {
    return {lines_, options_, options_.tolerances(), options_.pins(), options_.rings()};
  }

  /// The input of calls that take a mask, and neither tolerances nor pins.
  flow::call_input<Real, D> input_beside_mask() const { return {lines_, options_, nullptr, nullptr, options_.rings()}; }

private:
  detail::offsets_or_whole offsets_;
  flow::batch<Real, D> lines_;
  simplify_options const& options_;
};

} // namespace thrustline::cpu
