// SPDX-License-Identifier: MIT
// Drawn columns against the recursion of geometry_tree.
#include <doctest/doctest.h>

#include <cstring>
#include <vector>

#include "geometry_tree.hpp"
#include "random_numbers.hpp"

using namespace thrustline;
using namespace thrustline::test;

namespace {

using tree_column = std::vector<std::optional<geometry_tree>>;

tree_column drawn_column(std::uint64_t seed, int values, std::vector<int> const& types = {}) {
  random_numbers numbers(seed);
  const auto pick = [&](int n) { return static_cast<int>(numbers.below(n)); };
  tree_column column;
  for (int i = 0; i < values; ++i)
    if (pick(10) == 0)
      column.emplace_back();
    else
      column.emplace_back(drawn_tree(pick, 4, types));
  return column;
}

template <class Offset>
owned_column<Offset> written(tree_column const& trees) {
  owned_column<Offset> column;
  for (auto const& tree : trees)
    column.add(tree ? std::optional(written(*tree)) : std::nullopt);
  return column;
}

std::vector<std::uint8_t> drawn_mask(std::uint64_t seed, std::int64_t points) {
  random_numbers numbers(seed);
  std::vector<std::uint8_t> keep(static_cast<std::size_t>(points));
  std::int64_t one_in = 2;
  for (std::size_t i = 0; i < keep.size(); ++i) {
    if (i % 40 == 0)
      one_in = 1 + numbers.below(10);
    keep[i] = numbers.below(one_in) == 0;
  }
  return keep;
}

/// The trees without the dropped points; nulls have no bytes.
template <class Offset>
wkb_owned_column<Offset> expected(tree_column const& trees, std::vector<std::uint8_t> const& mask) {
  wkb_owned_column<Offset> column;
  column.offsets = {0};
  column.validity.resize((trees.size() + 7) / 8);
  const std::uint8_t* keep = mask.data();
  for (std::size_t i = 0; i < trees.size(); ++i) {
    if (trees[i]) {
      const byte_string bytes = written(selected(*trees[i], keep));
      column.bytes.insert(column.bytes.end(), bytes.begin(), bytes.end());
      column.validity[i / 8] = static_cast<std::uint8_t>(column.validity[i / 8] | 1 << i % 8);
    }
    column.offsets.push_back(static_cast<Offset>(column.bytes.size()));
  }
  return column;
}

bool same_bits(std::vector<double> const& a, std::vector<double> const& b) {
  return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), 8 * a.size()) == 0);
}

void check_same(wkb_lines const& got, wkb_lines const& wanted) {
  CHECK(same_bits(got.coordinates, wanted.coordinates));
  CHECK(got.line_offsets == wanted.line_offsets);
  CHECK(got.is_ring == wanted.is_ring);
  CHECK(got.part_offsets == wanted.part_offsets);
  CHECK(got.value_offsets == wanted.value_offsets);
}

template <class Offset>
void check_same(wkb_owned_column<Offset> const& got, wkb_owned_column<Offset> const& wanted) {
  CHECK(got.bytes == wanted.bytes);
  CHECK(got.offsets == wanted.offsets);
  CHECK(got.validity == wanted.validity);
}

wkb_mask view(std::vector<std::uint8_t> const& mask) { return {mask.data(), static_cast<std::int64_t>(mask.size())}; }

/// The same tree with z and m everywhere.
geometry_tree with_z_and_m(geometry_tree tree) {
  for (std::vector<double>& list : tree.lists) {
    std::vector<double> wider;
    for (std::size_t i = 0; i < list.size(); i += tree.ordinates())
      wider.insert(wider.end(), {list[i], list[i + 1], list[i] + 0.25, list[i + 1] + 0.5});
    list = wider;
  }
  tree.z = tree.m = true;
  for (geometry_tree& member : tree.members)
    member = with_z_and_m(member);
  return tree;
}

const std::vector<executor> on_threads{executor::cpu(1), executor::cpu(2), executor::cpu(5)};

} // namespace

