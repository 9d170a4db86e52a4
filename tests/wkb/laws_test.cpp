// SPDX-License-Identifier: MIT
// Laws of read_wkb() and select_wkb() on trees drawn by rapidcheck, which shrinks what breaks one.
#include <doctest/doctest.h>
#include <rapidcheck.h>

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
