// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <vector>

#include <cuda_runtime_api.h>

#include "core/gpu/device_arrays.hpp"
#include "core/gpu/device_call.hpp"
#include "stixels/gpu/road_lines.cuh"
#include "stixels/stixels_backends.hpp"

namespace thrustline::gpu {
namespace {

using stixel_world::road_search;

angle_functions functions_of(hough_space const& space) {
  angle_functions functions{};
  for (int angle = space.first; angle <= space.last; ++angle) {
    functions.cosine[angle - space.first] = std::cos(stixel_world::radians(angle));
    functions.sine[angle - space.first] = std::sin(stixel_world::radians(angle));
  }
  return functions;
}

/// Adds the votes of all frames to `to`. disparity: the frames in device memory; most: one number for each frame. Both
/// numbers and votes are 0 before.
void vote(device_policy const& policy, dense_images<const float> const& disparity, road_search const& search,
          hough_votes const& to, std::int32_t* most) {
  const std::int64_t rows = disparity.rows * disparity.frames;
  const temporary<std::int32_t, device_policy> cells(policy, rows * search.range);
  const v_disparity histogram{cells.data(), most, disparity.rows, search.range};
  const auto blocks = static_cast<unsigned>(rows);
  const auto row_bytes = static_cast<unsigned>(search.range) * sizeof(std::int32_t);
  const cudaStream_t stream = stream_of(policy);
  count_row<<<blocks, 256, row_bytes, stream>>>(disparity.values, disparity.columns, histogram);
  check_cuda(cudaGetLastError(), "count_row");
  vote_for_lines<<<blocks, 96, row_bytes, stream>>>(histogram, search.share, to, functions_of(to.space));
  check_cuda(cudaGetLastError(), "vote_for_lines");
}

/// Copies the peaks of each frame to the host unless a frame has more than `capacity`; returns whether it did.
bool copy_peaks(device_policy const& policy, hough_votes const& from, road_search const& search, std::int64_t capacity,
                std::vector<hough_line>* lines) {
  const std::int64_t frames = from.frames;
  const cudaStream_t stream = stream_of(policy);
  // One array has the lines, whose alignment is larger, and then their numbers, so that one copy brings both.
  const std::int64_t line_bytes = frames * capacity * static_cast<std::int64_t>(sizeof(hough_line)),
                     count_bytes = frames * static_cast<std::int64_t>(sizeof(std::int32_t));
  const temporary<char, device_policy> found(policy, line_bytes + count_bytes);
  auto* const counts = reinterpret_cast<std::int32_t*>(found.data() + line_bytes);
  check_cuda(cudaMemsetAsync(found.data(), 0, static_cast<std::size_t>(line_bytes + count_bytes), stream),
             "cudaMemsetAsync");
  const std::int64_t inner = (from.space.last - from.space.first - 1) * (from.space.pitch - 2);
  list_peaks<<<static_cast<unsigned>((frames * inner + 255) / 256), 256, 0, stream>>>(
      from, search.least_votes, reinterpret_cast<hough_line*>(found.data()), capacity, counts);
  check_cuda(cudaGetLastError(), "list_peaks");
  std::vector<char> bytes(static_cast<std::size_t>(line_bytes + count_bytes));
  check_cuda(cudaMemcpyAsync(bytes.data(), found.data(), bytes.size(), cudaMemcpyDeviceToHost, stream),
             "cudaMemcpyAsync");
  check_cuda(cudaStreamSynchronize(stream), "cudaStreamSynchronize");
  for (std::int64_t f = 0; f < frames; ++f) {
    std::int32_t count;
    std::memcpy(&count, bytes.data() + line_bytes + f * sizeof count, sizeof count);
    if (count > capacity)
      return false;
    lines[f].resize(static_cast<std::size_t>(count));
    if (count > 0)
      std::memcpy(lines[f].data(), bytes.data() + f * capacity * sizeof(hough_line), count * sizeof(hough_line));
  }
  return true;
}

} // namespace
} // namespace thrustline::gpu

namespace thrustline::detail {
namespace {

class road_on_cuda final : public road_backend {
public:
  void find_lines(executor_state& on, dense_images<const float> const& images, stixel_world::road_search const& search,
                  std::vector<stixel_world::hough_line>* lines) const override {
    const gpu::device_call call(on);
    gpu::device_policy const& policy = call.policy();
    const stixel_world::hough_space space(images.rows, search.range, search.angles);
    const std::int64_t frames = images.frames, numbers = frames * (space.size() + 1);
    const gpu::device_input<float, gpu::device_policy> disparity(policy, images.values, images.pixels(), images.where);
    const temporary<std::int32_t, gpu::device_policy> votes(policy, numbers); // and each frame's largest count
    check_cuda(cudaMemsetAsync(votes.data(), 0, static_cast<std::size_t>(numbers) * sizeof(std::int32_t), on.stream),
               "cudaMemsetAsync");
    dense_images<const float> on_device = images;
    on_device.values = disparity.data();
    const gpu::hough_votes voted{votes.data(), space, frames};
    gpu::vote(policy, on_device, search, voted, votes.data() + numbers - frames);
    // Few frames have more peaks than this. At most every other line is a peak.
    constexpr std::int64_t usual_most = 256;
    if (!gpu::copy_peaks(policy, voted, search, usual_most, lines))
      gpu::copy_peaks(policy, voted, search, space.size() / 2, lines);
    for (std::int64_t f = 0; f < frames; ++f)
      stixel_world::sort_by_votes(lines[f]);
  }
};

} // namespace

road_backend const& road_backend::on_cuda() {
  static const road_on_cuda backend{};
  return backend;
}

} // namespace thrustline::detail
