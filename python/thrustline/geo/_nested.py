"""Arrow arrays of GeoArrow's nested layouts: their lines, and the arrays without the points that a mask drops."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyarrow as pa

from .._host import real_array
from ._lines import Lines, WrongType

DEPTHS = {"linestring": 1, "multilinestring": 2, "polygon": 2, "multipolygon": 3}
"""Lists around the coordinates, of the layouts that have lines."""


class NestedValues:
    """An array of nested lists: its lines, and the array without the points that a mask drops."""

    def __init__(self, array: Any, layout: str) -> None:
        if not _has_layout(array.type, DEPTHS[layout]):
            raise WrongType(f"must have GeoArrow's layout {layout}, is {array.type}")
        self.levels, self.offsets = _unnested(array, DEPTHS[layout])
        of_geometry = np.arange(len(array) + 1)
        for level in self.offsets[:-1]:
            of_geometry = level[of_geometry]
        is_ring = np.full(len(self.offsets[-1]) - 1, "polygon" in layout, np.uint8)
        self.lines = Lines(_coordinates(self.levels[-1]), self.offsets[-1], is_ring, of_geometry)

    def select(self, mask: Any) -> Any:
        kept = self.lines.kept(mask)
        values = self.levels[-1].take(pa.array(kept.values))
        for level, ends in zip(reversed(self.levels[:-1]), reversed([*self.offsets[:-1], kept.offsets])):
            kind, width = (pa.LargeListArray, pa.int64()) if pa.types.is_large_list(level.type) else (pa.ListArray, pa.int32())
            missing = level.is_null() if level.null_count else None
            values = kind.from_arrays(pa.array(ends, width), values, type=level.type, mask=missing)
        return values


def _has_layout(type: Any, depth: int) -> bool:
    """Whether a type has this number of lists around coordinates."""
    for _ in range(depth):
        if not (pa.types.is_list(type) or pa.types.is_large_list(type)):
            return False
        type = type.value_type
    return bool(pa.types.is_fixed_size_list(type) or pa.types.is_struct(type))


def _unnested(array: Any, depth: int) -> tuple[list[Any], list[Any]]:
    """The lists and, last, the coordinates; and the offsets of each level of lists, from 0."""
    levels, offsets = [array], []
    for _ in range(depth):
        lists = levels[-1]
        ends = np.asarray(lists.offsets, np.int64) if len(lists) else np.zeros(1, np.int64)
        offsets.append(ends - ends[0])
        levels.append(lists.values[ends[0] : ends[-1]])
    return levels, offsets


def _coordinates(values: Any) -> Any:
    """The first two coordinates of interleaved or separated points, (n, 2)."""
    if pa.types.is_struct(values.type):
        return real_array(np.column_stack([np.asarray(values.field(i)) for i in (0, 1)]), "obj")
    width = values.type.list_size
    flat = np.asarray(values.flatten() if values.null_count == 0 else values.values)
    return real_array(flat.reshape(-1, width)[:, :2], "obj")
