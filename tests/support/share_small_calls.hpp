// SPDX-License-Identifier: MIT
#pragma once

namespace thrustline::test {

/// Lets calls of 1024 points and more use several threads: most data of the tests is small.
void share_small_calls();

} // namespace thrustline::test
