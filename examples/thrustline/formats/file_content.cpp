// SPDX-License-Identifier: MIT
#include "formats/file_content.hpp"

#include <cerrno>
#include <cstring>
#include <string_view>

#include <sys/stat.h>

#include "formats/file_error.hpp"

namespace thrustline_program {

std::string file_name(std::string const& path) { return path == "-" ? "standard input" : path; }

std::string output_name(std::string const& path) { return path == "-" ? "standard output" : path; }

input_file::input_file(std::string const& path)
    : name_(file_name(path)), file_(path == "-" ? stdin : std::fopen(path.c_str(), "rb")) {
  if (!file_)
    throw file_error(path, std::string("cannot be opened: ") + std::strerror(errno));
}

void input_file::close::operator()(std::FILE* file) const {
  if (file != stdin)
    std::fclose(file);
}

std::size_t input_file::read(void* to, std::size_t size) {
  const std::size_t found = std::fread(to, 1, size, file_.get());
  if (std::ferror(file_.get()))
    throw file_error(name_, std::string("cannot be read: ") + std::strerror(errno));
  return found;
}

std::size_t input_file::size_if_known() const {
  struct stat status = {};
  const bool known = ::fstat(::fileno(file_.get()), &status) == 0 && S_ISREG(status.st_mode);
  return known ? static_cast<std::size_t>(status.st_size) : 0;
}

std::string file_content(std::string const& path) {
  std::string text;
  input_file(path).read_all(text);
  return text;
}

std::string text_content(std::string const& path) {
  struct signature {
    std::string_view bytes;
    const char* problem;
  };
  static constexpr signature refused[] = {
      {"\x1f\x8b", "is compressed by gzip; decompress it first"},
      {"PK\x03\x04", "is a ZIP archive; extract it first"},
      {"\x28\xb5\x2f\xfd", "is compressed by Zstandard; decompress it first"},
      {"\xfd"
       "7zXZ",
       "is compressed by xz; decompress it first"},
      {"\xff\xfe", "is in UTF-16 or UTF-32; UTF-8 is expected"},
      {"\xfe\xff", "is in UTF-16; UTF-8 is expected"},
  };
  std::string text = file_content(path);
  for (signature const& each : refused)
    if (std::string_view(text).substr(0, each.bytes.size()) == each.bytes)
      throw file_error(file_name(path), each.problem);
  return text;
}

} // namespace thrustline_program
