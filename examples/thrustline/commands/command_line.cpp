// SPDX-License-Identifier: MIT
#include "commands/command_line.hpp"

#include <algorithm>
#include <charconv>
#include <iostream>
#include <utility>

#include <CLI/CLI.hpp>

#include "formats/coordinate_text.hpp"
#include "formats/message_text.hpp"
#include "terminal/errors.hpp"

namespace thrustline_program {
namespace {

/// Help without the lists of options that exclude each other: they stand before each description and hide it.
class short_help : public CLI::Formatter {
public:
  std::string make_option_opts(CLI::Option const* of) const override {
    const std::string all = CLI::Formatter::make_option_opts(of);
    return all.substr(0, all.find(" Excludes:"));
  }
};

CLI::Validator check(value_check problem) { return CLI::Validator(std::move(problem), ""); }

/// The problem that CLI11 found, in the words of this program where they are clearer.
std::string problem_of(CLI::App const& program, CLI::Error const& error) {
  const std::string what = error.what(), option = what.substr(0, what.find(':'));
  if (dynamic_cast<CLI::ExtrasError const*>(&error)) { // which lists the words backwards
    std::string list;
    for (std::string const& word : program.remaining(true))
      list += " '" + excerpt(word) + "'";
    return "not expected:" + list;
  }
  if (dynamic_cast<CLI::RequiredError const*>(&error) && program.get_subcommands().empty())
    return "a command is missing; --help lists them";
  if (!dynamic_cast<CLI::ArgumentMismatch const*>(&error))
    return what;
  if (what.find(": At Most ") != std::string::npos)
    return option + " is given more than once";
  const std::string before = ": 1 required ", behind = " missing"; // the type of the value
  const std::size_t begin = what.find(before), end = what.rfind(behind);
  if (begin == std::string::npos || end == std::string::npos)
    return what;
  return option + " needs a value: " + what.substr(begin + before.size(), end - begin - before.size());
}

/// The problem with excerpts in place of the words of the command line that it quotes.
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
  const CLI::Error printed(error.get_name(), printable(problem_of(*program, error), argc, argv), error.get_exit_code());
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
  command_.add_option(name, path, description)->required()->check(check(is_name()));
}

option option_set::name(std::string const& name, std::string& target, std::string const& description) {
  return option(command_.add_option(name, target, description)->check(check(is_name())));
}

option option_set::output(std::string const& name, std::string& path, std::string const& extension,
                          std::string const& description) {
  CLI::Option* const declared = command_.add_option(name, path, description)->check(check(is_name_with(extension)));
  return option(declared).type("FILE" + extension);
}

void option_set::output_file(std::string& path, std::string const& description) {
  CLI::Option* const positional = command_.add_option("OUTPUT", path, description)->check(check(is_name()));
  command_.add_option("-o,--output", path, "the same as OUTPUT")->check(check(is_name()))->excludes(positional);
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
  return option(command_.add_option(name, target, description)->check(check(is_whole(range))));
}

option option_set::whole(std::string const& name, int& target, whole_range range, std::string const& description) {
  return whole_in_range(name, target, range, description);
}

option option_set::whole(std::string const& name, std::int64_t& target, whole_range range,
                         std::string const& description) {
  return whole_in_range(name, target, range, description);
}

option option_set::whole(std::string const& name, std::optional<std::int64_t>& target, std::string const& description) {
  return option(command_.add_option(name, target, description)->check(check(is_whole())));
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
  CLI::Option* const declared =
      command_.add_option_function<std::string>(name, set, description)->check(check(is_one_of(std::move(allowed))));
  return option(declared).type(list);
}

option option_set::one_of_or_alone(std::string const& name, std::vector<std::string> allowed, const char* usual,
                                   std::function<void(std::string const&)> const& set, std::string const& description) {
  optional_choices_.push_back({command_.get_name(), name, allowed, usual});
  std::string list;
  for (std::string const& each : allowed)
    list += (list.empty() ? "[" : "|") + each;
  return one_of(name, std::move(allowed), set, description).type(list + "]");
}

option option_set::flag(std::string const& name, bool& target, std::string const& description) {
  return option(command_.add_flag(name, target, description));
}

void option_set::details(std::string const& text) { command_.footer(text); }

command_line::command_line(std::string const& program, std::string const& version, std::string const& description)
    : program_(std::make_unique<CLI::App>(description, program)) {
  program_->formatter(std::make_shared<short_help>());
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
    const std::string word = argv[k];
    const auto choice = std::find_if(optional_choices_.begin(), optional_choices_.end(),
                                     [&](auto const& each) { return each.command == argv[1] && each.option == word; });
    if (word == "--") {
      words.insert(words.end(), argv + k, argv + argc);
      break;
    }
    const bool is_long = word.substr(0, 2) == "--", may_have_next = choice != optional_choices_.end() && k + 1 < argc;
    const std::string next = may_have_next ? argv[k + 1] : "-";
    if ((is_long && word.find('=') == word.size() - 1) || next.empty()) // CLI11 would take another word for the value
      throw usage_error(excerpt(word.substr(0, word.find('='))) + ": the value is empty");
    if (choice == optional_choices_.end()) {
      words.push_back(word);
      continue;
    }
    const bool has_value = std::count(choice->values.begin(), choice->values.end(), next) > 0;
    words.push_back(word + "=" + (has_value ? next : choice->usual));
    k += has_value;
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
