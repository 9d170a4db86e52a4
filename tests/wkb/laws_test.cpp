// SPDX-License-Identifier: MIT
// Laws of read_wkb() and select_wkb() on trees drawn by rapidcheck, which shrinks what breaks one.
#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <cstring>
#include <string>
#include <vector>

#include "geometry_tree.hpp"

using namespace thrustline;
using namespace thrustline::test;

namespace {

const executor on = executor::cpu(1);

geometry_tree any_tree() {
  return drawn_tree([](int n) { return *rc::gen::inRange(0, n); }, 3);
}

std::vector<std::uint8_t> any_mask(std::int64_t points) {
  return *rc::gen::container<std::vector<std::uint8_t>>(static_cast<std::size_t>(points),
                                                        rc::gen::inRange<std::uint8_t>(0, 3));
}

byte_string selected(byte_string const& value, std::vector<std::uint8_t> const& mask) {
  return select_wkb(on, column_of(value).view(), wkb_mask(mask.data(), static_cast<std::int64_t>(mask.size()))).bytes;
}

} // namespace

TEST_CASE("a mask that keeps all gives equal bytes") {
  CHECK(rc::check("keep all", [] {
    const geometry_tree tree = any_tree();
    const byte_string value = written(tree);
    RC_ASSERT(selected(value, std::vector<std::uint8_t>(static_cast<std::size_t>(line_points(tree)), 1)) == value);
  }));
}

TEST_CASE("selecting points of the bytes and of the tree is the same") {
  CHECK(rc::check("any mask", [] {
    const geometry_tree tree = any_tree();
    const std::vector<std::uint8_t> mask = any_mask(line_points(tree));
    const std::uint8_t* keep = mask.data();
    RC_ASSERT(selected(written(tree), mask) == written(selected(tree, keep)));
  }));
}

TEST_CASE("one pass into arrays with room for anything gives what counting first gives") {
  CHECK(rc::check("one pass", [] {
    const geometry_tree tree = any_tree();
    const byte_string value = written(tree);
    const auto column = column_of(value);
    const std::size_t size = value.size();
    std::vector<double> coordinates(size / 8 + 1);
    std::vector<std::int64_t> line_offsets(size / 4 + 1), part_offsets(size / 9 + 1), value_offsets(2);
    std::vector<std::uint8_t> is_ring(size / 4 + 1);
    wkb_outputs outputs{coordinates.data(),  line_offsets.data(),  is_ring.data(),
                        part_offsets.data(), value_offsets.data(), {}};
    const auto bytes = static_cast<std::int64_t>(size);
    outputs.capacity.points = bytes / 16;
    outputs.capacity.lines = bytes / 4;
    outputs.capacity.parts = bytes / 9;
    const wkb_counts counts = read_wkb(on, column.view(), wkb_ordinates::xy, outputs);
    const wkb_lines expected = read_wkb(on, column.view());
    coordinates.resize(static_cast<std::size_t>(2 * counts.points));
    line_offsets.resize(static_cast<std::size_t>(counts.lines + 1));
    is_ring.resize(static_cast<std::size_t>(counts.lines));
    part_offsets.resize(static_cast<std::size_t>(counts.parts + 1));
    RC_ASSERT(coordinates.size() == expected.coordinates.size());
    if (!coordinates.empty()) // by bytes: NaN is equal to NaN
      RC_ASSERT(std::memcmp(coordinates.data(), expected.coordinates.data(), 8 * coordinates.size()) == 0);
    RC_ASSERT(line_offsets == expected.line_offsets);
    RC_ASSERT(is_ring == expected.is_ring);
    RC_ASSERT(part_offsets == expected.part_offsets);
    RC_ASSERT(value_offsets == expected.value_offsets);

    const std::vector<std::uint8_t> mask = any_mask(counts.points);
    byte_string dropped(size, 0);
    std::vector<std::int64_t> offsets(2);
    const wkb_column_outputs<std::int64_t> selection{dropped.data(), bytes, offsets.data(), nullptr};
    const std::int64_t left = select_wkb(on, column.view(), wkb_mask(mask.data(), counts.points), selection);
    dropped.resize(static_cast<std::size_t>(left));
    RC_ASSERT(dropped == selected(value, mask));
    RC_ASSERT(offsets.front() == 0 && offsets.back() == left);
  }));
}

TEST_CASE("one pass finds a mask of a wrong length") {
  CHECK(rc::check("wrong mask", [] {
    const geometry_tree tree = any_tree();
    const std::int64_t points = line_points(tree);
    const byte_string value = written(tree);
    const auto column = column_of(value);
    const std::vector<std::uint8_t> mask = any_mask(points + 1);
    byte_string room(value.size(), 0);
    const wkb_column_outputs<std::int64_t> selection{room.data(), static_cast<std::int64_t>(value.size()), nullptr,
                                                     nullptr};
    const std::int64_t wrong =
        *rc::gen::suchThat(rc::gen::inRange<std::int64_t>(0, points + 2), [&](std::int64_t n) { return n != points; });
    std::string problem;
    try {
      select_wkb(on, column.view(), wkb_mask(mask.data(), wrong), selection);
    } catch (invalid_argument const& error) {
      problem = error.what();
    }
    RC_ASSERT(problem == "mask.points: is " + std::to_string(wrong) + ", but the lines of the column have " +
                             std::to_string(points) + " points");
  }));
}

TEST_CASE("what is selected reads as the kept points") {
  CHECK(rc::check("read what is selected", [] {
    const geometry_tree tree = any_tree();
    std::vector<std::uint8_t> mask = any_mask(line_points(tree));
    const wkb_lines before = read_wkb(on, column_of(written(tree)).view());
    for (std::size_t l = 0; l + 1 < before.line_offsets.size(); ++l) // no line loses all points
      if (before.line_offsets[l] < before.line_offsets[l + 1])
        mask[static_cast<std::size_t>(before.line_offsets[l])] = 1;
    const wkb_lines after = read_wkb(on, column_of(selected(written(tree), mask)).view());
    RC_ASSERT(after.part_offsets == before.part_offsets);
    RC_ASSERT(after.is_ring == before.is_ring);
    for (std::size_t l = 0; l + 1 < before.line_offsets.size(); ++l) {
      std::int64_t kept = 0;
      for (std::int64_t i = before.line_offsets[l]; i < before.line_offsets[l + 1]; ++i)
        kept += mask[static_cast<std::size_t>(i)] != 0;
      RC_ASSERT(after.line_offsets[l + 1] - after.line_offsets[l] == kept);
    }
  }));
}
