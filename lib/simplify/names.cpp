// SPDX-License-Identifier: MIT
#include <string>

#include <thrustline/simplify.hpp>

namespace thrustline {

std::string to_string(metric value) {
  switch (value) {
  case metric::vertical:
    return "vertical";
  case metric::line:
    return "line";
  case metric::segment:
    return "segment";
  case metric::great_ellipse:
    return "great_ellipse";
  case metric::synchronised:
    return "synchronised";
  }
  return "unknown";
}

std::string to_string(engine value) {
  switch (value) {
  case engine::automatic:
    return "automatic";
  case engine::recursive:
    return "recursive";
  case engine::composed:
    return "composed";
  case engine::fused:
    return "fused";
  case engine::bounded:
    return "bounded";
  }
  return "unknown";
}

} // namespace thrustline
