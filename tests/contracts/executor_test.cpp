// SPDX-License-Identifier: MIT
#include <string>
#include <thread>

#include "batch.hpp"
#include "compare.hpp"
#include "no_device.hpp"

using namespace thrustline;
using namespace thrustline::test;

namespace {

template <class F>
std::string refusal(F f) {
  try {
    f();
  } catch (std::exception const& error) {
    return error.what();
  }
  return "no exception";
}

bool says(std::string const& text, std::string const& word) { return text.find(word) != std::string::npos; }

} // namespace

TEST_CASE("a CPU executor reports its name and threads") {
  const executor one = executor::cpu(1);
  CHECK(one.threads() == 1);
  CHECK_FALSE(one.is_cuda());
  CHECK(one.device() == -1);
  CHECK(one.stream() == nullptr);
  CHECK(says(one.name(), "cpu"));
  CHECK(one.workspace_bytes() == 0);
  CHECK(one.workspace_peak() == 0);
  CHECK(one.allocations() == 0);
  CHECK_NOTHROW(one.synchronize());
  CHECK(executor::cpu(3).threads() == 3);
  CHECK(executor::cpu().threads() >= 1);
  CHECK(executor::cpu(0).threads() == executor::cpu().threads());
}

TEST_CASE("a negative number of threads is refused") {
  CHECK_THROWS_AS(executor::cpu(-1), invalid_argument);
  const std::string said = refusal([] { executor::cpu(-3); });
  CHECK(says(said, "threads"));
  CHECK(says(said, "-3"));
}

TEST_CASE("an executor may have more threads than series or cores") {
  const auto lines = mixed_batch<float, 2>(30, 300, 91);
  const auto options = simplify_options{}.tolerance(1);
  const answer expected = reference(lines.view(), options);
  for (int threads : {3, 8, 64})
    for (engine with : all_engines) {
      INFO(threads, " threads, engine ", to_string(with));
      CHECK(difference(ask(executor::cpu(threads), lines.view(), simplify_options(options).engine(with)).mask,
                       expected.mask) == "");
    }
}

TEST_CASE("best() is a GPU exactly where there is one") {
  CHECK(executor::best().is_cuda() == executor::cuda_available());
}

TEST_CASE("an absent device is refused") {
  if (executor::cuda_available()) {
    for (int device : {-1, 4096}) {
      CHECK_THROWS_AS(executor::cuda(device), invalid_argument);
      const std::string said = refusal([device] { executor::cuda(device); });
      CHECK(says(said, "device"));
      CHECK(says(said, std::to_string(device)));
    }
  } else {
    const std::string said = refusal([] { executor::cuda(0); });
    CAPTURE(said);
    CHECK((says(said, "CUDA") || says(said, "device")));
  }
}

TEST_CASE("an allocator without functions is refused before all else") {
  device_allocator allocator;
  CHECK(says(refusal([&] { executor::cuda(0, nullptr, allocator); }), "allocator: allocate is null"));
  allocator.deallocate = [](void*, void*, std::size_t, cudaStream_t) {};
  CHECK(says(refusal([&] { executor::cuda(-1, nullptr, allocator); }), "allocator: allocate is null"));
  allocator = {};
  allocator.allocate = [](void*, std::size_t, cudaStream_t) -> void* { return nullptr; };
  CHECK(says(refusal([&] { executor::cuda(0, nullptr, allocator); }), "allocator: deallocate is null"));
  CHECK_THROWS_AS(executor::cuda(0, nullptr, allocator), invalid_argument);
}

TEST_CASE("an absent device is refused with an allocator, too") {
  device_allocator allocator;
  allocator.allocate = [](void*, std::size_t, cudaStream_t) -> void* { return nullptr; };
  allocator.deallocate = [](void*, void*, std::size_t, cudaStream_t) {};
  const std::string said = refusal([&] { executor::cuda(4096, nullptr, allocator); });
  CAPTURE(said);
  CHECK((executor::cuda_available() ? says(said, "4096") : says(said, "CUDA") || says(said, "device")));
}

TEST_CASE("an engine that the executor cannot run is refused") {
  if (no_device("engine `recursive` on a device")) // CPU cores run all engines
    return;
  const std::vector<float> points = make<float, 2>("walk", 100, 92);
  const executor on = executor::cuda();
  const auto options = simplify_options{}.tolerance(1).engine(engine::recursive);
  const auto call = [&] { simplify_mask(on, polyline<float, 2>(points.data(), 100), options); };
  CHECK_THROWS_AS(call(), invalid_argument);
  CHECK(says(refusal(call), "engine"));
  CHECK(says(refusal(call), "recursive"));
}

TEST_CASE("copies of an executor are the same executor") {
  for (executor const& on : executors()) {
    const executor copy = on;
    CHECK(&copy.state() == &on.state());
    CHECK(copy.name() == on.name());
  }
}

TEST_CASE("several threads may use an executor each") {
  const auto lines = mixed_batch<double, 2>(200, 200, 93);
  const auto options = simplify_options{}.tolerance(1);
  const keep_mask expected = reference(lines.view(), options).mask;
  std::vector<std::string> differences(4);
  std::vector<std::thread> threads;
  for (std::string& found : differences)
    threads.emplace_back([&] {
      const executor on = executor::cpu(2);
      for (int i = 0; i < 10 && found.empty(); ++i)
        found = difference(
            simplify_mask(on, lines.view(), simplify_options(options).engine(all_engines[i % std::size(all_engines)])),
            expected);
    });
  for (std::thread& thread : threads)
    thread.join();
  for (std::string const& found : differences)
    CHECK(found == "");
}

TEST_CASE("a moved-from executor is the same executor") {
  executor on = executor::cpu(2);
  const executor moved = std::move(on);
  CHECK(on.name() == moved.name());
  CHECK(on.threads() == 2);
  executor other = executor::cpu(1);
  other = std::move(on);
  CHECK(on.name() == other.name());
  const std::vector<float> values(20);
  CHECK(simplify_mask(on, series<float>(values.data(), 20), simplify_options{}.tolerance(1)).size() == 20);
}
