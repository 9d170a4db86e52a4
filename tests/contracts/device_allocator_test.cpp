// SPDX-License-Identifier: MIT
// Device memory from an allocator of the caller's.
#include <cuda_runtime_api.h>

#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include <thrustline/convex_hull.hpp>
#include <thrustline/segment_columns.hpp>
#include <thrustline/select.hpp>
#include <thrustline/significance.hpp>

#include "batch.hpp"
#include "check_refused.hpp"
#include "compare.hpp"
#include "device_array.hpp"
#include "no_device.hpp"

using namespace thrustline;
using namespace thrustline::test;

namespace {

/// Stream-ordered memory of the device's pool, counted. A number of requests succeed; later ones get null.
struct counting_allocator {
  cudaStream_t stream = nullptr; ///< the one that every call must be for
  std::int64_t taken = 0, returned = 0, refused = 0, faults = 0;
  std::int64_t most_taken = std::numeric_limits<std::int64_t>::max();
  std::size_t offset = 0; ///< by which memory is not aligned
  std::map<void*, std::size_t> used;

  device_allocator view() { return {allocate, deallocate, this}; }

  static void* allocate(void* context, std::size_t bytes, cudaStream_t stream) {
    auto& self = *static_cast<counting_allocator*>(context);
    void* data = nullptr;
    self.faults += stream != self.stream || bytes == 0;
    if (self.taken >= self.most_taken || cudaMallocAsync(&data, bytes + self.offset, stream) != cudaSuccess) {
      ++self.refused;
      return nullptr;
    }
    ++self.taken;
    data = static_cast<char*>(data) + self.offset;
    self.used[data] = bytes;
    return data;
  }

  static void deallocate(void* context, void* data, std::size_t bytes, cudaStream_t stream) {
    auto& self = *static_cast<counting_allocator*>(context);
    const auto found = self.used.find(data);
    self.faults += stream != self.stream || found == self.used.end() || found->second != bytes;
    self.faults += cudaFreeAsync(static_cast<char*>(data) - self.offset, stream) != cudaSuccess;
    ++self.returned;
    self.used.erase(data);
  }
};

/// A stream that does not wait for the default one.
struct own_stream {
  cudaStream_t stream = nullptr;
  own_stream() { check_cuda(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "cudaStreamCreateWithFlags"); }
  ~own_stream() { cudaStreamDestroy(stream); }
};

const auto options = simplify_options{}.tolerance(1);

/// Calls with their results as numbers, to be compared. The lines are in host memory.
struct call {
  const char* name;
  std::function<std::vector<double>(executor const& on)> run;
};

template <class T>
std::vector<double> numbers(std::vector<T> const& values) {
  return {values.begin(), values.end()};
}

std::vector<call> calls(batch<float, 2> const& lines) {
  const auto points = static_cast<std::size_t>(lines.points());
  return {{"simplify", [&](executor const& on) { return numbers(simplify_mask(on, lines.view(), options)); }},
          {"simplify_points",
           [&](executor const& on) { return numbers(simplify_points(on, lines.view(), options).values); }},
          {"rings",
           [&](executor const& on) {
             return numbers(simplify_indices(on, lines.view(), simplify_options(options).closed(true)));
           }},
          {"significance", [&](executor const& on) { return numbers(significance(on, lines.view(), options)); }},
          {"simplify_to_count",
           [&, points](executor const& on) {
             keep_mask mask(points);
             simplify_to_count(on, lines.view(), options, lines.points() / 5, mask.data());
             return numbers(mask);
           }},
          {"simplify with a topology to keep",
           [&, points](executor const& on) {
             keep_mask mask(points);
             simplify(on, lines.view(), simplify_options(options).topology(topology::both), mask.data());
             return numbers(mask);
           }},
          {"simplify_to_count of each series",
           [&, points](executor const& on) {
             keep_mask mask(points);
             const std::vector<std::int64_t> counts(static_cast<std::size_t>(lines.series()), 10);
             simplify_to_count(on, lines.view(), options, {counts.data(), lines.series()}, mask.data());
             return numbers(mask);
           }},
          {"select",
           [&, points](executor const& on) {
             const keep_mask mask(points, 1);
             std::vector<std::int64_t> indices(points);
             simplify_outputs<float, 2> out;
             out.kept_indices = indices.data();
             select(on, lines.view(), mask.data(), out);
             return numbers(indices);
           }},
          {"convex_hull", [&](executor const& on) { return numbers(convex_hull(on, lines.view(), {})); }},
          {"segment_columns", [&](executor const& on) {
             const column_images<float> image(lines.coordinates.data(), 40, 50);
             return numbers(segment_columns(on, image, segment_columns_options{}.tolerance(1)).offsets);
           }}};
}

} // namespace

