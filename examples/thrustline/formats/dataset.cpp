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
namespace {

/// Fills a dataset from its text. `path` is for messages.
using reader = void (*)(std::string const& path, read_options const& options, dataset& data);

struct format_row {
  file_format format;
  const char* name;                    ///< as --format takes it
  std::vector<std::string> extensions; ///< in small letters
  reader read;
};

/// Every format is one row here.
std::vector<format_row> const& format_table() {
  static const std::vector<format_row> table = {
      {file_format::csv, "csv", {".csv"}, read_csv},
      {file_format::geojson, "geojson", {".geojson", ".json"}, read_geojson},
      {file_format::geojson_sequence, "geojsonl", {".geojsonl", ".geojsons", ".ndjson"}, read_geojson_sequence},
      {file_format::wkt, "wkt", {".wkt"}, read_wkt},
  };
  return table;
}

format_row const& row_of(file_format format) {
  const auto is_meant = [format](format_row const& row) { return row.format == format; };
  return *std::find_if(format_table().begin(), format_table().end(), is_meant);
}

/// ".csv, .geojson, .json or .wkt"
std::string all_extensions() {
  std::vector<std::string> all;
  for (format_row const& row : format_table())
    all.insert(all.end(), row.extensions.begin(), row.extensions.end());
  std::string text = all.front();
  for (std::size_t i = 1; i < all.size(); ++i)
    text += (i + 1 < all.size() ? ", " : " or ") + all[i];
  return text;
}

std::string extension_of(std::string const& path) {
  const std::size_t dot = path.find_last_of("./");
  std::string extension = dot == std::string::npos ? std::string() : path.substr(dot);
  std::transform(extension.begin(), extension.end(), extension.begin(),
                 [](unsigned char c) { return std::tolower(c); });
  return extension;
}

} // namespace

std::vector<std::pair<const char*, file_format>> const& format_names() {
  static const auto names = [] {
    std::vector<std::pair<const char*, file_format>> all;
    for (format_row const& row : format_table())
      all.emplace_back(row.name, row.format);
    return all;
  }();
  return names;
}

file_format format_of(std::string const& path) {
  const std::string extension = extension_of(path);
  for (format_row const& row : format_table())
    if (std::count(row.extensions.begin(), row.extensions.end(), extension) > 0)
      return row.format;
  return file_format::by_extension;
}

dataset read_dataset(std::string const& path, read_options const& options) {
  const std::string name = file_name(path);
  dataset data;
  data.format = options.format == file_format::by_extension ? format_of(path) : options.format;
  if (data.format == file_format::by_extension)
    throw file_error(name, "the format is not known: " + all_extensions() + " is expected, or a format by name");
  if (options.for_csv() && data.format != file_format::csv)
    throw file_error(name, "columns, their separator and what is skipped can be chosen in CSV files only");
  data.text = file_content(path);
  row_of(data.format).read(name, options, data);
  return data;
}

void write_kept(std::ostream& out, dataset const& data, std::vector<std::uint8_t> const& keep_mask) {
  if (static_cast<std::int64_t>(keep_mask.size()) != data.points())
    throw std::invalid_argument("keep_mask: one value for each point is expected");
  std::int64_t written = 0; // bytes of the text
  const auto write_to = [&](std::int64_t end) {
    if (end > written)
      out.write(data.text.data() + written, end - written);
  };
  // Leaves out the bytes [begin, end), of which some may be left out already.
  const auto leave_out = [&](std::int64_t begin, std::int64_t end) {
    write_to(begin);
    written = std::max(written, end);
  };
  auto skipped = data.skipped.begin();
  const auto leave_out_skipped = [&](std::int64_t point) {
    for (; skipped != data.skipped.end() && skipped->next_point <= point; ++skipped)
      leave_out(skipped->begin, skipped->end);
  };
  for (std::int64_t s = 0; s < data.series(); ++s) {
    const auto first = static_cast<std::size_t>(data.offsets[s]), last = static_cast<std::size_t>(data.offsets[s + 1]);
    if (last > first && !keep_mask[last - 1])
      throw std::invalid_argument("keep_mask: the last point of series " + std::to_string(s) + " is not kept");
    // A point goes with all up to the next point of its series: separator, line end, other columns.
    for (std::size_t i = first; i < last; ++i) {
      leave_out_skipped(static_cast<std::int64_t>(i));
      if (!keep_mask[i])
        leave_out(data.text_begin[i], data.text_begin[i + 1]);
    }
  }
  leave_out_skipped(data.points());
  write_to(static_cast<std::int64_t>(data.text.size()));
}

} // namespace thrustline_program
