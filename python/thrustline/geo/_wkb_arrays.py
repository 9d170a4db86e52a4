"""Arrow arrays of well-known binary: the arrays without the points that masks drop."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from .._executor import Place
from ..errors import GeometryError, WkbError
from ._lines import Lines, WrongType
from ._rules import Rules
from ._wkb import FEW_BYTES, Column, LinesRoom

MasksOf = Callable[[Lines, slice], Iterable[Any]]
"""Makes the masks of lines, which are those of some rows of the column."""


def column_of_array(array: Any, on: Place = None) -> Column:
    """The column of a binary array."""
    if array.type not in (pa.binary(), pa.large_binary()):
        raise WrongType(f"must be of type binary, large_binary or binary_view, is {array.type}")
    validity, offsets, bytes = array.buffers()
    dtype = np.int32 if array.type == pa.binary() else np.int64
    if offsets is None or len(array) == 0:
        return Column(np.empty(0, np.uint8), np.zeros(1, dtype), on=on)
    return Column(
        np.frombuffer(bytes, np.uint8) if bytes else np.empty(0, np.uint8),
        np.frombuffer(offsets, dtype)[array.offset : array.offset + len(array) + 1],
        None if validity is None else np.frombuffer(validity, np.uint8),
        array.offset,
        on,
    )


def masked_wkb(array: Any, rules: Rules, masks_of: MasksOf, begin: int) -> list[Any]:
    """The binary array without the points that a mask drops, for each of the masks. begin: the row of its first value."""
    column = column_of_array(array, rules.on)
    results: list[_Result] = []
    room = LinesRoom()
    for rows in [slice(0, len(array))] if rules.topology else _pieces(column):
        with values_counted_from(rows.start):
            piece = column.rows(rows)
            for k, mask in enumerate(masks_of(piece.lines(room), slice(begin + rows.start, begin + rows.stop))):
                if k == len(results):
                    results.append(_Result(column, array.type))
                results[k].add(piece, mask)
    return [result.array() for result in results]


def _pieces(column: Column) -> Iterator[slice]:
    """The rows in pieces of some bytes, or of eight rows, so that no two pieces share a byte of the validity."""
    ends = column.offsets
    rows = len(ends) - 1
    size = FEW_BYTES * column.on.threads or column.size  # a GPU takes all at once
    start = 0
    while True:
        most = ends.dtype.type(min(int(ends[start]) + size, int(ends[-1])))  # of their type, or all are converted
        stop = int(np.searchsorted(ends, most, "right")) - 1
        stop = rows if stop == rows else max(stop // 8 * 8, start + 8)
        yield slice(start, min(stop, rows))
        if stop >= rows:
            return
        start = stop


class _Result:
    """An array that pieces are written to one after another."""

    def __init__(self, column: Column, type: Any) -> None:
        # Arrow's pool keeps memory for the next call; the system would have to clear it anew.
        self.bytes = np.frombuffer(pa.allocate_buffer(column.size), np.uint8)
        self.type = type
        self.size = 0
        self.offsets: list[NDArray[Any]] = [np.zeros(1, column.offsets.dtype)]
        self.validity: list[NDArray[np.uint8]] = []

    def add(self, piece: Column, mask: NDArray[np.bool_]) -> None:
        bytes, offsets, validity = piece.select(mask, self.bytes[self.size : self.size + piece.size])
        offsets += self.size
        self.size += len(bytes)
        self.offsets.append(offsets[1:])
        if validity is not None:
            self.validity.append(validity)

    def array(self) -> Any:
        offsets, validity = np.concatenate(self.offsets), None
        if self.validity:
            validity = pa.py_buffer(np.concatenate(self.validity))
        buffers = [validity, pa.py_buffer(offsets), pa.py_buffer(self.bytes[: self.size])]
        return pa.Array.from_buffers(self.type, len(offsets) - 1, buffers)


class WkbValues:
    """A binary array: its lines, and the array without the points that a mask drops."""

    def __init__(self, array: Any, on: Place) -> None:
        self.column = column_of_array(array, on)
        self.type = array.type
        self.lines = self.column.lines()

    def select(self, mask: NDArray[np.bool_]) -> Any:
        result = _Result(self.column, self.type)
        result.add(self.column, mask)
        return result.array()


@contextmanager
def values_counted_from(begin: int) -> Iterator[None]:
    """Lets an error of a part of a column count the values from the column's first one."""
    try:
        yield
    except WkbError as error:
        if begin == 0:
            raise
        value = begin + error.value
        problem = error.problem.replace(f"value {error.value},", f"value {value},", 1)
        raise WkbError(problem, value, error.byte, error.argument) from None
    except GeometryError as error:
        raise error.at(begin + error.geometry) from None
