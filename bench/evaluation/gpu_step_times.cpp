// SPDX-License-Identifier: MIT
#include "gpu_step_times.hpp"

#include <algorithm>
#include <cstdint>
#include <functional>

#include "support/cuda_tools.hpp"

namespace thrustline::bench {
namespace {

bool same(column_segment<float> const& a, column_segment<float> const& b) {
  return a.first == b.first && a.last == b.last && a.value_first == b.value_first && a.value_last == b.value_last;
}

bool same(stixel const& a, stixel const& b) {
  return a.first == b.first && a.last == b.last && a.kind == b.kind && a.disparity == b.disparity;
}

bool same(std::optional<road_estimate> const& a, std::optional<road_estimate> const& b) {
  return a ? b && a->road.slope == b->road.slope && a->road.horizon == b->road.horizon && a->votes == b->votes : !b;
}

/// An image in the memory of a GPU, and a stream.
class gpu_image {
public:
  explicit gpu_image(dense_images<const float> const& image)
      : pixels_(image.values, image.pixels()),
        view_(pixels_.data(), image.columns, image.rows, image.frames, memory::device) {
    check_cuda(cudaStreamCreate(&stream_), "cudaStreamCreate");
  }
  gpu_image(gpu_image const&) = delete;
  gpu_image& operator=(gpu_image const&) = delete;
  ~gpu_image() { cudaStreamDestroy(stream_); }

  dense_images<const float> const& view() const { return view_; }
  executor on(int device) const { return executor::cuda(device, stream_); }

  double kernels_ms(std::function<void()> const& work) const {
    return stream_timer(stream_).measure_graph(31, work).median_ms;
  }
  double call_ms(std::function<void()> const& work) const { return stream_timer(stream_).measure(15, work).median_ms; }

private:
  device_memory<float> pixels_;
  dense_images<const float> view_;
  cudaStream_t stream_ = nullptr;
};

/// Pieces of columns in the memory of a GPU.
template <class Piece>
struct gpu_pieces {
  device_memory<std::int64_t> offsets;
  device_memory<Piece> pieces;
  std::int64_t capacity;

  gpu_pieces(std::int64_t series, std::int64_t capacity) : offsets(series + 1), pieces(capacity), capacity(capacity) {}

  bool equal(ragged<Piece> const& wanted) const {
    return offsets.host() == wanted.offsets &&
           std::equal(wanted.values.begin(), wanted.values.end(), pieces.host().begin(),
                      [](Piece const& a, Piece const& b) { return same(a, b); });
  }
};

} // namespace

timed<ragged<column_segment<float>>> segments_on_gpu(int device, dense_images<const float> const& image,
                                                     segment_columns_options const& options,
                                                     ragged<column_segment<float>> const& wanted) {
  constexpr std::int64_t most_rows_of_a_graph = 1024;
  const gpu_image there(image);
  const gpu_pieces<column_segment<float>> found(image.columns, image.pixels());
  const executor on = there.on(device);
  const auto work = [&] {
    segment_columns(on, there.view().as_columns(), options,
                    {found.offsets.data(), found.pieces.data(), found.capacity, nullptr, memory::device});
  };
  const double ms = image.rows <= most_rows_of_a_graph ? there.kernels_ms(work) : there.call_ms(work);
  return {wanted, ms, found.equal(wanted)};
}

timed<ragged<stixel>> stixels_on_gpu(int device, dense_images<const float> const& image, stereo_camera const& camera,
                                     stixel_options const& options, ragged<stixel> const& wanted) {
  const gpu_image there(image);
  const std::int64_t series = image.columns / options.width();
  const gpu_pieces<stixel> found(series, series * image.rows);
  const executor on = there.on(device);
  const double ms = there.kernels_ms([&] {
    stixels(on, there.view(), camera, options,
            {found.offsets.data(), found.pieces.data(), found.capacity, nullptr, memory::device});
  });
  return {wanted, ms, found.equal(wanted)};
}

timed<std::optional<road_estimate>> road_on_gpu(int device, memory where, dense_images<const float> const& image,
                                                stereo_camera const& camera, road_options const& options,
                                                std::optional<road_estimate> const& wanted) {
  const gpu_image there(image);
  const executor on = there.on(device);
  std::optional<road_estimate> found;
  const double ms =
      wall_ms([&] { estimate_road(on, where == memory::device ? there.view() : image, camera, options, &found); });
  return {wanted, ms, same(found, wanted)};
}

} // namespace thrustline::bench
