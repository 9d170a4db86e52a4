// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <memory>
#include <vector>

#include <cuda_runtime_api.h>

#include "core/gpu/device_arrays.hpp"
#include "core/gpu/device_call.hpp"
#include "stixels/gpu/compact_stixels.cuh"
#include "stixels/gpu/stixel_launches.cuh"
#include "stixels/stixels_backends.hpp"
#include <thrustline/detail/read_back.hpp>
#include <thrustline/detail/set_zeros.hpp>

namespace thrustline::gpu {
namespace {

using detail::column_outputs;
using detail::device_workspace;
using detail::placement;
using detail::stixel_array;
using detail::stixel_tables;
using detail::stixel_task;

/// Copies of host arrays in one block of device memory.
class device_copies {
public:
  device_copies(std::shared_ptr<device_workspace> workspace, cudaStream_t stream)
      : workspace_(std::move(workspace)), stream_(stream) {}
  device_copies(device_copies const&) = delete;
  device_copies& operator=(device_copies const&) = delete;
  ~device_copies() {
    if (data_)
      workspace_->deallocate(data_);
  }

  /// Adds an array, before copy(); returns its place for at().
  template <class T>
  std::size_t add(std::vector<T> const& values) {
    constexpr std::size_t alignment = 256;
    const std::size_t place = (bytes_.size() + alignment - 1) / alignment * alignment;
    bytes_.resize(place + values.size() * sizeof(T));
    std::memcpy(bytes_.data() + place, values.data(), values.size() * sizeof(T));
    return place;
  }

  /// Copies all arrays. Pageable host memory has been read when cudaMemcpyAsync returns.
  void copy() {
    data_ = static_cast<char*>(workspace_->allocate(bytes_.size()));
    check_cuda(cudaMemcpyAsync(data_, bytes_.data(), bytes_.size(), cudaMemcpyHostToDevice, stream_),
               "cudaMemcpyAsync");
    bytes_ = {};
  }

  template <class T>
  const T* at(std::size_t place) const {
    return reinterpret_cast<const T*>(data_ + place);
  }

private:
  std::shared_ptr<device_workspace> workspace_;
  cudaStream_t stream_;
  std::vector<char> bytes_;
  char* data_ = nullptr;
};

/// Tables on the device that are the same in all frames.
class device_model {
public:
  device_model(model_tables const& model, std::shared_ptr<device_workspace> workspace, cudaStream_t stream)
      : copies_(std::move(workspace), stream) {
    const auto range = static_cast<std::size_t>(model.range);
    const auto pitch = static_cast<std::size_t>(object_cost_pitch(model.range));
    std::vector<cost> by_measured((range + 1) * pitch, model.view().missing_on_object);
    for (std::size_t f = 0; f < pitch; ++f)
      for (std::size_t q = 0; q < range; ++q)
        by_measured[q * pitch + f] = model.object_costs[std::min(f, range - 1) * range + q];
    const std::size_t objects = copies_.add(by_measured), logs = copies_.add(model.logarithms),
                      steps = copies_.add(model.disparity_steps);
    copies_.copy();
    view_ = model.view(copies_.at<cost>(objects), copies_.at<cost>(logs), copies_.at<float>(steps));
  }

  model_view const& view() const { return view_; }

private:
  device_copies copies_;
  model_view view_{};
};

/// Tables of the roads on the device, and the road of each frame.
class device_roads {
public:
  device_roads(stixel_tables const& tables, std::shared_ptr<device_workspace> workspace, cudaStream_t stream)
      : copies_(std::move(workspace), stream) {
    std::vector<ground_row> ground;
    std::vector<row_priors> priors;
    std::vector<std::int32_t> horizons;
    for (auto const& road : tables.road_tables) {
      ground.insert(ground.end(), road->ground.begin(), road->ground.end());
      priors.insert(priors.end(), road->priors.begin(), road->priors.end());
      horizons.push_back(road->horizon);
    }
    ground_ = copies_.add(ground);
    priors_ = copies_.add(priors);
    horizons_ = copies_.add(horizons);
    road_of_frame_ = copies_.add(tables.road_of_frame);
    copies_.copy();
  }

