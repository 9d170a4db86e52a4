"""The types of geometries in well-known binary."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray


def plain_storage(array: Any) -> Any:
    """The array without an extension type, which libraries may have registered."""
    return getattr(array, "storage", array)


def types_in(array: Any) -> set[int]:
    """The types that a binary array has, as wkb_types() tells them."""
    found: list[int] = np.unique(wkb_types(plain_storage(array))).tolist()
    return set(found)


def wkb_types(array: Any) -> NDArray[np.int64]:
    """The type of each value of a binary array: 1 for a point to 7 for a collection, more for curves and surfaces; and 1000
    for Z, 2000 for M, 3000 for both, in extended WKB, too. 0: null. Each value has a type."""
    import pyarrow as pa

    offsets = np.frombuffer(array.buffers()[1], np.int32 if array.type == pa.binary() else np.int64)
    begin = offsets[array.offset : array.offset + len(array)].astype(np.int64)
    present = np.asarray(array.is_valid())
    bytes = np.frombuffer(array.buffers()[2], np.uint8) if array.buffers()[2] else np.zeros(0, np.uint8)
    head = bytes[begin[present][:, None] + np.arange(5)].astype(np.int64)
    is_little = head[:, 0] == 1
    number = np.where(is_little, head[:, 1:] @ (1 << np.arange(0, 32, 8)), head[:, 1:] @ (1 << np.arange(24, -1, -8)))
    has_z, has_m = number & 0x80000000 != 0, number & 0x40000000 != 0
    types = np.zeros(len(array), np.int64)
    types[present] = (number & 0x0FFFFFFF) + 1000 * has_z + 2000 * has_m
    return types
