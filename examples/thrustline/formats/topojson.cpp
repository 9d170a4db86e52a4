// SPDX-License-Identifier: MIT
#include "formats/topojson.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <ostream>
#include <stdexcept>
#include <string_view>

#include "formats/coordinate_text.hpp"
#include "formats/json_text.hpp"
#include "formats/object_pieces.hpp"

namespace thrustline_program {
namespace {

struct position {
  double x, y;
};

template <class Number>
void append_number(std::string& text, Number value) {
  char digits[32];
  text.append(digits, std::to_chars(digits, digits + sizeof digits, value).ptr);
}

/// The first two numbers of a position's text: [1, 2], (1 2) or 1 2.
position position_of(std::string_view text) {
  double xy[2];
  for (double& value : xy) {
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n,[("), text.size()));
    const coordinate_text read = scan_coordinate(text);
    if (read.end == text.data() || text.empty())
      throw std::invalid_argument("a point has no position");
    value = read.value;
    text.remove_prefix(static_cast<std::size_t>(read.end - text.data()));
  }
  return {xy[0], xy[1]};
}

/// Positions of a Point or MultiPoint.
std::vector<position> positions_of(object_piece const& piece) {
  std::vector<position> positions;
  const std::vector<std::string_view> entries = entries_of_list(piece.coordinates);
  if (piece.type->nesting == 0) {
    if (!entries.empty())
      positions.push_back(position_of(piece.coordinates));
    return positions;
  }
  for (std::string_view entry : entries)
    if (entry.find_first_of("0123456789") != std::string_view::npos) // not EMPTY
      positions.push_back(position_of(entry));
  return positions;
}

/// Numbers of the topology for coordinates: themselves, or steps of a grid.
class coordinate_scale {
public:
  coordinate_scale(arc_lines const& lines, std::vector<object_piece> const& pieces,
                   std::optional<std::int64_t> quantization) {
    for (std::size_t k = 0; k + 1 < lines.xy.size(); k += 2)
      enclose({lines.xy[k], lines.xy[k + 1]});
    for (object_piece const& piece : pieces)
      if (piece.type && !piece.type->lines)
        for (position const& p : positions_of(piece))
          enclose(p);
    if (!quantization || !has_points())
      return;
    for (int k = 0; k < 2; ++k) {
      step_[k] = (high_[k] - low_[k]) / static_cast<double>(*quantization - 1);
      step_[k] = step_[k] > 0 ? step_[k] : 1;
    }
    is_grid_ = true;
    last_ = *quantization - 1;
  }

  bool has_points() const { return low_[0] <= high_[0]; }
  bool is_grid() const { return is_grid_; }

  std::int64_t step_of(double value, int k) const {
    return std::clamp(static_cast<std::int64_t>(std::llround((value - low_[k]) / step_[k])), std::int64_t(0), last_);
  }

  void append(std::string& text, position const& p) const {
    if (is_grid_)
      return append_pair(text, step_of(p.x, 0), step_of(p.y, 1));
    append_pair(text, p.x, p.y);
  }

  template <class Number>
  static void append_pair(std::string& text, Number x, Number y) {
    text += '[';
    append_number(text, x);
    text += ',';
    append_number(text, y);
    text += ']';
  }

  /// The members `bbox` and `transform`, each with a comma before it.
  void append_members(std::string& text) const {
    if (!has_points())
      return;
    text += R"(,"bbox":[)";
    for (const double value : {low_[0], low_[1], high_[0], high_[1]}) {
      append_number(text, value);
      text += ',';
    }
    text.back() = ']';
    if (!is_grid_)
      return;
    text += R"(,"transform":{"scale":)";
    append_pair(text, step_[0], step_[1]);
    text += R"(,"translate":)";
    append_pair(text, low_[0], low_[1]);
    text += '}';
  }

private:
  void enclose(position const& p) {
    const double xy[2] = {p.x, p.y};
    for (int k = 0; k < 2; ++k) {
      low_[k] = std::min(low_[k], xy[k]);
      high_[k] = std::max(high_[k], xy[k]);
    }
  }

  double low_[2] = {std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
  double high_[2] = {-std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
  double step_[2] = {1, 1};
  std::int64_t last_ = 0;
  bool is_grid_ = false;
};

/// Writes the members of geometries that refer to the series of a dataset, which come in order.
class geometry_members {
public:
  geometry_members(arc_lines const& lines, coordinate_scale const& scale) : lines_(lines), scale_(scale) {}

  void append(std::string& text, object_piece const& piece) {
    geometry_type const& type = *piece.type;
    if (!type.lines)
      return append_points(text, piece);
    text.append(R"("type":")").append(type.name).append(R"(","arcs":)");
    const std::vector<std::string_view> entries = entries_of_list(piece.coordinates);
    if (type.nesting == 1)
      append_series(text);
    else if (type.nesting == 3)
      append_polygons(text, entries);
    else
      append_list(text, static_cast<std::int64_t>(entries.size()), type.rings);
  }

private:
  void append_points(std::string& text, object_piece const& piece) const {
    const std::vector<position> positions = positions_of(piece);
    const bool one = piece.type->nesting == 0;
    if (one && positions.empty()) {
      text += R"("type":null)";
      return;
    }
    text.append(R"("type":")").append(piece.type->name).append(R"(","coordinates":)");
    if (one)
      return scale_.append(text, positions.front());
    text += '[';
    for (position const& p : positions) {
      scale_.append(text, p);
      text += ',';
    }
    close(text);
  }

  void append_series(std::string& text) {
    const auto s = static_cast<std::size_t>(next_++);
    text += '[';
    for (std::int64_t u = lines_.use_offsets[s]; u < lines_.use_offsets[s + 1]; ++u) {
      append_number(text, lines_.uses[static_cast<std::size_t>(u)]);
      text += ',';
    }
    close(text);
  }

  bool is_left_out(std::int64_t series) const { return lines_.left_out[static_cast<std::size_t>(series)] != 0; }

  /// The lines of a MultiLineString, or the rings of a polygon. A polygon goes with its shell, the first ring.
  void append_list(std::string& text, std::int64_t count, bool rings) {
    const bool shell_is_left_out = rings && count > 0 && is_left_out(next_);
    text += '[';
    for (; count > 0; --count) {
      if (shell_is_left_out || is_left_out(next_)) {
        ++next_;
        continue;
      }
      append_series(text);
      text += ',';
    }
    close(text);
  }

  void append_polygons(std::string& text, std::vector<std::string_view> const& polygons) {
    text += '[';
    for (std::string_view polygon : polygons) {
      const auto rings = static_cast<std::int64_t>(entries_of_list(polygon).size());
      if (rings > 0 && is_left_out(next_)) {
        next_ += rings;
        continue;
      }
      append_list(text, rings, true);
      text += ',';
    }
    close(text);
  }

  /// Closes a list whose entries end with commas.
  static void close(std::string& text) {
    if (text.back() == ',')
      text.back() = ']';
    else
      text += ']';
  }

  arc_lines const& lines_;
  coordinate_scale const& scale_;
  std::int64_t next_ = 0; ///< series
};

void append_arc(std::string& text, arc_lines const& lines, coordinate_scale const& scale, std::size_t arc) {
  std::int64_t before[2] = {0, 0};
  text += '[';
  for (std::int64_t i = lines.arc_offsets[arc]; i < lines.arc_offsets[arc + 1]; ++i) {
    const double* const p = lines.xy.data() + 2 * i;
    if (i > lines.arc_offsets[arc])
      text += ',';
    if (scale.is_grid()) {
      const std::int64_t x = scale.step_of(p[0], 0), y = scale.step_of(p[1], 1);
      coordinate_scale::append_pair(text, x - before[0], y - before[1]);
      before[0] = x;
      before[1] = y;
    } else {
      scale.append(text, {p[0], p[1]});
    }
  }
  text += ']';
}

} // namespace

void write_topojson(std::ostream& out, dataset const& data, arc_lines const& lines, topojson_options const& options) {
  const std::vector<object_piece> pieces = is_geojson(data.format) ? pieces_of_geojson(data) : pieces_of_wkt(data);
  const coordinate_scale scale(lines, pieces, options.quantization);
  std::string text = R"({"type":"Topology")";
  scale.append_members(text);
  text.append(",\"objects\":{").append(json_text(options.object)).append(":");
  geometry_members geometries(lines, scale);
  for (object_piece const& piece : pieces) {
    text += piece.text;
    if (piece.type)
      geometries.append(text, piece);
    out << text;
    text.clear();
  }
  out << text << "},\n\"arcs\":[";
  text.clear();
  for (std::size_t arc = 0; arc + 1 < lines.arc_offsets.size(); ++arc) {
    text += arc == 0 ? "\n" : ",\n";
    append_arc(text, lines, scale, arc);
    out << text;
    text.clear();
  }
  out << "]}\n";
}

} // namespace thrustline_program
