// SPDX-License-Identifier: MIT
#pragma once

#include <math.h> // with C++'s overloads in the global namespace, as on a device

#include <condition_variable>
#include <cstdint>
#include <cstring>
#include <mutex>
#include <thread>
#include <vector>

/// A warp simulated by 32 CPU threads: what its lanes do together is tested where there is no GPU, and under
/// sanitizers. These are the names of CUDA that the warps of lib/*/gpu use, with CUDA's meaning for a whole warp; to be
/// included before any file of lib/*/gpu. All lanes must come to each of them together, as on a device.
#define __device__
#define __host__

inline thread_local struct {
  unsigned x = 0; ///< of a block of one warp: the lane
} threadIdx;

namespace thrustline::test {

class cpu_warp {
public:
  static constexpr int lanes = 32;

  /// work(lane) on all lanes.
  template <class Work>
  static void run(Work work) {
    std::vector<std::thread> threads;
    for (int lane = 0; lane < lanes; ++lane)
      threads.emplace_back([work, lane] {
        threadIdx.x = static_cast<unsigned>(lane);
        work(lane);
      });
    for (std::thread& thread : threads)
      thread.join();
  }

  /// The value of lane from(lane).
  template <class T, class From>
  static T exchange(T const& mine, From from) {
    static_assert(sizeof(T) <= sizeof(slot));
    std::memcpy(&slots()[this_lane()], &mine, sizeof mine);
    wait();
    T theirs;
    std::memcpy(&theirs, &slots()[from(this_lane())], sizeof theirs);
    wait(); // before the next write
    return theirs;
  }

  /// The bits of all lanes.
  static unsigned ballot(bool mine) {
    slots()[this_lane()] = mine;
    wait();
    unsigned votes = 0;
    for (int lane = 0; lane < lanes; ++lane)
      votes |= static_cast<unsigned>(slots()[lane]) << lane;
    wait();
    return votes;
  }

  /// Waits for all lanes.
  static void wait() {
    meeting& m = here();
    std::unique_lock<std::mutex> lock(m.mutex);
    const unsigned now = m.times;
    if (++m.arrived == lanes) {
      m.arrived = 0;
      ++m.times;
      m.all.notify_all();
    } else {
      m.all.wait(lock, [&] { return m.times != now; });
    }
  }

private:
  using slot = std::uint64_t;
  struct meeting {
    std::mutex mutex;
    std::condition_variable all;
    int arrived = 0;
    unsigned times = 0;
  };

  static meeting& here() {
    static meeting m;
    return m;
  }
  static slot* slots() {
    static slot of[lanes];
    return of;
  }
  static int this_lane() { return static_cast<int>(threadIdx.x); }
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
