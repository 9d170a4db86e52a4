// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "check_refused.hpp"
#include "geometry_tree.hpp"
#include "random_numbers.hpp"
#include "sanitized.hpp"

using namespace thrustline;
using namespace thrustline::test;

namespace {

const executor on = executor::cpu(1);

void put(byte_string& to, std::uint32_t little_endian) {
  for (int shift = 0; shift < 32; shift += 8)
    to.push_back(static_cast<std::uint8_t>(little_endian >> shift));
}

/// A geometry's first bytes in little endian: byte order, type and numbers.
byte_string header(std::uint32_t type, std::vector<std::uint32_t> const& numbers = {}) {
  byte_string bytes{1};
  put(bytes, type);
  for (std::uint32_t number : numbers)
    put(bytes, number);
  return bytes;
}

byte_string joined(byte_string first, byte_string const& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

/// Checks that the value is refused at that byte for that reason, by every call.
void check_bad(byte_string const& value, std::int64_t byte, std::vector<std::string> words) {
  owned_column<std::int64_t> column;
  column.add(header(2, {0}));
  column.add({});
  column.add(value);
  words.push_back("value 2, byte " + std::to_string(byte) + ": ");
  check_refused([&] { count_wkb(on, column.view()); }, "column", words);
  check_refused([&] { read_wkb(on, column.view()); }, "column", words);
  check_refused([&] { select_wkb(on, column.view(), wkb_mask(nullptr, 0)); }, "column", words);
  try {
    count_wkb(on, column.view());
  } catch (wkb_error const& error) {
    CHECK(error.value() == 2);
    CHECK(error.byte() == byte);
  }
}

/// A copy in memory of its own, so that a sanitizer sees every access outside.
struct tight_copy {
  explicit tight_copy(byte_string const& bytes)
      : size(static_cast<std::int64_t>(bytes.size())), memory(new std::uint8_t[bytes.size()]) {
    std::copy(bytes.begin(), bytes.end(), memory.get());
    pointer = memory.get();
  }
  wkb_list view() const { return {&pointer, &size, 1}; }

  std::int64_t size;
  std::unique_ptr<std::uint8_t[]> memory;
  const std::uint8_t* pointer;
};

/// Reads and writes any bytes; if they are WKB after all, they come back as they are. Returns whether they are.
bool survives(byte_string const& bytes) {
  const tight_copy value(bytes);
  try {
    const wkb_counts counts = count_wkb(on, value.view());
    CHECK(16 * counts.points <= value.size);
    CHECK(4 * counts.lines <= value.size);
    CHECK(9 * counts.parts <= value.size);
    const wkb_lines lines = read_wkb(on, value.view());
    CHECK(lines.line_offsets.back() == counts.points);
    std::vector<std::uint8_t> keep(static_cast<std::size_t>(counts.points), 1);
    CHECK(select_wkb(on, value.view(), wkb_mask(keep.data(), counts.points)).bytes == bytes);
    for (std::size_t i = 0; i < keep.size(); i += 2)
      keep[i] = 0;
    const auto half = select_wkb(on, value.view(), wkb_mask(keep.data(), counts.points));
    CHECK(count_wkb(on, wkb_column<std::int64_t>(half.bytes.data(), half.offsets.data(), 1)).points <= counts.points);
    return true;
  } catch (wkb_error const& error) {
    CHECK(error.value() == 0);
    CHECK(error.byte() >= 0);
    CHECK(error.byte() <= value.size);
    return false;
  }
}

} // namespace

TEST_CASE("bytes that are not WKB are refused with value and byte") {
  check_bad({}, 0, {"expected a byte order and a geometry type in 5 bytes, found 0 bytes"});
  check_bad({1, 2, 0}, 0, {"found 3 bytes"});
  check_bad(joined({7}, {2, 0, 0, 0, 0, 0, 0, 0}), 0, {"expected a byte order, 0 or 1, found 7"});
  check_bad(header(0, {0}), 1, {"expected a geometry type, found 0"});
  check_bad(header(13, {0}), 1, {"found 13"});
  check_bad(header(14, {0}), 1, {"found 14"});
  check_bad(header(18, {0}), 1, {"found 18"});
  check_bad(header(4002, {0}), 1, {"found 4002"});
  check_bad(header(0x10000002, {0}), 1, {"found 268435458"});
  check_bad(header(0x20000002, {}), 5, {"expected an SRID in 4 bytes, found 0 bytes"});
  check_bad(header(1, {0, 0, 0}), 5, {"expected a point in 16 bytes, found 12 bytes"});
  check_bad(header(1001, {0, 0, 0, 0}), 5, {"expected a point in 24 bytes, found 16 bytes"});
  check_bad(joined(header(2), {1}), 5, {"expected a count of points in 4 bytes, found 1 byte"});
  check_bad(header(3), 5, {"expected a count of rings in 4 bytes, found 0 bytes"});
  check_bad(header(6), 5, {"expected a count of members in 4 bytes, found 0 bytes"});
  check_bad(header(2, {0, 5}), 9, {"expected the end of the value, found 4 bytes more"});
  check_bad(joined(header(2, {0}), {0}), 9, {"expected the end of the value, found 1 byte more"});
}

TEST_CASE("counts beyond the bytes are refused") {
  check_bad(header(2, {1, 0, 0, 0}), 5, {"expected at most 0 points in the 12 bytes left, found a count of 1"});
  check_bad(header(2, {0xffffffff, 0, 0, 0, 0}), 5, {"at most 1 points", "found a count of 4294967295"});
  check_bad(header(3002, {1, 0, 0, 0, 0}), 5, {"at most 0 points in the 16 bytes left"});
  check_bad(header(3, {0x40000000, 0}), 5, {"at most 1 rings in the 4 bytes left, found a count of 1073741824"});
  check_bad(header(3, {1, 0x10000001}), 9, {"at most 0 points in the 0 bytes left, found a count of 268435457"});
  check_bad(header(8, {0x20000000}), 5, {"at most 0 points"});
  check_bad(header(17, {0x40000000, 0}), 5, {"at most 1 rings"});
  check_bad(header(17, {1, 2, 0}), 9, {"at most 0 points"});
  check_bad(header(7, {0xffffffff}), 5, {"at most 0 members in the 0 bytes left, found a count of 4294967295"});
  check_bad(joined(header(5, {2}), header(2, {0})), 5, {"at most 1 members in the 9 bytes left"});
}

TEST_CASE("members of the wrong type are refused") {
  check_bad(joined(header(4, {1}), header(2, {0})), 10, {"expected a member of a MultiPoint, found a LineString"});
  check_bad(joined(header(6, {1}), header(2, {0})), 10, {"expected a member of a MultiPolygon, found a LineString"});
  check_bad(joined(header(15, {1}), header(17, {0})), 10, {"of a PolyhedralSurface, found a Triangle"});
  check_bad(joined(header(9, {1}), header(3, {0})), 10, {"of a CompoundCurve, found a Polygon"});
  check_bad(joined(header(7, {1}), header(99, {0})), 10, {"expected a geometry type, found 99"});
}

TEST_CASE("nesting has a limit") {
  const auto nested = [](int collections) {
    byte_string bytes;
    const byte_string collection = header(7, {1});
    for (int i = 0; i < collections; ++i)
      bytes.insert(bytes.end(), collection.begin(), collection.end());
    return joined(bytes, header(2, {0}));
  };
  CHECK(count_wkb(on, column_of(nested(wkb_depth_limit - 1)).view()).lines == 1);
  check_bad(nested(wkb_depth_limit), 9 * wkb_depth_limit - 4, {"expected at most 128 geometries inside one another"});
  check_bad(nested(1000000), 9 * wkb_depth_limit - 4, {"128"});
}

TEST_CASE("the first bad value is named, whichever thread meets one") {
  random_numbers numbers(3);
  owned_column<std::int32_t> column;
  const byte_string good = written(geometry_tree{2, false, false, false, false, {}, {std::vector<double>(200)}, {}});
  for (int i = 0; i < 2000; ++i)
    column.add(i >= 777 && i % 3 == 0 ? byte_string{1, 2} : good);
  for (int threads : {1, 2, 4})
    for (int run = 0; run < 5; ++run)
      check_refused([&] { read_wkb(executor::cpu(threads), column.view()); }, "column", "value 777, byte 0: ");
}

TEST_CASE("every value cut at every byte is refused") {
  random_numbers numbers(1);
  const auto pick = [&](int n) { return static_cast<int>(numbers.below(n)); };
  for (int run = 0; run < (sanitized ? 100 : 300); ++run) {
    const byte_string whole = written(drawn_tree(pick, 3));
    CHECK(survives(whole));
    for (std::size_t size = 0; size < whole.size(); ++size) {
      CAPTURE(size);
      REQUIRE(!survives({whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size)}));
    }
  }
}

