"""GeoParquet: row group by row group, with the boxes that a simplified layer has."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Optional

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from ..errors import InvalidArgument
from ._arrow import has_points_only, simplify_array, values_counted_from
from ._boxes import boxes_of
from ._fields import crs_of_geoparquet, read_crs
from ._progress import progress_bar
from ._rules import Rules

# What bounds the memory of a call, whatever the file: rows that are decoded at once, bytes of them that are simplified at
# once, bytes of results that make a row group, and bytes that are read of a column at once.
_ROWS, _PIECE, _GROUP, _BUFFER = 4096, 16 << 20, 64 << 20, 1 << 20


def is_geoparquet(path: Path) -> bool:
    return path.suffix.lower() in (".parquet", ".geoparquet", ".pq")


def simplify_geoparquet(
    source: Path, part: Path, rules: Rules, options: dict[str, Any], handle_interrupt: Callable[[], None]
) -> int:
    """Returns the number of rows. All columns stay but the primary one of geometries, and the one of its boxes.
    handle_interrupt: is called between pieces of the file."""
    for name in ("layer", "where", "driver"):
        if options[name] is not None:
            raise InvalidArgument(name, "is not for GeoParquet to GeoParquet")
    file = pq.ParquetFile(source, pre_buffer=False, buffer_size=_BUFFER)  # a buffer would hold all row groups
    geo = _metadata(file)
    rules = rules.checked(file.metadata.num_rows)
    name = geo["primary_column"]
    column = geo["columns"][name]
    rules = rules.in_crs(_crs(column))
    box: Any = None
    rows = 0
    bar = progress_bar(options["progress"], file.metadata.num_rows, source)
    with _Writer(part, _schema(file), options) as writer, bar:
        for table in _tables(file, rules, options["batch_size"]):
            handle_interrupt()
            here = slice(rows, rows + len(table))
            with values_counted_from(rows):
                table, each = _simplified(table, geo, rules.of(here))
            if len(each):
                box = _united(box, each)
            writer.add(table)
            rows += len(table)
            bar.update(len(table))
        if "bbox" in column and box is not None:
            column["bbox"] = _with_z_of(column["bbox"], box).tolist()
        column.pop("orientation", None)  # a simplified ring may have the other one
        if geo.get("version", "").startswith("2.") and not _has_native_types(file, geo):
            geo["version"] = "1.1.0"
        writer.finish(geo)
    return rows


class _Writer:
    """Collects tables to row groups of batch_size rows, or of fewer that are large, and writes these."""

    def __init__(self, path: Path, schema: Any, options: dict[str, Any]) -> None:
        creation = {"compression": "zstd", "store_schema": True, **options["creation"]}
        self.stores_schema = creation.pop("store_schema")
        self.schema = schema
        try:
            self.writer = pq.ParquetWriter(path, schema, store_schema=False, **creation)
        except TypeError as error:
            raise TypeError(f"creation: options of pyarrow's ParquetWriter are expected: {error}") from None
        self.most_rows = options["batch_size"]
        self.group: list[Any] = []
        self.rows = self.bytes = 0

    def __enter__(self) -> _Writer:
        return self

    def __exit__(self, *error: object) -> None:
        self.writer.close()

    def add(self, table: Any) -> None:
        self.group.append(table)
        self.rows += len(table)
        self.bytes += table.nbytes
        if self.rows >= self.most_rows or self.bytes >= _GROUP:
            self._write_group()

    def finish(self, geo: dict[str, Any]) -> None:
        """Writes what is left, and the metadata: for the file, and in the schema that Arrow stores, as readers by Arrow see
        the latter alone."""
        if self.group:
            self._write_group()
        metadata = {**(self.schema.metadata or {}), b"geo": json.dumps(geo).encode()}
        if self.stores_schema:
            metadata[b"ARROW:schema"] = base64.b64encode(self.schema.with_metadata(metadata).serialize())
        self.writer.add_key_value_metadata(metadata)

    def _write_group(self) -> None:
        self.writer.write_table(pa.concat_tables(self.group), row_group_size=max(self.rows, 1))
        self.group.clear()
        self.rows = self.bytes = 0


def _metadata(file: Any) -> dict[str, Any]:
    """The metadata of GeoParquet, with a primary column that is there."""
    stored = (file.metadata.metadata or {}).get(b"geo")
    if stored is None:
        raise InvalidArgument("src", "is Parquet without the metadata of GeoParquet")
    try:
        geo: dict[str, Any] = json.loads(stored)
        primary = geo.setdefault("primary_column", next(iter(geo["columns"])))
        encodings = {name: column["encoding"] for name, column in geo["columns"].items()}
    except (ValueError, TypeError, AttributeError, LookupError, StopIteration) as error:
        raise InvalidArgument("src", f"has metadata of GeoParquet that cannot be read: {error!r}") from None
    for name in (primary, *encodings):
        if name not in encodings or name not in file.schema_arrow.names:
            raise InvalidArgument("src", f"has no column {name!r}, which its metadata of GeoParquet names")
    return geo


def _schema(file: Any) -> Any:
    """The schema with the metadata of the file, of which Arrow's own schema may lack some; without that of GeoParquet, which
    is known at the end."""
    others = {k: v for k, v in file.metadata.metadata.items() if k not in (b"ARROW:schema", b"geo")}
    return file.schema_arrow.with_metadata(others)


def _has_native_types(file: Any, geo: dict[str, Any]) -> bool:
    """Whether pyarrow writes the geometries with Parquet's own types, as version 2 wants: it does for the registered
    extension types of GeoArrow."""
    schema = file.schema_arrow
    return all(isinstance(schema.field(name).type, pa.BaseExtensionType) for name in geo["columns"])


def _crs(column: dict[str, Any]) -> Any:
    crs = crs_of_geoparquet(column)
    return None if crs is None else read_crs(crs)


def _tables(file: Any, rules: Rules, batch_size: int) -> Any:
    """The rows in pieces, which are small in rows and in bytes; the whole file where the topology is kept."""
    if rules.topology:
        yield file.read()
        return
    for batch in file.iter_batches(min(batch_size, _ROWS)):
        yield from _halves(pa.Table.from_batches([batch], file.schema_arrow))


def _halves(table: Any) -> Iterator[Any]:
    """The table in pieces of at most _PIECE bytes, or of one row: a few lines may have most of the points."""
    if len(table) < 2 or table.nbytes <= _PIECE:
        yield table
        return
    middle = len(table) // 2
    yield from _halves(table.slice(0, middle))
    yield from _halves(table.slice(middle))


def _simplified(table: Any, geo: dict[str, Any], rules: Rules) -> tuple[Any, Any]:
    """The table with its primary column of geometries, and the column of their boxes, anew; and these boxes, none for
    points."""
    name = geo["primary_column"]
    encoding = geo["columns"][name]["encoding"]
    encoding = "wkb" if encoding == "WKB" else f"geoarrow.{encoding}"
    if has_points_only(encoding):
        return table, ()
    i = table.schema.get_field_index(name)
    simple = simplify_array(table.column(i), encoding, rules)
    table = table.set_column(i, table.schema.field(i), simple)
    each = boxes_of(simple, encoding)
    of_boxes = _column_of_boxes(geo, name)
    return _with_boxes(table, of_boxes, each) if of_boxes else table, each


def _column_of_boxes(geo: dict[str, Any], name: str) -> Optional[str]:
    """The column of the boxes of a column of geometries, if it has one."""
    covering = geo["columns"][name].get("covering", {}).get("bbox")
    return covering["xmin"][0] if covering else None


def _united(box: Any, each: Any) -> Any:
    """The box of all rows so far."""
    with np.errstate(all="ignore"):
        here = np.concatenate([np.fmin.reduce(each[:, :2]), np.fmax.reduce(each[:, 2:])])
    return here if box is None else np.concatenate([np.fmin(box[:2], here[:2]), np.fmax(box[2:], here[2:])])


def _with_z_of(given: list[float], box: Any) -> Any:
    """The box, with the z of the given one if that has z: it holds, as points only go."""
    return box if len(given) == 4 else np.array([*box[:2], given[2], *box[2:], given[5]])


def _with_boxes(table: Any, name: str, each: Any) -> Any:
    """The table with its column of boxes anew; one of a geometry without points is null. Boxes of float are rounded
    outwards."""
    i = table.schema.get_field_index(name)
    type = table.schema.field(i).type
    empty = np.isnan(each[:, 0])
    values = []
    for field in type:
        of = {"xmin": 0, "ymin": 1, "xmax": 2, "ymax": 3}.get(field.name)
        if of is None:  # z stays
            values.append(pa.chunked_array(table.column(i)).combine_chunks().field(field.name))
            continue
        numbers = each[:, of]
        if field.type == pa.float32():
            narrow = numbers.astype(np.float32)
            outside = narrow > numbers if of < 2 else narrow < numbers
            narrow[outside] = np.nextafter(narrow[outside], np.float32(-np.inf if of < 2 else np.inf))
            numbers = narrow
        values.append(pa.array(numbers, field.type, mask=empty))
    boxes = pa.StructArray.from_arrays(values, fields=list(type), mask=pa.array(empty))
    return table.set_column(i, table.schema.field(i), boxes)
