// SPDX-License-Identifier: MIT
// Checks the closure that keeps the topology of maps on random layers, at six tolerances each, against its definition
// and its laws. Checks that mutants of its rules break a law. Every third layer has repeated points. Every fifth has
// lines that touch and cross, and is not checked against the laws of planar layers.
#include <cstdint>
#include <cstdio>
#include <numeric>
#include <optional>
#include <random>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>

#include "closure_by_definition.hpp"
#include "closure_policies.hpp"
#include "layer_laws.hpp"
#include "planar_layers.hpp"
#include "share_small_calls.hpp"

namespace {

using namespace thrustline;
using namespace thrustline::test;
constexpr std::int64_t layers_of_batch = 100;
constexpr double tolerances[] = {20.0, 6.0, 3.0, 1.5, 0.75, 0.0};

void expect(bool holds, std::string const& problem) {
  if (!holds)
    throw std::runtime_error(problem);
}

mask closure(flat_lines const& lines, double tolerance, topology apart) {
  mask keep = ends_of(lines);
  policy_closures().front().close(lines, tolerance, apart, keep.data());
  return keep;
}

void check_policies(flat_lines const& lines, double tolerance, mask const& expected) {
  mask keep = ends_of(lines);
  policy_closures().back().close(lines, tolerance, topology::both, keep.data());
  expect(keep == expected, "policies differ");
}

void check_compiled(executor const& on, flat_lines const& lines, double tolerance, topology apart,
                    mask const& expected) {
  const polylines<double, 2> view(lines.points.front().x, lines.count(), lines.offsets.data(), lines.lines());
  expect(simplify_mask(on, view, simplify_options{}.tolerance(tolerance).topology(apart)) == expected,
         "the compiled closure on " + on.name() + " is not the one of the primitives");
}

void check_compiled(flat_lines const& lines, double tolerance, topology apart, mask const& expected) {
  for (int threads : {1, 2, 5})
    check_compiled(executor::cpu(threads), lines, tolerance, apart, expected);
}

closure_by_definition by_definition(random_numbers& numbers, flat_lines const& lines, double tolerance, topology apart,
                                    rules applied = rules::all) {
  closure_by_definition definition(lines, tolerance, apart, applied);
  definition.complete(numbers);
  return definition;
}

void check_nesting(mask const& wider, mask const& narrower) {
  for (std::size_t i = 0; i < wider.size(); ++i)
    expect(wider[i] <= narrower[i], "a smaller tolerance drops a point that a greater one keeps");
}

void check_idempotence(flat_lines const& lines, mask const& keep, double tolerance) {
  const flat_lines kept(kept_lines(lines, keep));
  const mask again = closure(kept, tolerance, topology::both);
  expect(again == mask(again.size(), 1), "a second simplification drops a point");
}

/// Lines in another order: the same points are kept, unless rule 3 has to choose between equally far nodes.
void check_order(random_numbers& numbers, flat_lines const& lines, double tolerance, mask const& expected) {
  std::vector<std::int64_t> order(static_cast<std::size_t>(lines.lines()));
  std::iota(order.begin(), order.end(), 0);
  for (std::int64_t k = lines.lines(); k > 1; --k)
    std::swap(order[k - 1], order[numbers.below(k)]);
  flat_lines shuffled;
  mask of_shuffled;
  for (const std::int64_t l : order) {
    const std::int64_t begin = lines.offsets[l], end = lines.offsets[l + 1];
    shuffled.add(lattice_line(lines.points.begin() + begin, lines.points.begin() + end));
    of_shuffled.insert(of_shuffled.end(), expected.begin() + begin, expected.begin() + end);
  }
  check_compiled(shuffled, tolerance, topology::both, of_shuffled);
}

/// With topologies that are none or within lines, each line is simplified as if it were alone.
void check_shards(flat_lines const& lines, double tolerance) {
  for (topology apart : {topology::none, topology::within}) {
    mask joined;
    for (std::int64_t l = 0; l < lines.lines(); ++l) {
      flat_lines one;
      one.add(lattice_line(lines.points.begin() + lines.offsets[l], lines.points.begin() + lines.offsets[l + 1]));
      const mask keep = closure(one, tolerance, apart);
      joined.insert(joined.end(), keep.begin(), keep.end());
    }
    expect(joined == closure(lines, tolerance, apart), "lines depend on each other though apart");
  }
}

/// Layers side by side, far apart, in one batch: their masks are those of the layers. The work of a batch is enough for
/// several threads, and for a GPU.
class side_by_side {
public:
  void add(flat_lines const& lines, std::vector<mask> const& of_tolerances) {
    constexpr double apart = 1000;
    for (std::int64_t l = 0; l < lines.lines(); ++l) {
      lattice_line line(lines.points.begin() + lines.offsets[l], lines.points.begin() + lines.offsets[l + 1]);
      for (lattice_point& p : line)
        p[0] += apart * static_cast<double>(layers_);
      lines_.add(line);
    }
    for (std::size_t t = 0; t < of_tolerances.size(); ++t)
      expected_[t].insert(expected_[t].end(), of_tolerances[t].begin(), of_tolerances[t].end());
    ++layers_;
  }

  std::int64_t layers() const { return layers_; }

