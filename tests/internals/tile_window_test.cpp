// SPDX-License-Identifier: MIT
#include "warp_on_cpu.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "simplify/gpu/bounded/tile_window.cuh"

#include "random_numbers.hpp"

// Iteration of engine `bounded` over the ends of segments on a device: in tiles, and in windows of tiles. Only
// very long lines have several windows.
using namespace thrustline::test;
using thrustline::gpu::tile_window;

namespace {

using segments = std::vector<std::pair<int, int>>;

/// Increasing ends from 0, for fewer than `count` points, with stretches of short segments and of long ones.
std::vector<int> made_ends(int count, int short_steps, std::uint64_t seed) {
  random_numbers numbers(seed);
  const auto up_to = [&](int most) { return 1 + static_cast<int>(numbers.below(most)); };
  std::vector<int> ends{0};
  for (;;) {
    const int kind = static_cast<int>(numbers.below(5)), most[] = {3, 40, short_steps, 3 * short_steps};
    const int in_a_row = kind == 0 ? up_to(300) : kind == 1 ? up_to(40) : up_to(2);
    for (int k = 0; k < in_a_row; ++k) {
      const int steps = kind < 4 ? up_to(most[kind]) : short_steps - 2 + up_to(3);
      if (ends.back() + steps >= count)
        return ends;
      ends.push_back(ends.back() + steps);
    }
  }
}

/// The short segments of more than one step between neighbouring ends.
segments short_segments(std::vector<int> const& ends, int short_steps) {
  segments all;
  for (std::size_t k = 1; k < ends.size(); ++k)
    if (ends[k] - ends[k - 1] > 1 && ends[k] - ends[k - 1] <= short_steps)
      all.emplace_back(ends[k - 1], ends[k]);
  return all;
}

/// The segments and ends that the lanes of a warp find in all windows of all tiles.
struct windows_of_line {
  segments found;
  int ends = 0, most_in_a_tile = 0;

  windows_of_line(std::vector<int> const& marks, int count, int tile, int longest, int short_steps) {
    const int words_end = (count + 31) / 32 * 32;
    std::vector<unsigned> bits(static_cast<std::size_t>(words_end / 32 + 32));
    for (int i : marks)
      bits[static_cast<std::size_t>(i / 32)] |= 1u << i % 32;
    for (int start = 0; start < count; start += tile) {
      const int end = std::min(start + tile, words_end);
      int windows = 0;
      for (int next = start; next < end; ++windows) {
        const int begin = next / 32 * 32, inside = std::min(end - begin, longest);
        std::vector<unsigned> marked(cpu_warp::lanes);
        std::vector<int> counted(cpu_warp::lanes), after(cpu_warp::lanes), first(cpu_warp::lanes);
        cpu_warp::run([&](int lane) {
          const tile_window window(bits.data() + begin / 32, next - begin, inside, longest, short_steps, lane);
          marked[lane] = window.marked.mine;
          counted[lane] = window.marks_of_lane;
          after[lane] = window.next;
          first[lane] = window.first;
        });
        REQUIRE(begin + after[0] > next);
        next = begin + after[0];
        for (int of_lane : counted)
          ends += of_lane;
        if (first[0] < 0)
          continue;
        std::vector<int> here;
        for (int i = 0; i < 32 * cpu_warp::lanes; ++i)
          if (marked[i / 32] >> i % 32 & 1)
            here.push_back(begin + i);
        const segments more = short_segments(here, short_steps);
        found.insert(found.end(), more.begin(), more.end());
      }
      most_in_a_tile = std::max(most_in_a_tile, windows);
    }
  }
};

} // namespace

TEST_CASE("windows have each short segment and end once") {
  struct shape {
    int tile, longest, short_steps;
  };
  int most_in_a_tile = 0;
  std::uint64_t seed = 0;
  for (shape const& each : {shape{2048, 896, 512}, shape{2048, 768, 256}, shape{160, 672, 512}, shape{384, 640, 256}})
    for (int count : {40, 2048, 5001, 7000}) {
      CAPTURE(each.tile);
      CAPTURE(each.longest);
      CAPTURE(count);
      const std::vector<int> marks = made_ends(count, each.short_steps, ++seed);
      const windows_of_line got(marks, count, each.tile, each.longest, each.short_steps);
      CHECK(got.found == short_segments(marks, each.short_steps));
      CHECK(got.ends == static_cast<int>(marks.size()));
      most_in_a_tile = std::max(most_in_a_tile, got.most_in_a_tile);
    }
  CHECK(most_in_a_tile > 2);
}
