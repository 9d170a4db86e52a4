// SPDX-License-Identifier: MIT
#include "formats/pgm.hpp"

#include <algorithm>
#include <charconv>

#include "formats/file_error.hpp"

namespace thrustline_program {
namespace {

bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

class pgm_reader {
public:
  pgm_reader(std::string const& name, std::string_view bytes) : name_(name), bytes_(bytes) {}

  grey_image read(std::int64_t max_pixels) {
    const bool text = bytes_[1] == '2';
    at_ = 2;
    grey_image image;
    image.columns = number("the width", 1, longest_side);
    image.rows = number("the height", 1, longest_side);
    largest_ = number("the largest value", 1, 65535);
    image.bits = largest_ > 255 ? 16 : 8;
    if (const std::string problem = pixels_problem(image.columns, image.rows, max_pixels); !problem.empty())
      fail(problem);
    const std::int64_t pixels = image.columns * image.rows;
    if (text)
      read_numbers(pixels, image.values);
    else
      read_bytes(pixels, image.values);
    if (text)
      skip_spaces();
    else
      skip_line_end();
    if (at_ < bytes_.size())
      fail("continues after its last pixel");
    return image;
  }

private:
  [[noreturn]] void fail(std::string const& problem) const { throw file_error(name_, "PGM: " + problem); }

  void skip_spaces() {
    for (; at_ < bytes_.size() && (is_space(bytes_[at_]) || bytes_[at_] == '#'); ++at_)
      if (bytes_[at_] == '#')
        at_ = std::min(bytes_.find('\n', at_), bytes_.size() - 1);
  }

  /// Bytes of pixels may look like white space: no more than one end of a line is taken for it.
  void skip_line_end() {
    if (bytes_.substr(at_) == "\n" || bytes_.substr(at_) == "\r\n")
      at_ = bytes_.size();
  }

  std::int64_t number(std::string const& what, std::int64_t least, std::int64_t most) {
    skip_spaces();
    std::int64_t value = 0;
    const char* const end = bytes_.data() + bytes_.size();
    const auto [next, error] = std::from_chars(bytes_.data() + at_, end, value);
    if (at_ == bytes_.size())
      fail("ends before " + what);
    if (error != std::errc() || value < least || value > most || (next < end && !is_space(*next) && *next != '#'))
      fail(what + " must be a whole number from " + std::to_string(least) + " to " + std::to_string(most));
    at_ = static_cast<std::size_t>(next - bytes_.data());
    return value;
  }

  void read_numbers(std::int64_t pixels, std::vector<std::uint16_t>& values) {
    values.reserve(std::min(static_cast<std::size_t>(pixels), bytes_.size())); // the header may claim any size
    for (std::int64_t i = 0; i < pixels; ++i)
      values.push_back(static_cast<std::uint16_t>(number("pixel " + std::to_string(i), 0, largest_)));
  }

  void read_bytes(std::int64_t pixels, std::vector<std::uint16_t>& values) {
    if (at_ < bytes_.size() && bytes_[at_] == '#')
      fail("one space must follow the largest value, not a comment");
    ++at_; // that space
    const std::size_t count = static_cast<std::size_t>(pixels), size = largest_ > 255 ? 2 : 1;
    if (at_ > bytes_.size() || (bytes_.size() - at_) / size < count)
      fail("ends before pixel " + std::to_string(at_ > bytes_.size() ? 0 : (bytes_.size() - at_) / size));
    values.reserve(count);
    for (std::size_t i = 0; i < count; ++i, at_ += size) {
      const auto first = static_cast<unsigned char>(bytes_[at_]);
      const int value = size == 1 ? first : first << 8 | static_cast<unsigned char>(bytes_[at_ + 1]);
      if (value > largest_)
        fail("pixel " + std::to_string(i) + " is " + std::to_string(value) + ", the largest value is " +
             std::to_string(largest_));
      values.push_back(static_cast<std::uint16_t>(value));
    }
  }

  std::string const& name_;
  std::string_view bytes_;
  std::size_t at_ = 0;
  std::int64_t largest_ = 0;
};

} // namespace

bool is_pgm(std::string_view bytes) {
  return bytes.size() > 2 && bytes[0] == 'P' && (bytes[1] == '2' || bytes[1] == '5') &&
         (is_space(bytes[2]) || bytes[2] == '#');
}

grey_image read_pgm(std::string const& name, std::string_view bytes, std::int64_t max_pixels) {
  return pgm_reader(name, bytes).read(max_pixels);
}

} // namespace thrustline_program
