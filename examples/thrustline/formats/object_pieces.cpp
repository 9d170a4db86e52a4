// SPDX-License-Identifier: MIT
#include "formats/object_pieces.hpp"

#include <algorithm>
#include <stdexcept>

namespace thrustline_program {

std::size_t end_of_string(std::string_view text, std::size_t at) {
  for (++at; at < text.size() && text[at] != '"'; ++at)
    at += text[at] == '\\';
  return std::min(at + 1, text.size());
}

std::string_view without_blanks(std::string_view text) {
  constexpr std::string_view blanks = " \t\r\n";
  const std::size_t first = text.find_first_not_of(blanks);
  return first == std::string_view::npos ? std::string_view()
                                         : text.substr(first, text.find_last_not_of(blanks) + 1 - first);
}

std::vector<std::string_view> entries_of_list(std::string_view list) {
  constexpr std::string_view opening = "[({", closing = "])}";
  std::vector<std::string_view> entries;
  if (list.empty() || opening.find(list.front()) == std::string_view::npos)
    return entries;
  std::int64_t open = 0;
  std::size_t begin = 1;
  for (std::size_t at = 0; at < list.size(); ++at) {
    const char c = list[at];
    if (c == '"') {
      at = end_of_string(list, at) - 1;
      continue;
    }
    const bool closes = closing.find(c) != std::string_view::npos;
    open += opening.find(c) != std::string_view::npos;
    open -= closes;
    if ((c == ',' && open == 1) || (closes && open == 0)) {
      const std::string_view entry = without_blanks(list.substr(begin, at - begin));
      if (!entry.empty()) // of an empty list
        entries.push_back(entry);
      begin = at + 1;
    }
  }
  return entries;
}

void check_depth(std::int64_t depth) {
  constexpr std::int64_t deepest = 100;
  if (depth > deepest)
    throw std::invalid_argument("INPUT: collections are nested too deep for TopoJSON, by more than " +
                                std::to_string(deepest));
}

} // namespace thrustline_program
