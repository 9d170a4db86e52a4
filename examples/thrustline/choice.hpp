// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "names.hpp"

namespace thrustline_program {

/// Declares a file by its place, which has to have a name.
inline void add_file(CLI::App& command, std::string const& name, std::string& path, std::string const& description) {
  const auto empty = [](std::string const& text) { return std::string(text.empty() ? "the name is empty" : ""); };
  command.add_option(name, path, description)->required()->check(CLI::Validator(empty, ""));
}

/// Refuses a file whose name tells of another format than what is written.
inline CLI::Validator written_as(std::string extension) {
  const auto problem = [extension](std::string const& path) {
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
