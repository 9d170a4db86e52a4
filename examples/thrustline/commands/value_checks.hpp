// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace thrustline_program {

/// Whole numbers from `least` to `most`.
struct whole_range {
  std::int64_t least, most;
};

/// Says what is wrong with the text of a value; an empty string: nothing.
using value_check = std::function<std::string(std::string const&)>;

/// A name of a file, column and so on, which is not empty.
value_check is_name();

/// A name that ends in this extension, in letters of either case, or has none.
value_check is_name_with(std::string const& extension);

/// A decimal whole number. One that begins with 0 is refused, as some programs take it for an octal one.
value_check is_whole(whole_range range);

/// The same of 64 bits.
value_check is_whole();

value_check is_one_of(std::vector<std::string> allowed);

} // namespace thrustline_program
