// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <memory>
#include <string>
#include <typeindex>
#include <typeinfo>
#include <utility>

#include <thrustline/executor.hpp>

namespace thrustline::detail {

class device_workspace;

/// The state that the copies of an executor share.
class executor_state {
public:
  explicit executor_state(int threads) : threads(threads) {}
  executor_state(int device, cudaStream_t stream, std::string device_name, std::shared_ptr<device_workspace> workspace)
      : device(device), stream(stream), device_name(std::move(device_name)), workspace(std::move(workspace)) {}

  bool is_cuda() const noexcept { return device >= 0; }

  /// The value of type T that a capability has kept for its next call; null before the first.
  template <class T>
  std::shared_ptr<T> kept() const {
    const auto found = kept_.find(typeid(T));
    return found == kept_.end() ? nullptr : std::static_pointer_cast<T>(found->second);
  }

  template <class T>
  void keep(std::shared_ptr<T> value) {
    kept_[typeid(T)] = std::move(value);
  }

  const int threads = 0;
  const int device = -1;
  const cudaStream_t stream = nullptr;
  const std::string device_name;
  const std::shared_ptr<device_workspace> workspace; ///< null on the CPU

private:
  std::map<std::type_index, std::shared_ptr<void>> kept_;
};

} // namespace thrustline::detail
