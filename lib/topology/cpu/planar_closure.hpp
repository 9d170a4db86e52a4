// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "topology/cpu/chain_boxes.hpp"
#include "topology/cpu/chain_nodes.hpp"
#include "topology/cpu/generation.hpp"
#include "topology/cpu/node_splitter.hpp"
#include "topology/cpu/twin_search.hpp"
#include <thrustline/topology.hpp>

namespace thrustline::cpu {

/// The closure of algorithms/topology.hpp on CPU cores: the same mask, bit by bit, in no more rounds. Each round
/// looks at what is new in it only, new vertices in all regions and all vertices in new regions. Copies of a chain
/// split to the end at once.
///
/// Vertices and regions stand in generations, each with trees of boxes. A generation that has outgrown the one before
/// it is joined with it, so that there are few and no vertex is sorted often.
class planar_closure {
public:
  /// scope: not topology::none. keep: the mask of Ramer-Douglas-Peucker, which grows to the closure.
  planar_closure(int threads, plane_lines const& lines, topology scope, node_splitter const& splitter,
                 std::uint8_t* keep);

  topology_counts complete();

private:
  struct place_of_generation {
    generation* of;
    std::int64_t place;
  };

  void keep_small_rings();
  void list_nodes();
  void end_at_next(std::int64_t n);
  void make_chain_boxes();
  std::vector<std::int64_t> split(std::vector<std::int64_t> const& due);
  void split(chain_node& n, std::vector<chain_node>& made) const;
  void add_generation(std::int64_t first_node);
  void add_twins(std::vector<std::int64_t> const& split_last);
  std::vector<place_of_generation> crowded_places(std::int64_t begin, std::int64_t end);
  void list_halves(std::int64_t n, twin_search::listed_nodes& to) const;
  void list_nodes_at(place_of_generation const& at, twin_search::listed_nodes& to) const;
  std::int64_t node_before(std::int64_t vertex) const;
  std::vector<std::int64_t> find_due();

  int threads_;
  topology scope_;
  node_splitter const& splitter_;
  std::uint8_t* keep_;
  chain_nodes nodes_;
  float_frame frame_;
  std::int64_t listed_ = 0; ///< nodes between the points of plain Ramer-Douglas-Peucker, in order of the lines
  chain_boxes chains_;
  std::vector<generation> generations_;
  twin_search twins_;
  topology_counts counts_;
};

} // namespace thrustline::cpu
