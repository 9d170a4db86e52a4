// SPDX-License-Identifier: MIT
#include "formats/dataset.hpp"

#include <algorithm>
#include <cctype>
#include <ostream>
#include <stdexcept>

#include "formats/csv.hpp"
#include "formats/file_content.hpp"
#include "formats/file_error.hpp"
#include "formats/geojson.hpp"
#include "formats/wkt.hpp"

namespace thrustline_program {
file_format format_of(std::string const& path) {
  const std::size_t dot = path.find_last_of("./");
  std::string extension = dot == std::string::npos ? std::string() : path.substr(dot);
  std::transform(extension.begin(), extension.end(), extension.begin(),
                 [](unsigned char c) { return std::tolower(c); });
  if (extension == ".csv")
    return file_format::csv;
  if (extension == ".geojson" || extension == ".json")
    return file_format::geojson;
  if (extension == ".wkt")
    return file_format::wkt;
  return file_format::by_extension;
}

dataset read_dataset(std::string const& path, read_options const& options) {
  const std::string name = file_name(path);
  dataset data;
  data.format = options.format == file_format::by_extension ? format_of(path) : options.format;
  if (data.format == file_format::by_extension)
    throw file_error(name, "the format is not known: .csv, .geojson, .json or .wkt is expected, or a format by name");
  if (!options.column.empty() && data.format != file_format::csv)
    throw file_error(name, "a column can be chosen in CSV files only");
  data.text = file_content(path);
  switch (data.format) {
  case file_format::csv:
    read_csv(name, options.column, data);
    break;
  case file_format::geojson:
    read_geojson(name, options.points, data);
    break;
  case file_format::wkt:
    read_wkt(name, options.points, data);
    break;
  case file_format::by_extension:
    break;
  }
  return data;
}

void write_kept(std::ostream& out, dataset const& data, std::vector<std::uint8_t> const& keep_mask) {
  if (static_cast<std::int64_t>(keep_mask.size()) != data.points())
    throw std::invalid_argument("keep_mask: one value for each point is expected");
  std::int64_t written = 0; // bytes of the text
  const auto write_to = [&](std::int64_t end) { out.write(data.text.data() + written, end - written); };
  for (std::int64_t s = 0; s < data.series(); ++s) {
    const auto first = static_cast<std::size_t>(data.offsets[s]), last = static_cast<std::size_t>(data.offsets[s + 1]);
    if (last > first && !keep_mask[last - 1])
      throw std::invalid_argument("keep_mask: the last point of series " + std::to_string(s) + " is not kept");
    // A point goes with all up to the next point of its series: separator, line end, other columns.
    for (std::size_t i = first; i < last; ++i) {
      if (keep_mask[i])
        continue;
      write_to(data.text_begin[i]);
      written = data.text_begin[i + 1];
    }
  }
  write_to(static_cast<std::int64_t>(data.text.size()));
}

} // namespace thrustline_program
