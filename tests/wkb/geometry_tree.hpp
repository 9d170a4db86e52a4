// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include <thrustline/wkb.hpp>

namespace thrustline::test {

using byte_string = std::vector<std::uint8_t>;

/// A geometry, and how it is to be written.
struct geometry_tree {
  int type = 2; ///< ISO number, 1 to 12 or 15 to 17
  bool z = false, m = false;
  bool flags = false; ///< z and m as EWKB's flags, not as ISO's thousands
  bool big_endian = false;
  std::optional<std::uint32_t> srid;
  /// Ordinates of each line or ring; of a point, one list.
  std::vector<std::vector<double>> lists;
  std::vector<geometry_tree> members;

  std::size_t ordinates() const { return 2u + z + m; }
};

/// The WKB of a tree.
byte_string written(geometry_tree const& tree);

/// f(list of the tree, tree that it is a line or ring of) for each line, in order.
void for_each_line(geometry_tree& tree, std::function<void(std::vector<double>&, geometry_tree&)> const& f);

/// Points of all lines.
std::int64_t line_points(geometry_tree tree);

/// The tree without the points whose mask is 0; takes its masks from the front of `keep`, and moves it.
geometry_tree selected(geometry_tree tree, const std::uint8_t*& keep);

/// What read_wkb() should give for a column of these; nothing: null. All lines have the ordinates.
wkb_lines lines_of(std::vector<std::optional<geometry_tree>> const& column, wkb_ordinates ordinates);

/// A tree drawn by pick(n), a number from 0 to n - 1. only: numbers of the types to choose from; empty: all.
geometry_tree drawn_tree(std::function<int(int)> const& pick, int depth, std::vector<int> only = {});

/// Columns that own their bytes. Views are valid as long as they live and are not changed.
template <class Offset>
struct owned_column {
  byte_string bytes;
  std::vector<Offset> offsets{0};
  byte_string validity;

  /// nothing: a null value, with bytes that are none of WKB.
  void add(std::optional<byte_string> const& value) {
    const byte_string content = value ? *value : byte_string{0xff, 0xee};
    bytes.insert(bytes.end(), content.begin(), content.end());
    const std::size_t i = offsets.size() - 1;
    offsets.push_back(static_cast<Offset>(bytes.size()));
    validity.resize(i / 8 + 1);
    validity[i / 8] = static_cast<std::uint8_t>(validity[i / 8] | (value ? 1 << i % 8 : 0));
  }

  wkb_column<Offset> view() const {
    return {bytes.data(), offsets.data(), static_cast<std::int64_t>(offsets.size()) - 1, validity.data()};
  }
};

/// A column of one value.
inline owned_column<std::int64_t> column_of(byte_string const& value) {
  owned_column<std::int64_t> column;
  column.add(value);
  return column;
}

} // namespace thrustline::test
