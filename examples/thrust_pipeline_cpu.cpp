// SPDX-License-Identifier: MIT
//
// The pipeline of thrust_pipeline.cu on CPU cores: the same calls with another policy and other memory. Compile with
// -fopenmp and -DTHRUST_DEVICE_SYSTEM=THRUST_DEVICE_SYSTEM_CPP.
#include "thrust_pipeline.hpp"

#include <thrust/copy.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/system/omp/execution_policy.h>

#include <thrustline/algorithms/rdp.hpp>

int main() {
  const double tolerance = 25;
  const std::vector<lon_lat> track = drive(1000000);
  std::vector<std::uint8_t> keep(track.size());
  std::vector<lon_lat> line(track.size());

  const auto on = thrust::omp::par;
  const auto metres = thrust::make_transform_iterator(track.data(), to_metres(track.front()));
  thrustline::rdp(on, metres, metres + static_cast<std::ptrdiff_t>(track.size()), tolerance, keep.data(),
                  thrustline::segment_distance{});
  const auto end = thrust::copy_if(on, track.begin(), track.end(), keep.begin(), line.begin(), is_kept{});

  line.erase(end, line.end());
  return report("CPU", track, line, tolerance) ? 0 : 1;
}
