// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>

#include "simplify/flow/check_values.hpp"
#include "simplify/flow/named_metric.hpp"
#include "simplify/flow/pins.hpp"
#include "simplify/flow/series_ends.hpp"
#include "topology/flow/closure_report.hpp"
#include <thrustline/algorithms/rdp.hpp>
#include <thrustline/detail/set_zeros.hpp>
#include <thrustline/detail/temporary.hpp>

/// The interface between the pipeline of a call and an engine, which has three members:
///
///   unchecked begin(call_input<Real, D> const& input, Mark* marks);
///     Called before the input is checked, for series without pins that need no opening. Returns the checks that are
///     left: a first pass of the engine may check points as well.
///
///   std::optional<engine_report> run(Problem& problem);
///     Marks the cuts of an open_problem. Returns nothing where begin() took over the checks and the input is bad.
///
///   closure_report close_topology(call_input<Real, 2> const& input, std::uint8_t* mask);
///     Grows the mask of open series to the closure of simplify_options::topology().
namespace thrustline::flow {

/// Results of an engine beside the marks.
struct engine_report {
  std::int64_t levels = 0;
  std::optional<std::int64_t> kept{}; ///< points with marks, where the engine counts them
};

/// Writes the ends of series into an array and marks them.
template <class Index, class Mark>
struct write_and_mark_ends {
  write_ends<Index> write;
  Mark* marks;
  Mark mark;
  THRUSTLINE_HD void operator()(std::int64_t s, std::int64_t first, std::int64_t last) const {
    write(s, first, last);
    if (first <= last) {
      marks[first] = mark;
      marks[last] = mark;
    }
  }
};

/// Open series and where their cuts are marked. An engine calls mark_ends() first, unless begin() has marked the ends.
/// Pieces between pins are series here.
template <class Policy, class Index, class Metric, class Real, int D, class Mark>
class open_problem {
public:
  using index = Index;
  using real = Real;
  using metric_type = Metric;
  static constexpr int dimensions = D;

  const point<Real, D>* points;
  Index count, series; ///< pieces are counted once their ends are marked
  tolerance_of_point<Real> tolerance;
  skipping<Metric, Real, D> metric;
  thrustline::metric metric_name;
  Mark* marks;

  open_problem(Policy const& policy, call_input<Real, D> const& input, Metric by, Mark* marks, Mark mark_of_ends)
      : points(input.lines.points), count(static_cast<Index>(input.lines.count)),
        series(static_cast<Index>(input.lines.series)), tolerance(tolerance_of(input)),
        metric(skipping_by<Real, D>(input.options, by)), metric_name(input.options.metric()), marks(marks),
        policy_(policy), lines_(input.lines), pins_(input.pins), mark_of_ends_(mark_of_ends) {}

  /// Clears the marks, then finds and marks the ends of every series.
  void mark_ends() {
    if (pins_)
      return mark_ends_and_pins();
    mark_ends_by([&](auto write) { find_series_ends(policy_, lines_, metric.skip, metric.valid, write); });
  }

  /// The same with find(write), which calls write(s, first, last) for every series.
  template <class Find>
  void mark_ends_by(Find find) {
    ends_.emplace(policy_, lines_.series);
    detail::set_zeros(policy_, marks, lines_.count);
    find(write_and_mark_ends<Index, Mark>{{ends_->data()}, marks, mark_of_ends_});
  }

  /// First and last valid point of every series, once they are marked.
  const chord_ends<Index>* ends() const { return ends_->data(); }

  /// The points of the longest series, once the ends are marked. Waits, unless there is one series of all points.
  std::int64_t longest() const {
    return series == 1 && !metric.skip && !pins_ ? count : longest_series(policy_, ends(), series);
  }

private:
  void mark_ends_and_pins() {
    detail::temporary<std::uint8_t, Policy> flags(policy_, lines_.count);
    const std::int64_t flagged = flag_ends_and_pins(policy_, lines_, pins_, metric.skip, metric.valid, flags.data());
    detail::temporary<std::int64_t, Policy> list(policy_, flagged);
    list_indices(policy_, lines_.count, is_kept{flags.data()}, list.data());
    series = static_cast<Index>(flagged > 0 ? flagged - 1 : 0);
    ends_.emplace(policy_, series);
    detail::set_zeros(policy_, marks, lines_.count);
    begin_pieces(policy_, begin_piece<Index, Mark>{list.data(), flagged, lines_.offsets, lines_.series, ends_->data(),
                                                   marks, mark_of_ends_});
  }

  Policy policy_;
  batch<Real, D> lines_;
  const std::uint8_t* pins_;
  Mark mark_of_ends_;
  std::optional<detail::temporary<chord_ends<Index>, Policy>> ends_;
};

/// Lets the engine mark the cuts of open series with 1, or with what it computes for each; their ends get
/// `mark_of_ends`. On a GPU 32-bit indices save memory traffic; on cores one index type serves all, in half the code.
template <class Policy, class Real, int D, class Engine, class Mark>
std::optional<engine_report> mark_open_series(Policy const& policy, call_input<Real, D> const& input, Engine& engine,
                                              Mark* marks, Mark mark_of_ends) {
  const auto run = [&](auto index) {
    using index_type = decltype(index);
    return with_metric_for<Policy, index_type, point<Real, D>>(input.options.metric(), [&](auto metric) {
      open_problem<Policy, index_type, decltype(metric), Real, D, Mark> problem(policy, input, metric, marks,
                                                                                mark_of_ends);
      return engine.run(problem);
    });
  };
  if constexpr (detail::is_cuda<Policy>)
    return detail::fits_32_bits(input.lines.count, input.lines.series) ? run(std::int32_t()) : run(std::int64_t());
  else
    return run(std::int64_t());
}

/// Checks the input of a call, before or while its series are marked, and throws if it is bad. With pins it checks
/// first, because begin() takes whole series only.
template <class Policy, class Real, int D, class Engine, class Mark>
engine_report check_and_mark(Policy const& policy, call_input<Real, D> const& input, Engine& engine, Mark* marks,
                             Mark mark_of_ends) {
  check_input(policy, input, input.pins ? unchecked::all : engine.begin(input, marks));
  const std::optional<engine_report> done = mark_open_series(policy, input, engine, marks, mark_of_ends);
  if (!done) {
    check_input(policy, input); // throws, unless the input is good by now
    throw invalid_argument("lines", "changed during the call: a point or an offset was invalid when it was first read");
  }
  return *done;
}

/// The run() of engine `composed`, for engines that pass it on.
template <class Policy>
struct composed_engine {
  Policy const& policy;

  template <class Problem>
  std::optional<engine_report> run(Problem& problem) const {
    problem.mark_ends();
    const listed_series<typename Problem::index> series{problem.ends()};
    return engine_report{
        detail::rdp_loop(policy, detail::rdp_task{problem.points, problem.count, series, problem.series,
                                                  problem.tolerance, problem.marks, problem.metric})};
  }
};

} // namespace thrustline::flow
