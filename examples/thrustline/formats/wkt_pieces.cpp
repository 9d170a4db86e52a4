// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cctype>
#include <utility>

#include "formats/object_pieces.hpp"

namespace thrustline_program {
namespace {

/// Writes the geometries of a WKT text, which has been read without a fault, as objects of a topology.
class wkt_objects {
public:
  explicit wkt_objects(std::string_view text) : text_(text) {}

  std::vector<object_piece> all() {
    out_ = R"({"type":"GeometryCollection","geometries":[)";
    for (bool first = true; skip_to_geometry(); first = false) {
      out_ += first ? "\n" : ",\n";
      add_with_collections();
    }
    out_ += "]}";
    pieces_.push_back({std::move(out_), nullptr, {}});
    return std::move(pieces_);
  }

private:
  static bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }

  /// Skips what is between geometries, and reference systems. Returns whether a geometry follows.
  bool skip_to_geometry() {
    for (;;) {
      while (at_ < text_.size() && !is_letter(text_[at_]))
        ++at_;
      if (at_ == text_.size())
        return false;
      const std::size_t word = at_;
      while (at_ < text_.size() && is_letter(text_[at_]))
        ++at_;
      if (at_ < text_.size() && text_[at_] == '=')
        continue; // SRID
      at_ = word;
      return true;
    }
  }

  /// Adds a geometry, and all of a collection.
  void add_with_collections() {
    for (std::int64_t open = 0;;) {
      if (add_one()) {
        check_depth(++open);
        continue;
      }
      for (; open > 0 && next() == ')'; --open) {
        ++at_;
        out_ += "]}";
      }
      if (open == 0)
        return;
      ++at_; // the comma
      out_ += ',';
    }
  }

  /// Adds a geometry, or the front of a collection. Returns whether a collection is open now.
  bool add_one() {
    const std::string name = word();
    bool empty = false;
    while (next() != '(' && !empty)
      empty = word() == "EMPTY"; // else Z, M or ZM
    if (const geometry_type* const type = find_geometry_type(name.substr(0, size_without_tag(name)))) {
      const std::string_view list = empty ? std::string_view("EMPTY") : list_here();
      out_ += '{';
      pieces_.push_back({std::exchange(out_, {}), type, list});
      out_ += '}';
      return false;
    }
    out_ += R"({"type":"GeometryCollection","geometries":[)";
    if (empty)
      out_ += "]}";
    else
      ++at_; // the bracket
    return !empty;
  }

  std::string_view list_here() {
    const std::size_t begin = at_;
    std::int64_t open = 0;
    do {
      open += text_[at_] == '(';
      open -= text_[at_] == ')';
      ++at_;
    } while (open > 0);
    return text_.substr(begin, at_ - begin);
  }

  /// The next character that is not blank.
  char next() {
    at_ = std::min(text_.find_first_not_of(" \t\r\n", at_), text_.size());
    return at_ < text_.size() ? text_[at_] : '\0';
  }

  std::string word() {
    next();
    std::string letters;
    while (at_ < text_.size() && is_letter(text_[at_]))
      letters += static_cast<char>(std::toupper(static_cast<unsigned char>(text_[at_++])));
    return letters;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::vector<object_piece> pieces_;
  std::string out_; ///< behind the last of them
};

} // namespace

std::vector<object_piece> pieces_of_wkt(dataset const& data) { return wkt_objects(data.text).all(); }

} // namespace thrustline_program
