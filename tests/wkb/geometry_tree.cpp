// SPDX-License-Identifier: MIT
#include "geometry_tree.hpp"

#include <algorithm>
#include <cstring>
#include <limits>

namespace thrustline::test {
namespace {

bool has_lines(geometry_tree const& tree) { return tree.type == 2 || tree.type == 3; }

bool members_have_lines(geometry_tree const& tree) {
  return (tree.type >= 5 && tree.type <= 7) || tree.type == 11 || tree.type == 12;
}

bool has_lists(int type) { return type == 1 || type == 2 || type == 3 || type == 8 || type == 17; }
bool has_rings(int type) { return type == 3 || type == 17; }

template <class Number>
void put(byte_string& to, Number value, bool big_endian) {
  std::uint8_t bytes[sizeof value];
  std::memcpy(bytes, &value, sizeof value); // little endian: the tests run on x86-64
  if (big_endian)
    std::reverse(std::begin(bytes), std::end(bytes));
  to.insert(to.end(), std::begin(bytes), std::end(bytes));
}

void put_tree(byte_string& to, geometry_tree const& tree) {
  const auto number = [&](std::size_t n) { put(to, static_cast<std::uint32_t>(n), tree.big_endian); };
  to.push_back(tree.big_endian ? 0 : 1);
  std::uint32_t type = static_cast<std::uint32_t>(tree.type);
  if (tree.flags)
    type |= (tree.z ? 0x80000000u : 0) | (tree.m ? 0x40000000u : 0);
  else
    type += (tree.z ? 1000u : 0) + (tree.m ? 2000u : 0);
  if (tree.srid)
    type |= 0x20000000u;
  number(type);
  if (tree.srid)
    number(*tree.srid);
  if (has_rings(tree.type))
    number(tree.lists.size());
  for (std::vector<double> const& list : tree.lists) {
    if (tree.type != 1)
      number(list.size() / tree.ordinates());
    for (double value : list)
      put(to, value, tree.big_endian);
  }
  if (!has_lists(tree.type))
    number(tree.members.size());
  for (geometry_tree const& member : tree.members)
    put_tree(to, member);
}

std::vector<int> member_types(int type) {
  switch (type) {
  case 4:
    return {1};
  case 5:
    return {2};
  case 6:
  case 15:
    return {3};
  case 7:
    return {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 15, 16, 17};
  case 9:
    return {2, 8};
  case 10:
  case 11:
    return {2, 8, 9};
  case 12:
    return {3, 10};
  default:
    return {17};
  }
}

} // namespace

byte_string written(geometry_tree const& tree) {
  byte_string bytes;
  put_tree(bytes, tree);
  return bytes;
}

void for_each_line(geometry_tree& tree, std::function<void(std::vector<double>&, geometry_tree&)> const& f) {
  if (has_lines(tree))
    for (std::vector<double>& list : tree.lists)
      f(list, tree);
  if (members_have_lines(tree))
    for (geometry_tree& member : tree.members)
      for_each_line(member, f);
}

std::int64_t line_points(geometry_tree tree) {
  std::size_t points = 0;
  for_each_line(tree, [&](auto& list, auto& of) { points += list.size() / of.ordinates(); });
  return static_cast<std::int64_t>(points);
}

geometry_tree selected(geometry_tree tree, const std::uint8_t*& keep) {
  if (members_have_lines(tree))
    for (geometry_tree& member : tree.members)
      member = selected(member, keep);
  if (!has_lines(tree))
    return tree;
  std::vector<std::vector<double>> lists;
  bool shell_went = false;
  for (std::size_t ring = 0; ring < tree.lists.size(); ++ring) {
    std::vector<double> const& list = tree.lists[ring];
    std::vector<double> left;
    const auto size = static_cast<std::ptrdiff_t>(list.size()), step = static_cast<std::ptrdiff_t>(tree.ordinates());
    const bool closed_anew = tree.type == 3 && size > step && !keep[0] && keep[size / step - 1] &&
                             std::memcmp(&list[0], &list[static_cast<std::size_t>(size - step)], 16) == 0;
    for (std::ptrdiff_t i = 0; i < size; i += step)
      if (*keep++) {
        const bool closes = closed_anew && i == size - step && !left.empty();
        const std::vector<double> from = closes ? std::vector<double>(left.begin(), left.begin() + step)
                                                : std::vector<double>(list.begin() + i, list.begin() + i + step);
        left.insert(left.end(), from.begin(), from.end());
      }
    const bool went = tree.type == 3 && left.empty() && !list.empty();
    shell_went = shell_went || (went && ring == 0);
    if (!went && !shell_went)
      lists.push_back(left);
  }
  tree.lists = lists;
  return tree;
}

wkb_lines lines_of(std::vector<std::optional<geometry_tree>> const& column, wkb_ordinates ordinates) {
  wkb_lines found;
  const auto points_found = [&] {
    return static_cast<std::int64_t>(found.coordinates.size() / (ordinates == wkb_ordinates::xy ? 2 : 3));
  };
  found.line_offsets = found.part_offsets = found.value_offsets = {0};
  const std::function<void(geometry_tree const&)> visit = [&](geometry_tree const& tree) {
    if (members_have_lines(tree))
      for (geometry_tree const& member : tree.members)
        visit(member);
    if (!has_lines(tree))
      return;
    for (std::vector<double> const& list : tree.lists) {
      for (std::size_t i = 0; i < list.size(); i += tree.ordinates()) {
        found.coordinates.insert(found.coordinates.end(), {list[i], list[i + 1]});
        if (ordinates == wkb_ordinates::xyz)
          found.coordinates.push_back(list[i + 2]);
        else if (ordinates == wkb_ordinates::xym)
          found.coordinates.push_back(list[i + tree.ordinates() - 1]);
      }
      found.line_offsets.push_back(points_found());
      found.is_ring.push_back(tree.type == 3);
    }
    found.part_offsets.push_back(static_cast<std::int64_t>(found.is_ring.size()));
  };
  for (auto const& tree : column) {
    if (tree)
      visit(*tree);
    found.value_offsets.push_back(static_cast<std::int64_t>(found.part_offsets.size()) - 1);
  }
  return found;
}

geometry_tree drawn_tree(std::function<int(int)> const& pick, int depth, std::vector<int> only) {
  if (only.empty())
    only = member_types(7);
  geometry_tree tree;
  tree.type = only[static_cast<std::size_t>(pick(static_cast<int>(only.size())))];
  tree.z = pick(3) == 0;
  tree.m = pick(3) == 0;
  tree.flags = pick(2) == 0;
  tree.big_endian = pick(2) == 0;
  if (pick(4) == 0)
    tree.srid = static_cast<std::uint32_t>(pick(1 << 20));
  if (!has_lists(tree.type)) {
    for (int members = depth > 0 ? pick(4) : 0; members > 0; --members)
      tree.members.push_back(drawn_tree(pick, depth - 1, member_types(tree.type)));
    return tree;
  }
  for (int lists = has_rings(tree.type) ? pick(4) : 1; lists > 0; --lists) {
    const std::size_t points = tree.type == 1 ? 1u : static_cast<std::size_t>(pick(pick(8) == 0 ? 40 : 5));
    tree.lists.emplace_back(points * tree.ordinates());
    for (double& value : tree.lists.back())
      value = pick(16) == 0 ? std::numeric_limits<double>::quiet_NaN() : pick(2000) - 1000;
  }
  return tree;
}

} // namespace thrustline::test
