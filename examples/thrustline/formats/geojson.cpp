// SPDX-License-Identifier: MIT
#include "formats/geojson.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string_view>

#include <nlohmann/json.hpp>

#include "formats/coordinate_text.hpp"
#include "formats/geojson_reader.hpp"
#include "formats/message_text.hpp"

namespace thrustline_program {
namespace {

/// Walks over the text for the parser and publishes how far the parser has read.
class watched_text {
public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = char const&;

  watched_text(const char* at, const char*& read) : at_(at), read_(&read) {}

  char const& operator*() const { return *at_; }
  watched_text& operator++() {
    *read_ = ++at_;
    return *this;
  }
  friend bool operator==(watched_text const& a, watched_text const& b) { return a.at_ == b.at_; }
  friend bool operator!=(watched_text const& a, watched_text const& b) { return !(a == b); }

private:
  const char* at_;
  const char** read_;
};

/// The finding of the parser without its own words for the place, and with a short excerpt of what it read last.
std::string finding_of(std::string_view what) {
  std::size_t begin = what.find("] ");
  begin = begin == std::string_view::npos ? 0 : begin + 2;
  if (what.substr(begin).substr(0, 14) == "parse error at")
    begin = what.find(": ", begin) + 2;
  what.remove_prefix(begin);
  constexpr std::string_view before = "last read: '";
  const std::size_t read_begin = what.find(before), read_end = what.rfind('\'');
  if (read_begin == std::string_view::npos || read_end < read_begin + before.size())
    return escaped(what);
  const std::size_t quote = read_begin + before.size();
  return escaped(what.substr(0, quote)) + excerpt(what.substr(quote, read_end - quote)) +
         escaped(what.substr(read_end));
}

/// Whether a number other than 0 was read as 0, as it is nearer to 0 than any other double.
bool is_rounded_to_zero(double value, std::string_view text) {
  return value == 0 && text.substr(0, text.find_first_of("eE")).find_first_of("123456789") != std::string_view::npos;
}

/// Passes the parser's events on. Only this file includes the parser, whose header is large.
class parser_events : public nlohmann::json::json_sax_t {
public:
  parser_events(geojson_reader& reader, bool is_whole_text) : reader_(reader), is_whole_text_(is_whole_text) {}

  bool start_object(std::size_t) override { return reader_.start_object(), true; }
  bool key(string_t& name) override { return reader_.key(name), true; }
  bool end_object() override { return reader_.end_object(), true; }
  bool start_array(std::size_t) override { return reader_.start_array(), true; }
  bool end_array() override { return reader_.end_array(), true; }
  bool null() override { return reader_.null(), true; }
  bool boolean(bool) override { return reader_.boolean(), true; }
  bool string(string_t& text) override { return reader_.string(text), true; }
  bool number_integer(number_integer_t value) override { return number(static_cast<double>(value)); }
  bool number_unsigned(number_unsigned_t value) override { return number(static_cast<double>(value)); }
  bool number_float(number_float_t value, string_t const& text) override {
    if (is_rounded_to_zero(value, text))
      return reader_.number(value, "is out of the range of a double"), true;
    return number(value);
  }
  bool binary(binary_t&) override { return true; } // JSON text has none

  bool parse_error(std::size_t, std::string const&, nlohmann::json::exception const& error) override {
    const std::string finding = finding_of(error.what());
    const bool has_next = finding.find("unexpected '{'; expected end of input") != std::string::npos;
    reader_.fail(finding + (has_next && is_whole_text_ ? " (a file with one object a line has format geojsonl)" : ""));
  }

private:
  bool number(double value) { return reader_.number(value, coordinate_problem(value)), true; }

  geojson_reader& reader_;
  bool is_whole_text_;
};

/// Refuses NUL bytes in the text from `read` on, which the parser would take for the text's end.
void check_no_nul(geojson_reader const& reader, const char*& read, std::string_view text) {
  const std::size_t nul = text.find('\0');
  if (nul == std::string_view::npos)
    return;
  read += nul + 1;
  reader.fail("a NUL byte is not part of JSON text");
}

/// Reads the object in the bytes [begin, end) of the text.
void read_object(std::string const& path, bool points, dataset& data, std::size_t begin, std::size_t end) {
  const char* read = data.text.data() + begin;
  geojson_reader reader(path, points, data, read);
  check_no_nul(reader, read, std::string_view(read, end - begin));
  parser_events events(reader, data.format == file_format::geojson);
  const watched_text first(read, read), last(data.text.data() + end, read);
  nlohmann::json::sax_parse(first, last, &events); // the reader throws what is wrong
}

} // namespace

void read_geojson(std::string const& path, read_options const& options, dataset& data) {
  read_object(path, options.points, data, 0, data.text.size());
}

std::vector<std::string_view> geojson_records(std::string_view text) {
  constexpr char record_separator = '\x1E';
  const bool separated = text.find(record_separator) < text.find('{');
  const char separator = separated ? record_separator : '\n';
  std::vector<std::string_view> records;
  for (std::size_t begin = 0, end; begin < text.size(); begin = end + 1) {
    end = std::min(text.find(separator, begin), text.size());
    const std::string_view record = text.substr(begin, end - begin);
    if (record.find_first_not_of(" \t\r\n\xEF\xBB\xBF") != std::string_view::npos)
      records.push_back(record);
  }
  return records;
}

void read_geojson_sequence(std::string const& path, read_options const& options, dataset& data) {
  for (const std::string_view record : geojson_records(data.text)) {
    const auto begin = static_cast<std::size_t>(record.data() - data.text.data());
    read_object(path, options.points, data, begin, begin + record.size());
  }
}

} // namespace thrustline_program
