// SPDX-License-Identifier: MIT
#include "formats/pins.hpp"

#include <string_view>

#include "formats/file_content.hpp"
#include "formats/file_error.hpp"
#include "formats/message_text.hpp"
#include "formats/utf8.hpp"

namespace thrustline_program {
namespace {

/// The lines of a text, one by one, without its byte order mark.
class text_lines {
public:
  explicit text_lines(std::string_view text) : rest_(text.substr(byte_order_mark_size(text))) {}

  /// False: there are no more lines.
  bool next() {
    if (rest_.empty())
      return false;
    const std::size_t end = rest_.find('\n');
    line_ = rest_.substr(0, end);
    rest_ = end == std::string_view::npos ? std::string_view() : rest_.substr(end + 1);
    if (!line_.empty() && line_.back() == '\r')
      line_.remove_suffix(1);
    ++number_;
    return true;
  }

  std::string_view line() const { return line_; }
  std::int64_t number() const { return number_; }

private:
  std::string_view rest_, line_;
  std::int64_t number_ = 0;
};

} // namespace

void read_pins(std::string const& path, dataset& data) {
  const std::string name = file_name(path), text = text_content(path);
  const std::int64_t rows = data.points() + static_cast<std::int64_t>(data.skipped.size());
  const char* const also = data.skipped.empty() ? "" : " and skipped rows";
  text_lines lines(text);
  const auto next_pin = [&]() -> std::uint8_t {
    if (!lines.next())
      throw file_error(name, std::to_string(rows) + " lines are expected, one for each point of INPUT" +
                                 (data.skipped.empty() ? "" : " and each skipped row") + ", found " +
                                 std::to_string(lines.number()));
    if (lines.line() != "0" && lines.line() != "1")
      throw file_error(name, lines.number(), "0 or 1 is expected, found '" + excerpt(lines.line()) + "'");
    return lines.line() == "1" ? 1 : 0;
  };
  data.pins.clear();
  for_each_row(
      data, [&](std::int64_t) { data.pins.push_back(next_pin()); }, [&] { next_pin(); });
  if (lines.next())
    throw file_error(name, lines.number(),
                     std::string("more lines than INPUT has points") + also + ": " + std::to_string(rows) +
                         " are expected");
}

} // namespace thrustline_program
