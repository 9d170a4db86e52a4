"""Columns of well-known binary: their lines, and the columns without the points that a mask drops."""

from __future__ import annotations

from typing import Any, Optional

import numpy as np
from numpy.typing import NDArray

from .. import _core
from .._executor import Place, executor_for
from .._host import offsets_of
from ._lines import Lines

FEW_BYTES = 2 << 20
"""Bytes of values that a thread takes from reading to writing at once: they stay in its cache."""


class LinesRoom:
    """Memory for the lines of one column after another. The system clears it for the first one only."""

    def __init__(self) -> None:
        self.most = (-1, -1, -1)
        self.made: tuple[NDArray[Any], ...] = ()

    def arrays(self, needed: tuple[int, int, int]) -> tuple[NDArray[Any], ...]:
        """Coordinates, line offsets, marks of rings and part offsets. needed: the points, lines and parts they have room for."""
        if any(n > most for n, most in zip(needed, self.most)):
            self.most = points, lines, parts = needed
            self.made = (
                np.empty((points, 2)), np.empty(lines + 1, np.int64), np.empty(lines, np.uint8), np.empty(parts + 1, np.int64)
            )
        return self.made


class Column:
    """A column in Arrow's binary layout: value i is null, or bytes[offsets[i]:offsets[i + 1]].

    bytes: uint8; offsets: int32 or int64; validity: one bit for each value, from first_bit on, or None. on: where lines are
    read and columns written; the cores of the host do it for a GPU.
    """

    def __init__(self, bytes: Any, offsets: Any, validity: Any = None, first_bit: int = 0, on: Place = None) -> None:
        self.bytes = bytes
        self.offsets = offsets
        self.validity = validity
        self.first_bit = first_bit
        self.place = on
        self.column = _core.WkbColumn(bytes, offsets, validity, first_bit)
        self.on = executor_for(on, None, 0)

    @property
    def size(self) -> int:
        """Bytes of the values."""
        return int(self.offsets[-1]) - int(self.offsets[0])

    def rows(self, which: slice) -> Column:
        """Some values one after another."""
        offsets = self.offsets[which.start : which.stop + 1]
        return Column(self.bytes, offsets, self.validity, self.first_bit + which.start, self.place)

    def lines(self, room: Optional[LinesRoom] = None) -> Lines:
        """The line strings and rings of all values. room: memory for them, where they are needed only until the lines of
        another column are read into it."""
        coordinates, line_offsets, is_ring, part_offsets = (room or LinesRoom()).arrays(self._most())
        value_offsets = np.empty(len(self.offsets), np.int64)
        points, lines, parts = _core.read_wkb(
            self.on, self.column, coordinates, line_offsets, is_ring, part_offsets, value_offsets
        )
        return Lines(coordinates[:points], line_offsets[: lines + 1], is_ring[:lines], part_offsets[value_offsets])

    def _most(self) -> tuple[int, int, int]:
        """The points, lines and parts that the arrays of lines() need room for. For a column of few bytes, the most that its
        bytes can hold: pages that are not written take no memory, and counting takes as long as half of reading."""
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
    offsets = offsets_of([len(v or b"") for v in values])
    validity = np.packbits(~np.array(missing), bitorder="little") if any(missing) else None
    return Column(joined, offsets, validity, on=on)
