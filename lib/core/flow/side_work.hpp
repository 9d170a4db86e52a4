// SPDX-License-Identifier: MIT
#pragma once

#include <thrustline/detail/backend.hpp>
#include <thrustline/detail/cuda_call.hpp>

namespace thrustline::flow {

/// Work on a second stream of a device, beside that of a policy: long items of one kernel then leave no multiprocessor
/// idle. On CPU cores it is done at once. While it goes on, no memory that it uses may be given back.
template <class Policy, bool = detail::is_cuda<Policy>>
class side_work {
public:
  explicit side_work(Policy const& policy) : policy_(policy) {}

  /// Lets what the side is given from now on begin after all that the policy has been given.
  void fork() {}
  Policy const& policy() const { return policy_; }
  /// Lets what the policy is given from now on begin after all that the side has been given.
  void join() {}

private:
  Policy policy_;
};

#if defined(__CUDACC__)

template <class Policy>
class side_work<Policy, true> {
public:
  explicit side_work(Policy const& policy) : main_(detail::stream_of(policy)), policy_(policy.on(stream_.get())) {}

  /// Waits for the side: an error may have ended the call before join().
  ~side_work() {
    if (is_forked_)
      cudaStreamSynchronize(stream_.get());
  }

  side_work(side_work const&) = delete;
  side_work& operator=(side_work const&) = delete;

  void fork() {
    order(main_, stream_.get());
    is_forked_ = true;
  }
  Policy const& policy() const { return policy_; }
  void join() {
    order(stream_.get(), main_);
    is_forked_ = false;
  }

private:
  class stream {
  public:
    stream() { detail::check_cuda(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), "cudaStreamCreate"); }
    ~stream() { cudaStreamDestroy(stream_); }
    stream(stream const&) = delete;
    stream& operator=(stream const&) = delete;
    cudaStream_t get() const { return stream_; }

  private:
    cudaStream_t stream_ = nullptr;
  };

  class event {
  public:
    event() { detail::check_cuda(cudaEventCreateWithFlags(&event_, cudaEventDisableTiming), "cudaEventCreate"); }
    ~event() { cudaEventDestroy(event_); }
    event(event const&) = delete;
    event& operator=(event const&) = delete;
    cudaEvent_t get() const { return event_; }

  private:
    cudaEvent_t event_ = nullptr;
  };

  /// Lets what the stream `later` is given from now on begin after all that the stream `earlier` has been given.
  void order(cudaStream_t earlier, cudaStream_t later) {
    detail::check_cuda(cudaEventRecord(event_.get(), earlier), "cudaEventRecord");
    detail::check_cuda(cudaStreamWaitEvent(later, event_.get(), 0), "cudaStreamWaitEvent");
  }

  cudaStream_t main_;
  stream stream_;
  event event_;
  Policy policy_;
  bool is_forked_ = false;
};

#endif

} // namespace thrustline::flow
