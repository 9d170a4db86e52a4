// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "core/flow/grids.hpp"
#include "core/flow/kept_lists.hpp"
#include "core/flow/loops_until.hpp"
#include "core/flow/teams.hpp"
#include "simplify/flow/named_metric.hpp"
#include "simplify/flow/prepared.hpp"
#include "topology/flow/late_rounds.hpp"
#include "topology/flow/node_splitter.hpp"
#include "topology/flow/split_chain.hpp"

/// The splits of the closure by the metric and the tolerance of a call.
namespace thrustline::flow {

template <class Real>
struct chain_splits {
  const point<Real, 2>* points;
  named_metric metric;
  Real tolerance;
  std::uint8_t* keep;

  template <class Team>
  THRUSTLINE_HD chain_splitter<Team, Real, named_metric> by(Team const& team) const {
    return {team, points, metric, tolerance, keep};
  }
};

/// Measures the node of entry k of the list of twins.
template <class Real>
struct measure_twin {
  chain_splits<Real> splits;
  node_arrays all;

  template <class Team>
  THRUSTLINE_HD void operator()(Team const& team, std::int64_t k) const {
    measure_node(splits.by(team), all.nodes[all.twin_list[k]]);
  }
};

/// Splits the node of entry k of the list of nodes that are due.
template <class Real>
struct split_due {
  chain_splits<Real> splits;
  node_arrays all;

  template <class Team>
  THRUSTLINE_HD void operator()(Team const& team, std::int64_t k) const {
    const std::int64_t n = all.due_list[k];
    const bool is_copied = all.is_copied(n);
    const std::int64_t halves = is_copied ? keep_all(team, all.nodes[n]) : split_node(splits.by(team), all.nodes[n]);
    if (halves == 0 || team.lane() != 0)
      return;
    all.links[n].first_child = atomic_add(all.counts->nodes, halves);
    if (!is_copied)
      atomic_add(all.counts->splits, std::int64_t(1));
  }

private:
  /// Keeps all points of a node that splits to the end. Returns the number of nodes below it.
  template <class Team>
  THRUSTLINE_HD std::int64_t keep_all(Team const& team, reached_node const& n) const {
    for (std::int64_t i = n.first + 1 + team.lane(); i < n.last; i += Team::size)
      splits.keep[i] = 1;
    return 2 * (n.last - n.first) - 2;
  }
};

/// Splits the node of entry k of the list of nodes that are due to the end, if it is a copy.
template <class Real>
struct split_copied {
  chain_splits<Real> splits;
  node_arrays all;

  template <class Team>
  THRUSTLINE_HD void operator()(Team const& team, std::int64_t k) const {
    const std::int64_t n = all.due_list[k];
    if (!all.is_copied(n))
      return;
    if (const std::int64_t forced = split_to_end(splits.by(team), all, n); forced > 0)
      atomic_add(all.counts->splits, forced);
  }
};

/// Runs late rounds with these steps.
template <class Real>
struct run_late_rounds {
  late_rounds rounds;
  measure_twin<Real> measure;
  split_due<Real> split;
  split_copied<Real> split_copies;

  template <class Grid>
  THRUSTLINE_HD void operator()(Grid const& grid) const {
    rounds.run(grid, *this);
  }
};

/// Splits line l if it is too small a ring, and writes the number of splits, at most two.
template <class Real>
struct split_ring {
  chain_splits<Real> splits;
  const std::int64_t* offsets;
  std::uint8_t* numbers;

  template <class Team>
  THRUSTLINE_HD void operator()(Team const& team, std::int64_t l) const {
    const std::int64_t number = split_small_ring(splits.by(team), offsets, l);
    if (team.lane() == 0)
      numbers[l] = static_cast<std::uint8_t>(number);
  }
};

/// Splits the nodes of a batch.
template <class Policy, class Real>
class split_by_metric final : public node_splitter {
public:
  split_by_metric(Policy const& policy, batch<Real, 2> const& lines, simplify_options const& options)
      : policy_(policy), lines_(lines), metric_(options.metric()), tolerance_(static_cast<Real>(options.tolerance())) {}

  void measure(node_arrays const& all, std::int64_t begin) const override {
    for_each_team_until(policy_, begin, &all.counts->twins, measure_twin<Real>{splits(nullptr), all});
  }

  void split(node_arrays const& all, std::int64_t begin, std::uint8_t* keep) const override {
    for_each_team_until(policy_, begin, &all.counts->due, split_due<Real>{splits(keep), all});
  }

  void split_copies(node_arrays const& all, std::int64_t begin) const override {
    for_each_team_until(policy_, begin, &all.counts->due, split_copied<Real>{splits(nullptr), all});
  }

  void run(late_rounds const& rounds) const override {
    node_arrays const& all = rounds.in.all;
    on_grid(policy_,
            run_late_rounds<Real>{rounds, {splits(nullptr), all}, {splits(rounds.keep), all}, {splits(nullptr), all}});
  }

  std::int64_t split_small_rings(std::uint8_t* keep) const override {
    const detail::temporary<std::uint8_t, Policy> numbers(policy_, lines_.series);
    for_each_team<16>(policy_, lines_.series, split_ring<Real>{splits(keep), lines_.offsets, numbers.data()});
    return count_mask(policy_, numbers.data(), lines_.series); // their sum
  }

private:
  chain_splits<Real> splits(std::uint8_t* keep) const { return {lines_.points, metric_, tolerance_, keep}; }

  Policy policy_;
  batch<Real, 2> lines_;
  named_metric metric_;
  Real tolerance_;
};

} // namespace thrustline::flow
