// SPDX-License-Identifier: MIT
#include "device_policies.hpp"

#include <thrust/iterator/counting_iterator.h>

#include <thrustline/primitives/drop_segments.hpp>
#include <thrustline/primitives/segmented_arg_max.hpp>
#include <thrustline/primitives/segmented_scan.hpp>
#include <thrustline/primitives/split_segments.hpp>

#include "battery.hpp"
#include "made_layouts.hpp"
#include "operators.hpp"

using namespace thrustline;
using namespace thrustline::test;

namespace {

/// Memory set aside beforehand, handed out piece by piece and never taken back.
class arena {
public:
  using value_type = char;

  arena(char* memory, std::ptrdiff_t bytes) : memory_(memory), bytes_(bytes) {}

  char* allocate(std::ptrdiff_t bytes) {
    const std::ptrdiff_t begin = used_;
    used_ += (bytes + 255) / 256 * 256;
    if (used_ > bytes_)
      throw std::bad_alloc();
    return memory_ + begin;
  }

  void deallocate(char*, std::size_t) {}
  void reset() { used_ = 0; }

private:
  char* memory_;
  std::ptrdiff_t bytes_, used_ = 0;
};

using bytes = std::vector<unsigned char>;

/// An output array of a primitive.
struct output_bytes {
  void* data;
  std::size_t size;
};

template <class T>
output_bytes output_of(device_array<T> const& array) {
  return {array.data(), array.bytes()};
}

void clear(std::vector<output_bytes> const& outputs) {
  for (output_bytes const& out : outputs)
    check_cuda(cudaMemset(out.data, 0, out.size), "cudaMemset");
  check_cuda(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
}

bytes contents(std::vector<output_bytes> const& outputs) {
  check_cuda(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
  bytes all;
  for (output_bytes const& out : outputs) {
    bytes part(out.size);
    check_cuda(cudaMemcpy(part.data(), out.data, out.size, cudaMemcpyDeviceToHost), "cudaMemcpy");
    all.insert(all.end(), part.begin(), part.end());
  }
  return all;
}

/// Captures the work into a graph instead of running it. A call that waits, allocates or copies to the host breaks the
/// capture; work for another stream runs at once, which shows in the outputs; all the rest runs with the graph.
template <class Call>
void check_captured(own_stream const& stream, std::vector<output_bytes> const& outputs, Call call) {
  clear(outputs);
  call();
  const bytes expected = contents(outputs);

  clear(outputs);
  const bytes untouched = contents(outputs);
  REQUIRE(expected != untouched);
  check_cuda(cudaStreamBeginCapture(stream.get(), cudaStreamCaptureModeGlobal), "cudaStreamBeginCapture");
  CHECK_NOTHROW(call());
  cudaGraph_t graph = nullptr;
  check_cuda(cudaStreamEndCapture(stream.get(), &graph), "cudaStreamEndCapture");
  CHECK(contents(outputs) == untouched);

  cudaGraphExec_t ready = nullptr;
  check_cuda(cudaGraphInstantiate(&ready, graph, 0), "cudaGraphInstantiate");
  check_cuda(cudaGraphLaunch(ready, stream.get()), "cudaGraphLaunch");
  CHECK(contents(outputs) == expected);
  check_cuda(cudaGraphExecDestroy(ready), "cudaGraphExecDestroy");
  check_cuda(cudaGraphDestroy(graph), "cudaGraphDestroy");
}

struct odd {
  THRUSTLINE_HD bool operator()(std::int32_t s) const { return s % 2 == 1; }
};

/// policy(allocator, stream) for cuda::par and par_nosync.
struct waiting_policy {
  auto operator()(arena& allocator, cudaStream_t stream) const { return thrust::cuda::par(allocator).on(stream); }
};

struct nosync_policy {
  auto operator()(arena& allocator, cudaStream_t stream) const {
    return thrust::cuda::par_nosync(allocator).on(stream);
  }
};

} // namespace

TEST_CASE_TEMPLATE("primitives neither leave nor wait for the stream", Policy, waiting_policy, nosync_policy) {
  if (no_device("primitives on a captured stream"))
    return;
  const made_layout<std::int32_t> made(lengths_of(100000, [](std::int64_t s) { return 1 + s % 30; }));
  const auto n = static_cast<std::int32_t>(made.n), m = static_cast<std::int32_t>(made.m);
  const own_stream stream;
  device_array<char> memory(std::int64_t{16} << 20);
  arena allocator(memory.data(), memory.size());
  const auto captured = [&](std::vector<output_bytes> const& outputs, auto call) {
    check_captured(stream, outputs, [&] {
      allocator.reset();
      call(Policy{}(allocator, stream.get()));
    });
  };

  const device_array<std::uint8_t> flags(made.flags);
  const device_array<std::int32_t> keys(made.keys), offsets(made.offsets);
  const device_array<std::int32_t> values(random_values<std::int32_t>(n, 1000, 41));
  device_array<std::uint8_t> flags_out(n);
  device_array<std::int32_t> keys_out(n), offsets_out(n + 1), items_out(n), counts(2);
  device_array<indexed<std::int32_t, std::int32_t>> farthest(m);

  SUBCASE("conversions") {
    captured({output_of(keys_out)},
             [&](auto policy) { keys_from_head_flags(policy, flags.data(), n, keys_out.data()); });
    captured({output_of(keys_out)},
             [&](auto policy) { keys_from_offsets(policy, offsets.data(), m, n, keys_out.data()); });
    captured({output_of(flags_out)},
             [&](auto policy) { head_flags_from_keys(policy, keys.data(), n, flags_out.data()); });
    captured({output_of(flags_out)},
             [&](auto policy) { head_flags_from_offsets(policy, offsets.data(), m, n, flags_out.data()); });
    captured({output_of(offsets_out)},
             [&](auto policy) { offsets_from_keys(policy, keys.data(), n, offsets_out.data()); });
    captured({output_of(offsets_out)},
             [&](auto policy) { offsets_from_head_flags(policy, flags.data(), n, offsets_out.data()); });
  }
  SUBCASE("reductions and scans") {
    captured({output_of(items_out)}, [&](auto policy) {
      segmented_reduce<std::int32_t>(policy, keys.data(), n, values.data(), items_out.data(), take_last{});
    });
    captured({output_of(farthest)},
             [&](auto policy) { segmented_arg_max(policy, keys.data(), n, values.data(), farthest.data()); });
    captured({output_of(items_out)}, [&](auto policy) {
      segmented_inclusive_scan<std::int32_t>(policy, keys.data(), n, values.data(), items_out.data(), generic_plus{});
    });
    captured({output_of(items_out)}, [&](auto policy) {
      segmented_exclusive_scan<std::int32_t>(policy, keys.data(), n, values.data(), items_out.data(), 1,
                                             generic_plus{});
    });
  }
  SUBCASE("splitting and dropping") {
    captured({output_of(flags_out), output_of(keys_out), output_of(offsets_out)}, [&](auto policy) {
      split_segments(policy, thrust::counting_iterator<std::int32_t>(0), n / 2, n, flags_out.data(), keys_out.data(),
                     offsets_out.data());
    });
    captured({output_of(items_out), output_of(keys_out), output_of(offsets_out), output_of(counts)}, [&](auto policy) {
      drop_segments(policy, segmented_view{keys.data(), offsets.data(), values.data()}, segmented_size{m, n}, odd{},
                    segmented_view{keys_out.data(), offsets_out.data(), items_out.data()}, counts.data());
    });
  }
}
