// SPDX-License-Identifier: MIT
//
// A metric of your own: the time-synchronised distance of GPS tracks. A fix {x, y, t} is compared not with the nearest
// point of the chord but with where the chord is at time t, moving at constant speed from its first end to its last. So
// the simplified track says where the vehicle was at any time, to within the tolerance; a plain distance keeps the
// road but forgets the stops.
//
//     synchronised_distance [TRACK.csv]      lines "x,y,t" in metres and seconds, after a header; else a made track
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

#include <thrust/execution_policy.h>

#include <thrustline/algorithms/rdp.hpp>

/// Metrics read points of any type. This one has x and y, so that the library's metrics can read it too. Times in a
/// track never decrease.
struct fix {
  double x, y, t;
};

/// The concept: metric(first, last, steps) makes a chord; the chord has `rank`, which orders its points, and
/// `distance`, which is compared with the tolerance. All that is done once for a chord is done in its constructor. The
/// arithmetic of rounding.hpp gives the same bits on every processor; add __host__ __device__ and it runs on a GPU.
struct synchronised_distance {
  struct chord {
    fix first;
    double dx, dy, dt;

    /// |dt e - e_t d|^2, where e leads from the first end to p: (dt times the distance) squared, without a division.
    double rank(fix const& p, std::int64_t) const {
      const auto [x, y] = residual(p);
      using namespace thrustline::rounding;
      return add(mul(x, x), mul(y, y));
    }

    double distance(fix const& p, std::int64_t step) const {
      const double length = thrustline::rounding::sqrt(rank(p, step));
      return dt == 0 ? length : thrustline::rounding::div(length, dt);
    }

  private:
    struct vector {
      double x, y;
    };

    /// dt times the way from the chord's place at time t to p. Without a duration the chord stays at its first end.
    vector residual(fix const& p) const {
      using namespace thrustline::rounding;
      const double x = sub(p.x, first.x), y = sub(p.y, first.y), t = sub(p.t, first.t);
      if (dt == 0)
        return {x, y};
      return {sub(mul(dt, x), mul(t, dx)), sub(mul(dt, y), mul(t, dy))};
    }
  };

  chord operator()(fix const& first, fix const& last, std::int64_t) const {
    return {first, last.x - first.x, last.y - first.y, last.t - first.t};
  }
};

namespace {

/// A drive at 15 m/s along a bending road, with a red light of 40 s every now and then.
std::vector<fix> made_track() {
  std::vector<fix> track;
  double x = 0, y = 0;
  for (int t = 0; t < 7200; ++t) {
    const bool red = t % 600 > 560;
    const double heading = 0.8 * std::sin(t * 2e-3);
    x += red ? 0 : 15 * std::cos(heading);
    y += red ? 0 : 15 * std::sin(heading);
    track.push_back({x, y, static_cast<double>(t)});
  }
  return track;
}

std::vector<fix> read_track(std::string const& path) {
  std::ifstream in(path);
  std::vector<fix> track;
  std::string line;
  std::getline(in, line);
  for (int number = 2; std::getline(in, line); ++number) {
    const std::string where = path + ":" + std::to_string(number);
    fix at{};
    int end = 0;
    if (std::sscanf(line.c_str(), "%lf,%lf,%lf %n", &at.x, &at.y, &at.t, &end) != 3 || line.begin() + end != line.end())
      throw std::runtime_error(where + ": needs x,y,t, has " + line);
    if (!std::isfinite(at.x) || !std::isfinite(at.y) || !std::isfinite(at.t))
      throw std::runtime_error(where + ": needs finite numbers, has " + line);
    if (!track.empty() && at.t < track.back().t)
      throw std::runtime_error(where + ": goes back in time");
    track.push_back(at);
  }
  if (!in.eof()) // it is absent, or a folder
    throw std::runtime_error(path + ": cannot be read");
  if (track.empty())
    throw std::runtime_error(path + ": holds no fix");
  return track;
}

/// The largest distance, over all fixes, from where the kept ones say that the vehicle was.
double worst_error(std::vector<fix> const& track, std::vector<std::uint8_t> const& keep) {
  double worst = 0;
  for (std::size_t a = 0, b = 1; b < track.size(); ++b) {
    if (!keep[b])
      continue;
    for (std::size_t i = a + 1; i < b; ++i) {
      const double run = track[b].t - track[a].t, part = run == 0 ? 0 : (track[i].t - track[a].t) / run;
      worst = std::fmax(worst, std::hypot(track[i].x - track[a].x - part * (track[b].x - track[a].x),
                                          track[i].y - track[a].y - part * (track[b].y - track[a].y)));
    }
    a = b;
  }
  return worst;
}

template <class Metric>
double simplify(const char* name, std::vector<fix> const& track, double tolerance, Metric metric) {
  std::vector<std::uint8_t> keep(track.size());
  thrustline::rdp(thrust::host, track.data(), track.data() + track.size(), tolerance, keep.data(), metric);
  std::int64_t kept = 0;
  for (std::uint8_t k : keep)
    kept += k;
  const double error = worst_error(track, keep);
  std::printf("%-22s keeps %5d of %d fixes; places are right to %.1f m\n", name, static_cast<int>(kept),
              static_cast<int>(track.size()), error);
  return error;
}

} // namespace

int main(int argc, char** argv) {
  try {
    const std::vector<fix> track = argc > 1 ? read_track(argv[1]) : made_track();
    const double tolerance = 10;
    simplify("segment_distance", track, tolerance, thrustline::segment_distance{});
    const double error = simplify("synchronised_distance", track, tolerance, synchronised_distance{});
    return error <= tolerance * (1 + 1e-9) ? 0 : 1;
  } catch (std::exception const& problem) {
    std::fprintf(stderr, "%s\n", problem.what());
    return 1;
  }
}
