// SPDX-License-Identifier: MIT
#include "formats/edited_text.hpp"

#include <algorithm>
#include <cctype>
#include <ostream>
#include <stdexcept>

namespace thrustline_program {
namespace {

/// The text of a position, without what separates it from the next one.
std::string position_text(dataset const& data, std::int64_t point) {
  const std::size_t begin = static_cast<std::size_t>(data.text_begin[point]);
  if (is_geojson(data.format))
    return data.text.substr(begin, data.text.find(']', begin) + 1 - begin);
  const std::string text = data.text.substr(begin, data.text.find_first_of(",)", begin) - begin);
  return text.substr(0, text.find_last_not_of(" \t\r\n") + 1);
}

/// The lists of a file, from the outside in, with the lists directly within each.
struct list_node {
  polygon_list list{};
  std::vector<std::size_t> members;
  bool stays = true;
};

std::vector<list_node> tree_of(dataset const& data) {
  std::vector<list_node> nodes;
  std::vector<std::size_t> open;
  std::vector<polygon_list> lists = data.lists;
  std::sort(lists.begin(), lists.end(), [](polygon_list const& a, polygon_list const& b) { return a.begin < b.begin; });
  for (polygon_list const& list : lists) {
    while (!open.empty() && nodes[open.back()].list.end <= list.begin)
      open.pop_back();
    if (!open.empty())
      nodes[open.back()].members.push_back(nodes.size());
    open.push_back(nodes.size());
    nodes.push_back({list, {}, true});
  }
  return nodes;
}

bool any_kept(dataset const& data, std::vector<std::uint8_t> const& keep_mask, std::int64_t series) {
  return std::any_of(keep_mask.begin() + data.offsets[series], keep_mask.begin() + data.offsets[series + 1],
                     [](std::uint8_t kept) { return kept != 0; });
}

/// Decides which lists stay. What was empty stays as it is.
void decide(dataset const& data, std::vector<std::uint8_t> const& keep_mask, std::vector<list_node>& nodes) {
  std::int64_t series = 0;
  for (list_node& node : nodes) {
    if (node.list.depth != 1)
      continue;
    while (!data.ring[series])
      ++series;
    node.stays = data.offsets[series] == data.offsets[series + 1] || any_kept(data, keep_mask, series);
    ++series;
  }
  for (auto node = nodes.rbegin(); node != nodes.rend(); ++node) { // members come behind their list
    const auto stays = [&](std::size_t member) { return nodes[member].stays; };
    std::vector<std::size_t> const& members = node->members;
    if (node->list.depth == 2 && !members.empty())
      node->stays = stays(members.front());
    else if (node->list.depth == 3 && !members.empty())
      node->stays = std::any_of(members.begin(), members.end(), stays);
  }
}

/// A list that is left out goes with the separator behind it, or if all before it stay, with the one before it.
void leave_out_members(std::vector<list_node> const& nodes, list_node const& node, std::vector<text_edit>& edits) {
  bool one_stays = false;
  for (std::size_t k = 0; k < node.members.size(); ++k) {
    list_node const& member = nodes[node.members[k]];
    if (member.stays)
      one_stays = true;
    else if (one_stays)
      edits.push_back({nodes[node.members[k - 1]].list.end, member.list.end, ""});
    else
      edits.push_back({member.list.begin, nodes[node.members[k + 1]].list.begin, ""});
  }
}

std::string empty_list(dataset const& data, list_node const& node) {
  if (is_geojson(data.format))
    return "[]";
  const bool behind_letter =
      node.list.begin > 0 && std::isalpha(static_cast<unsigned char>(data.text[node.list.begin - 1]));
  return behind_letter ? " EMPTY" : "EMPTY";
}

} // namespace

std::vector<text_edit> edits_of_lists(dataset const& data, std::vector<std::uint8_t> const& keep_mask) {
  std::vector<text_edit> edits;
  std::vector<list_node> nodes = tree_of(data);
  decide(data, keep_mask, nodes);
  for (list_node const& node : nodes)
    if (node.stays)
      leave_out_members(nodes, node, edits);
    else if (node.list.outermost)
      edits.push_back({node.list.begin, node.list.end, empty_list(data, node)});
  return edits;
}

void add_edits_of_series(dataset const& data, std::vector<std::uint8_t> const& keep_mask, std::int64_t series,
                         std::vector<text_edit>& edits) {
  const std::int64_t first = data.offsets[series], last = data.offsets[series + 1] - 1;
  if (first > last || (data.ring[series] && !any_kept(data, keep_mask, series)))
    return;
  if (!keep_mask[last])
    throw std::invalid_argument("keep_mask: the last point of series " + std::to_string(series) + " is not kept");
  // A point goes with all up to the next point of its series: separator, line end, other columns.
  for (std::int64_t i = first; i < last; ++i)
    if (!keep_mask[i])
      edits.push_back({data.text_begin[i], data.text_begin[i + 1], ""});
  const std::int64_t closing = kept_points(data, keep_mask, series).back();
  if (closing != last) {
    const auto bytes = static_cast<std::int64_t>(position_text(data, last).size());
    edits.push_back({data.text_begin[last], data.text_begin[last] + bytes, position_text(data, closing)});
  }
}

void write_edited(std::ostream& out, std::string const& text, std::vector<text_edit> edits) {
  std::stable_sort(edits.begin(), edits.end(),
                   [](text_edit const& a, text_edit const& b) { return a.begin < b.begin; });
  std::int64_t written = 0; // bytes of the text
  const auto write_to = [&](std::int64_t end) {
    if (end > written)
      out.write(text.data() + written, end - written);
  };
  for (text_edit const& edit : edits) {
    write_to(edit.begin);
    if (edit.begin >= written)
      out << edit.text;
    written = std::max(written, edit.end);
  }
  write_to(static_cast<std::int64_t>(text.size()));
}

} // namespace thrustline_program
