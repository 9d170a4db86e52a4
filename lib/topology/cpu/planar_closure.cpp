// SPDX-License-Identifier: MIT
#include "topology/cpu/planar_closure.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <utility>

#include "core/cpu/wide_vectors.hpp"
#include "topology/cpu/each_part.hpp"
#include "topology/cpu/kept_bits.hpp"
#include "topology/cpu/part_offsets.hpp"

namespace thrustline::cpu {
namespace {

/// The lists of several workers as one, ascending, each entry once.
std::vector<std::int64_t> join(std::vector<std::vector<std::int64_t>> const& lists) {
  std::vector<std::int64_t> all;
  for (std::vector<std::int64_t> const& list : lists)
    all.insert(all.end(), list.begin(), list.end());
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

std::size_t at(std::int64_t i) { return static_cast<std::size_t>(i); }

} // namespace

planar_closure::planar_closure(int threads, plane_lines const& lines, topology scope, node_splitter const& splitter,
                               std::uint8_t* keep)
    : threads_(threads), scope_(scope), splitter_(splitter), keep_(keep), nodes_{lines, {}},
      frame_(lines.count > 0 ? lines.points[0] : plane_point{}), chains_(lines), twins_(nodes_, splitter, scope) {}

topology_counts planar_closure::complete() {
  if (nodes_.lines.count == 0)
    return counts_;
  keep_small_rings();
  list_nodes();
  make_chain_boxes();
  std::vector<std::int64_t> due;
  for (std::int64_t first_node = 0;;) {
    ++counts_.rounds;
    add_generation(first_node);
    add_twins(due);
    due = find_due();
    if (due.empty())
      return counts_;
    first_node = nodes_.size();
    for (std::vector<std::int64_t> next = split(due); !next.empty(); next = split(next))
      due.insert(due.end(), next.begin(), next.end());
  }
}

/// Rule 4. Afterwards every closed line has three segments, or no point to split at.
///
/// The nodes that this splits are not listed. Rule 3 would compare other nodes with them, but need not: the first half
/// of a ring has the same ends as the second half, which splits. So every node that the second half would make split,
/// the first half does, which comes before it.
void planar_closure::keep_small_rings() {
  constexpr std::int64_t part = 64;
  plane_lines const& lines = nodes_.lines;
  std::vector<std::int64_t> splits(at(threads_));
  for_each_part(threads_, lines.lines, part, [&](std::int64_t begin, std::int64_t end, int worker) {
    std::vector<small_ring> rings;
    for (std::int64_t l = begin; l < end; ++l) {
      const std::int64_t first = lines.offsets[l], last = lines.offsets[l + 1] - 1;
      if (last - first < 2 || !nodes_.is_closed(l))
        continue;
      const std::int64_t inside = find_kept(keep_, first + 1, last);
      if (inside == last || find_kept(keep_, inside + 1, last) == last)
        rings.push_back({first, last, inside});
    }
    splits[at(worker)] += splitter_.split_small_rings(rings, keep_);
  });
  counts_.forced += std::accumulate(splits.begin(), splits.end(), std::int64_t(0));
}

/// Lists the nodes between kept points.
void planar_closure::list_nodes() {
  constexpr std::int64_t part = 1 << 15;
  plane_lines const& lines = nodes_.lines;
  const part_offsets begins(threads_, lines.count, part, [&](std::int64_t begin, std::int64_t end) {
    std::int64_t kept = 0;
    for (std::int64_t i = begin; i < end; ++i)
      kept += keep_[i] != 0;
    return kept;
  });
  listed_ = begins.total();
  nodes_.all.reserve(at(2 * listed_)); // so that most layers never move their nodes
  nodes_.all.resize(at(listed_));
  for_each_part(threads_, lines.count, part, [&](std::int64_t begin, std::int64_t end, int) {
    std::int64_t n = begins.at(begin);
    std::int64_t line = lines.line_of(begin);
    const std::int64_t first = n;
    for_each_kept(keep_, begin, end, [&](std::int64_t i) {
      while (lines.offsets[line + 1] <= i)
        ++line;
      nodes_[n] = {i, i, line};
      if (n > first)
        end_at_next(n - 1);
      ++n;
    });
  });
  for (std::int64_t begin = part; begin < lines.count; begin += part)
    if (const std::int64_t n = begins.at(begin); n > 0 && n < listed_)
      end_at_next(n - 1);
}

/// Gives a node its end: the start of the next one, unless that is in another line.
void planar_closure::end_at_next(std::int64_t n) {
  if (nodes_[n].line == nodes_[n + 1].line)
    nodes_[n].last = nodes_[n + 1].first;
}

/// Makes boxes of the long chains' edges.
void planar_closure::make_chain_boxes() {
  constexpr std::int64_t part = 1 << 12;
  std::vector<std::vector<std::int64_t>> found(at(threads_));
  for_each_part(threads_, listed_, part, [&](std::int64_t begin, std::int64_t end, int worker) {
    for (std::int64_t n = begin; n < end; ++n)
      if (nodes_[n].last - nodes_[n].first >= chain_boxes::long_chain)
        found[at(worker)].push_back(n);
  });
  std::vector<point_range> long_chains;
  for (const std::int64_t n : join(found))
    long_chains.push_back({nodes_[n].first, nodes_[n].last});
  if (!long_chains.empty())
    chains_.make(threads_, long_chains);
}

/// Splits those of the nodes that have a point to split at, and their halves by rule 1. Returns the halves of copied
/// nodes that split, too.
std::vector<std::int64_t> planar_closure::split(std::vector<std::int64_t> const& due) {
  constexpr std::int64_t part = 16;
  const auto count = static_cast<std::int64_t>(due.size());
  std::vector<std::vector<chain_node>> halves(at((count + part - 1) / part));
  const part_offsets begins(threads_, count, part, [&](std::int64_t begin, std::int64_t end) {
    std::vector<chain_node>& made = halves[at(begin / part)];
    for (std::int64_t k = begin; k < end; ++k)
      split(nodes_[due[at(k)]], made);
    return static_cast<std::int64_t>(made.size());
  });
  const std::int64_t before = nodes_.size();
  nodes_.all.resize(at(before + begins.total()));
  std::vector<std::vector<std::int64_t>> copied(halves.size());
  std::vector<std::int64_t> forced(at(threads_));
  for_each_part(threads_, count, part, [&](std::int64_t begin, std::int64_t end, int worker) {
    std::vector<chain_node> const& made = halves[at(begin / part)];
    const std::int64_t first = before + begins.at(begin);
    std::copy(made.begin(), made.end(), nodes_.all.begin() + first);
    for (std::int64_t k = begin; k < end; ++k)
      if (chain_node& n = nodes_[due[at(k)]]; n.has_split()) {
        n.halves += first;
        n.halves_end += first;
        ++forced[at(worker)];
      }
    for (std::size_t h = 0; h < made.size(); ++h)
      if (made[h].is_copied && made[h].is_open())
        copied[at(begin / part)].push_back(first + static_cast<std::int64_t>(h));
  });
  counts_.forced += std::accumulate(forced.begin(), forced.end(), std::int64_t(0));
  return join(copied);
}

/// Splits a node, if it has a point to split at. Appends its halves, and numbers them by their places in that list.
void planar_closure::split(chain_node& n, std::vector<chain_node>& made) const {
  if (n.farthest == chain_node::unknown)
    splitter_.examine(n);
  if (n.is_leaf())
    return;
  const std::size_t before = made.size();
  splitter_.split(n, made);
  made[before].is_first_half = true;
  for (std::size_t h = before; h < made.size(); ++h) {
    keep_[made[h].first] = 1;
    made[h].is_copied = n.is_copied;
  }
  n.halves = static_cast<std::int64_t>(before);
  n.halves_end = static_cast<std::int64_t>(made.size());
}

/// Makes a generation of the nodes from `first_node` on. Before, joins generations that have outgrown older ones.
void planar_closure::add_generation(std::int64_t first_node) {
  uninitialised_vector<listed_node> listed;
  const auto add = [&] { generations_.emplace_back(threads_, nodes_, frame_, std::exchange(listed, {})); };
  while (generations_.size() > 1 && 2 * generations_.back().size() > generations_.end()[-2].size()) {
    for (int joined = 0; joined < 2; ++joined) {
      generations_.back().move_to(listed);
      generations_.pop_back();
    }
    add();
  }
  constexpr std::int64_t part = 1 << 12;
  const std::int64_t count = nodes_.size() - first_node;
  const auto is_listed = [&](std::int64_t n) { return nodes_.is_vertex(n) || nodes_[n].is_open(); };
  const part_offsets begins(threads_, count, part, [&](std::int64_t begin, std::int64_t end) {
    std::int64_t number = 0;
    for (std::int64_t n = begin; n < end; ++n)
      number += is_listed(first_node + n);
    return number;
  });
  listed.resize(at(begins.total()));
  for_each_part(threads_, count, part, [&](std::int64_t begin, std::int64_t end, int) {
    std::int64_t k = begins.at(begin);
    in_wide_vectors([&] {
      for (std::int64_t n = first_node + begin; n < first_node + end; ++n)
        if (is_listed(n)) {
          const bool is_open = nodes_[n].is_open();
          listed[at(k++)] = {nodes_.start(n),
                             is_open ? frame_(chains_.box_of_chain(nodes_[n].first, nodes_[n].last))
                                     : empty_box<float>(),
                             n,
                             nodes_.is_vertex(n),
                             is_open,
                             is_open && nodes_.is_loop(n)};
        }
    });
  });
  add();
}

/// Adds the nodes that may have twins since the last round.
void planar_closure::add_twins(std::vector<std::int64_t> const& split_last) {
  constexpr std::int64_t part = 512;
  std::vector<twin_search::listed_nodes> listed(at(threads_));
  for_each_part(threads_, generations_.back().places(), part, [&](std::int64_t begin, std::int64_t end, int worker) {
    for (place_of_generation const& p : crowded_places(begin, end))
      list_nodes_at(p, listed[at(worker)]);
  });
  for_each_part(threads_, static_cast<std::int64_t>(split_last.size()), part,
                [&](std::int64_t begin, std::int64_t end, int worker) {
                  for (std::int64_t k = begin; k < end; ++k)
                    list_halves(split_last[at(k)], listed[at(worker)]);
                });
  twins_.add(threads_, listed);
}

/// If node n has split, lists its first and its last half, which share an end with it: where n has been added, and
/// where it is a loop. A loop has no second end, so it is not added, but its halves may have the same ends.
void planar_closure::list_halves(std::int64_t n, twin_search::listed_nodes& to) const {
  if (!nodes_[n].has_split() || !(twins_.has(n) || nodes_.is_loop(n)))
    return;
  twins_.list(nodes_[n].halves, to);
  twins_.list(nodes_[n].halves_end - 1, to);
}

/// Finds the places [begin, end) of the newest generation where several vertices of any generation lie. Returns each of
/// them, and the equal places of older generations.
std::vector<planar_closure::place_of_generation> planar_closure::crowded_places(std::int64_t begin, std::int64_t end) {
  std::vector<place_of_generation> found;
  in_wide_vectors([&] {
    generation& newest = generations_.back();
    for (std::int64_t p = begin; p < end; ++p) {
      const std::size_t before = found.size();
      for (std::size_t g = 0; g + 1 < generations_.size(); ++g)
        if (const std::int64_t older = generations_[g].find_place(newest.place(p)); older >= 0)
          found.push_back({&generations_[g], older});
      if (found.size() > before || newest.vertices_at(p) > 1)
        found.push_back({&newest, p});
    }
  });
  return found;
}

/// Lists the nodes that begin or end at a place, those too that have split.
void planar_closure::list_nodes_at(place_of_generation const& at, twin_search::listed_nodes& to) const {
  if (!at.of->mark_crowded(at.place))
    return;
  at.of->for_each_vertex(at.place, [&](std::int64_t vertex) {
    for (std::int64_t n = vertex; n >= 0; n = nodes_[n].halves)
      twins_.list(n, to);
    for (std::int64_t n = node_before(vertex); n >= 0; n = nodes_[n].halves_end - 1)
      twins_.list(n, to);
  });
}

/// The node that ended at a vertex when the vertex was listed; -1 if a line begins there that is not closed.
std::int64_t planar_closure::node_before(std::int64_t vertex) const {
  const std::int64_t line = nodes_[vertex].line;
  if (nodes_[vertex].first != nodes_.lines.offsets[line])
    return vertex - 1;
  if (!nodes_.is_closed(line))
    return -1;
  const auto in_line = [](std::int64_t l, chain_node const& n) { return l < n.line; };
  return std::upper_bound(nodes_.all.begin(), nodes_.all.begin() + listed_, line, in_line) - nodes_.all.begin() - 2;
}

/// Lists the open nodes that split by rule 2 or 3.
std::vector<std::int64_t> planar_closure::find_due() {
  std::vector<std::vector<std::int64_t>> due = twins_.find_due(threads_);
  due.resize(std::max(due.size(), at(threads_)));
  generation const& newest = generations_.back();
  std::vector<std::uint8_t> is_due(at(newest.regions()), std::uint8_t(0));
  constexpr std::int64_t part = 512;
  for_each_part(threads_, newest.regions(), part, [&](std::int64_t begin, std::int64_t end, int worker) {
    due_search search{chains_, scope_, generations_.size() == 1, is_due.data()};
    in_wide_vectors([&] {
      for (generation const& g : generations_)
        g.find_due(newest, begin, end, search);
    });
    for (std::int64_t r = begin; r < end; ++r)
      if (is_due[at(r)])
        due[at(worker)].push_back(newest.node_of_region(r));
  });
  for_each_part(threads_, newest.places(), part, [&](std::int64_t begin, std::int64_t end, int worker) {
    in_wide_vectors([&] {
      for (std::size_t g = 0; g + 1 < generations_.size(); ++g)
        for (std::int64_t p = begin; p < end; ++p)
          newest.for_each_node_around(p, generations_[g], chains_, scope_,
                                      [&](std::int64_t n) { due[at(worker)].push_back(n); });
    });
  });
  return join(due);
}

} // namespace thrustline::cpu
