// SPDX-License-Identifier: MIT
#include "core/gpu/mailbox.hpp"

#include "core/gpu/launch_in_turn.cuh"
#include <thrustline/detail/check_cuda.hpp>

namespace thrustline::gpu {
namespace {

/// Called by one warp.
__global__ void copy_words(const unsigned* from, unsigned* to, int words) {
  begin_in_turn();
  for (int k = threadIdx.x; k < words; k += 32)
    to[k] = from[k];
}

} // namespace

const unsigned* mailbox::read_words(const unsigned* source, int words) const {
  unsigned* const to = its_page().words;
  launch_in_turn(stream_, copy_words, 1, 32, 0, source, to, words);
  detail::check_cuda(cudaStreamSynchronize(stream_), "cudaStreamSynchronize");
  return to;
}

} // namespace thrustline::gpu
