// SPDX-License-Identifier: MIT
#include <thrustline/wkb.hpp>

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
#include "wkb/kept_points.hpp"

namespace thrustline {
namespace {

using detail::array_extent;
using detail::check;
using detail::with_host_memory;
using wkb::chunks;
using wkb::line_bytes;
using wkb::part_bytes;
using wkb::value_bytes;

/// Output that is only measured.
class measured_output {
public:
  std::int64_t size() const { return size_; }
  void copy(const std::uint8_t* begin, const std::uint8_t* end) { size_ += end - begin; }
  void put_count(std::int64_t, bool) { size_ += 4; }
  void put_count_at(std::int64_t, std::int64_t, bool) {}
  void copy_kept(line_bytes const& line, const std::uint8_t*, std::int64_t kept) { size_ += kept * line.stride(); }

private:
  std::int64_t size_ = 0;
};

/// Output to memory that suffices.
class written_output {
public:
  explicit written_output(std::uint8_t* begin) : begin_(begin), at_(begin) {}

  std::int64_t size() const { return at_ - begin_; }

  void copy(const std::uint8_t* begin, const std::uint8_t* end) {
    if (begin == end) // perhaps null
      return;
    std::memcpy(at_, begin, static_cast<std::size_t>(end - begin));
    at_ += end - begin;
  }

  void put_count(std::int64_t count, bool swapped) {
    wkb::store_count(at_, static_cast<std::uint32_t>(count), swapped);
    at_ += 4;
  }

  /// Puts a count in place of the one at `place`, a former size().
  void put_count_at(std::int64_t place, std::int64_t count, bool swapped) {
    wkb::store_count(begin_ + place, static_cast<std::uint32_t>(count), swapped);
  }

  void copy_kept(line_bytes const& line, const std::uint8_t* keep, std::int64_t kept) {
    std::uint8_t* const first = at_;
    at_ = wkb::copy_kept(line, keep, kept, at_);
    if (wkb::is_closed_by_first_kept(line, keep, kept))
      std::memcpy(at_ - line.stride(), first, static_cast<std::size_t>(line.stride()));
  }

private:
  std::uint8_t* const begin_;
  std::uint8_t* at_;
};

/// Visitor that puts the values of a chunk without the dropped points to an output. What stays as it is, is copied in
/// one piece, as late as possible: from copied_ on.
template <class Output>
class point_dropper {
public:
  /// keep: the mask, from the chunk's first point on.
  point_dropper(wkb_mask const& keep, Output output) : keep_(keep), output_(output) {}

  void begin_value(std::int64_t, value_bytes const& value) {
    copied_ = value.begin;
    end_ = value.is_null ? value.begin : value.begin + value.size;
  }

  void begin_part(part_bytes const& part) {
    part_ = part;
    lines_seen_ = lines_left_out_ = 0;
    shell_is_left_out_ = false;
    place_of_count_ = output_.size() + (part.count - copied_); // what is between is copied without a change
  }

  void line(line_bytes const& line) {
    const std::int64_t first = points_;
    points_ += line.points;
    if (points_ > keep_.points) // an error, see select_by_only_chunk()
      return;
    const std::uint8_t* const keep = keep_.keep + first;
    const std::int64_t kept = wkb::count_kept(keep, line.points);
    const bool is_shell = lines_seen_++ == 0;
    if (part_.is_polygon && (shell_is_left_out_ || (kept == 0 && line.points > 0))) {
      ++lines_left_out_;
      shell_is_left_out_ |= is_shell;
      copy_to(line.count);
      copied_ = line.end();
    } else if (kept < line.points) {
      copy_to(line.count);
      output_.put_count(kept, line.swapped);
      output_.copy_kept(line, keep, kept);
      copied_ = line.end();
    }
  }

  void end_part() {
    if (lines_left_out_ > 0)
      output_.put_count_at(place_of_count_, lines_seen_ - lines_left_out_, part_.swapped);
  }

  void end_value() { copy_to(end_); }
  void end_chunk() {}

  Output const& output() const { return output_; }

  /// Points of the lines so far.
  std::int64_t points() const { return points_; }

private:
  void copy_to(const std::uint8_t* end) {
    output_.copy(copied_, end);
    copied_ = end;
  }

