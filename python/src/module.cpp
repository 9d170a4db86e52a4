// SPDX-License-Identifier: MIT
#include "module.hpp"

#include "errors.hpp"

NB_MODULE(_core, module) {
  using namespace thrustline::python;
  nanobind::set_leak_warnings(false); // executors of threads that run at exit are no news to users
  translate_errors();
  bind_executor(module);
  bind_simplify(module);
  bind_hull(module);
  bind_images(module);
  bind_stixels(module);
  bind_wkb(module);
  bind_device_memory(module);
  bind_information(module);
}
