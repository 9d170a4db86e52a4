// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/cpu/thread_policy.hpp"
#include "core/threads.hpp"
#include "depth/steps/for_each_item.hpp"
#include "stixels/cpu/stixel_column.hpp"
#include "stixels/stixels_backends.hpp"

namespace thrustline::cpu {
namespace {

/// The stixels of neighbouring columns.
struct stixel_run {
  std::vector<stixel> stixels;
  std::vector<std::int64_t> counts; ///< stixels of each column
};

/// Columns of a task.
constexpr std::int64_t run_columns = 8;

stixel_world::road_view road_of(detail::stixel_tables const& tables, std::int64_t frame) {
  const auto road = static_cast<std::size_t>(tables.road_of_frame[static_cast<std::size_t>(frame)]);
  return tables.road_tables[road]->view();
}

/// Solves all columns. A task is a run of neighbours.
std::vector<stixel_run> solve_columns(int threads, detail::stixel_task const& task, const std::int32_t* reduced,
                                      double* costs) {
  const std::int64_t series = task.series(), rows = task.images.rows;
  std::vector<stixel_run> runs(static_cast<std::size_t>((series + run_columns - 1) / run_columns));
  const int team = static_cast<int>(std::clamp<std::int64_t>(static_cast<std::int64_t>(runs.size()), 1, threads));
  const stixel_world::model_view model = task.tables->model->view();
  std::vector<stixel_world::column_solver> solvers(static_cast<std::size_t>(team), stixel_world::column_solver(model));
  threads::parallel_for(threads, static_cast<std::int64_t>(runs.size()), [&](std::int64_t r, int worker) {
    stixel_world::column_solver& solver = solvers[static_cast<std::size_t>(worker)];
    stixel_run& run = runs[static_cast<std::size_t>(r)];
    for (std::int64_t s = r * run_columns; s < std::min((r + 1) * run_columns, series); ++s) {
      solver.solve(road_of(*task.tables, s / task.columns), reduced + s * rows);
      const std::size_t before = run.stixels.size();
      solver.append_stixels(run.stixels);
      run.counts.push_back(static_cast<std::int64_t>(run.stixels.size() - before));
      if (costs)
        costs[s] = task.tables->model->units.nats(solver.least_cost());
    }
  });
  return runs;
}

/// Writes series + 1 offsets, unless they are null; returns the last one.
std::int64_t write_offsets(std::vector<stixel_run> const& runs, std::int64_t* offset) {
  std::int64_t total = 0;
  for (stixel_run const& run : runs)
    for (std::int64_t count : run.counts) {
      if (offset)
        *offset++ = total;
      total += count;
    }
  if (offset)
    *offset = total;
  return total;
}

/// Writes the stixels of all runs, as many as fit.
void write_stixels(std::vector<stixel_run> const& runs, detail::stixel_array const& to) {
  std::int64_t written = 0;
  for (stixel_run const& run : runs) {
    const auto count = std::min(static_cast<std::int64_t>(run.stixels.size()), to.capacity - written);
    std::copy_n(run.stixels.begin(), count, to.values + written);
    written += count;
  }
}

} // namespace
} // namespace thrustline::cpu

namespace thrustline::detail {
namespace {

class road_on_cpu final : public road_backend {
public:
  void find_lines(executor_state& on, dense_images<const float> const& images, stixel_world::road_search const& search,
                  std::vector<stixel_world::hough_line>* lines) const override {
    const int range = search.range;
    std::vector<std::int32_t> counts(static_cast<std::size_t>(images.rows * range));
    const int threads = threads::call_threads(on.threads, images.columns * images.rows);
    for (std::int64_t frame = 0; frame < images.frames; ++frame) {
      std::fill(counts.begin(), counts.end(), 0);
      threads::parallel_for(threads, images.rows, [&](std::int64_t row) {
        const float* const pixels = images.values + (frame * images.rows + row) * images.columns;
        for (std::int64_t column = 0; column < images.columns; ++column)
          if (pixels[column] > 0 && pixels[column] < static_cast<float>(range))
            ++counts[static_cast<std::size_t>(row * range + static_cast<int>(pixels[column]))];
      });
      const std::int32_t most = *std::max_element(counts.begin(), counts.end());
      std::vector<stixel_world::v_disparity_cell> cells;
      for (std::int32_t row = 0; row < images.rows; ++row)
        for (std::int32_t disparity = 0; disparity < range; ++disparity)
          if (stixel_world::is_full(counts[static_cast<std::size_t>(row) * static_cast<std::size_t>(range) +
                                           static_cast<std::size_t>(disparity)],
                                    most, search.share))
            cells.push_back({row, disparity});
      lines[frame] = hough_lines(cells, images.rows, search);
    }
  }
};

class stixels_on_cpu final : public stixels_backend {
public:
  void solve(executor_state& on, stixel_task const& task, column_outputs const& wanted,
             placement<stixel_array> const& place) const override {
    if (task.series() * task.images.rows == 0) {
      if (wanted.offsets)
        std::fill_n(wanted.offsets, task.series() + 1, 0);
      if (wanted.costs)
        std::fill_n(wanted.costs, task.series(), 0.);
      place(0);
      return;
    }
    std::vector<std::int32_t> reduced(static_cast<std::size_t>(task.series() * task.images.rows));
    const depth::image_size size{task.images.columns, task.images.rows, task.images.frames};
    constexpr std::int64_t points_per_pixel = 32; // a pixel takes as long here as 32 points of a line
    const cpu::thread_policy policy(threads::call_threads(on.threads, points_per_pixel * task.images.pixels()));
    for_each_index(policy, task.series() * task.images.rows,
                   stixel_world::reduce_item{task.images.values, size, task.reduction, task.columns, reduced.data()});
    const std::vector<cpu::stixel_run> runs = cpu::solve_columns(policy.threads(), task, reduced.data(), wanted.costs);
    const stixel_array to = place(cpu::write_offsets(runs, wanted.offsets));
    if (to.values)
      cpu::write_stixels(runs, to);
  }
};

} // namespace

road_backend const& road_backend::on_cpu() {
  static const road_on_cpu backend{};
  return backend;
}

stixels_backend const& stixels_backend::on_cpu() {
  static const stixels_on_cpu backend{};
  return backend;
}

} // namespace thrustline::detail
