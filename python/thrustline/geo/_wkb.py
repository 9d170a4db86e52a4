"""Columns of well-known binary: their lines, and the columns without the points that a mask drops."""

from __future__ import annotations

from typing import Any, Optional

import numpy as np
from numpy.typing import NDArray

from .. import _core
from .._executor import Place, executor_for
from ._lines import Lines


FEW_BYTES = 2 << 20
"""Bytes of values that a thread takes from reading to writing at once: they stay in its cache."""


class Column:
    """A column in Arrow's binary layout: value i is null, or bytes[offsets[i]:offsets[i + 1]].

    bytes: uint8; offsets: int32 or int64; validity: one bit for each value, from first_bit on, or None. on: where lines are
    read and columns written; the cores of the host do it for a GPU.
    """

    def __init__(self, bytes: Any, offsets: Any, validity: Any = None, first_bit: int = 0, on: Place = None) -> None:
        self.bytes = bytes
        self.offsets = offsets
        self.validity = validity
        self.column = _core.WkbColumn(bytes, offsets, validity, first_bit)
        self.on = executor_for(on, None, 0)

    @property
    def size(self) -> int:
        """Bytes of the values."""
        return int(self.offsets[-1]) - int(self.offsets[0])

    def lines(self) -> Lines:
        """The line strings and rings of all values."""
        points, lines, parts = self._most()
        coordinates = np.empty((points, 2))
        line_offsets = np.empty(lines + 1, np.int64)
        is_ring = np.empty(lines, np.uint8)
        part_offsets = np.empty(parts + 1, np.int64)
        value_offsets = np.empty(len(self.offsets), np.int64)
        points, lines, parts = _core.read_wkb(
            self.on, self.column, 0, coordinates, line_offsets, is_ring, part_offsets, value_offsets
        )
        return Lines(coordinates[:points], line_offsets[: lines + 1], is_ring[:lines], part_offsets[value_offsets])

    def _most(self) -> tuple[int, int, int]:
        """The points, lines and parts that the arrays of lines() need room for. For a column of few bytes, those that so
        many bytes can hold: pages that are not written take no memory, and counting takes as long as half of reading."""
        if self.on.threads == 1 and self.size <= 2 * FEW_BYTES:
            return self.size // 16, self.size // 4, self.size // 9
        counts: tuple[int, int, int] = _core.count_wkb(self.on, self.column)
        return counts

    def select(
        self, mask: NDArray[np.bool_], room: Optional[NDArray[np.uint8]] = None
    ) -> tuple[NDArray[np.uint8], Any, Optional[NDArray[np.uint8]]]:
        """Bytes, offsets and validity of the column without the points that the mask drops. room: self.size bytes, which
        the bytes are written to."""
        values = len(self.offsets) - 1
        bytes = np.empty(self.size, np.uint8) if room is None else room  # pages beyond the result's end are never touched
        offsets = np.empty(values + 1, self.offsets.dtype)
        validity = None if self.validity is None else np.empty((values + 7) // 8, np.uint8)
        size = _core.select_wkb(self.on, self.column, mask, bytes, offsets, validity)
        return bytes[:size], offsets, validity


def column_of(values: list[Optional[bytes]], on: Place) -> Column:
    """A column of bytes objects; None is null."""
    missing = [v is None for v in values]
    joined = np.frombuffer(b"".join(v or b"" for v in values), np.uint8)
    offsets = np.zeros(len(values) + 1, np.int64)
    np.cumsum([len(v or b"") for v in values], out=offsets[1:])
    validity = np.packbits(~np.array(missing), bitorder="little") if any(missing) else None
    return Column(joined, offsets, validity, on=on)
