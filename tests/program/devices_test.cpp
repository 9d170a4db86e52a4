// SPDX-License-Identifier: MIT
// The files that `thrustline simplify` writes are the same from CPU cores and from a GPU.
#include <cmath>
#include <sstream>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include <thrustline/executor.hpp>

#include "child.hpp"
#include "no_device.hpp"
#include "read_json.hpp"
#include "scratch_folder.hpp"

using namespace thrustline::test;

namespace {

constexpr double pi = 3.141592653589793;

/// Rough islands beside each other in degrees, each with a hole; the last of them are small.
std::string islands_wkt() {
  std::ostringstream text;
  for (int island = 0; island < 30; ++island) {
    const double size = island < 25 ? 1 : 0.001;
    text << "POLYGON (";
    for (int ring = 0; ring < 2; ++ring) {
      text << (ring == 0 ? "(" : ", (");
      for (int k = 0; k <= 200; ++k) {
        const double angle = 2 * pi * (k % 200) / 200;
        const double radius = size * (ring == 0 ? 1 : 0.4) * (1 + 0.1 * std::sin(37 * angle + island));
        text << (k > 0 ? ", " : "") << 3 * (island % 6) + radius * std::cos(angle) << " "
             << 40 + 3 * (island / 6) + radius * std::sin(angle);
      }
      text << ")";
    }
    text << ")\n";
  }
  return text.str();
}

/// A track of x, y, t with stops.
std::string track_csv() {
  std::ostringstream text;
  text << "x,y,t\n";
  for (int i = 0; i < 3000; ++i)
    text << (i - i % 7) * 0.5 << "," << std::sin(0.01 * i) * 100 << "," << i << "\n";
  return text.str();
}

/// Runs the program on both devices; checks the files that it writes, by name.
void check_devices_agree(std::string const& input, std::string const& extension,
                         std::vector<std::string> const& options, std::vector<std::string> const& written) {
  const scratch_folder folder;
  const std::string in = folder.write("in" + extension, input);
  for (const std::string device : {"cpu", "cuda"}) {
    std::vector<std::string> arguments{"simplify", in, folder.path(device + extension), "--device", device, "--json"};
    for (std::string const& option : options)
      arguments.push_back(option == "FILE" ? folder.path(device + "-values") : option);
    const ended run = run_program(arguments);
    CAPTURE(run.err);
    REQUIRE(run.status == 0);
    std::istringstream reports(run.out);
    for (std::string line; std::getline(reports, line);)
      CHECK((read_json(line)["device"].get<std::string>().find("cuda") == 0) == (device == "cuda"));
  }
  for (std::string const& name : written) {
    INFO(name);
    CHECK(folder.read("cuda" + name) == folder.read("cpu" + name));
    CHECK(!folder.read("cuda" + name).empty());
  }
}

} // namespace

TEST_CASE("GPU files agree: rings, metres, topology and times") {
  if (no_device("the program on a GPU"))
    return;
  const std::vector<std::vector<std::string>> tolerances{{"-t", "0.05"}, {"-t", "3000", "--units", "m"}};
  for (std::vector<std::string> const& tolerance : tolerances)
    for (std::vector<std::string> const& rules : std::vector<std::vector<std::string>>{
             {}, {"--ring-start", "least"}, {"--small-rings", "drop"}, {"--significance", "FILE"}}) {
      std::vector<std::string> options = tolerance;
      options.insert(options.end(), rules.begin(), rules.end());
      std::vector<std::string> written{".wkt"};
      if (options.back() == "FILE")
        written.push_back("-values");
      check_devices_agree(islands_wkt(), ".wkt", options, written);
    }
  for (const std::string kind : {"within", "between", "both"})
    check_devices_agree(islands_wkt(), ".wkt", {"-t", "0.3", "--topology=" + kind}, {".wkt"});
  check_devices_agree(track_csv(), ".csv", {"-t", "5", "--metric", "synchronised"}, {".csv"});
}

TEST_CASE("GPU files agree: count, ratio, levels and significance") {
  if (no_device("significance from the program on a GPU"))
    return;
  const std::string track = track_csv();
  check_devices_agree(track, ".csv", {"--count", "170", "--significance", "FILE"}, {".csv", "-values"});
  check_devices_agree(track, ".csv", {"--ratio", "0.3"}, {".csv"});
  check_devices_agree(track, ".csv", {"--count-each", "200"}, {".csv"});
  check_devices_agree(track, ".csv", {"--ratio-each", "0.4"}, {".csv"});
  check_devices_agree(track, ".csv", {"--levels", "0.5,2"}, {"-0.5.csv", "-2.csv"});
}