  void set(column_task& task) const {
    task.ground = copies_.at<ground_row>(ground_);
    task.priors = copies_.at<row_priors>(priors_);
    task.horizons = copies_.at<std::int32_t>(horizons_);
    task.road_of_frame = copies_.at<std::int32_t>(road_of_frame_);
  }

private:
  device_copies copies_;
  std::size_t ground_ = 0, priors_ = 0, horizons_ = 0, road_of_frame_ = 0;
};

/// Rejects calls for which a graph would keep copies from host memory that no longer exists when it runs.
void check_capture(stixel_tables const& tables, cudaStream_t stream) {
  if (tables.model_on_device && tables.roads_on_device)
    return;
  cudaStreamCaptureStatus status{};
  check_cuda(cudaStreamIsCapturing(stream, &status), "cudaStreamIsCapturing");
  if (status != cudaStreamCaptureStatusNone)
    throw invalid_argument("on",
                           "captures a graph, but has not made the tables of this camera, size, road and options: "
                           "call once before");
}

/// Sets the tables of a task. They are made once and kept with those of the host.
void set_tables(column_task& task, stixel_tables& tables, std::shared_ptr<device_workspace> const& workspace,
                cudaStream_t stream) {
  if (!tables.model_on_device)
    tables.model_on_device = std::make_shared<device_model>(*tables.model, workspace, stream);
  if (!tables.roads_on_device)
    tables.roads_on_device = std::make_shared<device_roads>(tables, workspace, stream);
  task.model = static_cast<const device_model*>(tables.model_on_device.get())->view();
  static_cast<const device_roads*>(tables.roads_on_device.get())->set(task);
}

/// Launches the kernels that solve all columns.
void launch_all(device_policy const& policy, column_task& task, std::vector<column_launch> const& launches) {
  const std::int64_t rows = task.model.rows;
  std::int64_t teams = 0;
  bool in_shared = true;
  for (column_launch const& launch : launches) {
    teams += launch.teams();
    in_shared = in_shared && launch.in_shared;
  }
  task.padded_rows = static_cast<int>(column_arrays::padded(rows));
  task.table_size = table_size(task.model.range, task.padded_rows);
  task.triangles_at = static_cast<int>(team_barriers::bytes(rows));
  task.arena_size = in_shared ? 0 : column_arrays::bytes(rows);
  const temporary<cost, device_policy> tables(policy, teams * task.table_size);
  const temporary<char, device_policy> arena(policy, teams * task.arena_size);
  task.object_sums = tables.data();
  task.arena = arena.data();
  for (column_launch const& launch : launches) {
    task.first = launch.first;
    task.end = launch.end;
    task.triangle_memories = launch.size.triangle_memories;
    task.arrays_at = static_cast<int>(bytes_without_arrays(rows, launch.size.triangle_memories));
    task.team_bytes = static_cast<int>(launch.team_bytes);
    launch(stream_of(policy), task);
    task.object_sums += launch.teams() * task.table_size;
    task.arena += launch.teams() * task.arena_size;
  }
}

/// Writes the stixels of all columns, and the offsets on the device, where `place` says. `where`: memory of
/// the placed stixels.
void place_stixels(device_policy const& policy, stixels_of_columns const& solved, std::int64_t* offsets, memory where,
                   placement<stixel_array> const& place) {
  const auto total = [&] { return detail::read_back(policy, offsets + solved.series); };
  if (place.given()) {
    stixel_array const& given = *place.given();
    const device_output<stixel, device_policy> stixels(policy, given.values, given.capacity, where);
    compact_stixels(policy, solved, {offsets, stixels.data(), given.capacity});
    if (where == memory::host && given.values)
      stixels.copy_back(std::min(total(), given.capacity));
    return;
  }
  compact_stixels(policy, solved, {offsets, nullptr, 0});
  const std::int64_t size = total();
  const stixel_array made = place(size);
  const device_output<stixel, device_policy> stixels(policy, made.values, size, where);
  copy_by_offsets(stream_of(policy), solved, {offsets, stixels.data(), size});
  stixels.copy_back(size);
}

/// Solves all columns. Writes offsets and costs on the device, and the stixels where `place` says.
void solve_and_place(device_policy const& policy, std::shared_ptr<device_workspace> const& workspace,
                     stixel_task const& task, column_outputs const& on_device, placement<stixel_array> const& place) {
  const std::int64_t series = task.series(), rows = task.images.rows;
  check_capture(*task.tables, stream_of(policy));
  const device_input<float, device_policy> images(policy, task.images.values, task.images.pixels(), task.images.where);
  const temporary<stixel, device_policy> found(policy, series * rows);
  const temporary<std::int64_t, device_policy> counts(policy, series);
  column_task columns{};
  set_tables(columns, *task.tables, workspace, stream_of(policy));
  columns.disparity = images.data();
  columns.image_columns = task.images.columns;
  columns.stixel_columns = task.columns;
  columns.reduction = task.reduction;
  columns.found = found.data();
  columns.counts = counts.data();
  columns.costs = on_device.costs;
  columns.nats_per_unit = 1 / task.tables->model->units.per_nat;
  launch_all(policy, columns,
             task.tables->model->mode == stixel_mode::faithful
                 ? launch_planner<stixel_mode::faithful>(rows).plan(series)
                 : launch_planner<stixel_mode::corrected>(rows).plan(series));
  place_stixels(policy, {counts.data(), found.data(), series, rows}, on_device.offsets, on_device.where, place);
}

} // namespace
} // namespace thrustline::gpu

namespace thrustline::detail {
namespace {

class stixels_on_cuda final : public stixels_backend {
public:
  void solve(executor_state& on, stixel_task const& task, column_outputs const& wanted,
             placement<stixel_array> const& place) const override {
    const gpu::device_call call(on);
    gpu::device_policy const& policy = call.policy();
    const std::int64_t series = task.series();
    const gpu::device_output<std::int64_t, gpu::device_policy> offsets(policy, wanted.offsets, series + 1,
                                                                       wanted.where);
    const gpu::device_output<double, gpu::device_policy> costs(policy, wanted.costs, series, wanted.where);
    if (series * task.images.rows == 0) {
      set_zeros(policy, offsets.data(), wanted.offsets ? series + 1 : 0);
      set_zeros(policy, costs.data(), wanted.costs ? series : 0);
      place(0);
    } else {
      const temporary<std::int64_t, gpu::device_policy> unwanted(policy, wanted.offsets ? 0 : series + 1);
      gpu::solve_and_place(policy, on.workspace, task,
                           {wanted.offsets ? offsets.data() : unwanted.data(), costs.data(), wanted.where}, place);
    }
    if (task.images.where == memory::device && wanted.where == memory::device)
      return;
    offsets.copy_back(series + 1);
    costs.copy_back(series);
    check_cuda(cudaStreamSynchronize(on.stream), "cudaStreamSynchronize");
  }
};

} // namespace

stixels_backend const& stixels_backend::on_cuda() {
  static const stixels_on_cuda backend{};
  return backend;
}

} // namespace thrustline::detail
