// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "formats/grey_image.hpp"

namespace thrustline::test {

/// All images of disparities in THRUSTLINE_DATA_DIR, whether present or not.
std::vector<std::string> const& road_images();

/// Reads one of them. If the file is absent, skips `what`.
std::optional<thrustline_program::grey_image> read_road_image(std::string const& name, std::string const& what);

/// Calls check(image) for each that is present; failures have its name.
void for_each_road_image(std::string const& what,
                         std::function<void(thrustline_program::grey_image const&)> const& check);

} // namespace thrustline::test