TEST_CASE("values with changed bytes are refused, or read and written") {
  random_numbers numbers(2);
  const auto pick = [&](int n) { return static_cast<int>(numbers.below(n)); };
  int still_good = 0, bad = 0;
  for (int run = 0; run < (sanitized ? 10000 : 40000); ++run) {
    byte_string bytes = written(drawn_tree(pick, 3));
    for (int changes = 1 + pick(3); changes > 0; --changes) {
      // The first bytes of a value have its headers.
      const auto at = static_cast<std::size_t>(pick(static_cast<int>(pick(2) ? bytes.size() : 9)));
      bytes[at] = static_cast<std::uint8_t>(pick(2) ? pick(256) : bytes[at] ^ 1 << pick(8));
    }
    ++(survives(bytes) ? still_good : bad);
  }
  CHECK(still_good > 100);
  CHECK(bad > 100);
}

TEST_CASE("bad columns are named") {
  const byte_string bytes(64, 0);
  const std::vector<std::int32_t> offsets{0, 9, 5, 12};
  using column = wkb_column<std::int32_t>;
  const auto counting = [&](auto const& bad) { return [&on = on, bad] { count_wkb(on, bad); }; };
  check_refused(counting(column(bytes.data(), offsets.data(), -1)), "column.values", "-1");
  check_refused(counting(column(bytes.data(), nullptr, 3)), "column.offsets", "null, but there are 3 values");
  check_refused(counting(column(bytes.data(), offsets.data(), 3)), "column.offsets",
                "offsets[2] = 5 is less than offsets[1] = 9");
  check_refused(counting(column(bytes.data(), offsets.data(), 1, bytes.data(), -2)), "column.first_bit", "-2");
  check_refused(counting(column(nullptr, offsets.data(), 1)), "column.bytes", "null, but the values have 9 bytes");
  const std::vector<std::int32_t> negative{-3, 9};
  check_refused(counting(column(bytes.data(), negative.data(), 1)), "column.offsets", "offsets[0] must be >= 0, is -3");

  const std::uint8_t* const pointer = bytes.data();
  const std::int64_t size = -7;
  check_refused(counting(wkb_list(&pointer, &size, -1)), "column.values", "-1");
  check_refused(counting(wkb_list(nullptr, &size, 1)), "column.pointers", "1 values");
  check_refused(counting(wkb_list(&pointer, nullptr, 1)), "column.sizes", "1 values");
  check_refused(counting(wkb_list(&pointer, &size, 1)), "column.sizes", "sizes[0] = -7 must be >= 0");
}

