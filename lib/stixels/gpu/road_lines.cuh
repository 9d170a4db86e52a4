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

/// The v-disparity histogram of frames.
struct v_disparity {
  std::int32_t* cells; ///< by frame, row and disparity
  std::int32_t* most;  ///< the largest cell of each frame; 0 at first
  std::int64_t rows;   ///< rows of a frame
  int range;           ///< disparities of a row
};

/// The votes for each line of each frame.
struct hough_votes {
  std::int32_t* votes; ///< 0 at first
  hough_space space;
  std::int64_t frames;
};

/// Counts the disparities of a row of an image, a block a row, and finds the largest count of each frame.
__global__ void count_row(const float* disparity, std::int64_t columns, v_disparity histogram) {
  extern __shared__ std::int32_t counts[];
  const int range = histogram.range;
  for (int q = threadIdx.x; q < range; q += blockDim.x)
    counts[q] = 0;
  __syncthreads();
  const float* const row = disparity + blockIdx.x * columns;
  for (std::int64_t column = threadIdx.x; column < columns; column += blockDim.x)
    if (const float d = row[column]; d > 0 && d < static_cast<float>(range))
      atomicAdd(&counts[static_cast<int>(d)], 1);
  __syncthreads();
  for (int q = threadIdx.x; q < range; q += blockDim.x) {
    histogram.cells[std::int64_t(blockIdx.x) * range + q] = counts[q];
    if (counts[q] > 0)
      atomicMax(&histogram.most[blockIdx.x / histogram.rows], counts[q]);
  }
}

/// Lets the full cells of a row vote for the lines through them: a block a row, a thread an angle.
__global__ void vote_for_lines(v_disparity histogram, double share, hough_votes to,
                               __grid_constant__ const angle_functions functions) {
  extern __shared__ std::int32_t listed[];
  __shared__ int count;
  if (threadIdx.x == 0)
    count = 0;
  __syncthreads();
  const std::int64_t frame = blockIdx.x / histogram.rows;
  const std::int32_t most = histogram.most[frame];
  const std::int32_t* const cells = histogram.cells + std::int64_t(blockIdx.x) * histogram.range;
  for (int q = threadIdx.x; q < histogram.range; q += blockDim.x)
    if (stixel_world::is_full(cells[q], most, share))
      listed[atomicAdd(&count, 1)] = q;
  __syncthreads();
  hough_space const& space = to.space;
  const int angle = space.first + static_cast<int>(threadIdx.x);
  if (angle > space.last || angle >= stixel_world::straight_angle)
    return;
  std::int32_t* const of_angle = to.votes + frame * space.size() + space.at(angle, 0);
  const double cosine = functions.cosine[threadIdx.x], sine = functions.sine[threadIdx.x];
  for (int i = 0; i < count; ++i)
    atomicAdd(
        of_angle + stixel_world::rho_of(listed[i], static_cast<double>(blockIdx.x % histogram.rows), cosine, sine), 1);
}

/// Lists the peaks of each frame, in any order, as many as fit, and counts all of them: a thread a line.
__global__ void list_peaks(hough_votes from, std::int64_t least_votes, hough_line* lines, std::int64_t capacity,
                           std::int32_t* counts) {
  hough_space const& space = from.space;
  const std::int64_t width = space.pitch - 2, inner = (space.last - space.first - 1) * width;
  const std::int64_t thread = std::int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (thread >= from.frames * inner)
    return;
  const std::int64_t frame = thread / inner, i = thread % inner, rho = space.lowest + 1 + i % width;
  const int angle = space.first + 1 + static_cast<int>(i / width);
  const std::int32_t* const here = from.votes + frame * space.size() + space.at(angle, rho);
  if (!space.is_peak(here, least_votes))
    return;
  if (const int place = atomicAdd(&counts[frame], 1); place < capacity)
    lines[frame * capacity + place] = {rho, angle, *here};
}

} // namespace thrustline::gpu