  /// device: a GPU, if there is one.
  void check(std::optional<executor> const& device) const {
    for (std::size_t t = 0; t < std::size(tolerances) && layers_ > 0; ++t) {
      check_compiled(lines_, tolerances[t], topology::both, expected_[t]);
      if (device)
        check_compiled(*device, lines_, tolerances[t], topology::both, expected_[t]);
    }
  }

private:
  flat_lines lines_;
  mask expected_[std::size(tolerances)];
  std::int64_t layers_ = 0;
};

/// Cases in which each mutant of the rules breaks a law.
struct tally {
  std::int64_t layers = 0, wrong = 0, caught[5] = {};
  side_by_side batch;
};

void count_mutants(random_numbers& numbers, flat_lines const& lines, double tolerance, tally& count) {
  for (rules mutant : {rules::without_sides, rules::open_regions, rules::without_twins, rules::halves_unexamined})
    count.caught[static_cast<int>(mutant)] +=
        !broken_law(lines, by_definition(numbers, lines, tolerance, topology::both, mutant).keep, tolerance).empty();
}

/// Checks what holds of every layer. Returns the masks of `both` at all tolerances.
std::vector<mask> check_layer(random_numbers& numbers, flat_lines const& lines, tally& count) {
  mask wider(lines.points.size());
  std::vector<mask> of_tolerances;
  for (double tolerance : tolerances) {
    const mask keep = closure(lines, tolerance, topology::both);
    check_policies(lines, tolerance, keep);
    for (topology apart : {topology::none, topology::within, topology::between, topology::both}) {
      const closure_by_definition expected = by_definition(numbers, lines, tolerance, apart);
      expect(closure(lines, tolerance, apart) == expected.keep, "the closure is not the one of the definition");
      if (apart != topology::none)
        check_compiled(lines, tolerance, apart, expected.keep);
      if (apart == topology::both && !expected.depends_on_order)
        check_order(numbers, lines, tolerance, expected.keep);
    }
    check_nesting(wider, keep);
    check_idempotence(lines, keep, tolerance);
    check_shards(lines, tolerance);
    wider = keep;
    of_tolerances.push_back(keep);
  }
  count.batch.add(lines, of_tolerances);
  return of_tolerances;
}

void check_planar_layer(random_numbers& numbers, flat_lines const& lines, bool with_mutants, tally& count) {
  const std::vector<mask> of_tolerances = check_layer(numbers, lines, count);
  for (std::size_t t = 0; t < std::size(tolerances); ++t) {
    const std::string broken = broken_law(lines, of_tolerances[t], tolerances[t]);
    expect(broken.empty(), broken);
    if (with_mutants)
      count_mutants(numbers, lines, tolerances[t], count);
  }
}

void check_batch(side_by_side& batch, std::optional<executor> const& device, tally& count) {
  try {
    batch.check(device);
  } catch (std::exception const& error) {
    ++count.wrong;
    std::printf("%lld layers side by side: %s\n", static_cast<long long>(batch.layers()), error.what());
  }
  batch = side_by_side();
}

/// Case `number` does not depend on the others of its seed.
void run_case(std::uint64_t seed, std::int64_t number, tally& count) {
  random_numbers numbers(random_numbers(seed).next() + static_cast<std::uint64_t>(number));
  std::vector<lattice_line> made = planar_layer(numbers).lines;
  if (made.empty())
    return;
  const bool is_planar = number % 5 != 1;
  if (!is_planar)
    made = disturbed(numbers, made);
  if (number % 3 == 1)
    made = with_repeats(numbers, made);
  const flat_lines lines(made);
  ++count.layers;
  try {
    if (is_planar)
      check_planar_layer(numbers, lines, number < 1000 || number % 10 == 0,
                         count); // mutants are slow, and easily caught
    else
      check_layer(numbers, lines, count);
  } catch (std::exception const& error) {
    ++count.wrong;
    std::printf("%s\n    --seed %llu --only %lld runs this case alone\n", error.what(),
                static_cast<unsigned long long>(seed), static_cast<long long>(number));
  }
}

} // namespace

int main(int argument_count, char** arguments) {
  std::int64_t cases = 1000, only = -1;
  std::uint64_t seed = std::random_device{}();
  CLI::App program("Checks the closure that keeps the topology of maps on random layers.");
  program.add_option("--cases", cases, "Number of cases")->capture_default_str();
  program.add_option("--seed", seed, "Seed of the cases (default: any)");
  program.add_option("--only", only, "Number of the one case to run");
  CLI11_PARSE(program, argument_count, arguments);

  share_small_calls();
  std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
  std::optional<executor> device;
  if (executor::cuda_available())
    device = executor::cuda();
  std::printf("%s\n", device ? ("layers side by side also on " + device->name()).c_str()
                             : "SKIPPED: layers side by side on a GPU: no CUDA device");
  tally count;
  for (std::int64_t number = only < 0 ? 0 : only; number < (only < 0 ? cases : only + 1) && count.wrong < 10;
       ++number) {
    run_case(seed, number, count);
    if (count.batch.layers() >= layers_of_batch)
      check_batch(count.batch, device, count);
  }
  check_batch(count.batch, device, count);
  std::printf("%lld layers at %zu tolerances: %lld wrong\n", static_cast<long long>(count.layers),
              std::size(tolerances), static_cast<long long>(count.wrong));

  const char* const names[] = {"", "without rule 2", "rule 2 without contacts", "without rule 3",
                               "halves of forced splits unexamined"};
  bool all_caught = true;
  for (int mutant = 1; mutant < 5; ++mutant) {
    std::printf("mutant %s: breaks a law %lld times\n", names[mutant], static_cast<long long>(count.caught[mutant]));
    all_caught = all_caught && count.caught[mutant] > 0;
  }
  if (only < 0 && cases >= 1000 && !all_caught)
    std::printf("a mutant breaks no law: the laws are too weak\n");
  return count.wrong > 0 || (only < 0 && cases >= 1000 && !all_caught);
}
