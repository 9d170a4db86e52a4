// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

#include "wkb/byte_order.hpp"
#include "wkb/geometry_type.hpp"
#include <thrustline/geometry/host_device.hpp>
#include <thrustline/wkb.hpp>

namespace thrustline::wkb {

/// What is wrong with a value.
struct fault {
  std::int64_t byte = 0;
  std::string problem;
};

/// A line string or polygon, of which the count (of points or of rings) comes next.
struct part_bytes {
  const std::uint8_t* count;
  bool is_polygon;
  bool swapped; ///< whether its byte order is not this machine's
};

/// A line string or ring: the count, and right behind it the points.
struct line_bytes {
  const std::uint8_t* count;
  const std::uint8_t* coordinates;
  std::int64_t points;
  geometry_type type; ///< type of the line string or polygon
  bool swapped;

  std::int64_t stride() const { return 8 * type.ordinates(); }
  const std::uint8_t* end() const { return coordinates + points * stride(); }
  double coordinate(std::int64_t point, int k) const {
    return load_double(coordinates + point * stride() + 8 * k, swapped);
  }
  bool is_ring() const { return type.of == shape::polygon; }
};

/// One pass over the bytes of a value, from the front, without recursion. Never reads outside of them.
///
/// Calls the visitor for the column's lines only, in order: begin_part(part_bytes), line(line_bytes) for each line of
/// the part, end_part().
template <class Visitor>
class value_walk {
public:
  /// required: the coordinates that each line must have.
  value_walk(const std::uint8_t* bytes, std::int64_t size, wkb_ordinates required, Visitor& visitor)
      : begin_(bytes), at_(bytes), end_(bytes + size), required_(required), visitor_(visitor) {}

  /// Whether the value is WKB; if not, failure() says why, and the visitor may have been called before.
  bool run() {
    if (!geometry())
      return false;
    while (depth_ > 0) {
      if (open_[depth_ - 1].members_left == 0)
        --depth_;
      else if (--open_[depth_ - 1].members_left; !geometry())
        return false;
    }
    return at_ == end_ || fails(at_, "expected the end of the value, found " + bytes_left() + " more");
  }

  fault const& failure() const { return failure_; }

private:
  /// A geometry whose members are being read.
  struct open_geometry {
    std::uint32_t members_left;
    shape of;
    bool has_lines;
  };

  /// The least bytes of a member: byte order, type and a count.
  static constexpr std::int64_t least_member = 9;

  std::int64_t left() const { return end_ - at_; }
  std::string bytes_left() const { return std::to_string(left()) + (left() == 1 ? " byte" : " bytes"); }

  THRUSTLINE_RARE bool fails(const std::uint8_t* where, std::string problem) {
    failure_ = {where - begin_, std::move(problem)};
    return false;
  }

  THRUSTLINE_RARE bool ends_before(const char* what, std::int64_t size) {
    return fails(at_,
                 std::string("expected ") + what + " in " + std::to_string(size) + " bytes, found " + bytes_left());
  }

  THRUSTLINE_RARE bool has_no_byte_order() {
    return fails(at_, "expected a byte order, 0 or 1, found " + std::to_string(*at_));
  }

  THRUSTLINE_RARE bool has_no_type(std::uint32_t word) {
    return fails(at_ + 1, "expected a geometry type, found " + std::to_string(word));
  }

  THRUSTLINE_RARE bool is_no_member(shape one) {
    return fails(at_ + 1, std::string("expected a member of a ") + facts_of(open_[depth_ - 1].of).name + ", found a " +
                              facts_of(one).name);
  }

  THRUSTLINE_RARE bool lacks(const char* ordinate, shape one, const std::uint8_t* of_type) {
    return fails(of_type,
                 std::string("expected coordinates with ") + ordinate + ", found a " + facts_of(one).name + " without");
  }

  THRUSTLINE_RARE bool holds_fewer(const char* of, std::uint32_t n, std::int64_t least_bytes) {
    return fails(at_ - 4, "expected at most " + std::to_string(left() / least_bytes) + " " + of + " in the " +
                              bytes_left() + " left, found a count of " + std::to_string(n));
  }

  THRUSTLINE_RARE bool lacks_count(const char* of) { return ends_before((std::string("a count of ") + of).c_str(), 4); }

