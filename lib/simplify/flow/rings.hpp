// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>

#include "simplify/flow/series_ends.hpp"
#include <thrustline/primitives/head_flags_keys_offsets.hpp>

/// Rings as open series: each gets one more point behind its last, a copy of its first valid one. So engines know open
/// series only. The added point is kept like every end and is left out of the results.
namespace thrustline::flow {

/// Point i of the flat array belongs to series key[i] and moves `key[i]` places back.
template <class T>
struct open_ring {
  const T* items;
  const std::int64_t* keys;
  T* opened;
  THRUSTLINE_HD void operator()(std::int64_t i) const { opened[i + keys[i]] = items[i]; }
};

template <class T>
struct close_ring {
  const T* opened;
  const std::int64_t* keys;
  T* items;
  THRUSTLINE_HD void operator()(std::int64_t i) const { items[i] = opened[i + keys[i]]; }
};

template <class Real, int D>
struct append_first {
  const point<Real, D>* points;
  const chord_ends<std::int64_t>* ends;
  const std::int64_t* offsets;
  point<Real, D>* opened;
  std::int64_t* opened_offsets;
  THRUSTLINE_HD void operator()(std::int64_t s) const {
    opened_offsets[s] = offsets[s] + s;
    opened_offsets[s + 1] = offsets[s + 1] + s + 1;
    // A ring without valid points ends in an invalid one.
    opened[offsets[s + 1] + s] = ends[s].first <= ends[s].last ? points[ends[s].first] : absent_point<Real, D>();
  }
};

struct keep_appended {
  const std::int64_t* opened_offsets;
  std::uint8_t* opened_mask;
  THRUSTLINE_HD void operator()(std::int64_t s) const { opened_mask[opened_offsets[s + 1] - 1] = 1; }
};

/// The series of each of `count` points.
template <class Policy>
void find_series_of_points(Policy const& policy, const std::int64_t* offsets, std::int64_t series, std::int64_t count,
                           std::int64_t* keys) {
  keys_from_offsets(policy, offsets, series, count, keys);
}

template <class Policy, class Mark>
void close_ring_marks(Policy const& policy, const Mark* opened, const std::int64_t* keys, std::int64_t n, Mark* marks) {
  detail::for_each_index(policy, n, close_ring<Mark>{opened, keys, marks});
}

/// The opened copy of a batch of rings.
template <class Policy, class Real, int D>
class opened_rings {
public:
  opened_rings(Policy const& policy, batch<Real, D> const& rings, simplify_options const& options)
      : policy_(policy), count_(rings.count), series_(rings.series), keys_(policy, rings.count),
        points_(policy, rings.count + rings.series), offsets_(policy, rings.series + 1) {
    detail::temporary<chord_ends<std::int64_t>, Policy> ends(policy, series_);
    find_series_ends(policy, rings, options.invalid() == invalid::ignore, validity_by<Real, D>(options),
                     write_ends<std::int64_t>{ends.data()});
    find_series_of_points(policy, rings.offsets, series_, count_, keys_.data());
    detail::for_each_index(policy, count_, open_ring<point<Real, D>>{rings.points, keys_.data(), points_.data()});
    detail::for_each_index(
        policy, series_,
        append_first<Real, D>{rings.points, ends.data(), rings.offsets, points_.data(), offsets_.data()});
  }

  batch<Real, D> lines() const { return {points_.data(), count_ + series_, offsets_.data(), series_}; }

  /// The marks of the rings' points, such as a mask, from those of the opened copy.
  template <class Mark>
  void close_marks(const Mark* opened, Mark* marks) const {
    close_ring_marks(policy_, opened, keys_.data(), count_, marks);
  }

  /// The mask of the opened copy from the mask of the rings. The added points are kept.
  void open_mask(const std::uint8_t* mask, std::uint8_t* opened) const {
    detail::for_each_index(policy_, count_, open_ring<std::uint8_t>{mask, keys_.data(), opened});
    detail::for_each_index(policy_, series_, keep_appended{offsets_.data(), opened});
  }

  /// The pins of the opened copy; null where there are none.
  const std::uint8_t* open_pins(const std::uint8_t* pins) {
    if (!pins)
      return nullptr;
    pins_.emplace(policy_, count_ + series_);
    open_mask(pins, pins_->data());
    return pins_->data();
  }

private:
  Policy policy_;
  std::int64_t count_, series_;
  detail::temporary<std::int64_t, Policy> keys_;
  detail::temporary<point<Real, D>, Policy> points_;
  detail::temporary<std::int64_t, Policy> offsets_;
  std::optional<detail::temporary<std::uint8_t, Policy>> pins_;
};

} // namespace thrustline::flow
