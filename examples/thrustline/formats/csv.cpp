// SPDX-License-Identifier: MIT
#include "formats/csv.hpp"

#include <algorithm>
#include <cctype>
#include <string_view>
#include <unordered_set>

#include "formats/coordinate_text.hpp"
#include "formats/csv_records.hpp"
#include "formats/file_error.hpp"

namespace thrustline_program {
namespace {

constexpr std::size_t none = static_cast<std::size_t>(-1);

/// The columns of a file by their meaning.
struct layout {
  std::vector<std::string> names;
  std::vector<std::size_t> coordinates; ///< one column or two
  std::size_t id = none;
};

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::tolower(c); });
  return text;
}

std::size_t find_column(std::string const& path, std::vector<std::string> const& names, std::string const& name) {
  const auto is_meant = [&](std::string const& other) { return lower(other) == lower(name); };
  const auto found = std::find_if(names.begin(), names.end(), is_meant);
  if (found == names.end())
    return none;
  if (std::any_of(found + 1, names.end(), is_meant))
    throw file_error(path, 1, "more than one column is called '" + name + "'");
  return static_cast<std::size_t>(found - names.begin());
}

std::string joined(std::vector<std::string> const& names) {
  std::string text;
  for (std::string const& name : names)
    text += (text.empty() ? "" : ", ") + name;
  return text;
}

layout read_header(std::string const& path, std::string const& column, csv_records& records) {
  if (!records.next() || records.blank())
    throw file_error(path, 1, "a header is missing: x,y or id,x,y or the name of one column");
  layout columns;
  for (std::string_view field : records.fields()) {
    if (!parse_coordinate(field).problem)
      throw file_error(path, 1, "a header is missing: '" + std::string(trimmed(field)) + "' is a number, not a name");
    columns.names.push_back(field_text(field));
  }
  columns.id = find_column(path, columns.names, "id");
  const bool planar = column.empty();
  const std::size_t x = planar ? find_column(path, columns.names, "x") : none;
  const std::size_t y = planar ? find_column(path, columns.names, "y") : none;
  if (!planar) {
    columns.coordinates = {find_column(path, columns.names, column)};
    if (columns.coordinates[0] == none)
      throw file_error(path, 1, "no column '" + column + "' among " + joined(columns.names));
    if (columns.coordinates[0] == columns.id)
      columns.id = none;
  } else if (x != none && y != none) {
    columns.coordinates = {x, y};
  } else if (columns.names.size() == 1) {
    columns.coordinates = {0};
    columns.id = none;
  } else {
    throw file_error(path, 1,
                     "columns x and y, or one column, are expected, found " + joined(columns.names) +
                         " (--column NAME reads one of them as a series)");
  }
  return columns;
}

/// Cuts the rows into series: a new one wherever the id changes.
class series_cutter {
public:
  series_cutter(std::string const& path, dataset& data) : path_(path), data_(data) {}

  /// Call it before the point of the row is stored.
  void row(std::string_view id, std::int64_t line) {
    if (data_.points() > 0 && id == id_)
      return;
    if (!seen_.insert(id).second)
      throw file_error(path_, line, "id '" + std::string(id) + "' occurs again: the rows of an id must be consecutive");
    finish();
    id_ = id;
  }

  void finish() {
    if (data_.points() > data_.offsets.back())
      data_.offsets.push_back(data_.points());
  }

private:
  std::string const& path_;
  dataset& data_;
  std::string_view id_;
  std::unordered_set<std::string_view> seen_;
};

void check_row(std::string const& path, csv_records const& records, layout const& columns) {
  if (!records.quotes_closed())
    throw file_error(path, records.line(), "a quote is opened and never closed");
  const std::size_t found = records.fields().size(), expected = columns.names.size();
  if (found != expected)
    throw file_error(path, records.line(),
                     std::to_string(expected) + " columns are expected, found " + std::to_string(found));
}

void read_point(std::string const& path, csv_records const& records, layout const& columns, dataset& data) {
  for (std::size_t column : columns.coordinates) {
    const std::string_view field = records.fields()[column];
    const bool quoted = field.find('"') != std::string_view::npos;
    const std::string unquoted = quoted ? field_text(field) : std::string();
    const coordinate_text read = parse_coordinate(quoted ? std::string_view(unquoted) : field);
    if (read.problem)
      throw file_error(path, records.line(),
                       columns.names[column] + " '" + std::string(trimmed(field)) + "' " + read.problem);
    data.coordinates.push_back(read.value);
  }
  data.text_begin.push_back(static_cast<std::int64_t>(records.begin()));
}

} // namespace

void read_csv(std::string const& path, read_options const& options, dataset& data) {
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
  std::string_view text = data.text;
  const std::size_t skipped = text.substr(0, 3) == byte_order_mark ? byte_order_mark.size() : 0;
  csv_records records(text, skipped);
  const layout columns = read_header(path, options.column, records);
  data.dimensions = static_cast<int>(columns.coordinates.size());

  series_cutter cutter(path, data);
  std::int64_t blank_line = 0;
  while (records.next()) {
    if (records.blank()) {
      blank_line = blank_line ? blank_line : records.line();
      continue;
    }
    if (blank_line)
      throw file_error(path, blank_line, "rows follow an empty line");
    check_row(path, records, columns);
    if (columns.id != none)
      cutter.row(records.fields()[columns.id], records.line());
    read_point(path, records, columns, data);
  }
  // A file without ids is one series, even if it is empty.
  if (columns.id == none)
    data.offsets.push_back(data.points());
  else
    cutter.finish();
  data.ring.assign(static_cast<std::size_t>(data.series()), 0);
}

} // namespace thrustline_program
