// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <limits>
#include <optional>

#include "simplify/flow/ring_layout.hpp"
#include <thrustline/detail/set_zeros.hpp>
#include <thrustline/detail/temporary.hpp>
#include <thrustline/primitives/head_flags_keys_offsets.hpp>

/// Rings as open series: a copy of the batch in which each ring goes from its start round to a copy of its start. So
/// engines know open series only. Marks go back to the order of the input.
namespace thrustline::flow {

/// Where a point of the opened copy comes from: point i of the input; ~i for the closing copy of point i; `no_origin`
/// for a point of a ring without a start.
inline constexpr std::int64_t no_origin = std::numeric_limits<std::int64_t>::min();

struct write_opened_offset {
  ring_layout layout;
  std::int64_t* offsets;
  THRUSTLINE_HD void operator()(std::int64_t s) const { offsets[s] = layout.opened(s); }
};

/// Replaces the series of each opened point by its origin.
struct key_to_origin {
  ring_layout layout;
  const std::int64_t* starts;
  std::int64_t* origins;
  THRUSTLINE_HD void operator()(std::int64_t j) const {
    const std::int64_t s = origins[j], first = layout.offsets[s], step = j - layout.opened(s);
    if (!layout.is_ring(s)) {
      origins[j] = first + step;
      return;
    }
    const std::int64_t start = starts[s], places = layout.places(s), place = start - first + step;
    if (start < 0)
      origins[j] = no_origin;
    else if (step == places)
      origins[j] = ~start;
    else
      origins[j] = first + (place < places ? place : place - places);
  }
};

/// Writes the series of each of `count` points.
template <class Policy>
void find_series_of_points(Policy const& policy, const std::int64_t* offsets, std::int64_t series, std::int64_t count,
                           std::int64_t* keys) {
  keys_from_offsets(policy, offsets, series, count, keys);
}

/// Writes the offsets and the origins of the opened copy.
template <class Policy>
void lay_out_opened(Policy const& policy, ring_layout const& layout, const std::int64_t* starts, std::int64_t* offsets,
                    std::int64_t* origins) {
  detail::for_each_index(policy, layout.series + 1, write_opened_offset{layout, offsets});
  find_series_of_points(policy, offsets, layout.series, layout.opened_points(), origins);
  detail::for_each_index(policy, layout.opened_points(), key_to_origin{layout, starts, origins});
}

/// A point without an origin is invalid.
template <class Real, int D>
struct gather_origin {
  const point<Real, D>* points;
  const std::int64_t* origins;
  point<Real, D>* opened;
  THRUSTLINE_HD void operator()(std::int64_t j) const {
    const std::int64_t from = origins[j];
    opened[j] = from == no_origin ? absent_point<Real, D>() : points[from < 0 ? ~from : from];
  }
};

struct gather_flag {
  const std::uint8_t* flags;
  const std::int64_t* origins;
  std::uint8_t flag_without_origin;
  std::uint8_t* opened;
  THRUSTLINE_HD void operator()(std::int64_t j) const {
    const std::int64_t from = origins[j];
    opened[j] = from == no_origin ? flag_without_origin : flags[from < 0 ? ~from : from] ? 1 : 0;
  }
};

/// Sets the flag of the first place of a ring whose last point is flagged.
struct flag_first_of_last {
  ring_layout layout;
  const std::uint8_t* flags;
  const std::int64_t* starts;
  std::uint8_t* opened;
  THRUSTLINE_HD void operator()(std::int64_t s) const {
    if (!layout.repeats_first(s) || starts[s] < 0 || !flags[layout.offsets[s + 1] - 1])
      return;
    const std::int64_t before_start = starts[s] - layout.offsets[s];
    opened[layout.opened(s) + (before_start == 0 ? 0 : layout.places(s) - before_start)] = 1;
  }
};

/// Gathers the flags of an opened copy.
template <class Policy>
void gather_flags(Policy const& policy, const std::uint8_t* flags, const std::int64_t* origins, std::int64_t count,
                  std::uint8_t flag_without_origin, std::uint8_t* opened) {
  detail::for_each_index(policy, count, gather_flag{flags, origins, flag_without_origin, opened});
}

/// Gathers the pins of an opened copy.
template <class Policy>
void gather_pins(Policy const& policy, ring_layout const& layout, const std::uint8_t* pins, const std::int64_t* starts,
                 const std::int64_t* origins, std::uint8_t* opened) {
  gather_flags(policy, pins, origins, layout.opened_points(), std::uint8_t(0), opened);
  detail::for_each_index(policy, layout.series, flag_first_of_last{layout, pins, starts, opened});
}

template <class Mark>
struct scatter_mark {
  const Mark* opened;
  const std::int64_t* origins;
  Mark* marks;
  THRUSTLINE_HD void operator()(std::int64_t j) const {
    if (origins[j] >= 0)
      marks[origins[j]] = opened[j];
  }
};

/// Writes the marks of opened points to where these come from.
template <class Policy, class Mark>
void scatter_marks(Policy const& policy, const Mark* opened, const std::int64_t* origins, std::int64_t count,
                   Mark* marks) {
  detail::for_each_index(policy, count, scatter_mark<Mark>{opened, origins, marks});
}

/// Writes the mark of the closing point to the last point of a ring that repeats its first.
template <class Mark>
struct mark_closing {
  ring_layout layout;
  const Mark* opened;
  const std::int64_t* starts;
  Mark* marks;
  THRUSTLINE_HD void operator()(std::int64_t s) const {
    if (layout.repeats_first(s) && starts[s] >= 0)
      marks[layout.offsets[s + 1] - 1] = opened[layout.opened(s) + layout.places(s)];
  }
};

/// Computes the marks of the input from those of its opened copy.
template <class Policy, class Mark>
void close_ring_marks(Policy const& policy, ring_layout const& layout, const Mark* opened, const std::int64_t* origins,
                      const std::int64_t* starts, Mark* marks) {
  detail::set_zeros(policy, marks, layout.points);
  scatter_marks(policy, opened, origins, layout.opened_points(), marks);
  detail::for_each_index(policy, layout.series, mark_closing<Mark>{layout, opened, starts, marks});
}

/// The opened copy of a batch.
template <class Policy, class Real, int D>
class opened_rings {
public:
  /// find_starts(starts) writes the start of each ring, -1 for a ring that has none.
  template <class FindStarts>
  opened_rings(Policy const& policy, batch<Real, D> const& lines, ring_layout const& layout, FindStarts find_starts)
      : policy_(policy), layout_(layout), starts_(policy, layout.series), offsets_(policy, layout.series + 1),
        origins_(policy, layout.opened_points()), points_(policy, layout.opened_points()) {
    find_starts(starts_.data());
    lay_out_opened(policy, layout, starts_.data(), offsets_.data(), origins_.data());
    detail::for_each_index(policy, layout.opened_points(),
                           gather_origin<Real, D>{lines.points, origins_.data(), points_.data()});
  }

