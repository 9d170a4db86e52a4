// SPDX-License-Identifier: MIT
#include <thrustline/wkb.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "core/check.hpp"
#include "core/check_arrays.hpp"
#include "core/check_memory.hpp"
#include "wkb/check_column.hpp"
#include "wkb/count_lines.hpp"

namespace thrustline {
namespace {

using detail::array_extent;
using detail::check;
using detail::with_host_memory;
using wkb::chunks;
using wkb::line_bytes;

int dimensions(wkb_ordinates ordinates) { return ordinates == wkb_ordinates::xy ? 2 : 3; }

/// Copies two or three coordinates of each point of a line. third: place of the third one in a point.
template <int D, bool Swapped>
void copy_coordinates(line_bytes const& line, std::int64_t third, double* to) {
  const std::int64_t stride = line.stride();
  const std::uint8_t* from = line.coordinates;
  for (std::int64_t i = 0; i < line.points; ++i, from += stride, to += D) {
    to[0] = wkb::load_double(from, Swapped);
    to[1] = wkb::load_double(from + 8, Swapped);
    if constexpr (D == 3)
      to[2] = wkb::load_double(from + 8 * third, Swapped);
  }
}

template <int D>
void copy_coordinates(line_bytes const& line, std::int64_t third, double* to) {
  if (line.swapped)
    copy_coordinates<D, true>(line, third, to);
  else if (line.type.ordinates() == D)
    std::memcpy(to, line.coordinates, static_cast<std::size_t>(line.points * line.stride()));
  else
    copy_coordinates<D, false>(line, third, to);
}

/// Visitor that writes the lines of a chunk.
class line_writer {
public:
  /// chunk: its first part, line and point; when it is written, those behind it.
  line_writer(wkb_outputs const& outputs, wkb_ordinates ordinates, wkb_counts& chunk)
      : outputs_(outputs), ordinates_(ordinates), chunk_(chunk), at_(chunk) {}

  void begin_value(std::int64_t i, wkb::value_bytes const&) {
    if (outputs_.value_offsets)
      outputs_.value_offsets[i] = at_.parts;
  }

  void begin_part(wkb::part_bytes const&) {
    if (outputs_.part_offsets)
      outputs_.part_offsets[at_.parts] = at_.lines;
    ++at_.parts;
  }

  void line(line_bytes const& line) {
    if (outputs_.line_offsets)
      outputs_.line_offsets[at_.lines] = at_.points;
    if (outputs_.is_ring)
      outputs_.is_ring[at_.lines] = line.is_ring();
    if (outputs_.coordinates && line.points > 0) {
      double* const to = outputs_.coordinates + dimensions(ordinates_) * at_.points;
      if (ordinates_ == wkb_ordinates::xy)
        copy_coordinates<2>(line, 0, to);
      else // m comes last
        copy_coordinates<3>(line, ordinates_ == wkb_ordinates::xyz ? 2 : line.type.ordinates() - 1, to);
    }
    ++at_.lines;
    at_.points += line.points;
  }

  void end_part() {}
  void end_value() {}
  void end_chunk() { chunk_ = at_; }

private:
  wkb_outputs const& outputs_;
  wkb_ordinates ordinates_;
  wkb_counts& chunk_;
  wkb_counts at_;
};

/// The capacity of some outputs, and what is needed of it.
struct needed_capacity {
  const char* name;
  bool wanted; ///< whether any of the outputs is
  std::int64_t given, needed;

  bool suffices() const { return !wanted || given >= needed; }
};

std::array<needed_capacity, 3> capacities_of(wkb_outputs const& outputs, wkb_counts const& needed) {
  const wkb_counts& given = outputs.capacity;
  return {{{"outputs.capacity.points", outputs.coordinates != nullptr, given.points, needed.points},
           {"outputs.capacity.lines", outputs.line_offsets || outputs.is_ring, given.lines, needed.lines},
           {"outputs.capacity.parts", outputs.part_offsets != nullptr, given.parts, needed.parts}}};
}

bool has_room(wkb_outputs const& outputs, wkb_counts const& needed) {
  const auto all = capacities_of(outputs, needed);
  return std::all_of(all.begin(), all.end(), [](needed_capacity const& each) { return each.suffices(); });
}

void check_capacities(wkb_outputs const& outputs, wkb_counts const& needed) {
  for (needed_capacity const& each : capacities_of(outputs, needed))
    check(each.suffices(), each.name,
          [&] { return "is " + std::to_string(each.given) + ", but " + std::to_string(each.needed) + " are needed"; });
}

/// The arrays that read_wkb() writes, with the counts of the column; throws unless they are aligned.
std::array<array_extent, 5> extents_of(wkb_outputs const& out, wkb_ordinates ordinates, wkb_counts const& counts,
                                       std::int64_t values) {
  return {array_extent{"outputs.coordinates", out.coordinates, dimensions(ordinates) * counts.points, memory::host},
          {"outputs.line_offsets", out.line_offsets, counts.lines + 1, memory::host},
          {"outputs.is_ring", out.is_ring, counts.lines, memory::host},
          {"outputs.part_offsets", out.part_offsets, counts.parts + 1, memory::host},
          {"outputs.value_offsets", out.value_offsets, values + 1, memory::host}};
}

template <class Column>
Column const& checked(Column const& column, wkb_ordinates ordinates) {
  wkb::check_column(column);
  detail::check_enumerator(ordinates, wkb_ordinates::xym, "ordinates");
  return column;
}

/// The lines of a column. Making it checks both arguments.
template <class Column>
class column_reader {
public:
  column_reader(executor const& on, Column const& column, wkb_ordinates ordinates)
      : chunks_(on, checked(column, ordinates)), ordinates_(ordinates) {}

