// SPDX-License-Identifier: MIT
#include "formats/file_content.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

#include "formats/file_error.hpp"

namespace thrustline_program {
namespace {

struct close_file {
  void operator()(std::FILE* file) const {
    if (file != stdin)
      std::fclose(file);
  }
};

} // namespace

std::string file_name(std::string const& path) { return path == "-" ? "standard input" : path; }

std::string file_content(std::string const& path) {
  const std::unique_ptr<std::FILE, close_file> file(path == "-" ? stdin : std::fopen(path.c_str(), "rb"));
  if (!file)
    throw file_error(path, std::string("cannot be opened: ") + std::strerror(errno));
  std::string text;
  constexpr std::size_t chunk = std::size_t(1) << 20;
  for (std::size_t size = 0, read = chunk; read == chunk; size += read) {
    text.resize(size + chunk);
    read = std::fread(text.data() + size, 1, chunk, file.get());
    text.resize(size + read);
  }
  if (std::ferror(file.get()))
    throw file_error(file_name(path), std::string("cannot be read: ") + std::strerror(errno));
  return text;
}

} // namespace thrustline_program
