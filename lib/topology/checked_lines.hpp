// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "core/check_lines.hpp"
#include "core/cpu/thread_policy.hpp"
#include "core/executor_state.hpp"
#include "core/offsets_or_whole.hpp"
#include "core/threads.hpp"
#include "simplify/flow/check_values.hpp"

namespace thrustline::detail {

/// Lines in host memory whose points are valid, and the number of threads for a call on them.
template <class Real>
class checked_lines {
public:
  /// Throws invalid_argument for invalid lines and for lines in device memory.
  checked_lines(executor const& on, polylines<Real, 2> const& lines) : offsets_(lines) {
    check_lines(on, lines);
    check(lines.where == memory::host, "lines.where", "must be host memory, is device memory");
    coordinates_of(lines); // aligned
    offsets_of(lines);
    batch_ = {reinterpret_cast<const point<Real, 2>*>(lines.coordinates), lines.points, offsets_.data(), lines.series};
    threads_ = threads::call_threads(on.is_cuda() ? threads::default_count() : on.state().threads, lines.points);
    flow::check_input(cpu::thread_policy(threads_), flow::call_input<Real, 2>{batch_, simplify_options{}, nullptr});
  }

  checked_lines(checked_lines const&) = delete; // the batch may refer to offsets_
  checked_lines& operator=(checked_lines const&) = delete;

  flow::batch<Real, 2> const& batch() const { return batch_; }
  int threads() const { return threads_; }

private:
  offsets_or_whole offsets_;
  flow::batch<Real, 2> batch_{};
  int threads_ = 1;
};

} // namespace thrustline::detail