  /// Reads the header of a geometry, and its content up to the first member.
  bool geometry() {
    const std::uint8_t* const start = at_;
    if (left() < 5)
      return ends_before("a byte order and a geometry type", 5);
    if (*at_ > 1)
      return has_no_byte_order();
    const bool swapped = *at_ != own_byte_order;
    const auto word = load<std::uint32_t>(at_ + 1, swapped);
    const auto type = decode_type(word);
    if (!type)
      return has_no_type(word);
    if (!may_be_here(type->of))
      return is_no_member(type->of);
    at_ += 5;
    if (type->srid) {
      if (left() < 4)
        return ends_before("an SRID", 4);
      at_ += 4;
    }
    const bool has_lines = depth_ == 0 || open_[depth_ - 1].has_lines;
    if (has_lines && (type->of == shape::line_string || type->of == shape::polygon))
      return part(*type, swapped, start + 1);
    return passed_content(*type, swapped, has_lines);
  }

  bool may_be_here(shape one) const { return depth_ == 0 || facts_of(open_[depth_ - 1].of).members.has(one); }

  /// Reads a line string or polygon with lines of the column. of_type: its type.
  bool part(geometry_type type, bool swapped, const std::uint8_t* of_type) {
    const bool is_polygon = type.of == shape::polygon;
    visitor_.begin_part(part_bytes{at_, is_polygon, swapped});
    std::uint32_t rings = 1;
    if (is_polygon && !count(rings, "rings", 4, swapped))
      return false;
    const char* const lacking = required_ == wkb_ordinates::xyz && !type.z   ? "z"
                                : required_ == wkb_ordinates::xym && !type.m ? "m"
                                                                             : nullptr;
    if (rings > 0 && lacking)
      return lacks(lacking, type.of, of_type);
    for (; rings > 0; --rings) {
      const std::uint8_t* const begin = at_;
      std::uint32_t points = 0;
      if (!points_of(points, type, swapped))
        return false;
      visitor_.line(line_bytes{begin, begin + 4, points, type, swapped});
    }
    visitor_.end_part();
    return true;
  }

  /// Reads a geometry without lines of its own.
  bool passed_content(geometry_type type, bool swapped, bool has_lines) {
    std::uint32_t n = 0;
    switch (facts_of(type.of).content) {
    case body::point:
      if (left() < 8 * type.ordinates())
        return ends_before("a point", 8 * type.ordinates());
      at_ += 8 * type.ordinates();
      return true;
    case body::points:
      return points_of(n, type, swapped);
    case body::rings:
      if (!count(n, "rings", 4, swapped))
        return false;
      for (std::uint32_t points = 0; n > 0; --n)
        if (!points_of(points, type, swapped))
          return false;
      return true;
    default:
      return open(type, swapped, has_lines);
    }
  }

  bool open(geometry_type type, bool swapped, bool has_lines) {
    if (depth_ == wkb_depth_limit - 1)
      return fails(at_, "expected at most " + std::to_string(wkb_depth_limit) + " geometries inside one another");
    std::uint32_t members = 0;
    if (!count(members, "members", least_member, swapped))
      return false;
    open_[depth_++] = {members, type.of, has_lines && facts_of(type.of).members_have_lines};
    return true;
  }

  /// Reads a count and steps over its points.
  bool points_of(std::uint32_t& points, geometry_type type, bool swapped) {
    const std::int64_t stride = 8 * type.ordinates();
    if (!count(points, "points", stride, swapped))
      return false;
    at_ += points * stride;
    return true;
  }

  /// Reads a count of elements, each of at least least_bytes bytes.
  bool count(std::uint32_t& n, const char* of, std::int64_t least_bytes, bool swapped) {
    if (left() < 4)
      return lacks_count(of);
    n = load<std::uint32_t>(at_, swapped);
    at_ += 4;
    if (n * least_bytes > left())
      return holds_fewer(of, n, least_bytes);
    return true;
  }

  const std::uint8_t* const begin_;
  const std::uint8_t* at_;
  const std::uint8_t* const end_;
  const wkb_ordinates required_;
  Visitor& visitor_;
  open_geometry open_[wkb_depth_limit - 1];
  int depth_ = 0;
  fault failure_;
};

} // namespace thrustline::wkb
