// SPDX-License-Identifier: MIT
#pragma once

#include <math.h> // with C++'s overloads in the global namespace, as on a device

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <functional>

#include "fiber.hpp"

/// A warp simulated by 32 fibers on one CPU thread: what its lanes do together is tested where there is no GPU, and
/// under sanitizers. These are the names of CUDA that the warps of lib/*/gpu use, with CUDA's meaning for a whole warp;
/// to be included before any file of lib/*/gpu. All lanes must come to each of them together, as on a device.
#define __device__
#define __host__

inline struct {
  unsigned x = 0; ///< lane that runs now, in a block of one warp
} threadIdx;

namespace thrustline::test {

class cpu_warp {
public:
  static constexpr int lanes = 32;

  /// work(lane) on all lanes.
  static void run(std::function<void(int)> work) { instance().run_lanes(std::move(work)); }

  /// The value of lane from(lane).
  template <class T, class From>
  static T exchange(T const& mine, From from) {
    static_assert(sizeof(T) <= sizeof(slot));
    slot* const slots = instance().slots_;
    std::memcpy(&slots[this_lane()], &mine, sizeof mine);
    wait();
    T theirs;
    std::memcpy(&theirs, &slots[from(this_lane())], sizeof theirs);
    wait(); // before the next write
    return theirs;
  }

  /// The bits of all lanes.
  static unsigned ballot(bool mine) {
    slot* const slots = instance().slots_;
    slots[this_lane()] = mine;
    wait();
    unsigned votes = 0;
    for (int lane = 0; lane < lanes; ++lane)
      votes |= static_cast<unsigned>(slots[lane]) << lane;
    wait();
    return votes;
  }

  /// Waits for all lanes.
  static void wait() { instance().fibers_[this_lane()].leave(); }

private:
  using slot = std::uint64_t;

  cpu_warp() {
    for (int lane = 0; lane < lanes; ++lane)
      fibers_.emplace_back(run_lane);
  }

  static cpu_warp& instance() {
    static cpu_warp warp;
    return warp;
  }
  static int this_lane() { return static_cast<int>(threadIdx.x); }

  /// Each lane runs up to its next wait() or its end, then the next lane: a round.
  void run_lanes(std::function<void(int)> work) {
    work_ = std::move(work);
    for (ended_ = 0; ended_ == 0; ++rounds_)
      for (unsigned turn = 0; turn < lanes; ++turn) {
        // In another order each round, so that a wait() that is missing changes results.
        threadIdx.x = (11 * rounds_ + (2 * rounds_ + 1) * turn) % lanes;
        fibers_[this_lane()].enter();
      }
    if (ended_ != lanes) {
      std::fprintf(stderr, "%d lanes of a warp end while the others wait for them\n", ended_);
      std::abort();
    }
  }

  static void run_lane() {
    cpu_warp& warp = instance();
    fiber& mine = warp.fibers_[this_lane()];
    mine.begin();
    for (;; mine.leave()) {
      warp.work_(this_lane());
      ++warp.ended_;
    }
  }

  std::deque<fiber> fibers_;
  std::function<void(int)> work_;
  slot slots_[lanes] = {};
  unsigned rounds_ = 0;
  int ended_ = 0;
};

} // namespace thrustline::test

template <class T>
T __shfl_sync(unsigned, T value, int lane) {
  return thrustline::test::cpu_warp::exchange(value, [=](int) { return lane % 32; });
}
template <class T>
T __shfl_down_sync(unsigned, T value, int distance) {
  return thrustline::test::cpu_warp::exchange(value, [=](int k) { return k + distance < 32 ? k + distance : k; });
}
template <class T>
T __shfl_up_sync(unsigned, T value, int distance) {
  return thrustline::test::cpu_warp::exchange(value, [=](int k) { return k >= distance ? k - distance : k; });
}
template <class T>
T __shfl_xor_sync(unsigned, T value, int distance) {
  return thrustline::test::cpu_warp::exchange(value, [=](int k) { return k ^ distance; });
}
inline unsigned __ballot_sync(unsigned, bool vote) { return thrustline::test::cpu_warp::ballot(vote); }
inline bool __any_sync(unsigned mask, bool vote) { return __ballot_sync(mask, vote) != 0; }
inline void __syncwarp() { thrustline::test::cpu_warp::wait(); }

inline int __ffs(unsigned bits) { return __builtin_ffs(static_cast<int>(bits)); }
inline int __clz(unsigned bits) { return bits ? __builtin_clz(bits) : 32; }
inline int __popc(unsigned bits) { return __builtin_popcount(bits); }
inline unsigned __funnelshift_r(unsigned low, unsigned high, int shift) {
  return static_cast<unsigned>((std::uint64_t(high) << 32 | low) >> shift % 32);
}
inline unsigned __funnelshift_l(unsigned low, unsigned high, int shift) {
  return static_cast<unsigned>((std::uint64_t(high) << 32 | low) << shift % 32 >> 32);
}
inline unsigned __funnelshift_lc(unsigned low, unsigned high, unsigned shift) { // not by more than 32
  return shift < 32 ? __funnelshift_l(low, high, static_cast<int>(shift)) : low;
}
inline unsigned atomicOr(unsigned* word, unsigned bits) { return __atomic_fetch_or(word, bits, __ATOMIC_SEQ_CST); }

template <class To, class From>
To same_bits(From from) {
  To to;
  static_assert(sizeof to == sizeof from);
  std::memcpy(&to, &from, sizeof to);
  return to;
}
inline float __int_as_float(int bits) { return same_bits<float>(bits); }
inline int __float_as_int(float value) { return same_bits<int>(value); }
inline int __double2hiint(double value) { return static_cast<int>(same_bits<std::int64_t>(value) >> 32); }
inline int __double2loint(double value) { return static_cast<int>(same_bits<std::int64_t>(value)); }
inline double __hiloint2double(int high, int low) {
  return same_bits<double>(std::uint64_t(static_cast<std::uint32_t>(high)) << 32 | static_cast<std::uint32_t>(low));
}

inline float __fdividef(float a, float b) { return a / b; }

inline int max(int a, int b) { return a < b ? b : a; }
inline int min(int a, int b) { return b < a ? b : a; }
inline std::int64_t min(std::int64_t a, std::int64_t b) { return b < a ? b : a; }
