// SPDX-License-Identifier: MIT
#pragma once

/// Arguments that stand for a segmented layout (segmented_layout.hpp).
namespace thrustline {

/// A segmented layout and its items as one argument: segmented_view{keys, offsets, items}.
template <class Keys, class Offsets, class Items>
struct segmented_view {
  Keys keys;
  Offsets offsets;
  Items items;
};

template <class Keys, class Offsets, class Items>
segmented_view(Keys, Offsets, Items) -> segmented_view<Keys, Offsets, Items>;

/// Size of a segmented layout: m segments with n items.
template <class Index>
struct segmented_size {
  Index segments, items;
};

template <class Index>
segmented_size(Index, Index) -> segmented_size<Index>;

} // namespace thrustline
