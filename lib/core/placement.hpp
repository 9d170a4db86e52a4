// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <utility>

namespace thrustline::detail {

/// Destination of a result whose size is known late: arrays that the caller gave, or arrays that a function makes for
/// the size.
///
/// A backend calls it once, as soon as it knows the size. If given() has arrays, the backend may write to them earlier.
template <class Outputs>
class placement {
public:
  using function = std::function<Outputs(std::int64_t size)>;

  /// make(size) returns the arrays, or throws.
  placement(function make) : make_(std::move(make)) {}

  explicit placement(Outputs const& given) : given_(given) {}

  /// check(size) throws if the arrays are too small.
  placement(Outputs const& given, std::function<void(std::int64_t size)> check)
      : given_(given), make_([given, check = std::move(check)](std::int64_t size) {
          check(size);
          return given;
        }) {}

  /// The caller's arrays, if there are any.
  std::optional<Outputs> const& given() const { return given_; }

  Outputs operator()(std::int64_t size) const { return make_ ? make_(size) : *given_; }

  /// The same destination seen through convert(arrays, size), which returns the arrays to use in their place; for given
  /// arrays it is called at once, with `given_size`.
  template <class Convert>
  placement through(Convert convert, std::int64_t given_size) const {
    if (given_)
      return placement(convert(*given_, given_size));
    return placement(function([make = make_, convert](std::int64_t size) { return convert(make(size), size); }));
  }

private:
  std::optional<Outputs> given_;
  function make_;
};

} // namespace thrustline::detail
