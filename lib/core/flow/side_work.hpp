// SPDX-License-Identifier: MIT
#pragma once

#include <type_traits>
#include <utility>

#include "core/urgency.hpp"
#include <thrustline/detail/backend.hpp>
#include <thrustline/detail/cuda_call.hpp>

namespace thrustline::flow {

/// Work on another stream of a device, beside that of a policy: long items of one kernel then leave no multiprocessor
/// idle. On CPU cores it is done at once. Between fork() and join() no memory that the side uses may be given back, and
/// the side may take none, as blocks that it gives back may be in use again at once.
template <class Policy, bool = detail::is_cuda<Policy>>
class side_work {
public:
  side_work(Policy const& policy, detail::urgency) : policy_(policy) {}

  /// Lets what the side is given from now on begin after all that the policy has been given.
  void fork() {}
  Policy const& policy() const { return policy_; }
  /// Lets what the policy is given from now on begin after all that the side has been given. The side goes on.
  void join_so_far() {}
  /// The same, once the side has been given all.
  void join() {}

private:
  Policy policy_;
};

#if defined(__CUDACC__)

template <class Policy>
class side_work<Policy, true> {
public:
  side_work(Policy const& policy, detail::urgency how)
      : main_(detail::stream_of(policy)), stream_(policy.side(how)), policy_(policy.on(stream_.get())) {}

  /// Waits for the side if an error has ended the call before join().
  ~side_work() {
    if (is_forked_)
      cudaStreamSynchronize(stream_.get());
  }

  side_work(side_work const&) = delete;
  side_work& operator=(side_work const&) = delete;

  void fork() {
    stream_.begin_after(main_);
    is_forked_ = true;
  }
  Policy const& policy() const { return policy_; }
  void join_so_far() { stream_.end_before(main_); }
  void join() {
    join_so_far();
    is_forked_ = false;
  }

private:
  using side_stream = std::remove_reference_t<decltype(std::declval<Policy const&>().side(detail::urgency()))>;

  cudaStream_t main_;
  side_stream& stream_;
  Policy policy_;
  bool is_forked_ = false;
};

#endif

} // namespace thrustline::flow