  /// The first part, line and point of each chunk, and at the end those behind the last one.
  std::vector<wkb_counts> begins() const {
    std::vector<wkb_counts> counts = count_lines(chunks_, ordinates_);
    counts.push_back(wkb::begins_of(counts));
    return counts;
  }

  /// Whether write() needs no counts: the only chunk begins at 0, and the outputs have room for most().
  bool needs_no_counts(wkb_outputs const& outputs) const { return chunks_.count() == 1 && has_room(outputs, most()); }

  /// The most that the bytes of the column can hold.
  wkb_counts most() const {
    const std::int64_t bytes = wkb::total_bytes(chunks_.column());
    return {bytes / 16, bytes / 4, bytes / 9};
  }

  /// Writes the lines of each chunk. Returns the counts of the column.
  wkb_counts write(std::vector<wkb_counts> begins, wkb_outputs const& outputs) const {
    chunks_.walk(ordinates_, [&](std::int64_t chunk) {
      return line_writer(outputs, ordinates_, begins[static_cast<std::size_t>(chunk)]);
    });
    const std::int64_t chunk_count = chunks_.count();
    const wkb_counts all = chunk_count == 0 ? wkb_counts() : begins[static_cast<std::size_t>(chunk_count - 1)];
    if (outputs.line_offsets)
      outputs.line_offsets[all.lines] = all.points;
    if (outputs.part_offsets)
      outputs.part_offsets[all.parts] = all.lines;
    if (outputs.value_offsets)
      outputs.value_offsets[chunks_.column().values] = all.parts;
    return all;
  }

private:
  chunks<Column> chunks_;
  wkb_ordinates ordinates_;
};

} // namespace

template <class Column>
wkb_counts count_wkb(executor const& on, Column const& column) {
  return with_host_memory("count_wkb", [&] {
    wkb::check_column(column);
    std::vector<wkb_counts> counts = count_lines(chunks(on, column), wkb_ordinates::xy);
    return wkb::begins_of(counts);
  });
}

template <class Column>
wkb_counts read_wkb(executor const& on, Column const& column, wkb_ordinates ordinates, wkb_outputs const& outputs) {
  return with_host_memory("read_wkb", [&] {
    const column_reader reader(on, column, ordinates);
    const bool counts = !reader.needs_no_counts(outputs);
    const std::vector<wkb_counts> begins = counts ? reader.begins() : std::vector<wkb_counts>(1);
    const wkb_counts most = counts ? begins.back() : reader.most();
    check_capacities(outputs, most);
    wkb::check_apart(column, extents_of(outputs, ordinates, most, column.values));
    return reader.write(begins, outputs);
  });
}

template <class Column>
wkb_lines read_wkb(executor const& on, Column const& column, wkb_ordinates ordinates) {
  return with_host_memory("read_wkb", [&] {
    const column_reader reader(on, column, ordinates);
    const std::vector<wkb_counts> begins = reader.begins();
    const wkb_counts all = begins.back();
    wkb_lines found;
    found.coordinates.resize(static_cast<std::size_t>(dimensions(ordinates) * all.points));
    found.line_offsets.resize(static_cast<std::size_t>(all.lines + 1));
    found.is_ring.resize(static_cast<std::size_t>(all.lines));
    found.part_offsets.resize(static_cast<std::size_t>(all.parts + 1));
    found.value_offsets.resize(static_cast<std::size_t>(column.values + 1));
    reader.write(begins, {found.coordinates.data(), found.line_offsets.data(), found.is_ring.data(),
                          found.part_offsets.data(), found.value_offsets.data(), all});
    return found;
  });
}

#define THRUSTLINE_INSTANTIATE(Column)                                                                                 \
  template wkb_counts count_wkb(executor const&, Column const&);                                                       \
  template wkb_counts read_wkb(executor const&, Column const&, wkb_ordinates, wkb_outputs const&);                     \
  template wkb_lines read_wkb(executor const&, Column const&, wkb_ordinates);

THRUSTLINE_INSTANTIATE(wkb_column<std::int32_t>)
THRUSTLINE_INSTANTIATE(wkb_column<std::int64_t>)
THRUSTLINE_INSTANTIATE(wkb_list)

} // namespace thrustline
