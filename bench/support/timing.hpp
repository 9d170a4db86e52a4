// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <chrono>
#include <functional>
#include <vector>

namespace thrustline::bench {

struct timing {
  double median_ms = 0, min_ms = 0;
};

inline timing summary(std::vector<double> samples) {
  std::sort(samples.begin(), samples.end());
  return {samples[samples.size() / 2], samples.front()};
}

inline double milliseconds(std::function<void()> const& work) {
  auto const begin = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
}

/// Times several pieces of work in turn, round after round, so that a slow moment of the machine hits all of them
/// alike. Short work is repeated within a sample until it fills a millisecond. At least 3 rounds, then until the time
/// is spent or there are 25.
inline std::vector<timing> interleaved(std::vector<std::function<void()>> const& works, double total_ms) {
  std::vector<int> repeats;
  for (auto const& work : works)
    repeats.push_back(1 + static_cast<int>(1.0 / std::max(milliseconds(work), 1e-4)));
  std::vector<std::vector<double>> samples(works.size());
  double spent = 0;
  for (int round = 0; round < 3 || (round < 25 && spent < total_ms); ++round)
    for (std::size_t w = 0; w < works.size(); ++w) {
      double const ms = milliseconds([&] {
        for (int r = 0; r < repeats[w]; ++r)
          works[w]();
      });
      spent += ms;
      samples[w].push_back(ms / repeats[w]);
    }
  std::vector<timing> results;
  for (auto const& each : samples)
    results.push_back(summary(each));
  return results;
}

} // namespace thrustline::bench
