// SPDX-License-Identifier: MIT
#pragma once

#include <nanobind/nanobind.h>

/// The parts of thrustline._core. The typed Python layer calls it; it is no interface for users.
namespace thrustline::python {

void bind_device_memory(nanobind::module_& module);
void bind_executor(nanobind::module_& module);
void bind_hull(nanobind::module_& module);
void bind_images(nanobind::module_& module);
void bind_information(nanobind::module_& module);
void bind_simplify(nanobind::module_& module);
void bind_stixels(nanobind::module_& module);
void bind_wkb(nanobind::module_& module);

} // namespace thrustline::python
