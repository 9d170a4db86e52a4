// SPDX-License-Identifier: MIT
#include "formats/csv_records.hpp"

#include <algorithm>

#include "formats/coordinate_text.hpp"

namespace thrustline_program {

bool csv_records::next() {
  begin_ = end_;
  line_ = next_line_;
  fields_.clear();
  if (begin_ == text_.size())
    return false;
  in_quotes_ = false;
  quotes_alone_ = true;
  bool quoted = false; // the field begins with a quote; elsewhere a quote is a character like others
  std::size_t field = begin_, at = begin_;
  for (; at < text_.size(); ++at) {
    const char c = text_[at];
    if (c == '\n')
      ++next_line_;
    if (at == field)
      quoted = c == '"';
    if (quoted && c == '"')
      in_quotes_ = !in_quotes_; // a doubled quote closes and opens again
    else if (!in_quotes_ && c == separator_) {
      take_field(field, at);
      field = at + 1;
    } else if (!in_quotes_ && c == '\n')
      break;
    else if (quoted && !in_quotes_ && c != ' ' && c != '\t' && c != '\r')
      quotes_alone_ = false;
  }
  const bool carriage_return = at > field && at < text_.size() && text_[at - 1] == '\r';
  take_field(field, carriage_return ? at - 1 : at);
  end_ = at < text_.size() ? at + 1 : at;
  return true;
}

bool csv_records::blank() const { return fields_.size() == 1 && trimmed(fields_[0]).empty(); }

char found_separator(std::string_view text, std::size_t begin) {
  constexpr std::string_view candidates = ",;\t";
  std::size_t counts[candidates.size()] = {};
  bool in_quotes = false, may_open = true; // a quote opens at the front of a field, and again after one that closed
  // A name that goes on in the next line counts to the end of this one: what follows may be rows, which can be dropped.
  for (const char c : text.substr(begin, text.substr(begin).find('\n'))) {
    const std::size_t candidate = candidates.find(c);
    if (c == '"' && (in_quotes || may_open))
      in_quotes = !in_quotes;
    else if (candidate != std::string_view::npos && !in_quotes)
      ++counts[candidate];
    may_open = candidate != std::string_view::npos || c == '"';
  }
  return candidates[static_cast<std::size_t>(std::max_element(counts, counts + candidates.size()) - counts)];
}

std::string field_text(std::string_view field) {
  field = trimmed(field);
  if (field.size() < 2 || field.front() != '"' || field.back() != '"')
    return std::string(field);
  std::string text;
  for (std::size_t at = 1; at + 1 < field.size(); ++at) {
    text += field[at];
    if (field[at] == '"' && field[at + 1] == '"')
      ++at;
  }
  return text;
}

} // namespace thrustline_program
