// SPDX-License-Identifier: MIT
#include "formats/wkt.hpp"

#include <algorithm>
#include <cctype>
#include <string_view>

#include "formats/coordinate_text.hpp"
#include "formats/file_error.hpp"
#include "formats/geometry_types.hpp"
#include "formats/message_text.hpp"
#include "formats/utf8.hpp"

namespace thrustline_program {
namespace {

constexpr std::string_view spaces = " \t\r\n", ends_of_number = " \t\r\n,)";

/// Reads the geometries of a text, each on lines of its own.
class wkt_reader {
public:
  wkt_reader(std::string const& path, bool points, dataset& data)
      : path_(path), points_(points), text_(data.text), data_(data) {}

  void read() {
    at_ = byte_order_mark_size(text_);
    while (!at_end()) {
      begin_ = at_;
      read_all_of_geometry();
      end_line();
    }
  }

private:
  void read_all_of_geometry() {
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
  }

  void end_line() {
    at_ = std::min(text_.find_first_not_of(" \t\r", at_), text_.size());
    if (at_ < text_.size() && text_[at_] != '\n')
      fail("the line continues after the geometry");
  }

  /// Reads a geometry, or the front of a collection. Returns whether a collection is open now.
  bool read_geometry() {
    at_end();
    const std::size_t begin = at_;
    const std::string name = type_name();
    const geometry_type* const type = find_geometry_type(name);
    const bool collection = name == "GEOMETRYCOLLECTION";
    if (name.empty())
      fail("a type such as LINESTRING is expected");
    if (!type && !collection)
      fail_at(begin, "the type " + excerpt(name) + " is not known");
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
    else
      read_points(type->nesting > 0);
    return false;
  }

  /// Reads the name of a type. Z, M or ZM may follow it without a blank, and is read next.
  std::string type_name() {
    std::string name = word();
    const std::size_t tag = name.size() - size_without_tag(name);
    at_ -= tag;
    name.resize(name.size() - tag);
    return name;
  }

  /// Reads Z, M or ZM and EMPTY if they follow. Returns whether EMPTY did.
  bool read_tags(std::string const& name) {
    std::string tag = word();
    if (tag == "Z" || tag == "M" || tag == "ZM")
      tag = word();
    if (!tag.empty() && tag != "EMPTY")
      fail("Z, M, ZM or EMPTY may follow " + name + ", not " + excerpt(tag));
    return !tag.empty();
  }

  /// Reads lists within lists of positions; each innermost list is a series. `nesting` is 3 at most.
  void read_list(geometry_type const& type, int nesting) {
    expect('(');
    const std::size_t begin = at_ - 1;
    do {
      if (nesting == 1)
        read_position();
      else if (accept_empty())
        end_empty(type, nesting - 1);
      else
        read_list(type, nesting - 1);
    } while (accept(','));
    if (!accept(')'))
      fail("',' or ')' is expected");
    note_list(type, nesting, begin);
    if (nesting == 1)
      end_list(type);
  }

  /// Reads the position of a POINT, or those of a MULTIPOINT, with or without brackets around each. Each is a series,
  /// or is forgotten where points are not read.
  void read_points(bool many) {
    expect('(');
    do {
      if (many && accept_empty())
        continue;
      const bool bracket = many && accept('(');
      read_position();
      if (points_)
        end_series(data_, data_.points(), false);
      else
        forget_position();
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

  void forget_position() {
    data_.text_begin.pop_back();
    data_.coordinates.resize(data_.coordinates.size() - 2);
  }

  /// Reads a number. Z and M may have any value: they are passed through.
  double read_number(bool is_coordinate) {
    at_end();
    const coordinate_text read = scan_coordinate(text_.substr(at_));
    const std::size_t end = static_cast<std::size_t>(read.end - text_.data());
    if (end == at_ || (end < text_.size() && ends_of_number.find(text_[end]) == std::string_view::npos))
      fail("a number is expected");
    if (is_coordinate && read.problem)
      fail("'" + excerpt(text_.substr(at_, end - at_)) + "' " + read.problem);
    at_ = end;
    return read.value;
  }

  void end_list(geometry_type const& type) {
    if (const char* problem = end_series(data_, data_.points(), type.rings))
      fail(problem);
  }

  /// Notes a list of a polygon that ends here.
  void note_list(geometry_type const& type, int nesting, std::size_t begin) {
    if (type.rings)
      data_.lists.push_back(
          {static_cast<std::int64_t>(begin), static_cast<std::int64_t>(at_), nesting, nesting == type.nesting});
  }

  void end_empty(geometry_type const& type, int nesting) {
    constexpr std::size_t letters = 5; // length of EMPTY
    note_list(type, nesting, at_ - letters);
    if (type.lines && nesting == 1)
      end_list(type);
  }

  void skip_reference_system() {
    at_end();
    std::string front(text_.substr(at_, 5));
    std::transform(front.begin(), front.end(), front.begin(), [](unsigned char c) { return std::toupper(c); });
    if (front != "SRID=")
      return;
    at_ = std::min(text_.find_first_not_of("0123456789", at_ + front.size()), text_.size());
    if (!accept(';'))
      fail("';' is expected after SRID");
  }

  /// Reads the letters that come next, as capitals; empty if there is none.
  std::string word() {
    at_end();
    std::string letters;
    while (at_ < text_.size() && std::isalpha(static_cast<unsigned char>(text_[at_])))
      letters += static_cast<char>(std::toupper(static_cast<unsigned char>(text_[at_++])));
    return letters;
  }

  /// Reads the word EMPTY if it comes next, and no other.
  bool accept_empty() {
    at_end();
    const std::size_t begin = at_;
    const bool found = word() == "EMPTY";
    at_ = found ? at_ : begin;
    return found;
  }

  /// Skips spaces and line ends. Returns whether nothing follows.
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
    const std::string what = problem + ", found " + found();
    fail_at(at_, what);
  }

  [[noreturn]] void fail_at(std::size_t byte, std::string const& problem) const {
    const std::int64_t line = line_of(text_, byte), first_line = line_of(text_, begin_);
    const std::size_t line_begin = text_.substr(0, byte).rfind('\n') + 1; // npos + 1 = 0
    throw file_error(path_, line,
                     "column " + std::to_string(byte - line_begin + 1) + ": " + problem +
                         (line == first_line ? "" : "; the geometry begins in line " + std::to_string(first_line)));
  }

  std::string found() {
    constexpr std::size_t longest = 20;
    if (at_end())
      return "the end of the file";
    const std::string_view line = text_.substr(at_, text_.find('\n', at_) - at_);
    return "'" + excerpt(trimmed(line.substr(0, longest))) + (line.size() > longest ? "...'" : "'");
  }

  std::string const& path_;
  bool points_; ///< POINT and MULTIPOINT are read too
  std::string_view text_;
  std::size_t begin_ = 0, at_ = 0; ///< where the geometry begins, and what is read next
  dataset& data_;
};

} // namespace

void read_wkt(std::string const& path, read_options const& options, dataset& data) {
  wkt_reader(path, options.points, data).read();
}

} // namespace thrustline_program
