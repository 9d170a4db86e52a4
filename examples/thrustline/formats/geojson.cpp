// SPDX-License-Identifier: MIT
#include "formats/geojson.hpp"

#include <cstddef>
#include <iterator>
#include <string_view>

#include <nlohmann/json.hpp>

#include "formats/geojson_reader.hpp"

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

/// Passes the parser's events on. Only this file includes the parser, whose header is large.
class parser_events : public nlohmann::json::json_sax_t {
public:
  explicit parser_events(geojson_reader& reader) : reader_(reader) {}

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
  bool number_float(number_float_t value, string_t const&) override { return number(value); }
  bool binary(binary_t&) override { return true; } // JSON text has none

  bool parse_error(std::size_t, std::string const&, nlohmann::json::exception const& error) override {
    // Only the parser's finding: the reader names the place in the program's own way.
    const std::string_view whole = error.what();
    std::size_t begin = whole.find("] ");
    begin = begin == std::string_view::npos ? 0 : begin + 2;
    if (whole.substr(begin).substr(0, 14) == "parse error at")
      begin = whole.find(": ", begin) + 2;
    reader_.fail(std::string(whole.substr(begin)));
  }

private:
  bool number(double value) { return reader_.number(value), true; }

  geojson_reader& reader_;
};

} // namespace

void read_geojson(std::string const& path, read_options const& options, dataset& data) {
  const char* read = data.text.data();
  geojson_reader reader(path, options.points, data, read);
  parser_events events(reader);
  const watched_text first(read, read), last(read + data.text.size(), read);
  nlohmann::json::sax_parse(first, last, &events); // the reader throws what is wrong
}

} // namespace thrustline_program