  batch<Real, D> lines() const { return {points_.data(), layout_.opened_points(), offsets_.data(), layout_.series}; }
  ring_layout const& layout() const { return layout_; }

  /// Computes the marks of the input's points, such as a mask, from those of the opened copy.
  template <class Mark>
  void close_marks(const Mark* opened, Mark* marks) const {
    close_ring_marks(policy_, layout_, opened, origins_.data(), starts_.data(), marks);
  }

  /// Gathers the mask of the opened copy. The points of a ring without a start get `flag_without_start`.
  void open_mask(const std::uint8_t* mask, std::uint8_t flag_without_start, std::uint8_t* opened) const {
    gather_flags(policy_, mask, origins_.data(), layout_.opened_points(), flag_without_start, opened);
  }

  /// Gathers the pins of the opened copy; returns null where there are none.
  const std::uint8_t* open_pins(const std::uint8_t* pins) {
    if (!pins)
      return nullptr;
    pins_.emplace(policy_, layout_.opened_points());
    gather_pins(policy_, layout_, pins, starts_.data(), origins_.data(), pins_->data());
    return pins_->data();
  }

private:
  Policy policy_;
  ring_layout layout_;
  detail::temporary<std::int64_t, Policy> starts_, offsets_, origins_;
  detail::temporary<point<Real, D>, Policy> points_;
  std::optional<detail::temporary<std::uint8_t, Policy>> pins_;
};

} // namespace thrustline::flow
