// SPDX-License-Identifier: MIT
#include "formats/file_content.hpp"

#include <cerrno>
#include <cstring>

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

} // namespace thrustline_program
