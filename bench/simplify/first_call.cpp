// SPDX-License-Identifier: MIT
// What the first calls on a GPU cost: the wall-clock time of the first and of the second call of a process, one row for
// each function. Where CUDA_FORCE_PTX_JIT=1 and CUDA_CACHE_DISABLE=1 are set, the driver compiles the PTX of what is
// called, as it does once on a GPU that the library holds no machine code for.
#include <cstdlib>
#include <functional>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

#include <thrustline/convex_hull.hpp>
#include <thrustline/segment_columns.hpp>
#include <thrustline/simplify.hpp>

#include "support/arguments.hpp"
#include "support/random_numbers.hpp"
#include "support/result_file.hpp"
#include "support/run_benchmark.hpp"
#include "support/timing.hpp"

using namespace thrustline;
using namespace thrustline::bench;

namespace {

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

int run(arguments const& given) {
  if (!executor::cuda_available()) {
    std::cerr << "bench_first_call: no CUDA device\n";
    return 1;
  }
  const auto n = static_cast<std::int64_t>(given.number("points"));
  random_numbers numbers(1);
  std::vector<double> xy;
  for (std::int64_t i = 0; i < n; ++i)
    xy.insert(xy.end(), {static_cast<double>(i), 100 * numbers.uniform()});
  const std::vector<float> narrow(xy.begin(), xy.end());
  const std::vector<std::int64_t> offsets = {0, n}, offsets_in_space = {0, n / 3 * 2};
  const polylines<double, 2> line(xy.data(), n, offsets.data(), 1);
  const polylines<float, 2> float_line(narrow.data(), n, offsets.data(), 1);
  const polylines<double, 3> in_space(xy.data(), n / 3 * 2, offsets_in_space.data(), 1);
  const column_images<float> image(narrow.data(), 1000, n / 1000);
  const auto options = simplify_options{}.tolerance(10);

  const executor on = executor::cuda();
  const std::vector<std::pair<std::string, std::function<void()>>> functions = {
      {"simplify, double, 2-D", [&] { simplify_mask(on, line, options); }},
      {"the same, tolerance 20", [&] { simplify_mask(on, line, simplify_options{}.tolerance(20)); }},
      {"simplify, double, 3-D", [&] { simplify_mask(on, in_space, options); }},
      {"simplify, float, 2-D", [&] { simplify_mask(on, float_line, options); }},
      {"convex_hull, double", [&] { convex_hull(on, line); }},
      {"segment_columns, float", [&] { segment_columns(on, image, segment_columns_options{}.tolerance(10)); }}};
  const bool compiles = variable("CUDA_FORCE_PTX_JIT") == "1";
  result_file results(given.text("out"),
                      {"date", "device", "machine", "commit", "code", "function", "first_call_ms", "second_call_ms"});
  for (auto const& [name, call] : functions) {
    const double first = milliseconds(call);
    results.add(today(), on.name(), machine(), given.text("commit"), compiles ? "PTX" : "machine code", name, first,
                milliseconds(call));
  }
  return 0;
}

} // namespace

int main(int argc, char** argv) {
  return run_benchmark(argc, argv, {{"points", "1e6"}, {"commit", built_from()}, {"out", "first_call.csv"}}, run);
}
