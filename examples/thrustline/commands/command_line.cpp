// SPDX-License-Identifier: MIT
#include "commands/command_line.hpp"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <utility>

#include <CLI/CLI.hpp>

#include "formats/coordinate_text.hpp"
#include "formats/message_text.hpp"
#include "terminal/errors.hpp"

namespace thrustline_program {
namespace {

/// Refuses texts for which problem(text) is not empty.
template <class Problem>
CLI::Validator refuses(Problem problem) {
  return CLI::Validator(problem, "");
}

CLI::Validator has_name() {
  return refuses([](std::string const& text) { return text.empty() ? "the name is empty" : std::string(); });
}

/// CLI11 reads octal and hexadecimal numbers, too, passes over separators between digits, and takes an empty text for
/// the number 0, or for no value where one is optional.
CLI::Validator decimal() {
  return refuses([](std::string const& text) {
    if (text.empty())
      return std::string("the value is empty");
    const std::string digits = text.substr(text[0] == '+' || text[0] == '-' ? 1 : 0);
    if (digits.empty() || digits.find_first_not_of("0123456789") != std::string::npos)
      return "'" + excerpt(text) + "' is not a whole number";
    return digits.size() > 1 && digits[0] == '0' ? text + " begins with 0" : std::string();
  });
}

/// CLI11 replaces a number beyond 64 bits by the nearest one.
CLI::Validator fits_64_bits() {
  return refuses([](std::string const& text) {
    errno = 0;
    const long long nearest = std::strtoll(text.c_str(), nullptr, 10);
    return errno == ERANGE ? text + " is beyond " + std::to_string(nearest) : std::string();
  });
}

CLI::Validator ends_in(std::string const& extension) {
  return refuses([extension](std::string const& path) {
    if (path.empty())
      return std::string("the name is empty");
    const bool fits = !std::filesystem::path(path).has_extension() || has_extension(path, extension);
    return fits ? std::string() : path + " does not end in " + extension;
  });
}

/// The problem that CLI11 found, with excerpts in place of the words of the command line that it quotes.
std::string printable(std::string message, int argc, char** argv) {
  for (int k = 1; k < argc; ++k) {
    const std::string word = argv[k], value = word.substr(word.find('=') + 1);
    for (std::string const& quoted : {word, value})
      if (const std::string shown = excerpt(quoted); shown != quoted)
        for (std::size_t at = message.find(quoted); at != std::string::npos;
             at = message.find(quoted, at + shown.size()))
          message.replace(at, quoted.size(), shown);
  }
  return message;
}

/// The message of an error whose problem is printable().
std::string failure_message(CLI::App const* program, CLI::Error const& error, int argc, char** argv) {
  const CLI::Error printed(error.get_name(), printable(error.what(), argc, argv), error.get_exit_code());
  return program->get_name() + ": " + CLI::FailureMessage::simple(program, printed);
}

/// "-t,--tolerance" -> "--tolerance"
std::string long_name(std::string const& names) { return names.substr(names.find_last_of(',') + 1); }

} // namespace

option& option::required() {
  declared_->required();
  return *this;
}

option& option::type(std::string const& name) {
  declared_->type_name(name);
  return *this;
}

option& option::excludes(option const& other) {
  declared_->excludes(other.declared_);
  return *this;
}

void option_set::file(std::string const& name, std::string& path, std::string const& description) {
  command_.add_option(name, path, description)->required()->check(has_name());
}

option option_set::name(std::string const& name, std::string& target, std::string const& description) {
  return option(command_.add_option(name, target, description)->check(has_name()));
}

option option_set::output(std::string const& name, std::string& path, std::string const& extension,
                          std::string const& description) {
  CLI::Option* const declared = command_.add_option(name, path, description)->check(ends_in(extension));
  return option(declared).type("FILE" + extension);
}

void option_set::output_file(std::string& path, std::string const& description) {
  CLI::Option* const positional = command_.add_option("OUTPUT", path, description)->check(has_name());
  command_.add_option("-o,--output", path, "the same as OUTPUT")->check(has_name())->excludes(positional);
  command_.parse_complete_callback([&path] {
    if (path.empty())
      throw CLI::RequiredError("OUTPUT");
  });
}

template <class Number>
option option_set::any_number(std::string const& name, Number& target, std::string const& description) {
  const auto set = [&target](std::string const& text) -> std::string {
    double value = 0;
    if (text.empty())
      return "the value is empty";
    if (const char* const problem = read_number(text, value))
      return "'" + excerpt(text) + "' " + problem;
    target = value;
    return "";
  };
  return this->text(name, set, description).type("NUMBER");
}

option option_set::number(std::string const& name, double& target, std::string const& description) {
  return any_number(name, target, description);
}

option option_set::number(std::string const& name, std::optional<double>& target, std::string const& description) {
  return any_number(name, target, description);
}

template <class Number>
option option_set::whole_in_range(std::string const& name, Number& target, whole_range range,
                                  std::string const& description) {
  return option(command_.add_option(name, target, description)
                    ->check(decimal())
                    ->check(CLI::Range(range.least, range.most).description("")));
}

option option_set::whole(std::string const& name, int& target, whole_range range, std::string const& description) {
  return whole_in_range(name, target, range, description);
}

option option_set::whole(std::string const& name, std::int64_t& target, whole_range range,
                         std::string const& description) {
  return whole_in_range(name, target, range, description);
}

option option_set::whole(std::string const& name, std::optional<std::int64_t>& target, std::string const& description) {
  return option(command_.add_option(name, target, description)->check(decimal() & fits_64_bits()));
}

option option_set::text(std::string const& name, std::function<std::string(std::string const&)> set,
                        std::string const& description) {
  const auto set_or_refuse = [name = long_name(name), set = std::move(set)](std::string const& text) {
    if (const std::string problem = set(text); !problem.empty())
      throw CLI::ValidationError(name, problem);
  };
  return option(command_.add_option_function<std::string>(name, set_or_refuse, description));
}

option option_set::one_of(std::string const& name, std::vector<std::string> allowed,
                          std::function<void(std::string const&)> const& set, std::string const& description) {
  std::string list;
  for (std::string const& each : allowed)
    list += (list.empty() ? "" : "|") + each;
  CLI::Option* const declared = command_.add_option_function<std::string>(name, set, description)
                                    ->check(CLI::IsMember(std::move(allowed)).description(""));
  return option(declared).type(list);
}

option option_set::one_of_or_alone(std::string const& name, std::vector<std::string> allowed, const char* usual,
                                   std::function<void(std::string const&)> const& set, std::string const& description) {
  std::string list;
  for (std::string const& each : allowed)
    list += (list.empty() ? "" : "|") + each;
  optional_choices_.push_back({name, allowed});
  const auto set_usual = [usual = std::string(usual)](std::string& value) {
    if (value == "true") // CLI11's value of an option without one
      value = usual;
    return std::string();
  };
  CLI::Option* const declared = command_.add_option_function<std::string>(name, set, description)
                                    ->expected(0)
                                    ->check(CLI::IsMember(std::move(allowed)).description(""))
                                    ->transform(CLI::Validator(set_usual, "", "")); // comes before the check
  return option(declared).type("[" + list + "]");
}

option option_set::flag(std::string const& name, bool& target, std::string const& description) {
  return option(command_.add_flag(name, target, description));
}

void option_set::details(std::string const& text) { command_.footer(text); }

command_line::command_line(std::string const& program, std::string const& version, std::string const& description)
    : program_(std::make_unique<CLI::App>(description, program)) {
  program_->require_subcommand(1);
  program_->set_version_flag("--version", program + " " + version);
}

command_line::~command_line() = default;

option_set command_line::add(std::string const& name, std::string const& description, std::function<int()> run) {
  commands_.push_back({program_->add_subcommand(name, description), std::move(run)});
  return option_set(*commands_.back().declared, optional_choices_);
}

std::vector<std::string> command_line::words_of(int argc, char** argv) const {
  std::vector<std::string> words;
  for (int k = 1; k < argc; ++k) {
    const bool is_value = std::any_of(optional_choices_.begin(), optional_choices_.end(), [&](auto const& choice) {
      return !words.empty() && words.back() == choice.option &&
             std::count(choice.values.begin(), choice.values.end(), argv[k]) > 0;
    });
    if (is_value)
      words.back() += "=" + std::string(argv[k]);
    else
      words.emplace_back(argv[k]);
  }
  return words;
}

int command_line::run(int argc, char** argv) {
  const auto first_is_command = [&] {
    for (command const& each : commands_)
      if (each.declared->check_name(argv[1]))
        return true;
    return false;
  };
  if (argc > 1 && argv[1][0] != '-' && !first_is_command())
    throw usage_error("there is no command '" + excerpt(argv[1]) + "'; --help lists them");
  std::vector<std::string> words = words_of(argc, argv);
  std::reverse(words.begin(), words.end()); // as CLI11 takes them
  try {
    program_->parse(std::move(words));
  } catch (CLI::ParseError const& error) {
    program_->failure_message([argc, argv](CLI::App const* program, CLI::Error const& failed) {
      return failure_message(program, failed, argc, argv);
    });
    // CLI11 reports --help and --version this way, too.
    return program_->exit(error, std::cout, std::cerr) == 0 ? success : bad_usage;
  }
  for (command const& each : commands_)
    if (each.declared->parsed())
      return each.run();
  return bad_usage;
}

const char* read_number(std::string const& text, double& value) {
  const coordinate_text read = parse_number(text);
  value = read.value;
  return read.problem;
}

bool read_whole(std::string const& text, whole_range range, int& value) {
  const bool begins_with_0 = text.size() > 1 && text[0] == '0'; // some would read an octal number
  const char* const end = text.data() + text.size();
  const auto [last, error] = std::from_chars(text.data(), end, value);
  return !begins_with_0 && error == std::errc() && last == end && value >= range.least && value <= range.most;
}

} // namespace thrustline_program
