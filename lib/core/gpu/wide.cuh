// SPDX-License-Identifier: MIT
#pragma once

#include <cstring>
#include <type_traits>

#include <thrustline/geometry/point.hpp>

/// Loads and stores of whole objects, in the widest pieces that their size allows.
namespace thrustline::gpu {

template <class T>
using wide_piece = std::conditional_t<sizeof(T) % 16 == 0, uint4, std::conditional_t<sizeof(T) % 8 == 0, uint2, uint1>>;

/// Loads an object. `from` is aligned to its wide_piece.
template <class T>
__device__ T load_wide(const T* from) {
  using piece = wide_piece<T>;
  piece pieces[sizeof(T) / sizeof(piece)];
#pragma unroll
  for (unsigned k = 0; k < sizeof(T) / sizeof(piece); ++k)
    pieces[k] = reinterpret_cast<const piece*>(from)[k];
  T value;
  std::memcpy(&value, pieces, sizeof value);
  return value;
}

/// Stores an object. `to` is aligned to its wide_piece.
template <class T>
__device__ void store_wide(T* to, T const& value) {
  using piece = wide_piece<T>;
  piece pieces[sizeof(T) / sizeof(piece)];
  std::memcpy(pieces, &value, sizeof value);
#pragma unroll
  for (unsigned k = 0; k < sizeof(T) / sizeof(piece); ++k)
    reinterpret_cast<piece*>(to)[k] = pieces[k];
}

/// A point that is aligned to its wide_piece.
template <class Real, int D>
struct alignas(wide_piece<point<Real, D>>) wide_point : point<Real, D> {};

} // namespace thrustline::gpu

namespace thrustline {

template <class Real, int D>
struct point_traits<gpu::wide_point<Real, D>> : point_traits<point<Real, D>> {
  static __device__ point<Real, D> get(gpu::wide_point<Real, D> const& p) { return gpu::load_wide<point<Real, D>>(&p); }
};

} // namespace thrustline
