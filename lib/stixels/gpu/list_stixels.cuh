// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "core/gpu/warp.cuh"
#include "stixels/gpu/stixel_candidates.cuh"

namespace thrustline::gpu {

/// The rows in which a ground or sky stixel opens that is better than the one before it: a bit for each row of a tile.
struct opened_rows {
  unsigned* of_tiles;

  /// The base row of the best ground or sky stixel that ends in row `top`.
  __device__ int base_of(int top) const {
    int tile = top / tile_rows;
    unsigned rows = of_tiles[tile] & (2u << top % tile_rows) - 1;
    while (rows == 0 && tile > 0)
      rows = of_tiles[--tile];
    return rows == 0 ? 0 : tile * tile_rows + 31 - __clz(static_cast<int>(rows));
  }
};

/// Lists the stixels of a solved column s, from the best class of the top row downwards. All threads of the team call
/// it: one goes from stixel to stixel, all do what is slow. The list takes the place of c.a.records, and the opened
/// rows that of c.a.other_sums.
///
/// Shared memory has no race: three parts are separated by the two barriers, and the whole by those of the caller,
/// which syncs the team after it has solved the column and before it begins the next one.
/// - Before the first barrier a lane writes the origin of its own row, which no other reads there, and a word of
///   other_sums, which nothing reads there; all else that it reads was written before the call.
/// - Between the barriers only the first thread reads and writes.
/// - After the second barrier all threads read, and write to global memory only.
/// Two teams of a block sync at named barriers of their own (column_team::sync), which racecheck may not follow.
__device__ inline void list_stixels(team_column const& c, std::int64_t s, best_costs const& last, int& shared_count) {
  const opened_rows opened{reinterpret_cast<unsigned*>(c.a.other_sums)};
  const int lane = threadIdx.x % 32;
  for (int tile = c.team.warp; tile < c.tiles; tile += c.team.warps) {
    const int top = tile * tile_rows + lane;
    const unsigned rows = __ballot_sync(full_warp, top > 0 && top < c.rows && c.a.opens[top] != c.a.opens[top - 1]);
    if (top < c.rows) {
      const packed_origin origin = c.a.object_origins[top];
      const int base = base_of(origin);
      stixel_class below{};
      if (base > 0)
        below =
            class_below({load_step(c.a, base), scaled_mean(c.a.sums[base], c.a.sums[top + 1])}, base, c.road.horizon);
      c.a.object_origins[top] = packed(base, below) | (origin & ground_on_ground);
    }
    if (lane == 0)
      opened.of_tiles[tile] = rows;
  }
  c.team.sync();
  struct alignas(16) piece {
    std::int32_t base, top;
    stixel_class kind;
    std::int32_t unused;
  };
  auto* const pieces = reinterpret_cast<piece*>(c.a.records);
  if (c.team.thread() == 0) {
    stixel_class kind = best_class_of(last);
    if (c.task.costs)
      c.task.costs[s] = last.of(kind) * c.task.nats_per_unit;
    int count = 0;
    for (int top = c.rows - 1; top >= 0;) {
      const packed_origin origin = c.a.object_origins[top];
      int base = base_of(origin);
      stixel_class below = class_of(origin);
      if (kind != stixel_class::object) {
        base = opened.base_of(top);
        const bool is_ground =
            kind == stixel_class::ground && base > 0 && (c.a.object_origins[base - 1] & ground_on_ground) != 0;
        below = is_ground ? stixel_class::ground : stixel_class::object;
      }
      pieces[count++] = {base, top, kind, 0};
      kind = below;
      top = base - 1;
    }
    shared_count = count;
    c.task.counts[s] = count;
  }
  c.team.sync();
  for (int i = c.team.thread(); i < shared_count; i += c.team.threads()) {
    const piece one = pieces[i];
    c.task.found[s * c.rows + i] = written_stixel(c.task.model, one.base, one.top, one.kind,
                                                  mean_between(c.a.sums[one.base], c.a.sums[one.top + 1]));
  }
}

} // namespace thrustline::gpu
