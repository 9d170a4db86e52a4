// SPDX-License-Identifier: MIT
#include "topojson_checks.hpp"

#include <numeric>
#include <optional>
#include <sstream>
#include <stdexcept>

#include <nlohmann/json.hpp>

#include <formats/topojson.hpp>

#include "require.hpp"

namespace thrustline::fuzz {
namespace {

using thrustline_program::arc_lines;
using thrustline_program::dataset;

/// Each series as an arc of its own.
arc_lines arcs_of_series(dataset const& data) {
  arc_lines lines;
  lines.xy = data.coordinates;
  lines.arc_offsets = data.offsets;
  lines.uses.resize(static_cast<std::size_t>(data.series()));
  std::iota(lines.uses.begin(), lines.uses.end(), 0);
  lines.use_offsets.resize(lines.uses.size() + 1);
  std::iota(lines.use_offsets.begin(), lines.use_offsets.end(), 0);
  lines.left_out.resize(lines.uses.size());
  return lines;
}

void check_written(dataset const& data, std::optional<std::int64_t> quantization) {
  thrustline_program::topojson_options options;
  options.quantization = quantization;
  std::ostringstream out;
  try {
    write_topojson(out, data, arcs_of_series(data), options);
  } catch (std::invalid_argument const&) {
    return; // collections that are nested too deep
  }
  require(nlohmann::json::accept(out.str()), "a topology is valid JSON");
}

} // namespace

void check_topojson(text_reader read, thrustline_program::read_options const& options, std::string_view text) {
  const std::optional<dataset> data = read_or_refuse(read, options, text);
  if (!data)
    return;
  check_written(*data, std::nullopt);
  check_written(*data, 1000);
}

} // namespace thrustline::fuzz
