// SPDX-License-Identifier: MIT
// Compares the library on CPU cores with a plain recursion, for random cases of all options.
#include <cstdint>
#include <cstdio>
#include <exception>
#include <random>
#include <string>

#include <CLI/CLI.hpp>

#include "check_case.hpp"
#include "made_case.hpp"
#include "random_numbers.hpp"

namespace {

using namespace thrustline;
using namespace thrustline::differential;

/// Numbers of cases by outcome.
struct tally {
  std::int64_t exact = 0, real = 0, unsure = 0, wrong = 0;
};

template <class Real, int D>
std::string description(made_case<Real, D> const& made) {
  return std::to_string(8 * sizeof(Real)) + " bits, " + std::to_string(D) + " dimensions, " +
         to_string(made.options.metric()) + (made.options.closed() ? ", closed" : "") +
         (made.options.invalid() == invalid::ignore ? ", invalid ignored" : "") +
         (made.options.pins() ? ", pins" : "") + (made.options.rings() ? ", rings" : "") +
         (made.options.tolerances() ? ", tolerances" : ", tolerance " + std::to_string(made.options.tolerance())) +
         ", " + std::to_string(made.threads) + " threads, " + std::to_string(made.points()) + " points in " +
         std::to_string(made.series()) + " series:" + made.shapes + ", power " + std::to_string(made.power);
}

template <class Real, int D>
void run_case(test::random_numbers& numbers, tally& cases) {
  made_case<Real, D> made;
  make_case(numbers, made);
  try {
    const outcome got = check_case(numbers, made);
    ++(got == outcome::exact ? cases.exact : got == outcome::real ? cases.real : cases.unsure);
  } catch (std::exception const& error) {
    ++cases.wrong;
    std::printf("%s\n    (%s)\n", error.what(), description(made).c_str());
  }
}

/// Case `number` does not depend on the others of its seed.
void run_case(std::uint64_t seed, std::int64_t number, tally& cases) {
  test::random_numbers numbers(test::random_numbers(seed).next() + static_cast<std::uint64_t>(number));
  const std::int64_t wrong = cases.wrong;
  constexpr void (*run[])(test::random_numbers&, tally&) = {run_case<float, 1>,  run_case<float, 2>,
                                                            run_case<float, 3>,  run_case<double, 1>,
                                                            run_case<double, 2>, run_case<double, 3>};
  run[numbers.below(6)](numbers, cases);
  if (cases.wrong > wrong)
    std::printf("    --seed %llu --only %lld runs this case alone\n", static_cast<unsigned long long>(seed),
                static_cast<long long>(number));
}

} // namespace

int main(int count, char** arguments) {
  std::int64_t cases = 2000, only = -1;
  std::uint64_t seed = std::random_device{}();
  CLI::App program("Compares the library on CPU cores with a plain recursion, for random cases of all options.");
  program.add_option("--cases", cases, "Number of cases")->capture_default_str();
  program.add_option("--seed", seed, "Seed of the cases (default: any)");
  program.add_option("--only", only, "Number of the one case to run");
  CLI11_PARSE(program, count, arguments);

  std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
  tally done;
  for (std::int64_t number = only < 0 ? 0 : only; number < (only < 0 ? cases : only + 1) && done.wrong < 10; ++number)
    run_case(seed, number, done);
  std::printf("%lld cases equal to the recursion in integers, %lld in extended precision, %lld with near ties, "
              "%lld wrong\n",
              static_cast<long long>(done.exact), static_cast<long long>(done.real),
              static_cast<long long>(done.unsure), static_cast<long long>(done.wrong));
  if (done.wrong > 0)
    return 1;
  // A few cases may all be near ties, many may not: then the recursion would decide nothing.
  const std::int64_t all = done.exact + done.real + done.unsure;
  if (all >= 1000 && done.unsure > all / 20) {
    std::printf("more than one case in twenty has near ties\n");
    return 1;
  }
  return 0;
}
