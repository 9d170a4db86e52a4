// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <iterator>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace thrustline::bench {

/// Options of a benchmark program: --name value, each with a default. Anything else ends the program with its usage.
class arguments {
public:
  /// defaults: name -> value.
  arguments(int argc, char** argv, std::map<std::string, std::string> defaults) : values_(std::move(defaults)) {
    for (int i = 1; i < argc; i += 2) {
      const std::string given = argv[i];
      const std::string name = given.rfind("--", 0) == 0 ? given.substr(2) : "";
      if (values_.count(name) == 0 || i + 1 == argc)
        usage(argv[0], given);
      values_[name] = argv[i + 1];
    }
  }

  std::string const& text(std::string const& name) const { return values_.at(name); }

  /// Words of a list.
  std::vector<std::string> words(std::string const& name) const {
    std::istringstream in(text(name));
    return {std::istream_iterator<std::string>(in), {}};
  }

  double number(std::string const& name) const { return number(name, values_.at(name)); }

  /// A whole number of things, at least one.
  std::int64_t count(std::string const& name) const {
    const double value = number(name);
    if (value >= 1 && value <= 1e15 && value == std::floor(value))
      return static_cast<std::int64_t>(value);
    std::cerr << "--" << name << ": must be a whole number from 1 to 1e15, is " << text(name) << "\n";
    std::exit(2);
  }

  /// Numbers of a list.
  std::vector<double> numbers(std::string const& name) const {
    std::vector<double> found;
    for (std::string const& word : words(name))
      found.push_back(number(name, word));
    return found;
  }

private:
  static double number(std::string const& name, std::string const& value) {
    char* end = nullptr;
    const double parsed = std::strtod(value.c_str(), &end);
    if (end == value.c_str() || *end != '\0') {
      std::cerr << "--" << name << ": " << value << " is not a number\n";
      std::exit(2);
    }
    return parsed;
  }

  [[noreturn]] void usage(const char* program, std::string const& given) const {
    std::cerr << given << ": not an option, or without its value\nusage: " << program;
    for (auto const& [name, value] : values_)
      std::cerr << " [--" << name << " " << (value.empty() ? "TEXT" : value) << "]";
    std::cerr << "\n";
    std::exit(2);
  }

  std::map<std::string, std::string> values_;
};

} // namespace thrustline::bench