  const wkb_mask keep_;
  Output output_;
  std::int64_t points_ = 0;
  const std::uint8_t* copied_ = nullptr;
  const std::uint8_t* end_ = nullptr;
  part_bytes part_{};
  std::int64_t place_of_count_ = 0, lines_seen_ = 0, lines_left_out_ = 0;
  bool shell_is_left_out_ = false;
};

/// A place in the mask and in the output.
struct place {
  std::int64_t point = 0, byte = 0;
};

place& operator+=(place& sum, place const& more) {
  sum.point += more.point;
  sum.byte += more.byte;
  return sum;
}

wkb_mask from(wkb_mask const& mask, std::int64_t point) { return {mask.keep + point, mask.points - point}; }

/// Visitor that measures what the chunk's values take without the dropped points.
class measuring : public point_dropper<measured_output> {
public:
  measuring(wkb_mask const& mask, std::int64_t& bytes) : point_dropper(mask, {}), bytes_(bytes) {}

  void end_chunk() { bytes_ = output().size(); }

private:
  std::int64_t& bytes_;
};

/// Visitor that writes the chunk's values without the dropped points.
template <class Offset>
class writing : public point_dropper<written_output> {
public:
  /// chunk: where it begins; when it is written, where it ends.
  writing(wkb_mask const& mask, wkb_column_outputs<Offset> const& outputs, place& chunk)
      : point_dropper(from(mask, chunk.point), written_output(outputs.bytes + chunk.byte)), outputs_(outputs),
        chunk_(chunk) {}

  void begin_value(std::int64_t i, value_bytes const& value) {
    point_dropper::begin_value(i, value);
    if (outputs_.offsets)
      outputs_.offsets[i] = static_cast<Offset>(chunk_.byte + output().size());
    if (!outputs_.validity)
      return;
    std::uint8_t& bits = outputs_.validity[i / 8];
    bits = static_cast<std::uint8_t>((i % 8 == 0 ? 0 : bits) | (value.is_null ? 0 : 1) << i % 8);
  }

