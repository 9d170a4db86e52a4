// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/cpu/prefetch.hpp"
#include "core/threads.hpp"
#include "wkb/column_access.hpp"
#include "wkb/walk_value.hpp"

namespace thrustline::wkb {

/// A column cut into chunks of values, which threads work on at the same time. Every chunk begins at a multiple of
/// eight values, so that no two write to one byte of validity bits.
template <class Column>
class chunks {
public:
  chunks(executor const& on, Column const& column)
      : column_(column), threads_(threads::call_threads(on.is_cuda() ? threads::default_count() : on.threads(),
                                                        total_bytes(column) / point_bytes)) {
    // More chunks than threads even out values of unlike sizes; tiny ones cost more than they gain.
    constexpr std::int64_t chunks_per_thread = 8, least_bytes = 1 << 16;
    const std::int64_t wanted =
        threads_ == 1 ? 1 : std::min(threads_ * chunks_per_thread, total_bytes(column) / least_bytes + 1);
    step_ = (column.values / wanted / 8 + 1) * 8;
  }

  std::int64_t count() const { return (column_.values + step_ - 1) / step_; }
  Column const& column() const { return column_; }
  std::int64_t first(std::int64_t chunk) const { return chunk * step_; }
  std::int64_t last(std::int64_t chunk) const { return std::min(column_.values, (chunk + 1) * step_); }

  /// f(chunk) for each chunk, on several threads.
  template <class F>
  void for_each(F const& f) const {
    threads::parallel_for(threads_, count(), f);
  }

  /// Walks over the values of all chunks. visit(chunk): the chunk's visitor, with what value_walk needs, and with
  /// begin_value(index, value_bytes) and end_value() around each value, nulls too, and end_chunk(). Throws wkb_error
  /// for the first bad value, whichever thread meets one first.
  template <class Visit>
  void walk(wkb_ordinates required, Visit const& visit) const {
    std::vector<std::optional<wkb_error>> failures(static_cast<std::size_t>(count()));
    for_each([&](std::int64_t chunk) {
      auto visitor = visit(chunk);
      for (std::int64_t i = first(chunk); i < last(chunk); ++i) {
        if (i + values_ahead < last(chunk))
          cpu::prefetch(value_at(column_, i + values_ahead).begin, 1);
        const value_bytes value = value_at(column_, i);
        visitor.begin_value(i, value);
        if (!value.is_null) {
          value_walk walk(value.begin, value.size, required, visitor);
          if (!walk.run()) {
            failures[static_cast<std::size_t>(chunk)].emplace(i, walk.failure().byte, walk.failure().problem);
            return;
          }
        }
        visitor.end_value();
      }
      visitor.end_chunk();
    });
    for (auto const& failure : failures)
      if (failure)
        throw *failure;
  }

private:
  static constexpr std::int64_t point_bytes = 16; // two doubles
  /// A walk reads little more of a value than its first bytes: it would wait for each, so these are fetched before.
  static constexpr std::int64_t values_ahead = 16;

  Column const& column_;
  int threads_;
  std::int64_t step_;
};

/// Turns the size of each chunk's output into the place where it begins; returns the size of all.
template <class Size>
Size begins_of(std::vector<Size>& sizes) {
  Size sum{};
  for (Size& each : sizes) {
    const Size size = each;
    each = sum;
    sum += size;
  }
  return sum;
}

} // namespace thrustline::wkb
