// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <utility>

#include <thrustline/executor.hpp>

namespace thrustline::detail {

class device_workspace;
struct stixel_tables;

/// What the copies of an executor share.
class executor_state {
public:
  explicit executor_state(int threads) : threads(threads) {}
  executor_state(int device, cudaStream_t stream, std::string device_name, std::shared_ptr<device_workspace> workspace)
      : device(device), stream(stream), device_name(std::move(device_name)), workspace(std::move(workspace)) {}

  bool is_cuda() const noexcept { return device >= 0; }

  const int threads = 0;
  const int device = -1;
  const cudaStream_t stream = nullptr;
  const std::string device_name;
  const std::shared_ptr<device_workspace> workspace; ///< null on the CPU
  std::shared_ptr<stixel_tables> stixels;            ///< the tables of the last stixels(); null before
};

} // namespace thrustline::detail
