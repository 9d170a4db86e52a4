// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include <sys/types.h>

#include "scratch_folder.hpp"

namespace thrustline::test {

/// Exit status and output of a run of the program.
struct ended {
  int status = -1; ///< exit status, or minus the signal that ended it
  std::string out, err;
};

/// Runs the built program with these arguments and waits for it.
ended run_program(std::vector<std::string> const& arguments, std::string const& standard_input = "");

/// Runs a line of the shell in which $THRUSTLINE is the program.
ended run_shell(std::string const& line);

/// The program with its standard output in a pipe without a reader, so that a large output blocks it midway.
class stuck_program {
public:
  explicit stuck_program(std::vector<std::string> const& arguments);
  ~stuck_program();
  stuck_program(stuck_program const&) = delete;
  stuck_program& operator=(stuck_program const&) = delete;

  void signal(int number) const;
  void close_pipe(); ///< no process reads from then on
  void drain();      ///< reads the pipe until the program ends
  int wait();        ///< exit status, or minus the signal that ended it

private:
  pid_t process_ = -1;
  int read_end_ = -1;
};

/// Waits until the program has begun a file in the folder, and returns the file's temporary name; empty if it does not.
std::string partial_file_in(scratch_folder const& folder);

} // namespace thrustline::test
