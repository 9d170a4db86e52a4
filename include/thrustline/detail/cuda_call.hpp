// SPDX-License-Identifier: MIT
#pragma once

#if defined(__CUDACC__)

#include <cuda_runtime_api.h>

#include <thrust/system/cuda/detail/util.h>

#include <thrustline/detail/check_cuda.hpp>
#include <thrustline/detail/temporary.hpp>

namespace thrustline::detail {

template <class Policy>
cudaStream_t stream_of(Policy const& policy) {
  return thrust::cuda_cub::stream(thrust::detail::derived_cast(thrust::detail::strip_const(policy)));
}

/// Makes a CUB call twice, to query the size of its temporary storage and to run: call(storage, bytes, stream).
template <class Policy, class Call>
void call_cub(Policy const& policy, const char* name, Call call) {
  const cudaStream_t stream = stream_of(policy);
  std::size_t bytes = 0;
  check_cuda(call(nullptr, bytes, stream), name);
  temporary<unsigned char, Policy> storage(policy, static_cast<std::ptrdiff_t>(bytes > 0 ? bytes : 1));
  check_cuda(call(storage.data(), bytes, stream), name);
}

} // namespace thrustline::detail

#endif
