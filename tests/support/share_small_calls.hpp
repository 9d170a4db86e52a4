// SPDX-License-Identifier: MIT
#pragma once

namespace thrustline::test {

/// Has calls of 1024 points and more use several threads: most data of the tests is small.
void share_small_calls();

} // namespace thrustline::test
