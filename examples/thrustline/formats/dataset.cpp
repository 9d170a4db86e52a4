// SPDX-License-Identifier: MIT
#include "formats/dataset.hpp"

#include <algorithm>
#include <cctype>
#include <stdexcept>
#include <utility>

#include "formats/csv.hpp"
#include "formats/edited_text.hpp"
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
  data.text = text_content(path);
  row_of(data.format).read(name, options, data);
  return data;
}

std::vector<std::int64_t> kept_points(dataset const& data, std::vector<std::uint8_t> const& keep_mask,
                                      std::int64_t series) {
  const std::int64_t first = data.offsets[series], last = data.offsets[series + 1] - 1;
  std::vector<std::int64_t> kept;
  for (std::int64_t i = first; i <= last; ++i)
    if (keep_mask[i])
      kept.push_back(i);
  if (data.ring[series] && kept.size() > 1 && kept.front() != first && kept.back() == last)
    kept.back() = kept.front();
  return kept;
}

void write_kept(std::ostream& out, dataset const& data, std::vector<std::uint8_t> const& keep_mask) {
  if (static_cast<std::int64_t>(keep_mask.size()) != data.points())
    throw std::invalid_argument("keep_mask: one value for each point is expected");
  std::vector<text_edit> edits = edits_of_lists(data, keep_mask);
  for (skipped_row const& row : data.skipped)
    edits.push_back({row.begin, row.end, ""});
  for (std::int64_t s = 0; s < data.series(); ++s)
    add_edits_of_series(data, keep_mask, s, edits);
  write_edited(out, data.text, std::move(edits));
}

} // namespace thrustline_program
