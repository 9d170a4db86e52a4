// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <thrustline/wkb.hpp>

#include "allocated_bytes.hpp"
#include "require.hpp"

namespace {

using thrustline::fuzz::require;

/// The input is the first and the last value of a column; the value between is null.
class twice {
public:
  twice(const std::uint8_t* bytes, std::size_t size)
      : pointers_{bytes, nullptr, bytes}, sizes_{static_cast<std::int64_t>(size), 0, static_cast<std::int64_t>(size)} {}

  thrustline::wkb_list view() const { return {pointers_, sizes_, 3}; }

private:
  const std::uint8_t* pointers_[3];
  std::int64_t sizes_[3];
};

void check_selection(thrustline::executor const& on, thrustline::wkb_list const& column,
                     thrustline::wkb_counts const& counts, std::vector<std::uint8_t>& keep) {
  const auto all = thrustline::select_wkb(on, column, {keep.data(), counts.points});
  const std::vector<std::uint8_t> value(column.pointers[0], column.pointers[0] + column.sizes[0]);
  std::vector<std::uint8_t> both = value;
  both.insert(both.end(), value.begin(), value.end());
  require(all.bytes == both, "a mask that keeps all gives equal bytes");

  for (std::size_t i = 0; i < keep.size(); i += 3)
    keep[i] = 0;
  const auto some = thrustline::select_wkb(on, column, {keep.data(), counts.points});
  const thrustline::wkb_column<std::int64_t> selected(some.bytes.data(), some.offsets.data(), 3, some.validity.data());
  const thrustline::wkb_counts left = thrustline::count_wkb(on, selected);
  require(left.parts == counts.parts, "line strings and polygons stay");
  require(left.points <= counts.points && left.lines <= counts.lines, "points and rings become no more");
}

/// Reading and selecting in one pass, which nothing measures before, gives the same. keep: the mask of lines.
void check_one_pass(thrustline::executor const& on, thrustline::wkb_list const& column,
                    thrustline::wkb_lines const& lines, std::vector<std::uint8_t> const& keep) {
  const auto bytes = static_cast<std::size_t>(2 * column.sizes[0]);
  std::vector<double> coordinates(bytes / 8 + 1);
  std::vector<std::int64_t> line_offsets(bytes / 4 + 1), part_offsets(bytes / 9 + 1);
  thrustline::wkb_outputs outputs;
  outputs.coordinates = coordinates.data();
  outputs.line_offsets = line_offsets.data();
  outputs.part_offsets = part_offsets.data();
  outputs.capacity.points = static_cast<std::int64_t>(bytes / 16);
  outputs.capacity.lines = static_cast<std::int64_t>(bytes / 4);
  outputs.capacity.parts = static_cast<std::int64_t>(bytes / 9);
  const auto counts = thrustline::read_wkb(on, column, thrustline::wkb_ordinates::xy, outputs);
  require(counts.points == lines.line_offsets.back(), "one pass finds as many points");
  require(std::equal(lines.line_offsets.begin(), lines.line_offsets.end(), line_offsets.begin()), "the same lines");
  require(std::equal(lines.part_offsets.begin(), lines.part_offsets.end(), part_offsets.begin()), "the same parts");

  const auto selected = thrustline::select_wkb(on, column, {keep.data(), counts.points});
  std::vector<std::uint8_t> room(bytes + 1);
  std::vector<std::int64_t> offsets(4);
  const thrustline::wkb_column_outputs<std::int64_t> selection{room.data(), static_cast<std::int64_t>(bytes),
                                                               offsets.data(), nullptr};
  const std::int64_t left = thrustline::select_wkb(on, column, {keep.data(), counts.points}, selection);
  room.resize(static_cast<std::size_t>(left));
  require(room == selected.bytes && offsets == selected.offsets, "one pass selects the same");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  static const thrustline::executor on = thrustline::executor::cpu(1);
  const twice column(bytes, size);
  const std::int64_t before = thrustline::fuzz::allocated_bytes();
  try {
    const thrustline::wkb_lines lines = thrustline::read_wkb(on, column.view());
    require(thrustline::fuzz::allocated_bytes() - before <= thrustline::fuzz::allocation_limit{}.of(size),
            "memory is in step with the input");
    const thrustline::wkb_counts counts = thrustline::count_wkb(on, column.view());
    require(counts.points == lines.line_offsets.back(), "counting and reading agree");
    std::vector<std::uint8_t> keep(static_cast<std::size_t>(counts.points), 1);
    check_selection(on, column.view(), counts, keep);
    check_one_pass(on, column.view(), lines, keep);
  } catch (thrustline::wkb_error const& error) {
    require(error.value() == 0, "the first bad value is named");
    require(error.byte() >= 0 && error.byte() <= static_cast<std::int64_t>(size), "a byte of the value is named");
    require(thrustline::fuzz::allocated_bytes() - before <= thrustline::fuzz::allocation_limit{}.of(size),
            "memory is in step with the input");
  }
  return 0;
}
