// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <type_traits>

#include <thrustline/detail/backend.hpp>
#include <thrustline/geometry/metrics.hpp>
#include <thrustline/simplify.hpp>

#include "simplify/flow/prepared.hpp"

namespace thrustline::flow {

/// The chord of great_ellipse_distance for points on the Earth, and nothing for others.
template <class P>
struct great_ellipse_chord {
  THRUSTLINE_HD great_ellipse_chord(P const&, P const&, std::int64_t) {}
};

template <>
struct great_ellipse_chord<ecef_point> : great_ellipse_distance::chord<ecef_point> {
  using great_ellipse_distance::chord<ecef_point>::chord;
};

/// A metric that is chosen at run time: all ranks and distances are those of the metric of that name, bit by bit. One
/// instance of a kernel serves all metrics with it, where compile time counts for more than a branch for each point.
struct named_metric {
  thrustline::metric name;

  explicit named_metric(thrustline::metric name) : name(name) {}
  explicit named_metric(vertical_distance const&) : name(thrustline::metric::vertical) {}
  explicit named_metric(line_distance const&) : name(thrustline::metric::line) {}
  explicit named_metric(segment_distance const&) : name(thrustline::metric::segment) {}
  explicit named_metric(great_ellipse_distance const&) : name(thrustline::metric::great_ellipse) {}

  /// The chords of all metrics: they have most values in common, which the compiler keeps once.
  template <class P>
  class chord {
  public:
    using real = typename line_distance::chord<P>::real;

    THRUSTLINE_HD chord(thrustline::metric name, P const& first, P const& last, std::int64_t steps)
        : name_(name), vertical_(first, last, steps), line_(first, last, steps), segment_(first, last, steps),
          great_ellipse_(first, last, steps) {}

    template <class P_or_box, class Step>
    THRUSTLINE_HD auto rank(P_or_box const& p, Step const& step) const {
      return of_named([&](auto const& chord) { return chord.rank(p, step); });
    }

    THRUSTLINE_HD real harmless_rank(real tolerance) const {
      return of_named([&](auto const& chord) { return chord.harmless_rank(tolerance); });
    }

    THRUSTLINE_HD bool exceeds(real rank, P const& p, std::int64_t step, real tolerance) const {
      return of_named([&](auto const& chord) { return detail::exceeds(chord, rank, p, step, tolerance); });
    }

    THRUSTLINE_HD real distance(P const& p, std::int64_t step) const {
      return of_named([&](auto const& chord) { return chord.distance(p, step); });
    }

  private:
    static constexpr bool on_earth = std::is_same_v<P, ecef_point>;

    template <class F>
    THRUSTLINE_HD auto of_named(F const& f) const {
      if constexpr (on_earth)
        if (name_ == thrustline::metric::great_ellipse)
          return f(great_ellipse_);
      switch (name_) {
      case thrustline::metric::vertical:
        return f(vertical_);
      case thrustline::metric::line:
        return f(line_);
      default:
        return f(segment_);
      }
    }

    thrustline::metric name_;
    vertical_distance::chord<P> vertical_;
    line_distance::chord<P> line_;
    segment_distance::chord<P> segment_;
    great_ellipse_chord<P> great_ellipse_;
  };

  template <class P>
  THRUSTLINE_HD chord<P> operator()(P const& first, P const& last, std::int64_t steps) const {
    return {name, first, last, steps};
  }
};

/// Calls f with the metric object that the option names. On a GPU 64-bit indices share one instance of each kernel
/// among all metrics: they are needed from 2^31 points on only.
template <class Policy, class Index, class P, class F>
auto with_metric_for(metric name, F f) {
  if constexpr (detail::is_cuda<Policy> && sizeof(Index) > sizeof(std::int32_t))
    return f(named_metric(name));
  else
    return with_metric<P>(name, f);
}

} // namespace thrustline::flow
