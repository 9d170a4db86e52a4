// SPDX-License-Identifier: MIT
#include <exception>
#include <iostream>
#include <new>

#include <fcntl.h>
#include <unistd.h>

#include <thrustline/error.hpp>
#include <thrustline/version.hpp>

#include "commands/command_line.hpp"
#include "commands/hull_command.hpp"
#include "commands/info_command.hpp"
#include "commands/segment_command.hpp"
#include "commands/simplify_command.hpp"
#include "commands/stixels_command.hpp"
#include "formats/file_error.hpp"
#include "formats/message_text.hpp"
#include "terminal/errors.hpp"

namespace thrustline_program {
namespace {

int fail(exit_status status, const char* what) {
  std::cerr << "thrustline: " << escaped(what) << "\n";
  return status;
}

/// Takes the descriptors of standard streams that are closed, so that no file gets one of them. Their use still fails.
void reserve_standard_streams() {
  for (int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (::fcntl(stream, F_GETFD) < 0) // open() takes the lowest descriptor that is free: this one
      static_cast<void>(::open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY));
}

int run(int argc, char** argv) {
  simplify_arguments simplify_args;
  segment_arguments segment_args;
  stixels_arguments stixels_args;
  hull_arguments hull_args;
  command_line line("thrustline", thrustline::version(),
                    "Simplifies series and polylines of any length, on CPU cores and on a GPU.");
  line.add("simplify", "drop the points that are within a tolerance of the result", simplify_args, simplify_command);
  line.add("segment", "split the columns of a depth image into straight segments", segment_args, segment_command);
  line.add("stixels", "split a disparity image into ground, objects and sky", stixels_args, stixels_command);
  line.add("hull", "find the exact convex hull of all points", hull_args, hull_command);
  line.add("info", "print version, build, devices, engines, metrics and formats", info_command);
  const int status = line.run(argc, argv);
  if (!std::cout.flush())
    throw file_error("standard output", "could not be written in full");
  return status;
}

} // namespace
} // namespace thrustline_program

int main(int argc, char** argv) {
  using namespace thrustline_program;
  try {
    reserve_standard_streams();
    return run(argc, argv);
  } catch (usage_error const& error) {
    return fail(bad_usage, error.what());
  } catch (thrustline::invalid_argument const& error) {
    // The readers refuse bad points, so an option is wrong.
    const std::string text = (error.argument() == "engine" ? "--" : "") + std::string(error.what());
    return fail(bad_usage, text.c_str());
  } catch (std::bad_alloc const&) {
    return fail(bad_file, "out of memory");
  } catch (std::exception const& error) {
    return fail(bad_file, error.what());
  }
}
