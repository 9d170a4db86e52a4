// SPDX-License-Identifier: MIT
#pragma once

namespace thrustline::python {

/// Raises the library's exceptions as the classes of thrustline.errors.
void translate_errors();

} // namespace thrustline::python
