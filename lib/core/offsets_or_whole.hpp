// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include <thrustline/polylines.hpp>

namespace thrustline::detail {

/// The offsets of lines: those that the caller gave; without any, those of one series of all points.
class offsets_or_whole {
public:
  template <class Real, int D>
  explicit offsets_or_whole(polylines<Real, D> const& lines)
      : whole_{0, lines.points}, given_(lines.offsets), count_(lines.offsets ? lines.series + 1 : 2),
        where_(lines.offsets ? lines.where : memory::host) {}
  offsets_or_whole(offsets_or_whole const&) = delete; // data() may refer to whole_
  offsets_or_whole& operator=(offsets_or_whole const&) = delete;

  const std::int64_t* data() const { return given_ ? given_ : whole_; }
  std::int64_t count() const { return count_; }
  memory where() const { return where_; }

private:
  std::int64_t whole_[2];
  const std::int64_t* given_;
  std::int64_t count_;
  memory where_;
};

} // namespace thrustline::detail
