// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstdint>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include <thrust/execution_policy.h>
#include <thrust/system/omp/execution_policy.h>
#include <thrust/system/tbb/execution_policy.h>

#include <thrustline/primitives/drop_segments.hpp>
#include <thrustline/primitives/head_flags_keys_offsets.hpp>
#include <thrustline/primitives/segmented_arg_max.hpp>
#include <thrustline/primitives/segmented_reduce.hpp>
#include <thrustline/primitives/segmented_scan.hpp>
#include <thrustline/primitives/split_segments.hpp>

#include "support/arguments.hpp"
#include "support/result_file.hpp"
#include "support/run_benchmark.hpp"
#include "support/timing.hpp"

// The primitives on each CPU policy beside a plain serial loop on the same arrays.
using namespace thrustline;
using namespace thrustline::bench;

namespace {

using index = std::int32_t;
using candidate = indexed<float, index>;

struct add {
  double operator()(double a, double b) const { return a + b; }
};

/// Segments of a mean length, and output arrays for every primitive.
struct arrays {
  index n, m = 0;
  std::vector<float> values, values_out;
  std::vector<double> sums;
  std::vector<std::uint8_t> flags, flags_out;
  std::vector<index> keys, offsets, keys_out, offsets_out, positions;
  std::vector<candidate> farthest;

