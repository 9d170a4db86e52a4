// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include <thrustline/executor.hpp>

namespace thrustline::python {

/// Orders a call on an executor between the work before and after it on another stream of its device: the executor's
/// stream waits for what the other has now, and the other one, when this object ends, for the call. So the call may
/// read what the other stream writes, and an allocator that follows the other stream may reuse memory that the call
/// read. The host waits for neither.
class stream_order {
public:
  /// other: nothing if no order is needed.
  stream_order(executor const& on, std::optional<cudaStream_t> other);
  ~stream_order();
  stream_order(stream_order const&) = delete;

private:
  executor const& on_;
  std::optional<cudaStream_t> other_;
};

} // namespace thrustline::python
