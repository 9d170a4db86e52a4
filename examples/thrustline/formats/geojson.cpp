// SPDX-License-Identifier: MIT
#include "formats/geojson.hpp"

#include <iterator>

#include "formats/geojson_reader.hpp"

namespace thrustline_program {
namespace {

/// Walks over the text for the parser and tells how far the parser has read.
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
  friend bool operator!=(watched_text const& a, watched_text const& b) { return a.at_ != b.at_; }

private:
  const char* at_;
  const char** read_;
};

} // namespace

void read_geojson(std::string const& path, bool points, dataset& data) {
  const char* read = data.text.data();
  geojson_reader reader(path, points, data, read);
  const watched_text first(read, read), last(read + data.text.size(), read);
  nlohmann::json::sax_parse(first, last, &reader); // what is wrong is thrown by the reader
}

} // namespace thrustline_program
