// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <cuda_runtime_api.h>

#include "core/gpu/device_attribute.hpp"
#include "core/gpu/launch_in_turn.cuh"
#include "stixels/gpu/stixel_columns.cuh"
#include <thrustline/detail/check_cuda.hpp>
#include <thrustline/error.hpp>

/// Chooses the kernels that solve columns, and the number and size of their teams.
namespace thrustline::gpu {

/// A kernel that solves columns first .. end - 1.
struct column_launch {
  void (*kernel)(column_task);
  team_size size;
  int teams_of_block, threads; ///< teams and threads of a block
  bool in_shared;              ///< whether the arrays of columns are in shared memory
  std::int64_t team_bytes;     ///< shared memory of a team
  std::int64_t blocks, first, end;

  int shared_bytes() const { return teams_of_block * static_cast<int>(team_bytes); }

  /// Number of teams with a column.
  std::int64_t teams() const { return std::min(blocks * teams_of_block, end - first); }

  /// Launches the kernel. A second one does not wait for the first, because it has its own columns, tables and arenas:
  /// it begins as teams of the first finish. So all that it reads must be ready before the first begins, which is
  /// launched in the ordinary way.
  void operator()(cudaStream_t stream, column_task const& task) const {
    if (first > 0)
      return launch_in_turn(stream, kernel, blocks, threads, static_cast<std::size_t>(shared_bytes()), task);
    kernel<<<static_cast<unsigned>(blocks), static_cast<unsigned>(threads), static_cast<std::size_t>(shared_bytes()),
             stream>>>(task);
    detail::check_cuda(cudaGetLastError(), "solve_stixel_columns");
  }
};

/// Chooses kernels for columns of a number of rows, on the current device.
template <stixel_mode Mode>
class launch_planner {
public:
  explicit launch_planner(std::int64_t rows)
      : rows_(rows), processors_(device_attribute(cudaDevAttrMultiProcessorCount)),
        most_shared_(device_attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin) -
                     most_teams * static_cast<std::int64_t>(sizeof(team_state))) {}

  /// One launch, and a second one with large teams for the last columns where small teams would leave most of the
  /// device idle in the end.
  std::vector<column_launch> plan(std::int64_t columns) const {
    if (const auto launch = two_teams(columns))
      return {*launch};
    column_launch all = single_teams(columns);
    const std::int64_t left = columns % all.blocks;
    if (columns <= all.blocks || left == 0)
      return {all};
    column_launch last = single_teams(left);
    if (last.size.warps < most_warps)
      return {all};
    last.end = columns;
    last.first = all.end = columns - left;
    return {all, last};
  }

private:
  /// A launch whose blocks and columns are not set yet.
  template <int Teams>
  column_launch launch_of(team_size const& size) const {
    column_launch launch{};
    const std::int64_t tiles = (rows_ + tile_rows - 1) / tile_rows;
    launch.size = size;
    launch.teams_of_block = Teams;
    launch.threads = Teams * 32 *
                     static_cast<int>(std::min<std::int64_t>(
                         2 * tiles, size.warps)); // all of them make the table, then half are idle
    launch.team_bytes = bytes_without_arrays(rows_, size.triangle_memories);
    launch.in_shared = Teams * (launch.team_bytes + column_arrays::bytes(rows_)) <= most_shared_;
    if (launch.in_shared)
      launch.team_bytes += column_arrays::bytes(rows_);
    launch.kernel = solve_stixel_columns<Mode, true, Teams>;
    if constexpr (Teams == 1)
      if (!launch.in_shared)
        launch.kernel = solve_stixel_columns<Mode, false, Teams>;
    return launch;
  }

  /// Two teams of most_warps in each block, if all columns get a team at once, all warps have rows, and the arrays fit.
  std::optional<column_launch> two_teams(std::int64_t columns) const {
    for (team_size const& size : all_sizes) {
      column_launch launch = launch_of<most_teams>(size);
      if (launch.threads < most_teams * most_warps * 32 || columns > std::int64_t(most_teams) * processors_)
        break;
      if (!launch.in_shared)
        continue;
      allow_shared(launch.kernel, static_cast<std::size_t>(launch.shared_bytes()));
      launch.blocks = std::min<std::int64_t>(columns, processors_);
      launch.end = columns;
      return launch;
    }
    return std::nullopt;
  }

  /// Blocks of one team: one for each column, or as many as are resident at once.
  column_launch single_teams(std::int64_t columns) const {
    column_launch best{};
    for (team_size const& size : all_sizes) {
      column_launch launch = launch_of<1>(size);
      if (launch.team_bytes > most_shared_)
        continue; // the barriers of very tall images leave room for fewer triangles
      allow_shared(launch.kernel, static_cast<std::size_t>(launch.shared_bytes()));
      launch.blocks = blocks_that_fit(launch.kernel, launch.threads, launch.shared_bytes());
      if (launch.blocks > best.blocks)
        best = launch;
      // Smaller teams take longer for a column: only if there are columns for all that then fit.
      if (columns <= best.blocks)
        break;
    }
    if (best.blocks == 0)
      throw invalid_argument("disparity.rows", "is " + std::to_string(rows_) + ", too many for the " +
                                                   std::to_string(most_shared_) +
                                                   " bytes of shared memory of a block of this device");
    best.blocks = std::min(columns, best.blocks);
    best.end = columns;
    return best;
  }

  std::int64_t rows_, processors_, most_shared_;
};

} // namespace thrustline::gpu
