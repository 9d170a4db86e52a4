// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include <thrustline/simplify.hpp>

namespace thrustline::test {

constexpr metric all_metrics[] = {metric::vertical, metric::line, metric::segment};
/// The engines that take series of any length.
constexpr engine all_engines[] = {engine::automatic, engine::recursive, engine::composed, engine::bounded};

/// One core, two cores, and a CUDA device where there is one: the same test programs run with and without a GPU.
inline std::vector<executor> const& executors() {
  static const std::vector<executor> all = [] {
    std::vector<executor> list{executor::cpu(1), executor::cpu(2)};
    if (executor::cuda_available())
      list.push_back(executor::cuda());
    return list;
  }();
  return all;
}

inline bool runs(executor const& on, engine with) { return !(on.is_cuda() && with == engine::recursive); }

/// f(executor, engine) for every pair that can run.
template <class F>
void for_each_engine(F f) {
  for (executor const& on : executors())
    for (engine with : all_engines)
      if (runs(on, with))
        f(on, with);
}

} // namespace thrustline::test
