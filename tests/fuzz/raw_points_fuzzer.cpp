// SPDX-License-Identifier: MIT
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>

#include <sys/mman.h>
#include <unistd.h>

#include <formats/file_error.hpp>
#include <formats/raw_points.hpp>

#include "require.hpp"

namespace {

/// A file in memory.
class memory_file {
public:
  memory_file() : descriptor_(::memfd_create("points", 0)), path_("/proc/self/fd/" + std::to_string(descriptor_)) {}

  std::string const& path() const { return path_; }

  /// Replaces the content; false: the system refuses.
  bool write(const std::uint8_t* bytes, std::size_t size) const {
    return ::ftruncate(descriptor_, 0) == 0 && ::pwrite(descriptor_, bytes, size, 0) == static_cast<ssize_t>(size);
  }

private:
  int descriptor_;
  std::string path_;
};

template <class Real>
void check_points(std::string const& path, const std::uint8_t* bytes, std::size_t size) {
  using thrustline::fuzz::require;
  const bool whole = size % (2 * sizeof(Real)) == 0;
  try {
    const std::vector<Real> values = thrustline_program::read_raw_points<Real>(path);
    require(whole, "a part of a point is refused");
    require(values.size() * sizeof(Real) == size && (size == 0 || std::memcmp(values.data(), bytes, size) == 0),
            "the bytes of the file are the numbers");
  } catch (thrustline_program::file_error const&) {
    require(!whole, "whole points are accepted");
  }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  static const memory_file file;
  thrustline::fuzz::require(file.write(bytes, size), "the system makes a file of the input");
  check_points<float>(file.path(), bytes, size);
  check_points<double>(file.path(), bytes, size);
  return 0;
}
