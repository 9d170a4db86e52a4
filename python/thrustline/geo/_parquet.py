"""Parquet with the metadata of GeoParquet: read in pieces, written in row groups."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Union

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from ..errors import InvalidArgument
from ._fields import crs_of_geoparquet, read_crs
from ._file_options import FileOptions

# What bounds the memory of a call, whatever the file: rows that are decoded at once, bytes of them that are simplified at
# once, bytes of results that make a row group, and bytes that are read of a column at once.
_ROWS, _PIECE, _GROUP, _BUFFER = 4096, 16 << 20, 64 << 20, 1 << 20


def is_geoparquet(path: Union[Path, str]) -> bool:
    """Whether a file is GeoParquet by its suffix. GDAL reads what is no path."""
    return isinstance(path, Path) and path.suffix.lower() in (".parquet", ".geoparquet", ".pq")


@contextmanager
def geoparquet_file(path: Path) -> Iterator[GeoParquetFile]:
    with pq.ParquetFile(path, pre_buffer=False, buffer_size=_BUFFER) as file:  # a buffer would hold all row groups
        yield GeoParquetFile(file)


class GeoParquetFile:
    """A file that is open. geo: its metadata of GeoParquet; column: those of its primary column."""

    def __init__(self, file: Any) -> None:
        """file: pyarrow's."""
        self.file = file
        self.geo = _read_metadata(file)
        self.name: str = self.geo["primary_column"]
        self.column: dict[str, Any] = self.geo["columns"][self.name]
        self.rows: int = self.file.metadata.num_rows
        self.schema = self.file.schema_arrow

    @property
    def encoding(self) -> str:
        """That of the primary column: "wkb", or a layout of GeoArrow."""
        given = self.column["encoding"]
        return "wkb" if given == "WKB" else f"geoarrow.{given}"

    @property
    def crs(self) -> Any:
        """pyproj's CRS of the primary column; None if it is not known."""
        crs = crs_of_geoparquet(self.column)
        return None if crs is None else read_crs(crs)

    def column_of_boxes(self, name: str) -> str:
        """The column of the boxes of a column of geometries; "" if it has none."""
        covering = self.geo["columns"][name].get("covering", {}).get("bbox")
        return covering["xmin"][0] if covering else ""

    def tables(self, batch_size: int) -> Iterator[Any]:
        """The rows in pieces, which are small in rows and in bytes."""
        for batch in self.file.iter_batches(min(batch_size, _ROWS)):
            yield from _halves(pa.Table.from_batches([batch], self.schema))

    def table(self) -> Any:
        """All rows."""
        return self.file.read()


def _read_metadata(file: Any) -> dict[str, Any]:
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


def _halves(table: Any) -> Iterator[Any]:
    """The table in pieces of at most _PIECE bytes, or of one row: a few lines may have most of the points."""
    if len(table) < 2 or table.nbytes <= _PIECE:
        yield table
        return
    middle = len(table) // 2
    yield from _halves(table.slice(0, middle))
    yield from _halves(table.slice(middle))


class GeoParquetWriter:
    """Collects tables to row groups of batch_size rows, or of fewer that are large, and writes these."""

    def __init__(self, path: Path, schema: Any, options: FileOptions) -> None:
        creation = {"compression": "zstd", "store_schema": True, **options.creation}
        self.stores_schema = creation.pop("store_schema")
        self.schema = schema
        try:
            self.writer = pq.ParquetWriter(path, schema, store_schema=False, **creation)
        except TypeError as error:
            raise TypeError(f"creation: options of pyarrow's ParquetWriter are expected: {error}") from None
        self.most_rows = options.batch_size
        self.group: list[Any] = []
        self.rows = self.bytes = 0

    def __enter__(self) -> GeoParquetWriter:
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


class Extent:
    """The box of all rows so far."""

    def __init__(self) -> None:
        self._box = np.full(4, np.nan)

    def add(self, boxes: Any) -> None:
        """boxes: (n, 4); NaN for what has no points."""
        if len(boxes):
            least, greatest = np.fmin.reduce(boxes[:, :2]), np.fmax.reduce(boxes[:, 2:])
            self._box = np.concatenate([np.fmin(self._box[:2], least), np.fmax(self._box[2:], greatest)])

    def is_known(self) -> bool:
        return not bool(np.isnan(self._box).any())

    def xy(self) -> list[float]:
        """xmin, ymin, xmax, ymax."""
        box: list[float] = self._box.tolist()
        return box
