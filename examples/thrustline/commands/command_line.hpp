// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "commands/value_checks.hpp"

namespace CLI {
class App;
class Option;
} // namespace CLI

/// The program's command line. CLI11, whose headers are large, is included by command_line.cpp only.
namespace thrustline_program {

/// A declared option. Its target is set when the command line is read.
class option {
public:
  explicit option(CLI::Option* declared) : declared_(declared) {}

  option& required();

  /// What --help shows for the value.
  option& type(std::string const& name);

  /// Refuses a command line that has both.
  option& excludes(option const& other);

private:
  CLI::Option* declared_;
};

/// An option of a command that may stand alone, and the values that it may have. Alone it has the value `usual`.
struct optional_choice {
  std::string command, option;
  std::vector<std::string> values;
  std::string usual;
};

/// The options of one command. Names are written as on the command line, "-t,--tolerance"; a positional argument has no
/// dashes. Texts that are empty and numbers that do not fit the target are refused by name and value.
class option_set {
public:
  /// optional_choices: a list that the options which may stand alone are added to.
  option_set(CLI::App& command, std::vector<optional_choice>& optional_choices)
      : command_(command), optional_choices_(optional_choices) {}

  /// A required positional argument that names a file.
  void file(std::string const& name, std::string& path, std::string const& description);

  /// The same for a file to write, OUTPUT, which may be given by -o or --output in its place.
  void output_file(std::string& path, std::string const& description);

  /// The name of a file, column and so on.
  option name(std::string const& name, std::string& target, std::string const& description);

  /// The name of an output file. If it has an extension, it must be this one, in letters of either case; --help shows
  /// FILE.extension.
  option output(std::string const& name, std::string& path, std::string const& extension,
                std::string const& description);

  /// A number as the readers of files read one: one beyond the range of a double is refused.
  option number(std::string const& name, double& target, std::string const& description);
  option number(std::string const& name, std::optional<double>& target, std::string const& description);

  /// A decimal whole number.
  option whole(std::string const& name, int& target, whole_range range, std::string const& description);
  option whole(std::string const& name, std::int64_t& target, whole_range range, std::string const& description);

  /// A decimal whole number of 64 bits.
  option whole(std::string const& name, std::optional<std::int64_t>& target, std::string const& description);

  /// A text that `set` reads. `set` returns what is wrong with the text, or an empty string.
  option text(std::string const& name, std::function<std::string(std::string const&)> set,
              std::string const& description);

  /// One of `names`, pairs of a name and a value that outlive the command line; `target` becomes the value of that
  /// name.
  template <class Names, class Target>
  option choice(std::string const& name, Names const& names, Target& target, std::string const& description) {
    std::vector<std::string> allowed;
    for (auto const& [allowed_name, value] : names)
      allowed.emplace_back(allowed_name);
    const auto set = [&names, &target](std::string const& text) {
      for (auto const& [allowed_name, value] : names)
        if (text == allowed_name)
          target = value;
    };
    return one_of(name, std::move(allowed), set, description);
  }

  /// The same for an option that may stand alone: `target` is the value `usual` then. A value follows an equals sign,
  /// or is the next word; other words are other arguments.
  template <class Names, class Target>
  option choice_or_alone(std::string const& name, Names const& names, const char* usual, Target& target,
                         std::string const& description) {
    std::vector<std::string> allowed;
    for (auto const& [allowed_name, value] : names)
      allowed.emplace_back(allowed_name);
    const auto set = [&names, &target](std::string const& text) {
      for (auto const& [allowed_name, value] : names)
        if (text == allowed_name)
          target = value;
    };
    return one_of_or_alone(name, std::move(allowed), usual, set, description);
  }

  option flag(std::string const& name, bool& target, std::string const& description);

  /// The text that --help prints below the options.
  void details(std::string const& text);

private:
  template <class Number>
  option whole_in_range(std::string const& name, Number& target, whole_range range, std::string const& description);
  template <class Number>
  option any_number(std::string const& name, Number& target, std::string const& description);
  option one_of(std::string const& name, std::vector<std::string> allowed,
                std::function<void(std::string const&)> const& set, std::string const& description);
  option one_of_or_alone(std::string const& name, std::vector<std::string> allowed, const char* usual,
                         std::function<void(std::string const&)> const& set, std::string const& description);

  CLI::App& command_;
  std::vector<optional_choice>& optional_choices_;
};

/// The commands of the program.
class command_line {
public:
  command_line(std::string const& program, std::string const& version, std::string const& description);
  ~command_line();

  /// Adds a command whose arguments declare_options(option_set&, arguments) declares. run(arguments) returns the exit
  /// status. `arguments` must outlive this object.
  template <class Arguments>
  void add(std::string const& name, std::string const& description, Arguments& arguments,
           int (*run)(Arguments const&)) {
    option_set options = add(name, description, [&arguments, run] { return run(arguments); });
    declare_options(options, arguments);
  }

  /// Adds a command without arguments.
  option_set add(std::string const& name, std::string const& description, std::function<int()> run);

  /// Reads the command line and runs its command, or prints the help or the version. Returns the exit status. Throws
  /// usage_error for a command that does not exist, and whatever the command throws.
  int run(int argc, char** argv);

private:
  struct command {
    CLI::App* declared;
    std::function<int()> run;
  };

  /// The words of the command line. An option that may stand alone and its value, the next word or the usual one, are
  /// one of them. Throws usage_error for an option whose value is empty.
  std::vector<std::string> words_of(int argc, char** argv) const;

  std::unique_ptr<CLI::App> program_;
  std::vector<command> commands_;
  std::vector<optional_choice> optional_choices_;
};

/// Reads a whole text as a number. Returns what is wrong with it, as the end of a sentence, or null.
const char* read_number(std::string const& text, double& value);

/// Reads a whole text as a whole number from `least` to `most`. Returns whether it is one.
bool read_whole(std::string const& text, whole_range range, int& value);

} // namespace thrustline_program
