"""Arrow arrays of geometries: WKB and the nested layouts of GeoArrow. Needs pyarrow."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import pyarrow as pa

from .._executor import Place
from ..errors import GeometryError, InvalidArgument, WkbError
from ._lines import Lines
from ._nested import DEPTHS, NestedValues
from ._rules import Rules
from ._wkb import Column

MasksOf = Callable[[Lines, slice], Iterable[Any]]
"""Makes the masks of lines, which are those of some rows of the column."""


def simplify_wkb(array: Any, rules: Rules) -> Any:
    """A binary array, or a chunked one, of the same type without the points that the rules drop."""
    return simplify_array(array, "wkb", rules)


def simplify_array(array: Any, encoding: str, rules: Rules) -> Any:
    """An array of an encoding: "wkb", or a layout of GeoArrow."""
    rules = rules.checked(len(array))
    if has_points_only(encoding):
        return array
    if rules.topology and isinstance(array, pa.ChunkedArray):  # the layer is one, whatever its chunks
        array = pa.chunked_array([array.combine_chunks()], type=array.type)
    read = _reader(encoding, array.type, rules)
    return _masked(array, read, lambda lines, rows: [lines.mask(rules.of(rows))])[0]


def array_to_levels(array: Any, encoding: str, rules: Rules) -> list[Any]:
    """An array for each tolerance of the rules, from one pass over the points."""
    if has_points_only(encoding):
        return [array] * len(rules.tolerance)
    return _masked(array, _reader(encoding, array.type, rules), lambda lines, _: lines.levels(rules))


class WkbValues:
    """A binary array: its lines, and the array without the points that a mask drops."""

    def __init__(self, array: Any, on: Place = None) -> None:
        if array.type not in (pa.binary(), pa.large_binary()):
            raise TypeError(f"array must be of type binary, large_binary or binary_view, is {array.type}")
        self.array = array
        self.column = _column(array, on)
        self.lines = self.column.lines()

    def select(self, mask: Any) -> Any:
        # Arrow's pool keeps memory for the next call; the system would have to clear it anew.
        room = np.frombuffer(pa.allocate_buffer(self.column.size), np.uint8)
        bytes, offsets, validity = self.column.select(mask, room)
        buffers = [None if validity is None else pa.py_buffer(validity), pa.py_buffer(offsets), pa.py_buffer(bytes)]
        return pa.Array.from_buffers(self.array.type, len(self.array), buffers)


def _column(array: Any, on: Place) -> Column:
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


def has_points_only(encoding: str) -> bool:
    return encoding in ("geoarrow.point", "geoarrow.multipoint")


def reader_of(encoding: str, type: Any, on: Place = None) -> Callable[[Any], Any]:
    """What reads arrays of an encoding."""
    if encoding == "wkb":
        return lambda array: WkbValues(array, on)
    layout = encoding.removeprefix("geoarrow.")
    if layout not in DEPTHS:
        raise TypeError(f"array must be binary (WKB) or of GeoArrow's layouts of lines, is {encoding or type}")
    return lambda array: NestedValues(array, layout)


def _reader(encoding: str, type: Any, rules: Rules) -> Callable[[Any], Any]:
    """What reads arrays of an encoding that the rules can simplify."""
    if rules.collapse == "drop" and encoding != "wkb":
        raise InvalidArgument("collapse", "must be 'keep' for GeoArrow's nested layouts: WKB can leave rings out")
    return reader_of(encoding, type, rules.on)


def is_read(encoding: str) -> bool:
    """Whether arrays of an encoding can be simplified, or have nothing to simplify."""
    return encoding == "wkb" or has_points_only(encoding) or encoding.removeprefix("geoarrow.") in DEPTHS


def _masked(array: Any, read: Callable[[Any], Any], masks_of: MasksOf, begin: int = 0) -> list[Any]:
    """The array without the points that a mask drops, for each of the masks. begin: the row of its first value."""
    if isinstance(array, pa.ChunkedArray):
        levels = zip(*_masked_chunks(array, read, masks_of))
        return [pa.chunked_array(level, type=array.type) for level in levels]
    if isinstance(array, pa.ExtensionArray):
        storages = _masked(array.storage, read, masks_of, begin)
        return [pa.ExtensionArray.from_storage(array.type, storage) for storage in storages]
    if array.type == pa.binary_view():
        return [made.cast(array.type) for made in _masked(array.cast(pa.large_binary()), read, masks_of, begin)]
    values = read(array)
    return [values.select(mask) for mask in masks_of(values.lines, slice(begin, begin + len(array)))]


def _masked_chunks(array: Any, read: Callable[[Any], Any], masks_of: MasksOf) -> Iterator[list[Any]]:
    begin = 0
    for chunk in array.chunks or [array.combine_chunks()]:
        with values_counted_from(begin):
            made = _masked(chunk, read, masks_of, begin)
        yield made
        begin += len(chunk)


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
