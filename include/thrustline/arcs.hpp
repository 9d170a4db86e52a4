// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include <thrustline/executor.hpp>
#include <thrustline/polylines.hpp>
#include <thrustline/simplify.hpp>

/// Arcs of a layer of lines: the lines cut where they meet, each shared part once. Polygons that are simplified by
/// their arcs keep their borders in common.
namespace thrustline {

/// Use of an arc by a line: the part of the line that runs through the points of the arc.
struct arc_use {
  std::int64_t arc;   ///< number of the arc
  std::int64_t first; ///< index of the part's first point; the others follow, but for those in line_arcs::repeats
  bool reversed;      ///< whether the part runs from the last point of the arc to its first
};

/// Arcs, and the lines in terms of them.
template <class Real>
struct line_arcs {
  ragged<Real> arcs{{}, {0}}; ///< x0 y0 x1 y1 ... of all arcs; offsets count points
  ragged<arc_use> uses;       ///< the parts of each line, in order; the last point of one is the first of the next
  std::vector<std::int64_t> repeats; ///< points of lines that no arc has, as they repeat the one before; ascending
  std::int64_t points = 0;           ///< points of the lines
  std::int64_t junctions = 0; ///< different places where lines meet, each other or themselves; not where a ring closes
  std::int64_t shared = 0;    ///< arcs that are parts of several lines, or several parts of one

  polylines<Real, 2> view() const {
    return {arcs.values.data(), arcs.offsets.back(), arcs.offsets.data(),
            static_cast<std::int64_t>(arcs.offsets.size()) - 1};
  }
};

/// Cuts lines at their junctions. A junction is a place, given by equal coordinates, where a line meets an end of a
/// line, or where points of lines have different neighbours: other coordinates before and after, in either direction.
/// So a ring is an arc by itself unless other lines meet it, and between two junctions parts of lines that run through
/// the same points, in either direction, are one arc. Points that repeat the one before are in no arc, but for the end
/// of a line of equal points alone. Arcs are in order of the parts that first run through them, and in their direction.
///
/// lines: in host memory. A CUDA executor does the work on the cores of the host. The result is the same on any number
/// of threads. Points that are not finite, or not of usable size (see `invalid`): invalid_argument with the index.
/// Otherwise throws as simplify(). Work: some passes over the points. Memory: 20 to 75 bytes a point, and 16 more where
/// points repeat, beside the result. The arcs are those of TopoJSON (Bostock 2012), except that rings keep their
/// starts.
///
/// Instantiated for float and double.
template <class Real>
line_arcs<Real> build_arcs(executor const& on, polylines<Real, 2> const& lines);

/// Mask of the lines' points from one of the arcs': a point is kept if its point of an arc is. Of equal points that
/// follow each other the first is kept, at the end of a line the last. arc_mask: a value for each point of the arcs;
/// another number of values: invalid_argument. Throws out_of_memory. Work: one pass over the points.
template <class Real>
std::vector<std::uint8_t> mask_of_lines(line_arcs<Real> const& arcs, std::vector<std::uint8_t> const& arc_mask);

/// Mask of the arcs' points from one of the lines', as for pins: a point is kept if any line keeps it, or a point that
/// repeats it. line_mask: a value for each point of the lines; another number of values: invalid_argument. Throws
/// out_of_memory. Work: one pass over the points.
template <class Real>
std::vector<std::uint8_t> mask_of_arcs(line_arcs<Real> const& arcs, std::vector<std::uint8_t> const& line_mask);

} // namespace thrustline
