// SPDX-License-Identifier: MIT
#include "formats/wkt.hpp"

#include <algorithm>
#include <cctype>
#include <string_view>

#include "formats/coordinate_text.hpp"
#include "formats/file_error.hpp"
#include "formats/geometry_types.hpp"

namespace thrustline_program {
namespace {

constexpr std::string_view spaces = " \t\r", ends_of_number = " \t\r,)";

/// The bytes [begin, end) of the text.
struct byte_range {
  std::size_t begin, end;
};

/// Reads the geometry in one line of the text.
class line_reader {
public:
  line_reader(std::string const& path, std::int64_t line, byte_range bytes, bool points, dataset& data)
      : path_(path), line_(line), points_(points), begin_(bytes.begin), at_(bytes.begin),
        text_(std::string_view(data.text).substr(0, bytes.end)), data_(data) {}

  void read() {
    skip_reference_system();
    // A counter instead of a call for each collection within another: no text is too deep.
    std::int64_t open_collections = 0;
    for (bool more = true; more;) {
      if (read_geometry()) {
        ++open_collections;
        continue;
      }
      while (open_collections > 0 && accept(')'))
        --open_collections;
      more = open_collections > 0;
      if (more && !accept(','))
        fail("',' or ')' is expected");
    }
    if (!at_end())
      fail("the line continues after the geometry");
  }

private:
  /// Reads a geometry, or the front of a collection. Returns whether a collection is open now.
  bool read_geometry() {
    const std::string name = word();
    const geometry_type* const type = find_geometry_type(name);
    const bool collection = name == "GEOMETRYCOLLECTION";
    if (!type && !collection)
      fail(name.empty() ? "a type such as LINESTRING is expected" : "the type " + name + " is not known");
    const bool empty = read_tags(name);
    if (collection) {
      if (!empty)
        expect('(');
      return !empty;
    }
    if (empty)
      end_empty(*type, type->nesting);
    else if (type->lines)
      read_list(*type, type->nesting);
    else if (points_)
      read_points(type->nesting > 0);
    else
      skip_list();
    return false;
  }

  /// Reads Z, M or ZM and EMPTY if they follow. Returns whether EMPTY did.
  bool read_tags(std::string const& name) {
    std::string tag = word();
    if (tag == "Z" || tag == "M" || tag == "ZM")
      tag = word();
    if (!tag.empty() && tag != "EMPTY")
      fail("Z, M, ZM or EMPTY may follow " + name + ", not " + tag);
    return !tag.empty();
  }

  /// Reads lists within lists of positions; each innermost list is a series. `nesting` is 3 at most.
  void read_list(geometry_type const& type, int nesting) {
    expect('(');
    do {
      if (nesting == 1)
        read_position();
      else if (word() == "EMPTY")
        end_empty(type, nesting - 1);
      else
        read_list(type, nesting - 1);
    } while (accept(','));
    if (!accept(')'))
      fail("',' or ')' is expected");
    if (nesting == 1)
      end_list(type);
  }

  /// Reads the position of a POINT, or those of a MULTIPOINT, with or without brackets around each.
  void read_points(bool many) {
    expect('(');
    do {
      if (many && word() == "EMPTY")
        continue;
      const bool bracket = many && accept('(');
      read_position();
      end_series(data_, data_.points(), false);
      if (bracket)
        expect(')');
    } while (many && accept(','));
    expect(')');
  }

  void read_position() {
    at_end();
    data_.text_begin.push_back(static_cast<std::int64_t>(at_));
    for (int k = 0; k < 2; ++k)
      data_.coordinates.push_back(read_number(true));
    while (!at_end() && !next_is(',') && !next_is(')'))
      read_number(false);
  }

  /// Reads a number. Z and M may have any value: they are passed through.
  double read_number(bool is_coordinate) {
    at_end();
    const coordinate_text read = scan_coordinate(text_.substr(at_));
    const std::size_t end = static_cast<std::size_t>(read.end - text_.data());
    if (end == at_ || (end < text_.size() && ends_of_number.find(text_[end]) == std::string_view::npos))
      fail("a number is expected");
    if (is_coordinate && read.problem)
      fail("'" + std::string(text_.data() + at_, read.end) + "' " + read.problem);
    at_ = end;
    return read.value;
  }

  void end_list(geometry_type const& type) {
    if (const char* problem = end_series(data_, data_.points(), type.rings))
      fail(problem);
  }

  void end_empty(geometry_type const& type, int nesting) {
    if (type.lines && nesting == 1)
      end_list(type);
  }

  /// Skips a POINT or MULTIPOINT.
  void skip_list() {
    expect('(');
    for (std::int64_t open = 1; open > 0; ++at_) {
      if (at_end())
        fail("')' is expected");
      const char c = text_[at_];
      open += c == '(' ? 1 : c == ')' ? -1 : 0;
    }
  }

  void skip_reference_system() {
    at_end();
    if (text_.substr(at_, 5) != "SRID=")
      return;
    const std::size_t semicolon = text_.find(';', at_);
    if (semicolon == std::string_view::npos)
      fail("';' is expected after SRID");
    at_ = semicolon + 1;
  }

  /// Reads the letters that come next, as capitals; empty if there is none.
  std::string word() {
    at_end();
    std::string letters;
    while (at_ < text_.size() && std::isalpha(static_cast<unsigned char>(text_[at_])))
      letters += static_cast<char>(std::toupper(static_cast<unsigned char>(text_[at_++])));
    return letters;
  }

  /// Skips spaces. Returns whether nothing follows.
  bool at_end() {
    at_ = std::min(text_.find_first_not_of(spaces, at_), text_.size());
    return at_ == text_.size();
  }

  bool next_is(char c) { return !at_end() && text_[at_] == c; }

  bool accept(char c) {
    const bool found = next_is(c);
    at_ += found;
    return found;
  }

  void expect(char c) {
    if (!accept(c))
      fail(std::string("'") + c + "' is expected");
  }

  [[noreturn]] void fail(std::string const& problem) {
    throw file_error(path_, line_,
                     "column " + std::to_string(at_ - begin_ + 1) + ": " + problem + ", found " + found());
  }

  std::string found() {
    constexpr std::size_t longest = 20;
    if (at_end())
      return "the end of the line";
    return "'" + std::string(text_.substr(at_, longest)) + (text_.size() - at_ > longest ? "...'" : "'");
  }

  std::string const& path_;
  std::int64_t line_;
  bool points_; ///< POINT and MULTIPOINT are read too
  std::size_t begin_, at_;
  std::string_view text_; ///< up to the end of the line
  dataset& data_;
};

} // namespace

void read_wkt(std::string const& path, read_options const& options, dataset& data) {
  std::int64_t line = 1;
  for (std::size_t begin = 0; begin < data.text.size(); ++line) {
    const std::size_t end = std::min(data.text.find('\n', begin), data.text.size());
    if (!trimmed(std::string_view(data.text).substr(begin, end - begin)).empty())
      line_reader(path, line, {begin, end}, options.points, data).read();
    begin = end + 1;
  }
}

} // namespace thrustline_program
