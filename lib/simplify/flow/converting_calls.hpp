// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

#include "core/backend_for.hpp"
#include "simplify/conversion_backends.hpp"
#include "simplify/flow/converted_points.hpp"
#include "simplify/flow/select_flow.hpp"
#include "simplify/flow/write_outputs.hpp"

/// Calls with metrics whose points are converted: the engines get the converted points, and what depends on the given
/// ones is made from the mask. Call: the arrays of a call where its policy can reach them, see
/// cpu/converting_on_cpu.hpp.
namespace thrustline::flow {

template <class Real>
using lines_in_space = polylines<Real, 3>;

/// The type of the coordinates of lines.
template <class Lines>
using real_of = std::remove_const_t<std::remove_pointer_t<decltype(std::declval<Lines>().coordinates)>>;

template <class Real, class Call>
lines_in_space<Real> with_points(Call const& call, const point<Real, 3>* points) {
  auto const& lines = call.lines();
  return {points ? points->x : nullptr, lines.points, lines.offsets, lines.series, lines.where};
}

/// The points of a call as ECEF points that are not written yet.
template <class Call>
class pending_ecef_points final : public detail::pending_points<double, 3> {
public:
  pending_ecef_points(Call const& call, ecef_point* ecef)
      : call_(call), valid_{validity_by<typename Call::real, Call::dimensions>(call.options())}, ecef_(ecef) {}

  void write(std::int64_t begin, std::int64_t end) const override {
    call_.write_ecef_points(begin, end, valid_, ecef_);
  }

private:
  Call const& call_;
  degrees_validity<typename Call::real, Call::dimensions> valid_;
  ecef_point* ecef_;
};

/// Calls f with the points of the call as ECEF points, options for them, and what writes them.
template <class Call, class F>
auto with_ecef_points(Call const& call, F const& f) {
  using Real = typename Call::real;
  using Policy = typename Call::policy_type;
  auto const& lines = call.lines();
  Policy const& policy = call.policy();
  const detail::temporary<ecef_point, Policy> ecef(policy, lines.points);

  simplify_options options = call.options();
  options.sentinel(std::numeric_limits<double>::quiet_NaN());
  if (options.tolerance() >= 0)
    options.tolerance(static_cast<double>(static_cast<Real>(options.tolerance())));
  constexpr bool rounds = !std::is_same_v<Real, double>;
  const detail::temporary<double, Policy> rounded(policy, rounds && options.tolerances() ? lines.series : 0);
  if constexpr (rounds)
    if (options.tolerances()) {
      call.for_each(lines.series, write_rounded<Real>{options.tolerances(), rounded.data()});
      options.tolerances(rounded.data(), lines.series);
    }

  try {
    return f(with_points(call, ecef.data()), options, pending_ecef_points<Call>(call, ecef.data()));
  } catch (invalid_point const& bad) {
    reject_degrees(policy, call.points(), bad.point());
    throw;
  }
}

/// Calls f with the points of the call, time first, and options for them.
template <class Call, class F>
auto with_times_first(Call const& call, F const& f) {
  using Real = typename Call::real;
  using Policy = typename Call::policy_type;
  const detail::temporary<point<Real, 3>, Policy> moved(call.policy(), call.lines().points);
  call.for_each(call.lines().points, write_time_first<Real>{call.points(), moved.data()});
  try {
    return f(with_points(call, moved.data()), simplify_options(call.options()).metric(metric::vertical));
  } catch (invalid_point const& bad) {
    reject_point(call.policy(), call.points(), bad.point(), {std::numeric_limits<Real>::quiet_NaN()});
    throw;
  }
}

/// Calls f with the converted points of the call, and options for them.
template <class Call, class F>
auto with_converted_points(Call const& call, F const& f) {
  if constexpr (Call::dimensions == 3)
    if (call.options().metric() == metric::synchronised)
      return with_times_first(call, f);
  return with_ecef_points(call, [&](auto const& lines, simplify_options const& options, auto const& pending) {
    call.for_each_range(lines.points, [&](std::int64_t begin, std::int64_t end) { pending.write(begin, end); });
    return f(lines, options);
  });
}

/// Calls f with the converted points of the call, options for them, and what writes them unless they are written.
template <class Call, class F>
auto with_unwritten_points(Call const& call, F const& f) {
  if constexpr (Call::dimensions == 3)
    if (call.options().metric() == metric::synchronised)
      return with_times_first(call, f);
  return with_ecef_points(call, f);
}

template <class Call>
class converting_simplify final : public detail::simplify_backend<typename Call::real, Call::dimensions> {
public:
  using Real = typename Call::real;
  using lines_type = polylines<Real, Call::dimensions>;

  simplify_report simplify(detail::executor_state& on, lines_type const& given, simplify_options const& options,
                           detail::wanted_results<Real> const& wanted) const override {
    const Call call(on, given, options);
    const bool mask_alone = !wants_lists(wanted);
    const detail::temporary<std::uint8_t, typename Call::policy_type> mask(call.policy(),
                                                                           mask_alone ? 0 : given.points);
    const auto mark = [&](auto const& lines, simplify_options const& inner, auto const&... pending) {
      using Inner = real_of<decltype(lines)>;
      detail::wanted_results<Inner> marks;
      marks.keep_mask = mask_alone ? wanted.keep_mask : mask.data();
      marks.where = mask_alone ? wanted.where : lines.where;
      auto const& engines = Call::template backend<detail::simplify_backend<Inner, 3>>();
      if constexpr (sizeof...(pending) > 0)
        return engines.simplify_pending(on, lines, inner, marks, pending...);
      else
        return engines.simplify(on, lines, inner, marks);
    };
    simplify_report report = with_unwritten_points(call, mark);
    if (mask_alone)
      return report;
    const simplify_report selected = engines().select(on, call.lines(), call.options(), mask.data(), wanted);
    report.kept = selected.kept;
    report.segments = selected.segments;
    return report;
  }

