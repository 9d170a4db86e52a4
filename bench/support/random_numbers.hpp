// SPDX-License-Identifier: MIT
#pragma once

#include <split_mix_64.hpp>

namespace thrustline::bench {

using random_numbers = made::split_mix_64;

} // namespace thrustline::bench
