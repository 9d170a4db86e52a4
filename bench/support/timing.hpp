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

/// Number of repetitions of a piece of work that fill a millisecond.
inline int repeats_for(std::function<void()> const& work) {
  work(); // the first one touches memory and starts threads
  for (int repeats = 1;; repeats *= 2) {
    double const ms = milliseconds([&] {
      for (int r = 0; r < repeats; ++r)
        work();
    });
    if (ms >= 1)
      return repeats;
  }
}

/// Times several pieces of work in turn, round after round, so that a slow moment of the machine hits all of them
/// alike. Runs at least 3 rounds, then until the time is spent, and at most 25.
inline std::vector<timing> interleaved(std::vector<std::function<void()>> const& works, double total_ms) {
  std::vector<int> repeats;
  for (auto const& work : works)
    repeats.push_back(repeats_for(work));
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
