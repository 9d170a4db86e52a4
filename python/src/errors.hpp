// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include <thrustline/error.hpp>

namespace thrustline::python {

/// Raises the library's exceptions as the classes of thrustline.errors.
void translate_errors();

/// what() without the argument's name in front.
std::string problem_of(invalid_argument const& error);

/// Calls work(). Where the library refuses the argument `from`, which Python's function calls `to`, the error says so.
template <class Work>
void with_name(const char* from, const char* to, Work const& work) {
  try {
    work();
  } catch (invalid_argument const& error) {
    if (error.argument() != from)
      throw;
    throw invalid_argument(to, problem_of(error));
  }
}

} // namespace thrustline::python
