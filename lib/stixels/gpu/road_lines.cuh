// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "stixels/model/find_road.hpp"

/// Kernels that find lines in the v-disparity histogram of frames (find_road.hpp).
namespace thrustline::gpu {

using stixel_world::hough_line;
using stixel_world::hough_space;

constexpr int most_angles = 92; ///< 90 to 180 degrees and the border

/// Cosines and sines by angle, from the first angle of a hough_space on. The host computes them, because devices round
/// differently.
struct angle_functions {
  double cosine[most_angles], sine[most_angles];
};

/// Counts the disparities of a row of an image, a block a row, and finds the largest count of each frame.
__global__ void count_row(const float* disparity, std::int64_t columns, std::int64_t rows, int range,
                          std::int32_t* cells, std::int32_t* most) {
  extern __shared__ std::int32_t counts[];
  for (int q = threadIdx.x; q < range; q += blockDim.x)
    counts[q] = 0;
  __syncthreads();
  const float* const row = disparity + blockIdx.x * columns;
  for (std::int64_t column = threadIdx.x; column < columns; column += blockDim.x)
    if (const float d = row[column]; d > 0 && d < static_cast<float>(range))
      atomicAdd(&counts[static_cast<int>(d)], 1);
  __syncthreads();
  for (int q = threadIdx.x; q < range; q += blockDim.x) {
    cells[std::int64_t(blockIdx.x) * range + q] = counts[q];
    if (counts[q] > 0)
      atomicMax(&most[blockIdx.x / rows], counts[q]);
  }
}

/// Lets the full cells of a row vote for the lines through them: a block a row, a thread an angle.
__global__ void vote_for_lines(const std::int32_t* cells, const std::int32_t* most, std::int64_t rows, int range,
                               double share, hough_space space, __grid_constant__ const angle_functions functions,
                               std::int32_t* votes) {
  extern __shared__ std::int32_t listed[];
  __shared__ int count;
  if (threadIdx.x == 0)
    count = 0;
  __syncthreads();
  const std::int64_t frame = blockIdx.x / rows;
  for (int q = threadIdx.x; q < range; q += blockDim.x)
    if (stixel_world::is_full(cells[std::int64_t(blockIdx.x) * range + q], most[frame], share))
      listed[atomicAdd(&count, 1)] = q;
  __syncthreads();
  const int angle = space.first + static_cast<int>(threadIdx.x);
  if (angle > space.last || angle >= stixel_world::straight_angle)
    return;
  std::int32_t* const of_angle = votes + frame * space.size() + space.at(angle, 0);
  const double cosine = functions.cosine[threadIdx.x], sine = functions.sine[threadIdx.x];
  for (int i = 0; i < count; ++i)
    atomicAdd(of_angle + stixel_world::rho_of(listed[i], static_cast<double>(blockIdx.x % rows), cosine, sine), 1);
}

/// Lists the peaks of each frame, in any order, as many as fit, and counts all of them: a thread a line.
__global__ void list_peaks(const std::int32_t* votes, hough_space space, std::int64_t frames, std::int64_t least_votes,
                           hough_line* lines, std::int64_t capacity, std::int32_t* counts) {
  const std::int64_t width = space.pitch - 2, inner = (space.last - space.first - 1) * width;
  const std::int64_t thread = std::int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (thread >= frames * inner)
    return;
  const std::int64_t frame = thread / inner, i = thread % inner, rho = space.lowest + 1 + i % width;
  const int angle = space.first + 1 + static_cast<int>(i / width);
  const std::int32_t* const here = votes + frame * space.size() + space.at(angle, rho);
  if (!space.is_peak(here, least_votes))
    return;
  if (const int place = atomicAdd(&counts[frame], 1); place < capacity)
    lines[frame * capacity + place] = {rho, angle, *here};
}

} // namespace thrustline::gpu
