"""Arrow arrays and tables of geometries: WKB and the nested layouts of GeoArrow. Needs pyarrow."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyarrow as pa

from ..errors import InvalidArgument
from ._lines import Lines
from ._rules import Rules
from ._wkb import Column

_DEPTHS = {"linestring": 1, "multilinestring": 2, "polygon": 2, "multipolygon": 3}
"""Lists around the coordinates, of the layouts that have lines."""


def simplify_wkb(array: Any, rules: Rules) -> Any:
    """A binary array, or a chunked one, of the same type without the points that the rules drop."""
    if isinstance(array, pa.ChunkedArray):
        return pa.chunked_array(_each_chunk(array, rules), type=array.type)
    rules = rules.checked(len(array))
    if isinstance(array, pa.ExtensionArray):
        return pa.ExtensionArray.from_storage(array.type, simplify_wkb(array.storage, rules))
    if array.type == pa.binary_view():
        return simplify_wkb(array.cast(pa.large_binary()), rules).cast(pa.binary_view())
    if array.type not in (pa.binary(), pa.large_binary()):
        raise TypeError(f"array must be of type binary or large_binary, is {array.type}")
    values = WkbValues(array, rules)
    return values.select(values.lines.mask(rules))


class WkbValues:
    """A binary array: its lines, and the array without the points that a mask drops."""

    def __init__(self, array: Any, rules: Rules) -> None:
        self.array = array
        self.column = _column(array, rules)
        self.lines = self.column.lines()

    def select(self, mask: Any) -> Any:
        # Arrow's pool keeps memory for the next call; the system would have to clear it anew.
        room = np.frombuffer(pa.allocate_buffer(self.column.size), np.uint8)
        bytes, offsets, validity = self.column.select(mask, room)
        buffers = [None if validity is None else pa.py_buffer(validity), pa.py_buffer(offsets), pa.py_buffer(bytes)]
        return pa.Array.from_buffers(self.array.type, len(self.array), buffers)


def wkb_to_levels(array: Any, tolerances: list[float], rules: Rules) -> list[Any]:
    """A binary array for each tolerance, from one pass over the points."""
    if isinstance(array, pa.ChunkedArray):
        chunks = [wkb_to_levels(chunk, tolerances, rules) for chunk in array.chunks]
        return [pa.chunked_array(level, type=array.type) for level in zip(*chunks)] if chunks else [array] * len(tolerances)
    values = WkbValues(array, rules)
    return [values.select(mask) for mask in values.lines.levels(tolerances, rules)]


def _each_chunk(array: Any, rules: Rules) -> list[Any]:
    if rules.topology and array.num_chunks > 1:  # the layer is one, whatever its chunks
        return [simplify_wkb(pa.concat_arrays(array.chunks), rules)]
    rules = rules.checked(len(array))
    chunks, begin = [], 0
    for chunk in array.chunks:
        chunks.append(simplify_wkb(chunk, rules.of(slice(begin, begin + len(chunk)))))
        begin += len(chunk)
    return chunks


def _column(array: Any, rules: Rules) -> Column:
    validity, offsets, bytes = array.buffers()
    dtype = np.int32 if array.type == pa.binary() else np.int64
    if offsets is None or len(array) == 0:
        return Column(np.empty(0, np.uint8), np.zeros(1, dtype), on=rules.on)
    return Column(
        np.frombuffer(bytes, np.uint8) if bytes else np.empty(0, np.uint8),
        np.frombuffer(offsets, dtype)[array.offset : array.offset + len(array) + 1],
        None if validity is None else np.frombuffer(validity, np.uint8),
        array.offset,
        rules.on,
    )


def simplify_any(source: Any, rules: Rules) -> Any:
    """Any holder of an Arrow array, stream or table of geometries; what goes back is pyarrow's."""
    if isinstance(source, (pa.Table, pa.RecordBatch)) or hasattr(source, "column_names"):
        return _simplify_table(source if isinstance(source, (pa.Table, pa.RecordBatch)) else pa.table(source), rules)
    if isinstance(source, (pa.Array, pa.ChunkedArray)):
        return simplify_any_array(source, _encoding_of_type(source.type), rules)
    if hasattr(source, "__arrow_c_array__"):
        field = pa.Field._import_from_c_capsule(source.__arrow_c_array__()[0])
        array = pa.array(source)
    else:
        field = pa.Field._import_from_c_capsule(source.__arrow_c_schema__()) if hasattr(source, "__arrow_c_schema__") else None
        array = pa.chunked_array(source)
    encoding = _encoding_of_type(array.type) if field is None else _encoding(field)
    if not encoding and pa.types.is_struct(array.type):  # rows, as of a reader or of another library's table
        rows = pa.chunked_array([array]) if isinstance(array, pa.Array) else array
        # Table.from_struct_array() takes no array without chunks before pyarrow 25.
        batches = [pa.RecordBatch.from_struct_array(chunk) for chunk in rows.chunks]
        return _simplify_table(pa.Table.from_batches(batches, pa.schema(rows.type)), rules)
    return simplify_any_array(array, encoding, rules)


