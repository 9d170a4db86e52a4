// SPDX-License-Identifier: MIT
#pragma once

#include <csignal>
#include <string>

namespace thrustline_program {

/// Makes signals that end the program, as SIGINT and SIGTERM, remove the files of remove_at_signal() first. A file over
/// the limit of size becomes an error of writing like others.
void handle_ending_signals();

/// Adds the file to those that a signal removes. `path` must stay where it is in memory until keep_at_signal().
void remove_at_signal(std::string const& path);

/// Takes the file off that list; does nothing if it is not there.
void keep_at_signal(std::string const& path);

/// Holds signals back while files and their list disagree: blocks them on this thread; handlers on others wait.
class signals_held {
public:
  signals_held();
  ~signals_held();
  signals_held(signals_held const&) = delete;
  signals_held& operator=(signals_held const&) = delete;

private:
  sigset_t before_;
};

} // namespace thrustline_program
