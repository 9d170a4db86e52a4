// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include <doctest/doctest.h>

#include <thrustline/error.hpp>

namespace thrustline::test {

/// Checks that the call throws invalid_argument for that argument, with each of the words in its message.
template <class Call>
void check_refused(Call call, std::string const& argument, std::vector<std::string> const& words) {
  try {
    call();
    FAIL_CHECK("no exception for " << argument);
  } catch (invalid_argument const& error) {
    const std::string said = error.what();
    CAPTURE(said);
    CHECK(error.argument() == argument);
    CHECK(said.find(argument + ": ") == 0);
    for (std::string const& word : words)
      CHECK_MESSAGE(said.find(word) != std::string::npos, word);
  }
}

template <class Call>
void check_refused(Call call, std::string const& argument, std::string const& word) {
  check_refused(call, argument, std::vector<std::string>{word});
}

} // namespace thrustline::test
