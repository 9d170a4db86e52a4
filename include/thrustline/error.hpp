// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <utility>

namespace thrustline {
namespace detail {

/// Text of a number for a message: six digits where they are exact, else all 17.
inline std::string to_text(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%g", value);
  if (std::strtod(text, nullptr) != value)
    std::snprintf(text, sizeof text, "%.17g", value);
  return text;
}

} // namespace detail

/// Thrown for an argument that breaks a contract. what() is "<argument>: <the problem and the value or index>".
class invalid_argument : public std::invalid_argument {
public:
  invalid_argument(std::string argument, std::string const& problem)
      : std::invalid_argument(argument + ": " + problem), argument_(std::move(argument)) {}

  /// Name of the argument, as in the declaration of the function that threw.
  std::string const& argument() const noexcept { return argument_; }

private:
  std::string argument_;
};

/// Thrown for a point whose coordinates are not allowed. what() is "<argument>: point <index> <fault>".
class invalid_point : public invalid_argument {
public:
  invalid_point(std::string argument, std::int64_t point, std::string const& fault)
      : invalid_argument(std::move(argument), "point " + std::to_string(point) + " " + fault), point_(point),
        fault_(fault) {}

  /// Index of the point, counted over all series of the call.
  std::int64_t point() const noexcept { return point_; }

  /// What is wrong with it, as "has coordinate 1 = nan, not a finite number".
  std::string const& fault() const noexcept { return fault_; }

private:
  std::int64_t point_;
  std::string fault_;
};

/// Thrown for a CUDA call that failed. what() is "<call>: <the runtime's message>".
class cuda_error : public std::runtime_error {
public:
  cuda_error(std::string const& call, int code, std::string const& message)
      : std::runtime_error(call + ": " + message), code_(code) {}

  /// cudaError_t of the call.
  int code() const noexcept { return code_; }

private:
  int code_;
};

/// Thrown if a call cannot get the memory that it needs, on the host or on a device. The executor stays usable: a
/// smaller call may succeed.
class out_of_memory : public std::runtime_error {
public:
  explicit out_of_memory(std::string const& call) : std::runtime_error(call + ": out of memory") {}

  out_of_memory(std::string const& call, std::size_t bytes)
      : std::runtime_error(call + ": out of memory, " + std::to_string(bytes) + " bytes asked for"), bytes_(bytes) {}

  /// Size of the failed request, bytes; 0 if it is not known, as on the host.
  std::size_t bytes() const noexcept { return bytes_; }

private:
  std::size_t bytes_ = 0;
};

} // namespace thrustline