def _simplify_table(table: Any, rules: Rules) -> Any:
    """A table with its geometry columns simplified: those of GeoArrow, or, without any, those of binary."""
    marked = [i for i, f in enumerate(table.schema) if _encoding(f).startswith("geoarrow") or _encoding(f) == "wkb"]
    if not marked:
        raise InvalidArgument("obj", "has no column of geometries: none is of binary or GeoArrow")
    extension = [i for i in marked if _is_extension(table.schema.field(i))]
    for i in extension or marked:
        table = table.set_column(i, table.schema.field(i), simplify_any_array(table.column(i), _encoding(table.schema.field(i)), rules))
    return table


def _is_extension(field: Any) -> bool:
    return isinstance(field.type, pa.BaseExtensionType) or b"ARROW:extension:name" in (field.metadata or {})


def _encoding(field: Any) -> str:
    """ "wkb", the name of a GeoArrow layout, or "" for what holds no geometries."""
    name = (field.metadata or {}).get(b"ARROW:extension:name", b"").decode()
    return _encoding_named(name) if name else _encoding_of_type(field.type)


def _encoding_of_type(type: Any) -> str:
    if isinstance(type, pa.BaseExtensionType):
        return _encoding_named(type.extension_name)
    return "wkb" if type in (pa.binary(), pa.large_binary(), pa.binary_view()) else ""


def _encoding_named(name: str) -> str:
    if name in ("geoarrow.wkb", "ogc.wkb"):
        return "wkb"
    return name if name.startswith("geoarrow.") else ""


def simplify_any_array(array: Any, encoding: str, rules: Rules) -> Any:
    """An array of an encoding: "wkb", or a layout of GeoArrow."""
    if encoding == "wkb":
        return simplify_wkb(array, rules)
    layout = encoding.removeprefix("geoarrow.")
    if layout in ("point", "multipoint"):
        return array
    if layout not in _DEPTHS:
        raise TypeError(f"array must be binary (WKB) or of GeoArrow's layouts of lines, is {encoding or array.type}")
    if isinstance(array, pa.ChunkedArray):
        whole = pa.concat_arrays(array.chunks) if array.num_chunks != 1 else array.chunk(0)
        return pa.chunked_array([_simplify_nested(whole, layout, rules)], type=array.type)
    return _simplify_nested(array, layout, rules)


def _simplify_nested(array: Any, layout: str, rules: Rules) -> Any:
    """An array of GeoArrow's nested lists."""
    if isinstance(array, pa.ExtensionArray):
        return pa.ExtensionArray.from_storage(array.type, _simplify_nested(array.storage, layout, rules))
    if rules.collapse == "drop":
        raise InvalidArgument("collapse", "must be 'keep' for GeoArrow's nested layouts: WKB can leave rings out")
    rules = rules.checked(len(array))
    levels, offsets = _unnested(array, _DEPTHS[layout])
    of_geometry = np.arange(len(array) + 1)
    for level in offsets[:-1]:
        of_geometry = level[of_geometry]
    is_ring = np.full(len(offsets[-1]) - 1, "polygon" in layout, np.uint8)
    lines = Lines(_coordinates(levels[-1]), offsets[-1], is_ring, of_geometry)
    kept = lines.kept(lines.mask(rules))
    values = levels[-1].take(pa.array(kept.values))
    for level, ends in zip(reversed(levels[:-1]), reversed([*offsets[:-1], kept.offsets])):
        kind, width = (pa.LargeListArray, pa.int64()) if pa.types.is_large_list(level.type) else (pa.ListArray, pa.int32())
        missing = level.is_null() if level.null_count else None
        values = kind.from_arrays(pa.array(ends, width), values, type=level.type, mask=missing)
    return values


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
        return np.column_stack([np.asarray(values.field(i)) for i in (0, 1)])
    width = values.type.list_size
    flat = np.asarray(values.flatten() if values.null_count == 0 else values.values)
    return np.ascontiguousarray(flat.reshape(-1, width)[:, :2])
