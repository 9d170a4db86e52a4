// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>

#include "core/threads.hpp"

namespace thrustline::cpu {

/// Calls f(begin, end, worker) for parts of [0, count).
template <class F>
void for_each_part(int threads, std::int64_t count, std::int64_t part, F const& f) {
  threads::parallel_for(threads, (count + part - 1) / part,
                        [&](std::int64_t k, int worker) { f(k * part, std::min((k + 1) * part, count), worker); });
}

} // namespace thrustline::cpu
