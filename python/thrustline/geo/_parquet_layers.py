"""GeoParquet from formats of GDAL, and to them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pyarrow as pa

from ..errors import InvalidArgument
from ._boxes import boxes_of
from ._fields import read_crs, renamed
from ._file_options import FileOptions
from ._layers import Features, Layer
from ._parquet import Extent, GeoParquetFile, GeoParquetWriter, geoparquet_file
from ._rules import warn_caller
from ._wkb_types import plain_storage, types_in

_BASE_TYPES = ("Point", "LineString", "Polygon", "MultiPoint", "MultiLineString", "MultiPolygon", "GeometryCollection")


@contextmanager
def open_geoparquet(source: Path, options: FileOptions) -> Iterator[Layer]:
    """A layer with one column of geometries: GDAL's formats have no others."""
    options.check_left_out(("layer", "where"), "GeoParquet")
    with geoparquet_file(source) as file:
        yield _layer_of(file, options.batch_size)


def _layer_of(file: GeoParquetFile, batch_size: int) -> Layer:
    others = [name for name in file.geo["columns"] if name != file.name]
    if others:
        warn_caller(f"geometries are left out, as the format of dst has one column of them: {', '.join(others)}")
    left_out = {*others, *filter(None, map(file.column_of_boxes, file.geo["columns"]))}
    names = [name for name in file.schema.names if name not in left_out]
    column = names.index(file.name)
    schema = _flat_table(file.schema.empty_table(), names, file).schema
    crs = file.crs
    batches = (
        batch
        for table in file.tables(batch_size)
        for batch in _flat_table(table, names, file).combine_chunks().to_batches()
    )
    return Layer(
        batches, schema, column, None if crs is None else _crs_in_words(crs), _layer_type(file.column), "Parquet", file.rows
    )


def _flat_table(table: Any, names: list[str], file: GeoParquetFile) -> Any:
    """The named columns of a table in types that GDAL takes, the geometries as WKB."""
    columns, fields = [], []
    for name in names:
        values = table.column(name)
        if name == file.name:
            values = _as_wkb(values, file)
            fields.append(pa.field(name, values.type, metadata={"ARROW:extension:name": "ogc.wkb"}))
        else:
            if pa.types.is_dictionary(values.type):
                values = values.cast(values.type.value_type)
            fields.append(pa.field(name, values.type))
        columns.append(values)
    return pa.Table.from_arrays(columns, schema=pa.schema(fields))


def _as_wkb(values: Any, file: GeoParquetFile) -> Any:
    if isinstance(values.type, pa.BaseExtensionType):
        values = pa.chunked_array([chunk.storage for chunk in values.chunks], values.type.storage_type)
    if file.encoding == "wkb":
        return values if values.type in (pa.binary(), pa.large_binary()) else values.cast(pa.large_binary())
    import geopandas

    field = pa.field(file.name, values.type, metadata={"ARROW:extension:name": file.encoding})
    frame = geopandas.GeoDataFrame.from_arrow(pa.Table.from_arrays([values], schema=pa.schema([field])))
    return pa.chunked_array([pa.array(frame.geometry.to_wkb(), pa.large_binary())])


def _crs_in_words(crs: Any) -> str:
    authority = crs.to_authority(min_confidence=100)
    return ":".join(authority) if authority else crs.to_wkt()


def _layer_type(column: dict[str, Any]) -> str:
    """pyogrio's name of the type of all geometries of a column."""
    types = column.get("geometry_types") or []
    return types[0] if len(types) == 1 else "Unknown"


def write_geoparquet(features: Features, bar: Any, path: Path, options: FileOptions) -> None:
    """Writes the simplified features of a layer. Raises InvalidArgument for curves, which GeoParquet has not."""
    options.check_driver_of_parquet(path)
    layer = features.layer
    schema = _schema_without_gdal(layer)
    name = schema.names[layer.column]
    extent = Extent()
    types: set[int] = set()
    with GeoParquetWriter(path, schema, options) as writer:
        for batch in features.batches(bar):
            columns = batch.columns
            columns[layer.column] = geometries = plain_storage(columns[layer.column])
            types |= types_in(geometries)
            if any(type % 1000 >= 8 for type in types):
                raise InvalidArgument("src", "has curves or surfaces, for which GeoParquet has no types")
            extent.add(boxes_of(geometries, "wkb", features.rules.on))
            writer.add(pa.Table.from_arrays(columns, schema=schema))
        column = {"encoding": "WKB", "geometry_types": _names_of_types(types - {0}), "crs": _crs_as_json(layer.crs)}
        if extent.is_known():
            column["bbox"] = extent.xy()
        writer.finish({"version": "1.1.0", "primary_column": name, "columns": {name: column}})


def _schema_without_gdal(layer: Layer) -> Any:
    """The schema without GDAL's metadata. The column of geometries has the usual name if the format gives it none, and
    another one if an attribute has that."""
    given = layer.schema.field(layer.column).name
    schema = renamed(layer.schema, layer.column, "geometry" if given == "wkb_geometry" else given)
    fields = [field.remove_metadata() for field in schema]
    type = schema.field(layer.column).type
    if isinstance(type, pa.BaseExtensionType):
        fields[layer.column] = fields[layer.column].with_type(type.storage_type)
    return pa.schema(fields)


def _names_of_types(types: set[int]) -> list[str]:
    """GeoParquet's names of WKB's types; none, which stands for not known, where there is M, for which it has no name."""
    if any(type >= 2000 for type in types):
        return []
    return [_BASE_TYPES[type % 1000 - 1] + (" Z" if type >= 1000 else "") for type in sorted(types)]


def _crs_as_json(crs: Any) -> Any:
    return read_crs(crs).to_json_dict() if crs else None
