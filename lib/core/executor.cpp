// SPDX-License-Identifier: MIT
#include <thrustline/executor.hpp>

#include "core/check_memory.hpp"
#include "core/cuda_support.hpp"
#include "core/executor_state.hpp"
#include "core/threads.hpp"
#include <thrustline/error.hpp>

namespace thrustline {
namespace {

int default_threads() { return threads::library().empty() ? 1 : threads::default_count(); }

} // namespace

executor executor::cpu(int threads) {
  return detail::with_host_memory("executor::cpu", [&] {
    constexpr int most = 1024;
    if (threads < 0 || threads > most)
      throw invalid_argument("threads", "must be 0 to " + std::to_string(most) + ", is " + std::to_string(threads));
    return executor(std::make_shared<detail::executor_state>(threads > 0 ? threads : default_threads()));
  });
}

executor executor::cuda(int device, cudaStream_t stream) {
  return detail::with_host_memory("executor::cuda",
                                  [&] { return executor(detail::make_cuda_state(device, stream, {})); });
}

executor executor::cuda(int device, cudaStream_t stream, device_allocator const& allocator) {
  return detail::with_host_memory("executor::cuda", [&] {
    if (!allocator.allocate || !allocator.deallocate)
      throw invalid_argument("allocator", std::string(allocator.allocate ? "deallocate" : "allocate") + " is null");
    return executor(detail::make_cuda_state(device, stream, allocator));
  });
}

executor executor::best() { return cuda_available() ? cuda() : cpu(); }

bool executor::cuda_available() noexcept { return detail::cuda_device_count() > 0; }

bool executor::is_cuda() const noexcept { return state_->is_cuda(); }
int executor::threads() const noexcept { return state_->threads; }
int executor::device() const noexcept { return state_->device; }
cudaStream_t executor::stream() const noexcept { return state_->stream; }

std::string executor::name() const {
  if (is_cuda())
    return "cuda:" + std::to_string(device()) + ", " + state_->device_name;
  return "cpu, " + std::to_string(threads()) + (threads() == 1 ? " thread" : " threads");
}

void executor::synchronize() const {
  if (is_cuda())
    detail::synchronize_cuda(*state_);
}

executor& executor::memory_limit(std::size_t bytes) {
  if (is_cuda())
    detail::set_memory_limit(*state_, bytes);
  return *this;
}

std::size_t executor::workspace_bytes() const noexcept { return is_cuda() ? detail::workspace_bytes(*state_) : 0; }
std::size_t executor::workspace_peak() const noexcept { return is_cuda() ? detail::workspace_peak(*state_) : 0; }
std::int64_t executor::allocations() const noexcept { return is_cuda() ? detail::workspace_allocations(*state_) : 0; }

} // namespace thrustline
