// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <utility>

#include <thrustline/simplify.hpp>

namespace thrustline_program {

/// A value of an option under the name that users write.
template <class Value>
using name_of_value = std::pair<const char*, Value>;

inline constexpr name_of_value<thrustline::metric> metric_names[] = {
    {"segment", thrustline::metric::segment},
    {"line", thrustline::metric::line},
    {"vertical", thrustline::metric::vertical},
    {"great_ellipse", thrustline::metric::great_ellipse},
    {"synchronised", thrustline::metric::synchronised}};

inline constexpr name_of_value<thrustline::engine> engine_names[] = {{"auto", thrustline::engine::automatic},
                                                                     {"recursive", thrustline::engine::recursive},
                                                                     {"composed", thrustline::engine::composed},
                                                                     {"fused", thrustline::engine::fused},
                                                                     {"bounded", thrustline::engine::bounded}};

inline constexpr name_of_value<thrustline::topology> topology_names[] = {{"within", thrustline::topology::within},
                                                                         {"between", thrustline::topology::between},
                                                                         {"both", thrustline::topology::both}};

inline constexpr name_of_value<thrustline::ring_start> ring_start_names[] = {{"first", thrustline::ring_start::first},
                                                                             {"least", thrustline::ring_start::least}};

inline constexpr name_of_value<thrustline::ring_minimum> small_rings_names[] = {
    {"keep", thrustline::ring_minimum::keep}, {"drop", thrustline::ring_minimum::drop}};

template <class Names, class Value>
std::string name_of(Names const& names, Value value) {
  for (auto const& [name, named] : names)
    if (named == value)
      return name;
  return "unknown";
}

/// "auto, recursive, ..."
template <class Names>
std::string list_of(Names const& names) {
  std::string list;
  for (auto const& [name, value] : names)
    list += (list.empty() ? "" : ", ") + std::string(name);
  return list;
}

} // namespace thrustline_program
