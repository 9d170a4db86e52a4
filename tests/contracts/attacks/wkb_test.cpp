// SPDX-License-Identifier: MIT
#include <cstdint>
#include <functional>
#include <limits>
#include <utility>
#include <vector>

#include <thrustline/wkb.hpp>

#include "attack.hpp"
#include "wkb/geometry_tree.hpp"

using namespace thrustline;
using namespace thrustline::test;

namespace {

/// A line string of three points and a polygon of four, and room for all results.
struct arrays {
  owned_column<std::int32_t> column;
  std::vector<const std::uint8_t*> pointers;
  std::vector<std::int64_t> sizes;
  std::vector<std::uint8_t> keep = std::vector<std::uint8_t>(7, 1), bytes = std::vector<std::uint8_t>(256);
  std::vector<std::uint8_t> is_ring = std::vector<std::uint8_t>(3), validity = is_ring;
  std::vector<double> coordinates = std::vector<double>(15);
  std::vector<std::int64_t> line_offsets = std::vector<std::int64_t>(4), part_offsets = line_offsets,
                            value_offsets = line_offsets, list_offsets = line_offsets;
  std::vector<std::int32_t> offsets = std::vector<std::int32_t>(4);

  arrays() {
    geometry_tree line, polygon;
    line.lists = {{0, 0, 1, 5, 2, 0}};
    polygon.type = 3;
    polygon.lists = {{0, 0, 1, 0, 1, 1, 0, 0}};
    for (geometry_tree const& tree : {line, polygon})
      column.add(written(tree));
    for (std::size_t i = 0; i < 2; ++i) {
      pointers.push_back(column.bytes.data() + column.offsets[i]);
      sizes.push_back(column.offsets[i + 1] - column.offsets[i]);
    }
  }

  wkb_column<std::int32_t> arrow() const { return column.view(); }
  wkb_list list() const { return {pointers.data(), sizes.data(), 2}; }
  wkb_mask mask() const { return {keep.data(), 7}; }

  wkb_outputs lines() {
    return {coordinates.data(),  line_offsets.data(),  is_ring.data(),
            part_offsets.data(), value_offsets.data(), {7, 2, 2}};
  }

  wkb_column_outputs<std::int32_t> selected() { return {bytes.data(), 256, offsets.data(), validity.data()}; }
  wkb_column_outputs<std::int64_t> selected_list() { return {bytes.data(), 256, list_offsets.data(), validity.data()}; }
};

/// An input as an output.
template <class To, class From>
To* written_to(std::vector<From> const& input, std::size_t at = 0) {
  return reinterpret_cast<To*>(const_cast<From*>(input.data() + at));
}

template <class Column>
using column_call = std::function<void(executor const&, Column const&)>;

/// Every function that takes columns.
template <class Column>
std::vector<std::pair<const char*, column_call<Column>>>
functions(arrays& a, wkb_column_outputs<typename Column::offset> const& selected) {
  return {{"count_wkb", [](auto& on, auto& column) { count_wkb(on, column); }},
          {"read_wkb", [](auto& on, auto& column) { read_wkb(on, column); }},
          {"read_wkb into arrays", [&](auto& on, auto& column) { read_wkb(on, column, wkb_ordinates::xy, a.lines()); }},
          {"select_wkb", [&](auto& on, auto& column) { select_wkb(on, column, a.mask()); }},
          {"select_wkb into arrays",
           [&, selected](auto& on, auto& column) { select_wkb(on, column, a.mask(), selected); }}};
}

} // namespace

TEST_CASE("every function of WKB refuses bad columns in Arrow's layout") {
  arrays a;
  const std::int32_t falls[] = {0, 57, 56}, negative[] = {-1, 57, 134}, cut[] = {0, 56, 134};
  for (auto const& [name, call] : functions<wkb_column<std::int32_t>>(a, a.selected())) {
    INFO(name);
    const auto with = [&, call = call](auto change) {
      return [&, call, change](executor const& on) {
        auto column = a.arrow();
        change(column);
        call(on, column);
      };
    };
    check_attacks({
        {"column.values", "-1", with([](auto& c) { c.values = -1; })},
        {"column.values", "1152921504606846976", with([](auto& c) { c.values = huge; })},
        {"column.values", "9223372036854775807",
         with([](auto& c) { c.values = std::numeric_limits<std::int64_t>::max(); })},
        {"column.first_bit", "-1", with([](auto& c) { c.first_bit = -1; })},
        {"column.first_bit", "9223372036854775807",
         with([](auto& c) { c.first_bit = std::numeric_limits<std::int64_t>::max(); })},
        {"column.offsets", "2 values", with([](auto& c) { c.offsets = nullptr; })},
        {"column.offsets", "aligned to 4", with([](auto& c) { c.offsets = misaligned(c.offsets); })},
        {"column.offsets", "offsets[2] = 56", with([&](auto& c) { c.offsets = falls; })},
        {"column.offsets", "offsets[0] must be >= 0, is -1", with([&](auto& c) { c.offsets = negative; })},
        {"column.bytes", "134 bytes", with([](auto& c) { c.bytes = nullptr; })},
        {"column", "value 0, byte 5", with([&](auto& c) { c.offsets = cut; })},
    });
  }
}

