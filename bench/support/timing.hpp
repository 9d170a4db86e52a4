// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <chrono>
#include <ctime>
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
  const auto begin = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
}

/// Processor time of the program. Other programs on the machine do not count.
inline double processor_milliseconds(std::function<void()> const& work) {
  const std::clock_t begin = std::clock();
  work();
  return 1e3 * static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
}

using stopwatch = double(std::function<void()> const& work);

/// The clock for calls on this many threads.
inline stopwatch* stopwatch_for(int threads) { return threads == 1 ? processor_milliseconds : milliseconds; }

/// Number of repetitions of a piece of work that fill a millisecond.
inline int repeats_for(std::function<void()> const& work) {
  work(); // the first one touches memory and starts threads
  for (int repeats = 1;; repeats *= 2) {
    const double ms = milliseconds([&] {
      for (int r = 0; r < repeats; ++r)
        work();
    });
    if (ms >= 1)
      return repeats;
  }
}

/// Times several pieces of work in turn, round after round, so that a slow moment of the machine hits all of them
/// alike. Runs at least 3 rounds, then until the time is spent, and at most 25.
inline std::vector<timing> interleaved(std::vector<std::function<void()>> const& works, double total_ms,
                                       stopwatch* time = milliseconds) {
  std::vector<int> repeats;
  for (auto const& work : works)
    repeats.push_back(repeats_for(work));
  std::vector<std::vector<double>> samples(works.size());
  double spent = 0;
  for (int round = 0; round < 3 || (round < 25 && spent < total_ms); ++round)
    for (std::size_t w = 0; w < works.size(); ++w) {
      const double ms = time([&] {
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
