// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include <thrustline/arcs.hpp>
#include <thrustline/simplify.hpp>

#include "formats/dataset.hpp"

namespace thrustline_program {

/// A simplified layer.
struct simplified_layer {
  std::vector<std::uint8_t> mask;     ///< one entry for each of the dataset's points
  std::vector<std::uint8_t> arc_mask; ///< one entry for each point of the arcs
  thrustline::simplify_report report;
};

/// The planar lines of a dataset by their arcs, which are simplified together so that what lines have in common stays
/// in common.
class topology_layer {
public:
  /// options: with a topology. left_out: 1 for each series that is absent and holds nothing in place; empty: all are
  /// there. Refers to the dataset.
  topology_layer(dataset const& data, thrustline::executor const& on, thrustline::simplify_options const& options,
                 std::vector<std::uint8_t> left_out = {});

  dataset const& data() const { return data_; }
  thrustline::executor const& on() const { return on_; }
  thrustline::simplify_options const& options() const { return options_; }
  thrustline::line_arcs<double> const& arcs() const { return arcs_; }

  /// The layer at a tolerance, with its topology.
  simplified_layer at(double tolerance) const { return simplified(options_.topology(), tolerance); }

  /// The same without regard to the topology: plain Ramer-Douglas-Peucker of the arcs.
  simplified_layer plain(double tolerance) const { return simplified(thrustline::topology::none, tolerance); }

  /// Significance of each point of the arcs, without regard to the topology.
  std::vector<double> plain_significance() const;

  /// Largest distance of a dropped point of an arc to the result. From this tolerance on, up to the one at which the
  /// mask was made, at() gives the same mask.
  double largest_deviation(std::vector<std::uint8_t> const& arc_mask) const;

private:
  simplified_layer simplified(thrustline::topology kind, double tolerance) const;
  thrustline::simplify_options of_arcs() const;
  std::vector<std::uint8_t> mask_of_data(std::vector<std::uint8_t> const& arc_mask) const;
  bool is_left_out(std::int64_t series) const;

  dataset const& data_;
  thrustline::executor on_;
  thrustline::simplify_options options_;
  std::vector<std::uint8_t> left_out_;
  thrustline::line_arcs<double> arcs_;
  std::vector<std::uint8_t> pins_; ///< pinned points of the arcs; empty: none
};

/// For each series, 1 if it is a ring of which plain Ramer-Douglas-Peucker leaves fewer than four positions and no pin,
/// or a hole of such a shell.
std::vector<std::uint8_t> small_rings(topology_layer const& layer, double tolerance);

} // namespace thrustline_program
