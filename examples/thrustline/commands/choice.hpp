// SPDX-License-Identifier: MIT
#pragma once

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "commands/names.hpp"

namespace thrustline_program {

/// Refuses an empty text, which CLI11 takes for the number 0, or for no value where one is optional.
inline CLI::Validator not_empty(std::string complaint = "the value is empty") {
  const auto problem = [complaint](std::string const& text) { return text.empty() ? complaint : std::string(); };
  return CLI::Validator(problem, "");
}

/// Refuses a whole number that begins with 0, which CLI11 takes for an octal one.
inline CLI::Validator decimal() {
  const auto problem = [](std::string const& text) {
    const std::size_t first = text.find_first_not_of(" \t\n\v\f\r+-");
    const bool padded =
        first != std::string::npos && text[first] == '0' && text.find_first_of("0123456789", first + 1) == first + 1;
    return padded ? text + " begins with 0" : std::string();
  };
  return CLI::Validator(problem, "");
}

/// Refuses an empty text, an octal number, and one beyond those of 64 bits, for which CLI11 takes the nearest of them.
inline CLI::Validator of_64_bits() {
  const auto problem = [](std::string const& text) {
    errno = 0;
    const long long nearest = std::strtoll(text.c_str(), nullptr, 0);
    return errno == ERANGE ? text + " is beyond " + std::to_string(nearest) : std::string();
  };
  return not_empty() & decimal() & CLI::Validator(problem, "");
}

/// The same as not_empty() where a file or a column is named.
inline CLI::Validator named() { return not_empty("the name is empty"); }

/// Declares a file by its place, which has to have a name.
inline void add_file(CLI::App& command, std::string const& name, std::string& path, std::string const& description) {
  command.add_option(name, path, description)->required()->check(named());
}

/// Refuses a file without a name, or whose name tells of another format than what is written.
inline CLI::Validator written_as(std::string extension) {
  const auto problem = [extension](std::string const& path) {
    if (path.empty())
      return std::string("the name is empty");
    const std::string found = std::filesystem::path(path).extension().string();
    return found.empty() || found == extension ? std::string() : path + " does not end in " + extension;
  };
  return CLI::Validator(problem, "");
}

/// Declares an option that takes one of these names; `target` is set to what it stands for.
template <class Value, std::size_t Count, class Target>
void add_choice(CLI::App& command, std::string const& option, name_of_value<Value> const (&names)[Count],
                Target& target, std::string const& description) {
  std::vector<std::string> allowed;
  for (auto const& [name, value] : names)
    allowed.push_back(name);
  const auto set = [&names, &target](std::string const& text) {
    for (auto const& [name, value] : names)
      if (text == name)
        target = value;
  };
  std::string list;
  for (std::string const& name : allowed)
    list += (list.empty() ? "" : "|") + name;
  command.add_option_function<std::string>(option, set, description)
      ->check(CLI::IsMember(std::move(allowed)).description(""))
      ->type_name(list);
}

} // namespace thrustline_program