TEST_CASE("bad ordinates, masks and outputs are named") {
  geometry_tree polygon;
  polygon.type = 3;
  polygon.lists = {{0, 0, 1, 0, 1, 1, 0, 0}, {0, 0, 1, 0, 1, 1, 0, 0}};
  const auto column = column_of(written(polygon));
  check_refused([&] { read_wkb(on, column.view(), static_cast<wkb_ordinates>(9)); }, "ordinates",
                "must be 0 to 2, is 9");

  std::vector<double> coordinates(14);
  std::vector<std::int64_t> offsets(3);
  const auto reading = [&](auto change) {
    return [&, change] {
      wkb_outputs outputs;
      change(outputs);
      read_wkb(on, column.view(), wkb_ordinates::xy, outputs);
    };
  };
  check_refused(reading([&](auto& o) { o.coordinates = coordinates.data(), o.capacity.points = 7; }),
                "outputs.capacity.points", "is 7, but 8 are needed");
  check_refused(reading([&](auto& o) { o.line_offsets = offsets.data(), o.capacity.lines = 1; }),
                "outputs.capacity.lines", "is 1, but 2 are needed");
  check_refused(reading([&](auto& o) { o.part_offsets = offsets.data(); }), "outputs.capacity.parts",
                "is 0, but 1 are needed");
  CHECK(coordinates == std::vector<double>(14));
  CHECK(offsets == std::vector<std::int64_t>(3));

  const std::vector<std::uint8_t> keep{1, 0, 1, 1, 1, 1, 1, 1};
  const auto selecting = [&](wkb_mask const& mask, wkb_column_outputs<std::int64_t> const& outputs) {
    return [&, mask, outputs] { select_wkb(on, column.view(), mask, outputs); };
  };
  check_refused(selecting({keep.data(), -1}, {}), "mask.points", "-1");
  check_refused(selecting({keep.data(), 7}, {}), "mask.points", "is 7, but the lines of the column have 8 points");
  check_refused(selecting({nullptr, 8}, {}), "mask.keep", "8 points");
  wkb_column_outputs<std::int64_t> outputs;
  outputs.capacity = -1;
  check_refused(selecting({keep.data(), 8}, outputs), "outputs.capacity", "-1");
  byte_string bytes(128, 7);
  outputs.bytes = bytes.data();
  outputs.capacity = 128;
  check_refused(selecting({keep.data(), 8}, outputs), "outputs.capacity", "is 128, but 129 are needed");
  CHECK(bytes == byte_string(128, 7));
  outputs.bytes = nullptr;
  outputs.offsets = offsets.data();
  check_refused(selecting({keep.data(), 8}, outputs), "outputs.bytes", "null, but the column has 129 bytes");
}
