// SPDX-License-Identifier: MIT
// GEOS 3.12 and later drop superfluous starts of rings. Systems have older ones, so it is asked through Python.
#include <doctest/doctest.h>

#include <sys/wait.h>
#include <unistd.h>

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

#include <thrustline/simplify.hpp>

#include "batch.hpp"
#include "skip.hpp"
#if defined(THRUSTLINE_TEST_REAL_DATA)
#include "real_data.hpp"
#endif

using namespace thrustline;
using namespace thrustline::test;

namespace {

template <class T>
void write(std::ofstream& out, std::vector<T> const& values) {
  out.write(reinterpret_cast<const char*>(values.data()), static_cast<std::streamsize>(values.size() * sizeof(T)));
}

/// The rings as GEOS simplifies them; nothing, and a note, where no such GEOS is there.
std::optional<ragged<double>> by_geos(batch<double, 2> const& rings, double tolerance) {
  const std::string base =
      (std::filesystem::temp_directory_path() / ("thrustline_rings_" + std::to_string(::getpid()))).string();
  const std::string in = base + ".in", made = base + ".out";
  {
    std::ofstream out(in, std::ios::binary);
    write(out, std::vector<std::int64_t>{rings.series(), rings.points()});
    write(out, rings.offsets);
    write(out, rings.coordinates);
  }
  const char* const chosen = std::getenv("THRUSTLINE_TEST_PYTHON");
  const std::string python = chosen ? chosen : "python3";
  const std::string command = "\"" + python + "\" \"" THRUSTLINE_TEST_RINGS_BY_GEOS "\" \"" + in + "\" " +
                              std::to_string(tolerance) + " \"" + made + "\"";
  const int status = std::system(command.c_str());
  std::filesystem::remove(in);
  const int code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  if (code == 77 || code == 127) {
    skip("rings by GEOS 3.12 or later: " + python + " has no such package shapely");
    return {};
  }
  REQUIRE(code == 0);
  ragged<double> found{{}, {0}};
  std::ifstream from(made, std::ios::binary);
  std::vector<std::int64_t> counts(static_cast<std::size_t>(rings.series()));
  from.read(reinterpret_cast<char*>(counts.data()), static_cast<std::streamsize>(counts.size() * 8));
  for (std::int64_t count : counts)
    found.offsets.push_back(found.offsets.back() + count);
  found.values.resize(static_cast<std::size_t>(2 * found.offsets.back()));
  from.read(reinterpret_cast<char*>(found.values.data()), static_cast<std::streamsize>(found.values.size() * 8));
  REQUIRE(from.good());
  from.close();
  std::filesystem::remove(made);
  return found;
}

/// Checks counts and points of every ring.
void check(batch<double, 2> const& rings, double tolerance) {
  INFO("tolerance ", tolerance);
  const std::optional<ragged<double>> expected = by_geos(rings, tolerance);
  if (!expected)
    return;
  const std::vector<std::uint8_t> all(static_cast<std::size_t>(rings.series()), 1);
  const auto options =
      simplify_options{}.tolerance(tolerance).rings(all.data(), rings.series()).drop_superfluous_start(true);
  const ragged<double> got = simplify_points(executor::cpu(2), rings.view(), options);
  CHECK(got.offsets == expected->offsets);
  CHECK(got.values == expected->values);
  const auto bare = simplify_options(options).drop_superfluous_start(false);
  CHECK(simplify_points(executor::cpu(2), rings.view(), bare).offsets != expected->offsets); // what the option is for
}

} // namespace

TEST_CASE("made rings without superfluous starts are those of GEOS") {
  random_numbers numbers(71);
  batch<double, 2> rings;
  for (int s = 0; s < 500; ++s) {
    const std::int64_t n = 3 + numbers.below(60);
    std::vector<double> ring;
    for (std::int64_t i = 0; i < n; ++i) {
      const double angle = 6.283185307179586 * static_cast<double>(i) / static_cast<double>(n),
                   radius = 5 + numbers.normal();
      ring.insert(ring.end(), {radius * std::cos(angle), radius * std::sin(angle)});
    }
    ring.insert(ring.end(), {ring[0], ring[1]});
    rings.add(ring);
  }
  for (double tolerance : {0.5, 1.5, 4.0})
    check(rings, tolerance);
}

#if defined(THRUSTLINE_TEST_REAL_DATA)
TEST_CASE("real rings without superfluous starts are those of GEOS") {
  const auto rings = read<2>(find_file("islands_british_columbia.geojson"), "real rings by GEOS");
  if (!rings)
    return;
  for (double tolerance : {0.001, 0.01, 0.05})
    check(*rings, tolerance);
}
#endif
