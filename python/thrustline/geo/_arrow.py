"""Arrow arrays of geometries: WKB and the nested layouts of GeoArrow. Needs pyarrow."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Union

import pyarrow as pa

from .._executor import Place
from ..errors import InvalidArgument
from ._lines import WrongType, joined, split
from ._nested import DEPTHS, NestedValues
from ._rules import Rules
from ._wkb_arrays import MasksOf, WkbValues, masked_wkb, values_counted_from
from ._wkb_types import plain_storage

Masking = Callable[[Any, MasksOf, int], list[Any]]
"""Leaves out points of an array, by each of the masks: the array, what makes the masks, and the row of its first value."""


def simplify_wkb(array: Any, rules: Rules) -> Any:
    """A binary array, or a chunked one, of the same type without the points that the rules drop."""
    return simplify_array(array, "wkb", rules)


def simplify_array(array: Any, encoding: str, rules: Rules) -> Any:
    """An array of an encoding: "wkb", or a layout of GeoArrow."""
    rules = rules.checked(len(array))
    if stays(encoding, array.type):
        return array
    masking = _masking(encoding, array.type, rules)
    if rules.topology and isinstance(array, pa.ChunkedArray) and array.num_chunks > 1:
        chunks = _simple_chunks(array, encoding, rules)
        return _masked(array, lambda *_: [next(chunks)], lambda *_: ())[0]
    return _masked(array, masking, lambda lines, rows: [lines.mask(rules.of(rows))])[0]


def _simple_chunks(array: Any, encoding: str, rules: Rules) -> Iterator[Any]:
    """The chunks of a layer without the points that the mask of all of them drops: a layer is one, whatever its chunks, for
    which one array may not have room."""
    read = reader_of(encoding, array.type, rules.on)
    chunks = []
    begin = 0
    for chunk in plain_chunks(array):
        with values_counted_from(begin):
            chunks.append(read(chunk))
        begin += len(chunk)
    lines = [values.lines for values in chunks]
    masks = split(joined(lines).mask(rules), lines)
    return (values.select(mask) for values, mask in zip(chunks, masks))


def array_to_levels(array: Any, encoding: str, rules: Rules) -> list[Any]:
    """An array for each tolerance of the rules, from one pass over the points."""
    if stays(encoding, array.type):
        return [array] * len(rules.tolerance)
    return _masked(array, _masking(encoding, array.type, rules), lambda lines, _: lines.levels(rules))


def stays(encoding: str, type: Any) -> bool:
    """Whether arrays of an encoding and type have nothing to simplify: points, or null alone."""
    return encoding in ("geoarrow.point", "geoarrow.multipoint") or bool(pa.types.is_null(type))


def reader_of(encoding: str, type: Any, on: Place) -> Callable[[Any], Union[WkbValues, NestedValues]]:
    """What reads the lines of arrays of an encoding."""
    if encoding == "wkb":
        return lambda array: WkbValues(array, on)
    layout = _layout(encoding, type)
    return lambda array: NestedValues(array, layout)


def plain_chunks(array: Any) -> Iterator[Any]:
    """The chunks of an array, as readers of lines take them: without extension types and views."""
    for chunk in array.chunks if isinstance(array, pa.ChunkedArray) else [array]:
        storage = plain_storage(chunk)
        yield storage.cast(pa.large_binary()) if storage.type == pa.binary_view() else storage


def _layout(encoding: str, type: Any) -> str:
    layout = encoding.removeprefix("geoarrow.")
    if layout not in DEPTHS:
        raise WrongType(f"must be binary (WKB) or of GeoArrow's layouts of lines, is {encoding or type}")
    return layout


def _masking(encoding: str, type: Any, rules: Rules) -> Masking:
    """What leaves out points of arrays of an encoding."""
    if encoding == "wkb":
        return lambda array, masks_of, begin: masked_wkb(array, rules, masks_of, begin)
    layout = _layout(encoding, type)
    if rules.collapse == "drop":
        raise InvalidArgument("collapse", "must be 'keep' for GeoArrow's nested layouts: WKB can leave rings out")

    def masked(array: Any, masks_of: MasksOf, begin: int) -> list[Any]:
        values = NestedValues(array, layout)
        return [values.select(mask) for mask in masks_of(values.lines, slice(begin, begin + len(array)))]

    return masked


def is_read(encoding: str) -> bool:
    """Whether arrays of an encoding can be simplified, or have nothing to simplify."""
    return encoding == "wkb" or encoding.removeprefix("geoarrow.") in ("point", "multipoint", *DEPTHS)


def _masked(array: Any, masking: Masking, masks_of: MasksOf, begin: int = 0) -> list[Any]:
    """The array without the points that a mask drops, for each of the masks. begin: the row of its first value."""
    if isinstance(array, pa.ChunkedArray):
        levels = zip(*_masked_chunks(array, masking, masks_of))
        return [pa.chunked_array(level, type=array.type) for level in levels]
    if isinstance(array, pa.ExtensionArray):
        storages = _masked(array.storage, masking, masks_of, begin)
        return [pa.ExtensionArray.from_storage(array.type, storage) for storage in storages]
    if array.type == pa.binary_view():
        return [made.cast(array.type) for made in _masked(array.cast(pa.large_binary()), masking, masks_of, begin)]
    return masking(array, masks_of, begin)


def _masked_chunks(array: Any, masking: Masking, masks_of: MasksOf) -> Iterator[list[Any]]:
    begin = 0
    for chunk in array.chunks or [array.combine_chunks()]:
        with values_counted_from(begin):
            made = _masked(chunk, masking, masks_of, begin)
        yield made
        begin += len(chunk)
