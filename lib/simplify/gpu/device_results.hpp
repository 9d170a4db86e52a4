// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>

#include <cuda_runtime_api.h>

#include "core/gpu/device_arrays.hpp"
#include "core/gpu/device_call.hpp"
#include "simplify/flow/write_outputs.hpp"
#include "simplify/simplify_backends.hpp"

namespace thrustline::gpu {

/// The results that a caller wants, where the device can write them.
template <class Real, int D>
class device_results {
public:
  /// Refers to the caller's arrays.
  device_results(device_policy const& policy, polylines<Real, D> const& lines,
                 detail::wanted_results<Real> const& wanted)
      : points_(lines.points), series_(lines.series), where_(wanted.where),
        mask_(policy, wanted.keep_mask, points_, where_), counts_(policy, wanted.kept_counts, series_, where_),
        kept_offsets_(policy, wanted.kept_offsets, series_ + 1, where_),
        segment_offsets_(policy, wanted.segment_offsets, series_ + 1, where_) {
    const auto place_kept = [this, policy](detail::kept_room<Real> const& room, std::int64_t most) {
      indices_.emplace(policy, room.indices, most, where_);
      coordinates_.emplace(policy, room.coordinates, most * D, where_);
      return detail::kept_room<Real>{indices_->data(), coordinates_->data()};
    };
    const auto place_segments = [this, policy](detail::segments_room const& room, std::int64_t most) {
      segments_.emplace(policy, room.ends, 2 * most, where_);
      return detail::segments_room{segments_->data()};
    };
    wanted_ = {mask_.data(),
               counts_.data(),
               kept_offsets_.data(),
               segment_offsets_.data(),
               memory::device,
               wanted.kept.through(place_kept, points_),
               wanted.segments.through(place_segments, points_)};
  }

  device_results(device_results const&) = delete; // wanted() refers to it
  device_results& operator=(device_results const&) = delete;

  /// The same results in device memory.
  detail::wanted_results<Real> const& wanted() const { return wanted_; }

  /// Begins the copies of what the caller wants on the host.
  void copy_back(simplify_report const& report) const {
    mask_.copy_back(points_);
    counts_.copy_back(series_);
    kept_offsets_.copy_back(series_ + 1);
    indices_->copy_back(report.kept);
    coordinates_->copy_back(report.kept * D);
    segment_offsets_.copy_back(series_ + 1);
    segments_->copy_back(2 * report.segments);
  }

private:
  template <class T>
  using output = device_output<T, device_policy>;

  std::int64_t points_, series_;
  memory where_;
  output<std::uint8_t> mask_;
  output<std::int64_t> counts_, kept_offsets_, segment_offsets_;
  std::optional<output<std::int64_t>> indices_, segments_; // made when they are placed
  std::optional<output<Real>> coordinates_;
  detail::wanted_results<Real> wanted_;
};

} // namespace thrustline::gpu
