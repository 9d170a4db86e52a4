// SPDX-License-Identifier: MIT
#include "device_policies.hpp"

#include <cstdint>
#include <vector>

#include <doctest/doctest.h>

#include <thrustline/geometry/orientation.hpp>

#include "hull/made_triples.hpp"

using namespace thrustline;
using namespace thrustline::test;

namespace {

__global__ void orientations(std::int64_t count, const made_triple* triples, std::int8_t* out) {
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < count)
    out[i] = static_cast<std::int8_t>(orientation(triples[i].a, triples[i].b, triples[i].c));
}

} // namespace

TEST_CASE("host and device agree on near-degenerate triples") {
  if (no_device("orientation of host and device"))
    return;
  constexpr std::int64_t count = 1000000 / (sizeof all_triples / sizeof *all_triples) + 1;
  for (triples_kind kind : all_triples) {
    CAPTURE(static_cast<int>(kind));
    random_numbers numbers(503);
    std::vector<made_triple> triples;
    std::vector<std::int8_t> on_host;
    for (std::int64_t i = 0; i < count; ++i) {
      triples.push_back(make_triple(kind, numbers));
      on_host.push_back(static_cast<std::int8_t>(orientation(triples.back().a, triples.back().b, triples.back().c)));
    }
    const device_array<made_triple> given(triples);
    device_array<std::int8_t> on_device(count);
    orientations<<<(count + 255) / 256, 256>>>(count, given.data(), on_device.data());
    check_cuda(cudaGetLastError(), "kernel launch");
    CHECK(on_device.host() == on_host);
  }
}