  simplify_report select(detail::executor_state& on, lines_type const& given, simplify_options const& options,
                         const std::uint8_t* keep_mask, detail::wanted_results<Real> const& wanted) const override {
    return engines().select(on, given, options, keep_mask, wanted);
  }

  double max_deviation(detail::executor_state& on, lines_type const& given, simplify_options const& options,
                       const std::uint8_t* keep_mask) const override {
    const Call call(on, given, options);
    const auto mask = call.input(keep_mask, given.points);
    return with_converted_points(call, [&](auto const& lines, simplify_options const& inner) {
      using Inner = real_of<decltype(lines)>;
      return Call::template backend<detail::simplify_backend<Inner, 3>>().max_deviation(on, lines, inner, mask.data());
    });
  }

  finish_rings_report finish_rings(detail::executor_state& on, lines_type const& given, simplify_options const& options,
                                   std::uint8_t* keep_mask) const override {
    const Call call(on, given, options);
    const auto from = call.input(keep_mask, given.points);
    const auto mask = call.output(keep_mask, given.points, given.where);
    copy_mask(call.policy(), from.data(), given.points, mask.data());
    const finish_rings_report report = with_converted_points(call, [&](auto const& lines,
                                                                       simplify_options const& inner) {
      using Inner = real_of<decltype(lines)>;
      return Call::template backend<detail::simplify_backend<Inner, 3>>().finish_rings(on, lines, inner, mask.data());
    });
    call.copy_back_and_wait(mask, given.points);
    return report;
  }

private:
  static detail::simplify_backend<Real, Call::dimensions> const& engines() {
    return Call::template backend<detail::simplify_backend<Real, Call::dimensions>>();
  }
};

template <class Call>
class converting_significance final : public detail::significance_backend<typename Call::real, Call::dimensions> {
public:
  using Real = typename Call::real;
  using lines_type = polylines<Real, Call::dimensions>;

  simplify_report significance(detail::executor_state& on, lines_type const& given, simplify_options const& options,
                               Real* values, memory where) const override {
    const Call call(on, given, options);
    return with_converted_points(call, [&](auto const& lines, simplify_options const& inner) {
      using Inner = real_of<decltype(lines)>;
      auto const& engines = Call::template backend<detail::significance_backend<Inner, 3>>();
      if constexpr (std::is_same_v<Inner, Real>) {
        return engines.significance(on, lines, inner, values, where);
      } else {
        const detail::temporary<Inner, typename Call::policy_type> exact(call.policy(), given.points);
        const simplify_report report = engines.significance(on, lines, inner, exact.data(), lines.where);
        const auto rounded = call.output(values, given.points, where);
        call.for_each(given.points, write_rounded_up<Real>{exact.data(), rounded.data()});
        call.copy_back_and_wait(rounded, given.points);
        return report;
      }
    });
  }

  simplify_to_count_report simplify_to_count(detail::executor_state& on, lines_type const& given,
                                             simplify_options const& options, std::int64_t count,
                                             std::uint8_t* keep_mask) const override {
    const Call call(on, given, options);
    return choose(call, keep_mask, [&](auto const& engines, auto const& lines, auto const& inner, std::uint8_t* mask) {
      return engines.simplify_to_count(on, lines, inner, count, mask);
    });
  }

  simplify_to_count_report simplify_each(detail::executor_state& on, lines_type const& given,
                                         simplify_options const& options, detail::amounts_of_series const& amounts,
                                         std::uint8_t* keep_mask) const override {
    const Call call(on, given, options);
    const auto counts = call.input(amounts.counts, given.series);
    const auto ratios = call.input(amounts.ratios, given.series);
    return choose(call, keep_mask, [&](auto const& engines, auto const& lines, auto const& inner, std::uint8_t* mask) {
      return engines.simplify_each(on, lines, inner, {counts.data(), ratios.data()}, mask);
    });
  }

private:
  /// Runs a selection by significance, whose tolerance is one of coordinates of type Real.
  template <class Choose>
  static simplify_to_count_report choose(Call const& call, std::uint8_t* keep_mask, Choose const& run) {
    const auto mask = call.output(keep_mask, call.lines().points, call.where());
    simplify_to_count_report report =
        with_converted_points(call, [&](auto const& lines, simplify_options const& inner) {
          using Inner = real_of<decltype(lines)>;
          return run(Call::template backend<detail::significance_backend<Inner, 3>>(), lines, inner, mask.data());
        });
    call.copy_back_and_wait(mask, call.lines().points);
    report.equal_tolerance = static_cast<double>(rounded_up<Real>(report.equal_tolerance));
    return report;
  }
};

/// Converts degrees, and throws for the first one that is invalid.
template <class Call>
void convert_to_ecef(Call const& call, double* ecef) {
  const std::int64_t n = call.lines().points;
  const auto to = call.output(reinterpret_cast<ecef_point*>(ecef), n, call.where());
  const pending_ecef_points<Call> pending(call, to.data());
  call.for_each_range(n, [&](std::int64_t begin, std::int64_t end) { pending.write(begin, end); });
  if (const std::int64_t bad = first_absent(call.policy(), to.data(), n); bad < n)
    reject_degrees(call.policy(), call.points(), bad);
  call.copy_back_and_wait(to, n);
}

} // namespace thrustline::flow