TEST_CASE("device memory comes from the caller's allocator, and returns") {
  if (no_device("an allocator of the caller's"))
    return;
  batch<float, 2> lines = mixed_batch<float, 2>(60, 3000, 181);
  lines.add(make<float, 2>("walk", 100000, 182));
  lines.add(make<float, 2>("integer noise", 20000, 183)); // rounds that want memory of their own
  const own_stream with_stream;
  for (call const& each : calls(lines)) {
    INFO(each.name);
    counting_allocator memory;
    memory.stream = with_stream.stream;
    {
      const executor on = executor::cuda(0, with_stream.stream, memory.view());
      CHECK(memory.taken == 0);
      const std::vector<double> expected = each.run(executor::cpu(1));
      for (int round = 0; round < 2; ++round) {
        CHECK(each.run(on) == expected);
        CHECK(memory.taken > 0);
        CHECK(memory.taken == memory.returned);
        CHECK(memory.used.empty());
        CHECK(on.allocations() == memory.taken);
        CHECK(on.workspace_bytes() == 0);
        CHECK(on.workspace_peak() > 0);
      }
    }
    CHECK(memory.taken == memory.returned);
    CHECK(memory.faults == 0);
  }
}

TEST_CASE("an exhausted allocator is out_of_memory, and nothing leaks") {
  if (no_device("an allocator without memory"))
    return;
  batch<float, 2> lines = mixed_batch<float, 2>(40, 3000, 184);
  lines.add(make<float, 2>("integer noise", 20000, 185));
  for (call const& each : calls(lines)) {
    INFO(each.name);
    counting_allocator memory;
    const executor on = executor::cuda(0, nullptr, memory.view());
    const std::vector<double> expected = each.run(on);
    const std::int64_t needed = memory.taken;
    std::int64_t tries = 0;
    for (std::int64_t n = 0; n < needed; n += needed / 40 + 1, ++tries) {
      CAPTURE(n);
      memory.most_taken = memory.taken + n;
      std::string said = "no exception";
      try {
        each.run(on);
      } catch (out_of_memory const& error) {
        said = error.what();
        CHECK(error.bytes() > 0);
      }
      CHECK(said.find("allocator: out of memory") == 0);
      CHECK(memory.taken == memory.returned);
    }
    CHECK(memory.refused == tries);
    memory.most_taken = std::numeric_limits<std::int64_t>::max();
    CHECK(each.run(on) == expected);
    CHECK(memory.faults == 0);
  }
}

TEST_CASE("allocators must align memory and keep to the memory limit") {
  if (no_device("an allocator of unaligned memory"))
    return;
  const std::vector<float> walk = make<float, 2>("walk", 5000, 186);
  const polyline<float, 2> line(walk.data(), 5000);
  counting_allocator memory;
  executor on = executor::cuda(0, nullptr, memory.view());
  memory.offset = 128;
  check_refused([&] { simplify_mask(on, line, options); }, "allocator",
                std::vector<std::string>{"aligned to 256", "128 bytes off"});
  memory.offset = 0;
  on.memory_limit(1000);
  const std::int64_t before = memory.taken;
  CHECK_THROWS_AS(simplify_mask(on, line, options), out_of_memory);
  CHECK(memory.taken == before); // the limit comes first
  on.memory_limit(std::numeric_limits<std::size_t>::max());
  CHECK(difference(simplify_mask(on, line, options), reference(line, options).mask) == "");
  CHECK(memory.taken == memory.returned);
  CHECK(memory.faults == 0);
}

TEST_CASE("memory is reused only after the stream's work on it") {
  if (no_device("an allocator in stream order"))
    return;
  // The pool hands blocks out again while earlier work on the stream may still run.
  batch<double, 2> lines;
  lines.add(make<double, 2>("walk", 300000, 187));
  const device_array<double> coordinates(lines.coordinates);
  const polyline<double, 2> line(coordinates.data(), lines.points(), memory::device);
  const own_stream with_stream;
  counting_allocator memory;
  memory.stream = with_stream.stream;
  const executor on = executor::cuda(0, with_stream.stream, memory.view());
  const device_array<std::uint8_t> first(lines.points()), second(lines.points());
  simplify(on, line, simplify_options{}.tolerance(1), first.data());
  simplify(on, line, simplify_options{}.tolerance(20), second.data());
  CHECK(difference(first.host(), reference(lines.view(), simplify_options{}.tolerance(1)).mask) == "");
  CHECK(difference(second.host(), reference(lines.view(), simplify_options{}.tolerance(20)).mask) == "");
  CHECK(memory.faults == 0);
}
