// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace thrustline_program {

/// Walks over the records of a CSV text (RFC 4180: a separator, double quotes, LF or CRLF; a quoted field may hold
/// all of them).
class csv_records {
public:
  csv_records(std::string_view text, std::size_t begin, char separator)
      : text_(text), end_(begin), separator_(separator) {}

  /// Steps to the next record; false at the end of the text.
  bool next();

  /// The fields of the record as the text has them, quotes included.
  std::vector<std::string_view> const& fields() const { return fields_; }

  std::size_t begin() const { return begin_; }        ///< the byte where the record begins
  std::size_t end() const { return end_; }            ///< the byte where the next one begins
  std::int64_t line() const { return line_; }         ///< the line where it begins, counted from 1
  bool blank() const;                                 ///< the record has only spaces
  bool quotes_closed() const { return !in_quotes_; }  ///< false: the text ended within quotes
  bool quotes_alone() const { return quotes_alone_; } ///< false: text follows a quote that closes a field

private:
  void take_field(std::size_t first, std::size_t last) { fields_.push_back(text_.substr(first, last - first)); }

  std::string_view text_;
  std::vector<std::string_view> fields_;
  std::size_t begin_ = 0, end_ = 0;
  char separator_;
  std::int64_t line_ = 0, next_line_ = 1;
  bool in_quotes_ = false, quotes_alone_ = true;
};

/// The separator that the line at `begin` has most of outside quotes: comma, semicolon or tab; comma if it has none.
char found_separator(std::string_view text, std::size_t begin);

/// A field without the spaces and the quotes around it; doubled quotes within become one.
std::string field_text(std::string_view field);

} // namespace thrustline_program