TEST_CASE_TEMPLATE("random columns are read, and written without dropped points", Offset, std::int32_t, std::int64_t) {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    CAPTURE(seed);
    const tree_column trees = drawn_column(seed, static_cast<int>(seed) - 1);
    const auto column = written<Offset>(trees);
    const wkb_lines lines = lines_of(trees, wkb_ordinates::xy);
    for (executor const& on : on_threads)
      check_same(read_wkb(on, column.view()), lines);

    const auto keep = drawn_mask(seed, lines.line_offsets.back());
    const auto wanted = expected<Offset>(trees, keep);
    for (executor const& on : on_threads)
      check_same(select_wkb(on, column.view(), view(keep)), wanted);
  }
}

TEST_CASE("counts are those of what is read") {
  const tree_column trees = drawn_column(5, 200);
  const auto column = written<std::int64_t>(trees);
  const wkb_lines lines = lines_of(trees, wkb_ordinates::xy);
  for (executor const& on : on_threads) {
    const wkb_counts counts = count_wkb(on, column.view());
    CHECK(counts.points == lines.line_offsets.back());
    CHECK(counts.lines == static_cast<std::int64_t>(lines.is_ring.size()));
    CHECK(counts.parts == lines.value_offsets.back());
  }
}

TEST_CASE("z and m of drawn columns are read") {
  tree_column trees = drawn_column(6, 100);
  for (auto& tree : trees)
    if (tree)
      tree = with_z_and_m(*tree);
  const auto column = written<std::int32_t>(trees);
  for (wkb_ordinates ordinates : {wkb_ordinates::xy, wkb_ordinates::xyz, wkb_ordinates::xym})
    check_same(read_wkb(executor::cpu(2), column.view(), ordinates), lines_of(trees, ordinates));
}

TEST_CASE("a mask that keeps all gives equal bytes") {
  const tree_column trees = drawn_column(7, 300);
  const auto column = written<std::int64_t>(trees);
  const std::vector<std::uint8_t> keep(static_cast<std::size_t>(count_wkb(executor::cpu(1), column.view()).points),
                                       255);
  for (executor const& on : on_threads)
    check_same(select_wkb(on, column.view(), view(keep)), expected<std::int64_t>(trees, keep));
}

TEST_CASE("columns of megabytes are the same from any number of threads") {
  const tree_column some = drawn_column(8, 2000, {2, 3, 6});
  tree_column trees;
  for (int copies = 0; copies < 10; ++copies)
    trees.insert(trees.end(), some.begin(), some.end());
  const auto column = written<std::int64_t>(trees);
  REQUIRE(column.bytes.size() > 1 << 21);
  const wkb_lines lines = lines_of(trees, wkb_ordinates::xy);
  const auto keep = drawn_mask(8, lines.line_offsets.back());
  const auto wanted = expected<std::int64_t>(trees, keep);
  for (int threads : {1, 2, 3, 7}) {
    const executor on = executor::cpu(threads);
    check_same(read_wkb(on, column.view()), lines);
    check_same(select_wkb(on, column.view(), view(keep)), wanted);
  }
}

TEST_CASE("a slice of a column is a column") {
  const tree_column trees = drawn_column(9, 100);
  const auto column = written<std::int32_t>(trees);
  for (std::ptrdiff_t first : {0, 1, 7, 8, 50}) {
    const tree_column some(trees.begin() + first, trees.begin() + first + 21);
    const wkb_column<std::int32_t> slice(column.bytes.data(), column.offsets.data() + first, 21, column.validity.data(),
                                         first);
    const wkb_lines lines = read_wkb(executor::cpu(2), slice);
    check_same(lines, lines_of(some, wkb_ordinates::xy));
    const auto keep = drawn_mask(9, lines.line_offsets.back());
    check_same(select_wkb(executor::cpu(2), slice, view(keep)), expected<std::int32_t>(some, keep));
  }
}

