// SPDX-License-Identifier: MIT
#pragma once

#include <thrustline/executor.hpp>

namespace thrustline::detail {

/// The implementation of a capability for an executor. Backend is the capability's interface: its cpu/ folder defines
/// Backend::on_cpu(), and its gpu/ folder, or no_cuda.cpp, Backend::on_cuda().
template <class Backend>
Backend const& backend_for(executor const& on) {
  return on.is_cuda() ? Backend::on_cuda() : Backend::on_cpu();
}

} // namespace thrustline::detail
