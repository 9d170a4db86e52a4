// SPDX-License-Identifier: MIT
#include "oracle_check.hpp"
#include "peers.hpp"
#include "real_data.hpp"
#include "skip.hpp"

using namespace thrustline;
using namespace thrustline::test;

namespace {

/// Three tolerances a file, from most points kept to few.
void compare_files(oracle& with, std::vector<std::string> const& names, std::string const& what) {
  bool complete = true;
  for (std::string const& name : names) {
    real_file const& file = find_file(name);
    const auto lines = read<2>(file, what);
    complete = complete && lines;
    if (!lines)
      continue;
    for (double factor : {0.2, 1.0, 5.0})
      with.compare(name, *lines, factor * file.tolerance);
  }
  if (complete)
    with.check_total();
}

} // namespace

#if defined(THRUSTLINE_TEST_GEOS)
TEST_CASE("GEOS keeps the same points of real lines") {
  oracle with(geos_mask);
  compare_files(with, {"coast_baffin.xy.csv", "route_lisbon_singapore.xy.csv", "us_counties.lines.csv"},
                "comparison with GEOS");
}
#else
TEST_CASE("GEOS keeps the same points of real lines") { skip("comparison with GEOS: built without it"); }
#endif

#if defined(THRUSTLINE_TEST_BOOST)
TEST_CASE("Boost.Geometry keeps the same points of real lines") {
  oracle with(boost_mask);
  compare_files(with, {"coast_baffin.xy.csv", "us_counties.lines.csv"}, "comparison with Boost.Geometry");
}
#else
TEST_CASE("Boost.Geometry keeps the same points of real lines") {
  skip("comparison with Boost.Geometry: built without it");
}
#endif