TEST_CASE("scattered values are a column; null pointers are nulls") {
  const tree_column trees = drawn_column(10, 90);
  std::vector<byte_string> values;
  for (auto const& tree : trees)
    values.push_back(tree ? written(*tree) : byte_string{});
  std::vector<const std::uint8_t*> pointers;
  std::vector<std::int64_t> sizes;
  for (std::size_t i = 0; i < trees.size(); ++i) {
    pointers.push_back(trees[i] ? values[i].data() : nullptr);
    sizes.push_back(trees[i] ? static_cast<std::int64_t>(values[i].size()) : 12345);
  }
  const wkb_list list(pointers.data(), sizes.data(), static_cast<std::int64_t>(sizes.size()));
  for (executor const& on : on_threads) {
    const wkb_lines lines = read_wkb(on, list);
    check_same(lines, lines_of(trees, wkb_ordinates::xy));
    const auto keep = drawn_mask(10, lines.line_offsets.back());
    check_same(select_wkb(on, list, view(keep)), expected<std::int64_t>(trees, keep));
  }
}

TEST_CASE("columns without values, and of nulls only") {
  for (executor const& on : on_threads) {
    const wkb_lines none = read_wkb(on, wkb_column<std::int32_t>{});
    CHECK(none.line_offsets == std::vector<std::int64_t>{0});
    CHECK(none.value_offsets == std::vector<std::int64_t>{0});
    const auto selected_none = select_wkb(on, wkb_list{}, wkb_mask(nullptr, 0));
    CHECK(selected_none.offsets == std::vector<std::int64_t>{0});
    CHECK(selected_none.validity.empty());

    const auto nulls = written<std::int32_t>(tree_column(20));
    check_same(read_wkb(on, nulls.view()), lines_of(tree_column(20), wkb_ordinates::xy));
    const auto selected_nulls = select_wkb(on, nulls.view(), wkb_mask(nullptr, 0));
    CHECK(selected_nulls.bytes.empty());
    CHECK(selected_nulls.offsets == std::vector<std::int32_t>(21, 0));
    CHECK(selected_nulls.validity == byte_string(3, 0));
  }
}

TEST_CASE("a column without validity bits has no nulls") {
  const byte_string value = written(geometry_tree{2, false, false, false, false, {}, {{1, 2}}, {}});
  byte_string bytes = value;
  bytes.insert(bytes.end(), value.begin(), value.end());
  const auto size = static_cast<std::int64_t>(value.size());
  const std::vector<std::int64_t> offsets{0, size, 2 * size};
  const wkb_column<std::int64_t> all_valid(bytes.data(), offsets.data(), 2);
  CHECK(read_wkb(executor::cpu(1), all_valid).coordinates == std::vector<double>{1, 2, 1, 2});
  const std::vector<std::uint8_t> keep{1, 1};
  CHECK(select_wkb(executor::cpu(1), all_valid, ::view(keep)).validity == byte_string{3});
}

TEST_CASE("unwanted outputs are not written, exact sizes suffice") {
  const tree_column trees = drawn_column(11, 50);
  const auto column = written<std::int64_t>(trees);
  const executor on = executor::cpu(2);
  const wkb_lines lines = lines_of(trees, wkb_ordinates::xy);
  const wkb_counts counts = read_wkb(on, column.view(), wkb_ordinates::xy, wkb_outputs{});
  CHECK(counts.points == lines.line_offsets.back());

  std::vector<double> coordinates(lines.coordinates.size());
  wkb_outputs only;
  only.coordinates = coordinates.data();
  only.capacity.points = counts.points;
  read_wkb(on, column.view(), wkb_ordinates::xy, only);
  CHECK(same_bits(coordinates, lines.coordinates));

  const auto keep = drawn_mask(11, counts.points);
  const auto wanted = expected<std::int64_t>(trees, keep);
  CHECK(select_wkb(on, column.view(), view(keep), {}) == static_cast<std::int64_t>(wanted.bytes.size()));
  byte_string bytes(wanted.bytes.size());
  wkb_column_outputs<std::int64_t> bytes_only;
  bytes_only.bytes = bytes.data();
  bytes_only.capacity = static_cast<std::int64_t>(bytes.size());
  select_wkb(on, column.view(), view(keep), bytes_only);
  CHECK(bytes == wanted.bytes);
}
