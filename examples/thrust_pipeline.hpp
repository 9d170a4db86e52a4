// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <vector>

#include <thrustline/algorithms/rdp_recursive.hpp>
#include <thrustline/geometry/metrics.hpp>

// What thrust_pipeline.cu and thrust_pipeline_cpu.cpp share: the track and the steps' functions.

/// A fix in degrees.
struct lon_lat {
  double lon, lat;
  friend bool operator==(lon_lat const& a, lon_lat const& b) { return a.lon == b.lon && a.lat == b.lat; }
};

/// Metres east and north of an origin, by a local equirectangular projection, which is right for some tens of
/// kilometres. The drive of this example is longer: it shows the calls.
struct to_metres {
  lon_lat origin;
  double metres_per_lon, metres_per_lat;

  explicit to_metres(lon_lat origin)
      : origin(origin), metres_per_lon(111320 * std::cos(origin.lat * 0.017453292519943295)), metres_per_lat(111320) {}

  THRUSTLINE_HD thrustline::point<float, 2> operator()(lon_lat const& at) const {
    return {{static_cast<float>((at.lon - origin.lon) * metres_per_lon),
             static_cast<float>((at.lat - origin.lat) * metres_per_lat)}};
  }
};

struct is_kept {
  THRUSTLINE_HD bool operator()(std::uint8_t keep) const { return keep != 0; }
};

/// A winding drive east of Berlin, a fix every few metres, with some metres of noise.
inline std::vector<lon_lat> drive(int fixes) {
  std::vector<lon_lat> track;
  std::uint32_t state = 1;
  lon_lat at{13.4, 52.5};
  for (int i = 0; i < fixes; ++i) {
    state = state * 1664525u + 1013904223u;
    const double noise = (state >> 8) * 0x1p-24 - 0.5, heading = std::sin(i * 1e-3) + 0.5 * std::sin(i * 7e-5);
    at.lon += 5e-5 * std::cos(heading);
    at.lat += 3e-5 * std::sin(heading);
    track.push_back({at.lon, at.lat + 4e-5 * noise});
  }
  return track;
}

/// Says what was kept, and whether it is what the plain recursion keeps on one core.
inline bool report(const char* where, std::vector<lon_lat> const& track, std::vector<lon_lat> const& kept,
                   double tolerance) {
  std::vector<thrustline::point<float, 2>> metres;
  for (lon_lat const& fix : track)
    metres.push_back(to_metres(track.front())(fix));
  const std::int64_t last = static_cast<std::int64_t>(track.size()) - 1;
  std::vector<std::uint8_t> keep(track.size(), 0);
  keep.front() = keep.back() = 1;
  thrustline::rdp_recursive(metres.data(), 0, last, static_cast<float>(tolerance), keep.data(),
                            thrustline::segment_distance{});
  std::vector<lon_lat> expected;
  for (std::size_t i = 0; i < track.size(); ++i)
    if (keep[i])
      expected.push_back(track[i]);
  std::printf("%s: %zu of %zu fixes kept at %g m, %s\n", where, kept.size(), track.size(), tolerance,
              kept == expected ? "as on one core" : "NOT as on one core");
  return kept == expected;
}