  void end_chunk() { chunk_ += {points(), output().size()}; }

private:
  wkb_column_outputs<Offset> const& outputs_;
  place& chunk_;
};

void check_points(wkb_mask const& mask, std::int64_t points) {
  check(mask.points == points, "mask.points", [&] {
    return "is " + std::to_string(mask.points) + ", but the lines of the column have " + std::to_string(points) +
           " points";
  });
}

/// Where each chunk begins, and at the end where the last one ends.
template <class Column>
std::vector<place> measure(chunks<Column> const& parts, wkb_mask const& mask) {
  detail::check_count(mask.points, "mask.points");
  std::vector<wkb_counts> lines = count_lines(parts, wkb_ordinates::xy);
  const std::int64_t points = wkb::begins_of(lines).points;
  check_points(mask, points);
  detail::check_present(mask.keep, points, "mask.keep", "points");
  std::vector<std::int64_t> bytes(lines.size());
  parts.walk(wkb_ordinates::xy, [&](std::int64_t chunk) {
    const auto k = static_cast<std::size_t>(chunk);
    return measuring(from(mask, lines[k].points), bytes[k]);
  });
  const std::int64_t all_bytes = wkb::begins_of(bytes);
  std::vector<place> places;
  for (std::size_t k = 0; k < lines.size(); ++k)
    places.push_back({lines[k].points, bytes[k]});
  places.push_back({points, all_bytes});
  return places;
}

/// Writes each chunk from its place on. Returns where the last one ends.
template <class Column, class Offset>
place write(chunks<Column> const& parts, std::vector<place> begins, wkb_mask const& mask,
            wkb_column_outputs<Offset> const& outputs) {
  parts.walk(wkb_ordinates::xy,
             [&](std::int64_t chunk) { return writing(mask, outputs, begins[static_cast<std::size_t>(chunk)]); });
  const std::int64_t chunk_count = parts.count();
  const place end = chunk_count == 0 ? place() : begins[static_cast<std::size_t>(chunk_count - 1)];
  if (outputs.offsets)
    outputs.offsets[parts.column().values] = static_cast<Offset>(end.byte);
  return end;
}

/// Throws unless the outputs have room for the column, and are apart from all that select_wkb() reads. bytes: those of
/// the column that is written.
template <class Column>
void check_outputs(Column const& column, wkb_mask const& mask, std::int64_t bytes,
                   wkb_column_outputs<typename Column::offset> const& outputs) {
  check(outputs.bytes || bytes == 0, "outputs.bytes",
        [&] { return "null, but the column has " + std::to_string(bytes) + " bytes"; });
  check(outputs.capacity >= bytes, "outputs.capacity",
        [&] { return "is " + std::to_string(outputs.capacity) + ", but " + std::to_string(bytes) + " are needed"; });
  const std::array written{array_extent("outputs.bytes", outputs.bytes, bytes, memory::host),
                           array_extent("outputs.offsets", outputs.offsets, column.values + 1, memory::host),
                           array_extent("outputs.validity", outputs.validity, (column.values + 7) / 8, memory::host)};
  detail::check_apart(std::array{array_extent("mask.keep", mask.keep, mask.points, memory::host)}, written);
  wkb::check_apart(column, written);
}

/// Whether write() needs no measuring: the only chunk begins at 0, the output has room for all bytes of the column, and
/// the mask is not too long for it.
template <class Column>
bool needs_no_measuring(chunks<Column> const& parts, wkb_mask const& mask,
                        wkb_column_outputs<typename Column::offset> const& outputs) {
  const std::int64_t bytes = wkb::total_bytes(parts.column());
  return parts.count() == 1 && outputs.bytes && outputs.capacity >= bytes && mask.points <= bytes / 16;
}

/// Selects without measuring. Finds a mask of a wrong length at the end.
template <class Column>
std::int64_t select_by_only_chunk(chunks<Column> const& parts, wkb_mask const& mask,
                                  wkb_column_outputs<typename Column::offset> const& outputs) {
  detail::check_count(mask.points, "mask.points");
  detail::check_present(mask.keep, mask.points, "mask.keep", "points");
  check_outputs(parts.column(), mask, wkb::total_bytes(parts.column()), outputs);
  const place end = write(parts, {place()}, mask, outputs);
  check_points(mask, end.point);
  return end.byte;
}

} // namespace

template <class Column>
std::int64_t select_wkb(executor const& on, Column const& column, wkb_mask const& mask,
                        wkb_column_outputs<typename Column::offset> const& outputs) {
  return with_host_memory("select_wkb", [&] {
    wkb::check_column(column);
    detail::check_size(outputs.capacity, "outputs.capacity");
    const chunks parts(on, column);
    if (needs_no_measuring(parts, mask, outputs))
      return select_by_only_chunk(parts, mask, outputs);
    const std::vector<place> places = measure(parts, mask);
    const std::int64_t bytes = places.back().byte;
    if (!outputs.bytes && !outputs.offsets && !outputs.validity)
      return bytes;
    check_outputs(column, mask, bytes, outputs);
    write(parts, places, mask, outputs);
    return bytes;
  });
}

template <class Column>
wkb_owned_column<typename Column::offset> select_wkb(executor const& on, Column const& column, wkb_mask const& mask) {
  using offset = typename Column::offset;
  return with_host_memory("select_wkb", [&] {
    wkb::check_column(column);
    const chunks parts(on, column);
    const std::vector<place> places = measure(parts, mask);
    const std::int64_t bytes = places.back().byte;
    wkb_owned_column<offset> selected;
    selected.bytes.resize(static_cast<std::size_t>(bytes));
    selected.offsets.resize(static_cast<std::size_t>(column.values + 1));
    selected.validity.resize(static_cast<std::size_t>((column.values + 7) / 8));
    write(parts, places, mask,
          wkb_column_outputs<offset>{selected.bytes.data(), bytes, selected.offsets.data(), selected.validity.data()});
    return selected;
  });
}

#define THRUSTLINE_INSTANTIATE(Column)                                                                                 \
  template std::int64_t select_wkb(executor const&, Column const&, wkb_mask const&,                                    \
                                   wkb_column_outputs<Column::offset> const&);                                         \
  template wkb_owned_column<Column::offset> select_wkb(executor const&, Column const&, wkb_mask const&);

THRUSTLINE_INSTANTIATE(wkb_column<std::int32_t>)
THRUSTLINE_INSTANTIATE(wkb_column<std::int64_t>)
THRUSTLINE_INSTANTIATE(wkb_list)

} // namespace thrustline