TEST_CASE("every function of WKB refuses bad lists") {
  arrays a;
  const std::int64_t negative[] = {57, -3}, too_long[] = {huge, 77}, too_long_together[] = {huge / 8, 77};
  for (auto const& [name, call] : functions<wkb_list>(a, a.selected_list())) {
    INFO(name);
    const auto with = [&, call = call](auto change) {
      return [&, call, change](executor const& on) {
        auto list = a.list();
        change(list);
        call(on, list);
      };
    };
    check_attacks({
        {"column.values", "-1", with([](auto& l) { l.values = -1; })},
        {"column.values", "1152921504606846976", with([](auto& l) { l.values = huge; })},
        {"column.pointers", "2 values", with([](auto& l) { l.pointers = nullptr; })},
        {"column.pointers", "aligned to 8", with([](auto& l) { l.pointers = misaligned(l.pointers); })},
        {"column.sizes", "2 values", with([](auto& l) { l.sizes = nullptr; })},
        {"column.sizes", "aligned to 8", with([](auto& l) { l.sizes = misaligned(l.sizes); })},
        {"column.sizes", "sizes[1] = -3 must be >= 0", with([&](auto& l) { l.sizes = negative; })},
        {"column.sizes", "sizes[0] = 1152921504606846976", with([&](auto& l) { l.sizes = too_long; })},
        {"column.sizes", "sizes[1] = 77", with([&](auto& l) { l.sizes = too_long_together; })},
    });
  }
}

TEST_CASE("read_wkb refuses bad outputs") {
  arrays a;
  const byte_string before = a.column.bytes;
  const auto with = [&](auto change) {
    return [&, change](executor const& on) {
      wkb_outputs out = a.lines();
      change(out);
      read_wkb(on, a.arrow(), wkb_ordinates::xy, out);
    };
  };
  const auto of_list = [&](auto change) {
    return [&, change](executor const& on) {
      wkb_outputs out = a.lines();
      change(out);
      read_wkb(on, a.list(), wkb_ordinates::xy, out);
    };
  };
  const auto reading_as = [&](int ordinates) {
    return [&, ordinates](executor const& on) { read_wkb(on, a.arrow(), static_cast<wkb_ordinates>(ordinates)); };
  };
  check_attacks({
      {"ordinates", "must be 0 to 2, is 3", reading_as(3)},
      {"ordinates", "must be 0 to 2, is -1", reading_as(-1)},
      {"outputs.capacity.points", "is -1, but 7", with([](auto& o) { o.capacity.points = -1; })},
      {"outputs.capacity.lines", "is 1, but 2", with([](auto& o) { o.capacity.lines = 1; })},
      {"outputs.capacity.parts", "is 1, but 2", with([](auto& o) { o.capacity.parts = 1; })},
      {"outputs.coordinates", "aligned to 8", with([](auto& o) { o.coordinates = misaligned(o.coordinates); })},
      {"outputs.line_offsets", "aligned to 8", with([](auto& o) { o.line_offsets = misaligned(o.line_offsets); })},
      {"outputs.part_offsets", "aligned to 8", with([](auto& o) { o.part_offsets = misaligned(o.part_offsets); })},
      {"outputs.value_offsets", "aligned to 8", with([](auto& o) { o.value_offsets = misaligned(o.value_offsets); })},
      {"outputs.coordinates", "overlaps column.bytes",
       with([&](auto& o) { o.coordinates = written_to<double>(a.column.bytes); })},
      {"outputs.is_ring", "overlaps column.bytes",
       with([&](auto& o) { o.is_ring = written_to<std::uint8_t>(a.column.bytes, 133); })},
      {"outputs.line_offsets", "overlaps column.offsets",
       with([&](auto& o) { o.line_offsets = written_to<std::int64_t>(a.column.offsets); })},
      {"outputs.is_ring", "overlaps column.validity",
       with([&](auto& o) { o.is_ring = written_to<std::uint8_t>(a.column.validity); })},
      {"outputs.is_ring", "overlaps outputs.line_offsets",
       with([&](auto& o) { o.is_ring = written_to<std::uint8_t>(a.line_offsets, 2); })},
      {"outputs.part_offsets", "overlaps outputs.line_offsets",
       with([](auto& o) { o.part_offsets = o.line_offsets + 2; })},
      {"outputs.value_offsets", "overlaps outputs.coordinates",
       with([&](auto& o) { o.value_offsets = written_to<std::int64_t>(a.coordinates, 13); })},
      {"outputs.is_ring", "overlaps column.pointers",
       of_list([&](auto& o) { o.is_ring = written_to<std::uint8_t>(a.pointers, 1); })},
      {"outputs.value_offsets", "overlaps column.sizes",
       of_list([&](auto& o) { o.value_offsets = written_to<std::int64_t>(a.sizes, 1); })},
      {"outputs.is_ring", "overlaps value 1 of column",
       of_list([&](auto& o) { o.is_ring = written_to<std::uint8_t>(a.column.bytes, 60); })},
  });
  CHECK(a.column.bytes == before);
}

