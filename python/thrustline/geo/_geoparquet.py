"""GeoParquet to GeoParquet: row group by row group, with the boxes that a simplified layer has."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

from ._arrow import simplify_array, stays
from ._boxes import boxes_of
from ._file_options import FileOptions
from ._parquet import Extent, GeoParquetFile, GeoParquetWriter, geoparquet_file
from ._progress import progress_bar
from ._rules import Rules
from ._wkb_arrays import values_counted_from


def simplify_geoparquet(
    source: Path, part: Path, rules: Rules, options: FileOptions, handle_interrupt: Callable[[], None]
) -> int:
    """Returns the number of rows. All columns stay but the primary one of geometries, and the one of its boxes.
    handle_interrupt: is called between pieces of the file."""
    options.check_left_out(("layer", "where"), "GeoParquet to GeoParquet")
    options.check_driver_of_parquet(part)
    extent = Extent()
    rows = 0
    with geoparquet_file(source) as file:
        rules = rules.checked(file.rows).in_crs(file.crs)
        bar = progress_bar(options.progress, file.rows, source)
        with GeoParquetWriter(part, _schema(file), options) as writer, bar:
            for table in [file.table()] if rules.topology else file.tables(options.batch_size):
                handle_interrupt()
                here = slice(rows, rows + len(table))
                with values_counted_from(rows):
                    table, boxes = _simplified(table, file, rules.of(here))
                extent.add(boxes)
                writer.add(table)
                rows += len(table)
                bar.update(len(table))
            writer.finish(_metadata_of_result(file, extent))
    return rows


def _schema(file: GeoParquetFile) -> Any:
    """The schema with the metadata of the file, of which Arrow's own schema may lack some; without that of GeoParquet, which
    is known at the end."""
    others = {k: v for k, v in file.file.metadata.metadata.items() if k not in (b"ARROW:schema", b"geo")}
    return file.schema.with_metadata(others)


def _metadata_of_result(file: GeoParquetFile, extent: Extent) -> dict[str, Any]:
    column = {**file.column}
    if "bbox" in column and extent.is_known():
        column["bbox"] = _with_z_of(column["bbox"], extent.xy())
    column.pop("orientation", None)  # a simplified ring may have the other one
    geo = {**file.geo, "columns": {**file.geo["columns"], file.name: column}}
    if geo.get("version", "").startswith("2.") and not _has_native_types(file):
        geo["version"] = "1.1.0"
    return geo


def _has_native_types(file: GeoParquetFile) -> bool:
    """Whether pyarrow writes the geometries with Parquet's own types, as version 2 wants: it does for the registered
    extension types of GeoArrow."""
    return all(isinstance(file.schema.field(name).type, pa.BaseExtensionType) for name in file.geo["columns"])


def _simplified(table: Any, file: GeoParquetFile, rules: Rules) -> tuple[Any, Any]:
    """The table with its primary column of geometries, and the column of their boxes, anew; and these boxes, none for
    points and where all is null."""
    i = table.schema.get_field_index(file.name)
    if stays(file.encoding, table.column(i).type):
        return table, ()
    simple = simplify_array(table.column(i), file.encoding, rules)
    table = table.set_column(i, table.schema.field(i), simple)
    boxes = boxes_of(simple, file.encoding, rules.on)
    of_boxes = file.column_of_boxes(file.name)
    return _with_boxes(table, of_boxes, boxes) if of_boxes else table, boxes


def _with_z_of(given: list[float], box: list[float]) -> list[float]:
    """The box, with the z of the given one if that has z: it holds, as points only go."""
    return box if len(given) == 4 else [*box[:2], given[2], *box[2:], given[5]]


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
