// SPDX-License-Identifier: MIT
#include "processing/topology_layer.hpp"

#include <algorithm>
#include <utility>

#include <thrustline/significance.hpp>

#include "processing/rings.hpp"

namespace thrustline_program {

topology_layer::topology_layer(dataset const& data, thrustline::executor const& on,
                               thrustline::simplify_options const& options, std::vector<std::uint8_t> left_out)
    : data_(data), on_(on), options_(options), left_out_(std::move(left_out)) {
  if (left_out_.empty()) {
    arcs_ = build_arcs(on_, thrustline::polylines<double, 2>(data.coordinates.data(), data.points(),
                                                             data.offsets.data(), data.series()));
    if (!data.pins.empty())
      pins_ = mask_of_arcs(arcs_, data.pins);
    return;
  }
  std::vector<double> coordinates;
  std::vector<std::int64_t> offsets{0};
  std::vector<std::uint8_t> pins;
  for (std::int64_t s = 0; s < data.series(); ++s) {
    const std::int64_t first = data.offsets[s], end = is_left_out(s) ? first : data.offsets[s + 1];
    coordinates.insert(coordinates.end(), data.coordinates.begin() + 2 * first, data.coordinates.begin() + 2 * end);
    offsets.push_back(static_cast<std::int64_t>(coordinates.size()) / 2);
    if (!data.pins.empty())
      pins.insert(pins.end(), data.pins.begin() + first, data.pins.begin() + end);
  }
  arcs_ = build_arcs(
      on_, thrustline::polylines<double, 2>(coordinates.data(), offsets.back(), offsets.data(), data.series()));
  if (!data.pins.empty())
    pins_ = mask_of_arcs(arcs_, pins);
}

bool topology_layer::is_left_out(std::int64_t series) const {
  return !left_out_.empty() && left_out_[static_cast<std::size_t>(series)] != 0;
}

thrustline::simplify_options topology_layer::of_arcs() const {
  return thrustline::simplify_options(options_)
      .rings(nullptr, 0) // arcs are none
      .pins(pins_.data(), static_cast<std::int64_t>(pins_.size()));
}

simplified_layer topology_layer::simplified(thrustline::topology kind, double tolerance) const {
  simplified_layer result;
  result.arc_mask.resize(static_cast<std::size_t>(arcs_.view().points));
  result.report = simplify(on_, arcs_.view(), of_arcs().topology(kind).tolerance(tolerance), result.arc_mask.data());
  result.mask = mask_of_data(result.arc_mask);
  return result;
}

std::vector<std::uint8_t> topology_layer::mask_of_data(std::vector<std::uint8_t> const& arc_mask) const {
  const std::vector<std::uint8_t> of_lines = mask_of_lines(arcs_, arc_mask);
  std::vector<std::uint8_t> mask(static_cast<std::size_t>(data_.points()));
  auto from = of_lines.begin();
  for (std::int64_t s = 0; s < data_.series(); ++s) {
    if (is_left_out(s))
      continue;
    const std::int64_t first = data_.offsets[s], points = data_.offsets[s + 1] - first;
    std::copy_n(from, points, mask.begin() + first);
    from += points;
  }
  for (std::size_t i = 0; i < data_.pins.size(); ++i) // some may repeat the point before, which no arc does
    mask[i] = mask[i] || data_.pins[i] ? 1 : 0;
  return mask;
}

std::vector<double> topology_layer::plain_significance() const {
  return significance(on_, arcs_.view(), of_arcs().topology(thrustline::topology::none).tolerance(0));
}

double topology_layer::largest_deviation(std::vector<std::uint8_t> const& arc_mask) const {
  return max_deviation(on_, arcs_.view(), of_arcs().topology(thrustline::topology::none), arc_mask.data());
}

std::vector<std::uint8_t> small_rings(topology_layer const& layer, double tolerance) {
  constexpr std::int64_t positions_of_ring = 4;
  dataset const& data = layer.data();
  std::vector<std::uint8_t> mask = layer.plain(tolerance).mask;
  for (std::int64_t s = 0; s < data.series(); ++s) {
    const auto begin = mask.begin() + data.offsets[s], end = mask.begin() + data.offsets[s + 1];
    const bool pinned =
        !data.pins.empty() && std::any_of(data.pins.begin() + data.offsets[s], data.pins.begin() + data.offsets[s + 1],
                                          [](std::uint8_t pin) { return pin != 0; });
    if (data.ring[s] && !pinned && std::count(begin, end, std::uint8_t(1)) < positions_of_ring)
      std::fill(begin, end, std::uint8_t(0));
  }
  drop_holes_without_shell(data, mask);
  std::vector<std::uint8_t> small(static_cast<std::size_t>(data.series()));
  for (std::int64_t s = 0; s < data.series(); ++s)
    small[static_cast<std::size_t>(s)] =
        data.ring[s] && data.offsets[s] < data.offsets[s + 1] &&
        std::none_of(mask.begin() + data.offsets[s], mask.begin() + data.offsets[s + 1],
                     [](std::uint8_t kept) { return kept != 0; });
  return small;
}

} // namespace thrustline_program
