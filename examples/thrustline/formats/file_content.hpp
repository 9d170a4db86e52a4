// SPDX-License-Identifier: MIT
#pragma once

#include <cstdio>
#include <memory>
#include <string>

namespace thrustline_program {

/// The name of the file in messages: its path, or "standard input" for "-".
std::string file_name(std::string const& path);

/// The name of a file that is written, in messages: its path, or "standard output" for "-".
std::string output_name(std::string const& path);

/// A file that is read from its beginning to its end, or standard input if the path is "-". Throws file_error.
class input_file {
public:
  explicit input_file(std::string const& path);

  /// Reads `size` bytes, or fewer at the end. Returns their number.
  std::size_t read(void* to, std::size_t size);

  /// Reads all bytes that follow into `content`, a string or vector of numbers. Returns the number of bytes; the last
  /// number may be a part of one.
  template <class Content>
  std::size_t read_all(Content& content) {
    constexpr std::size_t chunk = std::size_t(1) << 20, item = sizeof content[0];
    std::size_t size = 0;
    content.reserve((size_if_known() + chunk) / item);
    for (std::size_t found = chunk; found == chunk; size += found) {
      content.resize((size + chunk) / item);
      found = read(reinterpret_cast<char*>(content.data()) + size, chunk);
    }
    content.resize((size + item - 1) / item);
    return size;
  }

private:
  /// 0 for pipes and devices.
  std::size_t size_if_known() const;

  struct close {
    void operator()(std::FILE* file) const;
  };

  std::string name_;
  std::unique_ptr<std::FILE, close> file_;
};

/// All bytes of a file, or of standard input if the path is "-". Throws file_error.
std::string file_content(std::string const& path);

/// The same for a text. Refuses one that is compressed, or not in UTF-8, by the bytes that it begins with.
std::string text_content(std::string const& path);

} // namespace thrustline_program
