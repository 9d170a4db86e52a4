// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <formats/dataset.hpp>

namespace thrustline::fuzz {

using text_reader = void (*)(std::string const& path, thrustline_program::read_options const& options,
                             thrustline_program::dataset& data);

/// The dataset of a text; nothing if the reader refuses it, which it does with a line that the text has.
std::optional<thrustline_program::dataset>
read_or_refuse(text_reader read, thrustline_program::read_options const& options, std::string_view text);

/// Checks the promises of a text format for one input. The reader refuses it with a line that it has, or gives a valid
/// dataset. Writing all points gives the input's bytes. Writing some points gives a text that reads as these points.
/// Memory is in step with the input.
void check_text(text_reader read, thrustline_program::read_options const& options, std::string_view text);

} // namespace thrustline::fuzz
