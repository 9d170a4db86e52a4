// SPDX-License-Identifier: MIT
#pragma once

#include <thrustline/primitives/detail/segmented_view.hpp>

/// Segmented layout: n items in one flat array, cut into m segments of consecutive items. It has three forms.
///
///     items        a b c d e f g        n = 7, m = 3
///     head flags   1 0 0 1 1 0 0        1 where a segment begins, else 0
///     keys         0 0 0 1 2 2 2        index of the segment of an item
///     offsets      0 3 4 7              first item of each segment, and n
///
/// Invariants:
/// - head flags: any integral type, 0 or 1; flags[0] == 1 if n > 0
/// - keys: dense and never decreasing: keys[0] == 0, keys[i + 1] - keys[i] is 0 or 1; keys[n - 1] == m - 1
/// - offsets: m + 1 values, offsets[0] == 0, never decreasing, offsets[m] == n
/// - keys are the inclusive scan of the head flags, minus 1
///
/// Offsets can hold empty segments; head flags and keys cannot. The primitives that read offsets say what they do with
/// empty segments. Index types are signed, 32 or 64 bits wide; they must hold n and m.
///
/// All primitives take a Thrust execution policy first: thrust::seq, thrust::host, thrust::omp::par, thrust::tbb::par,
/// thrust::cuda::par, par_nosync, each with .on(stream) and an allocator. Temporary storage comes from the policy. On
/// CUDA they run on the policy's stream and never synchronise, even under thrust::cuda::par with an allocator: counts
/// stay in device memory. (Without an allocator thrust::cuda::par takes storage by cudaMalloc, and cudaFree waits.) On
/// several CPU cores they work on chunks of the items in parallel. Iterators may be fancy. Outputs must not
/// overlap inputs unless stated. Results do not depend on the policy: operators are applied in any grouping but never
/// out of order, so they need not commute.
///
/// Types of sums, T, are trivially copyable and default constructible.
///
/// Errors: cuda_error if a CUDA call fails, std::bad_alloc or the allocator's exception if there is no memory.
namespace thrustline {}
