// SPDX-License-Identifier: MIT
#include "formats/csv.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "formats/coordinate_text.hpp"
#include "formats/csv_records.hpp"
#include "formats/file_error.hpp"
#include "formats/message_text.hpp"
#include "formats/utf8.hpp"

namespace thrustline_program {
namespace {

constexpr std::size_t none = static_cast<std::size_t>(-1);

/// The columns of a file by their meaning.
struct layout {
  std::vector<std::string> names;
  std::vector<std::size_t> coordinates; ///< one to three columns
  std::size_t id = none, pins = none;
};

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::tolower(c); });
  return text;
}

std::string joined(std::vector<std::string> const& names) {
  std::string text;
  for (std::string const& name : names)
    text += (text.empty() ? "" : ", ") + name;
  return excerpt(text);
}

/// The column of that name; else the one whose name differs in the case of letters alone; `none` if there is none.
std::size_t find_column(std::string const& path, std::vector<std::string> const& names, std::string const& name) {
  const auto find = [&](auto const& is_meant) {
    const auto found = std::find_if(names.begin(), names.end(), is_meant);
    if (found == names.end())
      return none;
    if (const auto other = std::find_if(found + 1, names.end(), is_meant); other != names.end())
      throw file_error(path, 1,
                       "more than one column is called '" + excerpt(name) + "'" +
                           (*other == *found ? "" : ": '" + excerpt(*found) + "', '" + excerpt(*other) + "'"));
    return static_cast<std::size_t>(found - names.begin());
  };
  const std::size_t exact = find([&](std::string const& other) { return other == name; });
  return exact != none ? exact : find([&](std::string const& other) { return lower(other) == lower(name); });
}

/// The column of that name or, if no column has it, number.
std::size_t chosen_column(std::string const& path, std::vector<std::string> const& names, std::string const& choice) {
  const std::size_t named = find_column(path, names, choice);
  if (named != none)
    return named;
  std::size_t number = 0;
  const char* const end = choice.data() + choice.size();
  const auto [next, error] = std::from_chars(choice.data(), end, number);
  if (error != std::errc() || next != end || number < 1 || number > names.size())
    throw file_error(path, 1, "no column '" + excerpt(choice) + "' among " + joined(names));
  return number - 1;
}

/// Whether a text, from which this was read, is empty, NaN or infinite.
bool is_absent(std::string_view text, coordinate_text const& read) {
  return text.empty() || (read.end == text.data() + text.size() && !std::isfinite(read.value));
}

/// Whether a field is a number, finite or not.
bool is_number(std::string_view field) {
  const std::string_view text = trimmed(field);
  const coordinate_text read = parse_coordinate(text);
  return !read.problem || (!text.empty() && is_absent(text, read));
}

std::vector<std::string> read_names(std::string const& path, csv_records& records) {
  if (!records.next() || records.blank())
    throw file_error(path, 1, "a header is missing: x,y or id,x,y or the name of one column");
  std::vector<std::string> names;
  for (std::string_view field : records.fields()) {
    if (field.find('\r') != std::string_view::npos && field.find('"') == std::string_view::npos)
      throw file_error(path, 1, "the header holds a carriage return: lines must end in LF or CRLF");
    if (is_number(field))
      throw file_error(path, 1,
                       "a header is missing: '" + excerpt(trimmed(field)) +
                           "' is a number, not a name (quotes make it one)");
    names.push_back(field_text(field));
  }
  return names;
}

layout read_header(std::string const& path, read_options const& options, csv_records& records) {
  layout columns;
  columns.names = read_names(path, records);
  const auto chosen = [&](std::string const& choice) { return chosen_column(path, columns.names, choice); };
  const auto called = [&](const char* name) { return find_column(path, columns.names, name); };
  columns.id = options.id.empty() ? called("id") : chosen(options.id);
  columns.pins = options.pins.empty() ? none : chosen(options.pins);
  if (!options.column.empty())
    columns.coordinates = {chosen(options.column)};
  else if (!options.x.empty())
    columns.coordinates = {chosen(options.x), chosen(options.y)};
  else if (const std::size_t x = called("x"), y = called("y"); x != none && y != none)
    columns.coordinates = {x, y};
  else if (columns.names.size() == 1)
    columns.coordinates = {0};
  else if (options.points)
    throw file_error(path, 1,
                     "columns x and y are expected, found " + joined(columns.names) +
                         " (--x NAME --y NAME choose columns)");
  else
    throw file_error(path, 1,
                     "columns x and y, or one column, are expected, found " + joined(columns.names) +
                         " (--x NAME --y NAME choose columns, --column NAME reads one as a series)");
  if (!options.t.empty() && columns.coordinates.size() == 2)
    columns.coordinates.push_back(chosen(options.t));
  // A column called id that holds coordinates does not divide rows into series.
  if (options.id.empty() && std::count(columns.coordinates.begin(), columns.coordinates.end(), columns.id) > 0)
    columns.id = none;
  return columns;
}

