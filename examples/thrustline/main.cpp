// SPDX-License-Identifier: MIT
#include <exception>
#include <iostream>

#include <CLI/CLI.hpp>

#include <thrustline/error.hpp>
#include <thrustline/version.hpp>

#include "commands/hull_command.hpp"
#include "commands/info_command.hpp"
#include "commands/segment_command.hpp"
#include "commands/simplify_command.hpp"
#include "commands/stixels_command.hpp"
#include "terminal/errors.hpp"

namespace thrustline_program {
namespace {

int fail(exit_status status, const char* what) {
  std::cerr << "thrustline: " << what << "\n";
  return status;
}

int run(int argc, char** argv) {
  CLI::App app("Simplifies series and polylines of any length, on CPU cores and on a GPU.", "thrustline");
  app.require_subcommand(1);
  app.set_version_flag("--version", "thrustline " + thrustline::version());
  CLI::App* const simplify = app.add_subcommand("simplify", "leave out the points that hardly matter");
  simplify_arguments arguments;
  declare_options(*simplify, arguments);
  CLI::App* const segment = app.add_subcommand("segment", "split the columns of a depth image into straight pieces");
  segment_arguments segmentation;
  declare_options(*segment, segmentation);
  CLI::App* const stixels = app.add_subcommand("stixels", "split a disparity image into ground, objects and sky");
  stixels_arguments of_stixels;
  declare_options(*stixels, of_stixels);
  CLI::App* const hull = app.add_subcommand("hull", "convex hull of all points, exactly");
  hull_arguments of_hull;
  declare_options(*hull, of_hull);
  CLI::App* const info = app.add_subcommand("info", "version, build, devices, what was compiled in");
  if (argc > 1 && argv[1][0] != '-' &&
      app.get_subcommands([&](CLI::App* one) { return one->check_name(argv[1]); }).empty())
    throw usage_error("there is no command '" + std::string(argv[1]) + "'; --help lists them");
  try {
    app.parse(argc, argv);
  } catch (CLI::ParseError const& error) {
    return app.exit(error) == 0 ? success : bad_usage; // help and version come this way too
  }
  if (info->parsed())
    return print_info(std::cout), success;
  if (segment->parsed())
    return segment_command(segmentation);
  if (stixels->parsed())
    return stixels_command(of_stixels);
  if (hull->parsed())
    return hull_command(of_hull);
  return simplify_command(arguments);
}

} // namespace
} // namespace thrustline_program

int main(int argc, char** argv) {
  using namespace thrustline_program;
  try {
    return run(argc, argv);
  } catch (usage_error const& error) {
    return fail(bad_usage, error.what());
  } catch (thrustline::invalid_argument const& error) {
    return fail(bad_usage, error.what()); // the readers let no bad point pass, so an option is meant
  } catch (std::bad_alloc const&) {
    return fail(bad_file, "out of memory");
  } catch (std::exception const& error) {
    return fail(bad_file, error.what());
  }
}
