// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <utility>

#include "commands/simplify_arguments.hpp"

namespace thrustline_program {

/// How people write the values of an option.
template <class Value>
using name_of_value = std::pair<const char*, Value>;

inline constexpr name_of_value<thrustline::metric> metric_names[] = {{"segment", thrustline::metric::segment},
                                                                     {"line", thrustline::metric::line},
                                                                     {"vertical", thrustline::metric::vertical}};

inline constexpr name_of_value<thrustline::engine> engine_names[] = {{"auto", thrustline::engine::automatic},
                                                                     {"recursive", thrustline::engine::recursive},
                                                                     {"composed", thrustline::engine::composed},
                                                                     {"fused", thrustline::engine::fused},
                                                                     {"bounded", thrustline::engine::bounded}};

/// Those that can be asked for columns of images.
inline constexpr name_of_value<thrustline::engine> column_engine_names[] = {engine_names[0], engine_names[1],
                                                                            engine_names[2], engine_names[3]};

inline constexpr name_of_value<device> device_names[] = {
    {"auto", device::automatic}, {"cpu", device::cpu}, {"cuda", device::cuda}};

/// The windows of the median filter of images; 0: none.
inline constexpr name_of_value<int> median_names[] = {{"0", 0}, {"3", 3}, {"5", 5}};

inline constexpr name_of_value<file_format> format_names[] = {
    {"csv", file_format::csv}, {"geojson", file_format::geojson}, {"wkt", file_format::wkt}};

template <class Value, std::size_t Count>
std::string name_of(name_of_value<Value> const (&names)[Count], Value value) {
  for (auto const& [name, named] : names)
    if (named == value)
      return name;
  return "unknown";
}

} // namespace thrustline_program