/// Cuts the rows into series: a new one wherever the id changes. Ids are compared without quotes and blanks around
/// them.
class series_cutter {
public:
  series_cutter(std::string const& path, dataset& data) : path_(path), data_(data) {}

  /// Call it before the point of the row is stored, and for rows that are skipped.
  void row(std::string_view field, std::int64_t line) {
    if (!seen_.empty() && field == field_)
      return;
    field_ = field;
    std::string id = field_text(field);
    if (!seen_.empty() && id == id_)
      return;
    if (!seen_.insert(id).second)
      throw file_error(path_, line, "id '" + excerpt(id) + "' occurs again: the rows of an id must be consecutive");
    finish();
    id_ = std::move(id);
  }

  void finish() {
    if (data_.points() > data_.offsets.back())
      data_.offsets.push_back(data_.points());
  }

private:
  std::string const& path_;
  dataset& data_;
  std::string_view field_; ///< of the row before, as the text has it
  std::string id_;
  std::unordered_set<std::string> seen_;
};

void check_row(std::string const& path, csv_records const& records, layout const& columns) {
  if (!records.quotes_closed())
    throw file_error(path, records.line(), "a quote is opened and never closed");
  if (!records.quotes_alone())
    throw file_error(path, records.line(), "text follows a quote that closes a field: quotes within are doubled");
  const std::size_t found = records.fields().size(), expected = columns.names.size();
  if (found != expected)
    throw file_error(path, records.line(),
                     std::to_string(expected) + (expected == 1 ? " column is" : " columns are") + " expected, found " +
                         std::to_string(found));
}

/// The text of a field, without quotes and the blanks around it.
std::string plain_text(std::string_view field) {
  const std::string unquoted = field.find('"') == std::string_view::npos ? std::string(field) : field_text(field);
  return std::string(trimmed(unquoted));
}

std::uint8_t read_pin(std::string const& path, csv_records const& records, layout const& columns) {
  const std::string text = plain_text(records.fields()[columns.pins]);
  if (text != "0" && text != "1")
    throw file_error(path, records.line(),
                     excerpt(columns.names[columns.pins]) + " '" + excerpt(text) + "' is neither 0 nor 1");
  return text == "1" ? 1 : 0;
}

/// Reads the coordinates of a row. Returns whether they are finite numbers; throws file_error for any other text.
bool read_point(std::string const& path, csv_records const& records, layout const& columns, bool skip_invalid,
                double* point) {
  bool valid = true;
  for (std::size_t column : columns.coordinates) {
    const std::string_view field = records.fields()[column];
    const bool quoted = field.find('"') != std::string_view::npos;
    const std::string unquoted = quoted ? field_text(field) : std::string();
    const std::string_view text = trimmed(quoted ? std::string_view(unquoted) : field);
    const coordinate_text read = parse_coordinate(text);
    const bool absent = is_absent(text, read);
    if (read.problem && !(absent && skip_invalid))
      throw file_error(path, records.line(),
                       excerpt(columns.names[column]) + " '" + excerpt(trimmed(field)) + "' " + read.problem +
                           (absent ? " (--invalid skip leaves such rows out)" : ""));
    valid = valid && !absent;
    *point++ = read.value;
  }
  return valid;
}

} // namespace

void read_csv(std::string const& path, read_options const& options, dataset& data) {
  std::string_view text = data.text;
  const std::size_t skipped = byte_order_mark_size(text);
  const char separator = options.separator ? options.separator : found_separator(text, skipped);
  csv_records records(text, skipped, separator);
  const layout columns = read_header(path, options, records);
  data.dimensions = static_cast<int>(columns.coordinates.size());

  series_cutter cutter(path, data);
  std::vector<skipped_row> blank; // those behind the last row are none
  while (records.next()) {
    const auto begin = static_cast<std::int64_t>(records.begin()), end = static_cast<std::int64_t>(records.end());
    if (records.blank()) {
      blank.push_back({data.points(), begin, end, records.line()});
      continue;
    }
    if (!blank.empty() && !(columns.names.size() == 1 && options.skip_invalid))
      throw file_error(path, blank.front().line, "rows follow an empty line");
    data.skipped.insert(data.skipped.end(), blank.begin(), blank.end());
    blank.clear();
    check_row(path, records, columns);
    if (columns.id != none)
      cutter.row(records.fields()[columns.id], records.line());
    double point[3];
    if (read_point(path, records, columns, options.skip_invalid, point)) {
      data.coordinates.insert(data.coordinates.end(), point, point + data.dimensions);
      data.text_begin.push_back(begin);
      if (columns.pins != none)
        data.pins.push_back(read_pin(path, records, columns));
    } else {
      data.skipped.push_back({data.points(), begin, end, records.line()});
    }
  }
  // A file without ids is one series, even if it is empty.
  if (columns.id == none)
    data.offsets.push_back(data.points());
  else
    cutter.finish();
  data.ring.assign(static_cast<std::size_t>(data.series()), 0);
}

} // namespace thrustline_program