TEST_CASE("select_wkb refuses bad masks and outputs") {
  arrays a;
  const byte_string before = a.column.bytes;
  const auto with = [&](auto change) {
    return [&, change](executor const& on) {
      wkb_mask mask = a.mask();
      wkb_column_outputs<std::int32_t> out = a.selected();
      change(mask, out);
      select_wkb(on, a.arrow(), mask, out);
    };
  };
  const auto of_list = [&](auto change) {
    return [&, change](executor const& on) {
      wkb_column_outputs<std::int64_t> out = a.selected_list();
      change(out);
      select_wkb(on, a.list(), a.mask(), out);
    };
  };
  check_attacks({
      {"mask.points", "-1", with([](auto& m, auto&) { m.points = -1; })},
      {"mask.points", "1152921504606846976", with([](auto& m, auto&) { m.points = huge; })},
      {"mask.points", "have 7 points", with([](auto& m, auto&) { m.points = 8; })},
      {"mask.keep", "7 points", with([](auto& m, auto&) { m.keep = nullptr; })},
      {"outputs.capacity", "-1", with([](auto&, auto& o) { o.capacity = -1; })},
      {"outputs.capacity", "134 are needed", with([](auto&, auto& o) { o.capacity = 133; })},
      {"outputs.bytes", "134 bytes", with([](auto&, auto& o) { o.bytes = nullptr; })},
      {"outputs.offsets", "aligned to 4", with([](auto&, auto& o) { o.offsets = misaligned(o.offsets); })},
      {"outputs.offsets", "aligned to 8", of_list([](auto& o) { o.offsets = misaligned(o.offsets); })},
      {"outputs.bytes", "overlaps column.bytes",
       with([&](auto&, auto& o) { o.bytes = written_to<std::uint8_t>(a.column.bytes); })},
      {"outputs.validity", "overlaps column.validity",
       with([&](auto&, auto& o) { o.validity = written_to<std::uint8_t>(a.column.validity); })},
      {"outputs.offsets", "overlaps column.offsets",
       with([&](auto&, auto& o) { o.offsets = written_to<std::int32_t>(a.column.offsets, 2); })},
      {"outputs.validity", "overlaps mask.keep",
       with([&](auto&, auto& o) { o.validity = written_to<std::uint8_t>(a.keep, 6); })},
      {"outputs.validity", "overlaps outputs.bytes", with([](auto&, auto& o) { o.validity = o.bytes + 133; })},
      {"outputs.validity", "overlaps outputs.offsets",
       with([&](auto&, auto& o) { o.validity = written_to<std::uint8_t>(a.offsets, 2); })},
      {"outputs.offsets", "overlaps column.pointers",
       of_list([&](auto& o) { o.offsets = written_to<std::int64_t>(a.pointers); })},
      {"outputs.validity", "overlaps column.sizes",
       of_list([&](auto& o) { o.validity = written_to<std::uint8_t>(a.sizes, 1); })},
      {"outputs.validity", "overlaps value 0 of column",
       of_list([&](auto& o) { o.validity = written_to<std::uint8_t>(a.column.bytes, 56); })},
  });
  CHECK(a.column.bytes == before);
}