  arrays(index n, index mean_length)
      : n(n), values(n), values_out(n), sums(n), flags(n, 0), flags_out(n), keys(n), keys_out(n), offsets_out(n + 1) {
    std::mt19937 draw(1); // with a long period: processors learn lengths that come again by heart
    for (index i = 0; i < n; ++i) {
      values[i] = static_cast<float>(draw() % 1000);
      flags[i] = i == 0 || draw() % static_cast<std::uint32_t>(mean_length) == 0;
      m += flags[i];
      if (flags[i])
        offsets.push_back(i);
      keys[i] = m - 1;
      if (draw() % (4 * static_cast<std::uint32_t>(mean_length)) == 0)
        positions.push_back(i);
    }
    offsets.push_back(n);
    farthest.resize(static_cast<std::size_t>(m));
  }
};

/// Drops every third segment.
struct is_dropped {
  bool operator()(index s) const { return s % 3 == 0; }
};

namespace loop {

void keys_from_head_flags(arrays& a) {
  index key = -1;
  for (index i = 0; i < a.n; ++i)
    a.keys_out[i] = key += a.flags[i];
}

void head_flags_from_keys(arrays& a) {
  a.flags_out[0] = 1;
  for (index i = 1; i < a.n; ++i)
    a.flags_out[i] = a.keys[i] != a.keys[i - 1];
}

void offsets_from_keys(arrays& a) {
  index s = 0;
  for (index i = 0; i < a.n; ++i)
    if (i == 0 || a.keys[i] != a.keys[i - 1])
      a.offsets_out[s++] = i;
  a.offsets_out[s] = a.n;
}

void offsets_from_head_flags(arrays& a) {
  index s = 0;
  for (index i = 0; i < a.n; ++i)
    if (a.flags[i])
      a.offsets_out[s++] = i;
  a.offsets_out[s] = a.n;
}

void head_flags_from_offsets(arrays& a) {
  std::fill(a.flags_out.begin(), a.flags_out.end(), std::uint8_t{0});
  for (index s = 0; s < a.m; ++s)
    a.flags_out[a.offsets[s]] = 1;
}

void keys_from_offsets(arrays& a) {
  for (index s = 0; s < a.m; ++s)
    for (index i = a.offsets[s]; i < a.offsets[s + 1]; ++i)
      a.keys_out[i] = s;
}

// The loops below take keys, as the primitives do, so that they read as much.

void segmented_reduce(arrays& a) {
  for (index i = 0; i < a.n;) {
    const index key = a.keys[i];
    double sum = a.values[i];
    for (++i; i < a.n && a.keys[i] == key; ++i)
      sum += a.values[i];
    a.sums[key] = sum;
  }
}

void segmented_arg_max(arrays& a) {
  for (index i = 0; i < a.n;) {
    const index key = a.keys[i];
    candidate best{a.values[i], i};
    for (++i; i < a.n && a.keys[i] == key; ++i)
      if (a.values[i] > best.value)
        best = {a.values[i], i};
    a.farthest[key] = best;
  }
}

void segmented_inclusive_scan(arrays& a) {
  double sum = 0;
  for (index i = 0; i < a.n; ++i) {
    if (i > 0 && a.keys[i] != a.keys[i - 1])
      sum = 0;
    a.sums[i] = sum += a.values[i];
  }
}

void segmented_exclusive_scan(arrays& a) {
  double sum = 0;
  for (index i = 0; i < a.n; ++i) {
    if (i > 0 && a.keys[i] != a.keys[i - 1])
      sum = 0;
    a.sums[i] = sum;
    sum += a.values[i];
  }
}

void split_segments(arrays& a) {
  std::copy(a.flags.begin(), a.flags.end(), a.flags_out.begin());
  for (index p : a.positions)
    a.flags_out[p] = 1;
  index s = -1;
  for (index i = 0; i < a.n; ++i) {
    if (a.flags_out[i])
      a.offsets_out[++s] = i;
    a.keys_out[i] = s;
  }
  a.offsets_out[s + 1] = a.n;
}

void drop_segments(arrays& a) {
  index items = 0, segments = 0;
  for (index s = 0; s < a.m; ++s) {
    if (is_dropped{}(s))
      continue;
    a.offsets_out[segments] = items;
    for (index i = a.offsets[s]; i < a.offsets[s + 1]; ++i, ++items) {
      a.values_out[items] = a.values[i];
      a.keys_out[items] = segments;
    }
    ++segments;
  }
  a.offsets_out[segments] = items;
}

} // namespace loop

struct primitive {
  const char* name;
  void (*loop)(arrays&);
};

template <class Policy>
std::function<void()> on(Policy policy, std::string const& name, arrays& a) {
  const index* keys = a.keys.data();
  const index* offsets = a.offsets.data();
  const float* values = a.values.data();
  const std::uint8_t* flags = a.flags.data();
  if (name == "keys_from_head_flags")
    return [=, &a] { keys_from_head_flags(policy, flags, a.n, a.keys_out.data()); };
  if (name == "head_flags_from_keys")
    return [=, &a] { head_flags_from_keys(policy, keys, a.n, a.flags_out.data()); };
  if (name == "offsets_from_keys")
    return [=, &a] { offsets_from_keys(policy, keys, a.n, a.offsets_out.data()); };
  if (name == "offsets_from_head_flags")
    return [=, &a] { offsets_from_head_flags(policy, flags, a.n, a.offsets_out.data()); };
  if (name == "head_flags_from_offsets")
    return [=, &a] { head_flags_from_offsets(policy, offsets, a.m, a.n, a.flags_out.data()); };
  if (name == "keys_from_offsets")
    return [=, &a] { keys_from_offsets(policy, offsets, a.m, a.n, a.keys_out.data()); };
  if (name == "segmented_reduce")
    return [=, &a] { segmented_reduce<double>(policy, keys, a.n, values, a.sums.data(), add{}); };
  if (name == "segmented_arg_max")
    return [=, &a] { segmented_arg_max(policy, keys, a.n, values, a.farthest.data()); };
  if (name == "segmented_inclusive_scan")
    return [=, &a] { segmented_inclusive_scan<double>(policy, keys, a.n, values, a.sums.data(), add{}); };
  if (name == "segmented_exclusive_scan")
    return [=, &a] { segmented_exclusive_scan<double>(policy, keys, a.n, values, a.sums.data(), 0.0, add{}); };
  if (name == "split_segments")
    return [=, &a] {
      std::copy(a.flags.begin(), a.flags.end(), a.flags_out.begin()); // the primitive changes them
      split_segments(policy, a.positions.data(), static_cast<index>(a.positions.size()), a.n, a.flags_out.data(),
                     a.keys_out.data(), a.offsets_out.data());
    };
  return [=, &a] {
    index counts[2];
    drop_segments(policy, segmented_view{keys, offsets, values}, segmented_size{a.m, a.n}, is_dropped{},
                  segmented_view{a.keys_out.data(), a.offsets_out.data(), a.values_out.data()}, counts);
  };
}

constexpr primitive all_primitives[] = {
    {"keys_from_head_flags", loop::keys_from_head_flags},
    {"head_flags_from_keys", loop::head_flags_from_keys},
    {"offsets_from_keys", loop::offsets_from_keys},
    {"offsets_from_head_flags", loop::offsets_from_head_flags},
    {"head_flags_from_offsets", loop::head_flags_from_offsets},
    {"keys_from_offsets", loop::keys_from_offsets},
    {"segmented_reduce", loop::segmented_reduce},
    {"segmented_arg_max", loop::segmented_arg_max},
    {"segmented_inclusive_scan", loop::segmented_inclusive_scan},
    {"segmented_exclusive_scan", loop::segmented_exclusive_scan},
    {"split_segments", loop::split_segments},
    {"drop_segments", loop::drop_segments},
};

int run(arguments const& given) {
  result_file file(given.text("out"), {"date", "machine", "commit", "primitive", "policy", "items", "mean_length",
                                       "median_ms", "min_ms", "loop_over_this"});
  const auto n = static_cast<index>(given.count("items"));
  for (index mean_length : {2, 16, 256, 100000}) {
    arrays a(n, mean_length);
    for (primitive const& each : all_primitives) {
      const std::vector<std::string> policies{"plain loop", "seq", "tbb", "omp"}; // OpenMP last: its threads spin on
      const std::vector<timing> times =
          interleaved({[&] { each.loop(a); }, on(thrust::seq, each.name, a), on(thrust::tbb::par, each.name, a),
                       on(thrust::omp::par, each.name, a)},
                      given.number("budget_ms"));
      for (std::size_t p = 0; p < policies.size(); ++p)
        file.add(today(), machine(), given.text("commit"), each.name, policies[p], n, mean_length, times[p].median_ms,
                 times[p].min_ms, times[0].min_ms / times[p].min_ms);
    }
  }
  return 0;
}

} // namespace

int main(int argc, char** argv) {
  return run_benchmark(
      argc, argv, {{"out", "primitives.csv"}, {"commit", built_from()}, {"items", "1e7"}, {"budget_ms", "1500"}}, run);
}
