"""Files that GDAL reads and writes, by way of Arrow."""

from __future__ import annotations

import inspect
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Optional, Union

from ..errors import InvalidArgument
from ._arrow import simplify_wkb, values_counted_from
from ._fields import encoding_of, is_extension, read_crs
from ._progress import progress_bar
from ._rules import Rules, warn_caller

_DATABASES = ("GPKG", "SQLite", "OpenFileGDB")
"""Formats whose files have named layers, and these a column of feature ids."""


def simplify_by_gdal(source: Union[Path, str], part: Path, rules: Rules, options: dict[str, Any]) -> int:
    import pyogrio

    driver = options["driver"] or _driver_of(part)
    reading = {"layer": options["layer"], "where": options["where"], "batch_size": options["batch_size"]}
    with pyogrio.open_arrow(source, use_pyarrow=True, **reading, **_times_as_text()) as (meta, reader):
        rules = rules.in_crs(read_crs(meta["crs"]) if meta.get("crs") else None)
        bar = progress_bar(options["progress"], _count(source, reading), source)
        column = _geometry_column(reader.schema, meta.get("geometry_name"))
        schema = _schema_to_write(reader.schema, column, driver in _DATABASES)
        features = _Features(reader, schema, column, rules, bar)
        with bar:
            features.write(
                part, driver=driver, geometry_type=meta.get("geometry_type") or "Unknown", crs=meta.get("crs"),
                layer=options["layer"] if driver in _DATABASES else None, **options["creation"],
            )
    return features.rows


def _driver_of(path: Path) -> str:
    """The driver that writes files of a suffix."""
    import pyogrio

    if path.suffix.lower() == ".gdb":
        return "OpenFileGDB"
    try:
        driver: str = pyogrio.detect_write_driver(path.name)
    except ValueError:  # its text has the name of a temporary file
        raise InvalidArgument("driver", f"must be given: no format, or more than one, is known for {path.name!r}") from None
    return driver


class _Features:
    """The features of a reader, simplified batch by batch while GDAL asks for them."""

    def __init__(self, reader: Any, schema: Any, column: int, rules: Rules, bar: Any) -> None:
        """schema: that of the output; column: the index of the geometries."""
        self.reader = reader
        self.schema = schema
        self.column = column
        self.rules = rules
        self.bar = bar
        self.rows = 0
        self.problem: Optional[BaseException] = None

    def write(self, path: Path, **options: Any) -> None:
        import pyarrow as pa
        import pyogrio

        batches = pa.RecordBatchReader.from_batches(self.schema, self._batches())
        try:
            pyogrio.write_arrow(batches, path, geometry_name=self.schema.field(self.column).name, **options)
        except Exception:
            if self.problem is not None:
                raise self.problem from None
            raise

    def _batches(self) -> Iterator[Any]:
        try:
            for batch in _joined(self.reader, self.rules):
                yield self._simplified(batch)
            self.rules.checked(self.rows)  # there may be more tolerances than features
        except BaseException as error:  # GDAL, which asks for the batches, would give a text of its own
            self.problem = error
            raise

    def _simplified(self, batch: Any) -> Any:
        import pyarrow as pa

        columns = batch.columns
        with values_counted_from(self.rows):
            columns[self.column] = simplify_wkb(columns[self.column], self.rules.of_rows(self.rows, len(batch)))
        self.rows += len(batch)
        self.bar.update(len(batch))
        return pa.RecordBatch.from_arrays(columns, schema=self.schema)


def _joined(reader: Any, rules: Rules) -> Iterator[Any]:
    """The batches; one of all features where the topology is kept, as a layer is one."""
    import pyarrow as pa

    if not rules.topology:
        yield from reader
        return
    table = reader.read_all().combine_chunks()
    yield from table.to_batches() or [pa.RecordBatch.from_pylist([], table.schema)]


def _times_as_text() -> dict[str, bool]:
    """The option by which times keep their offsets from UTC, where pyogrio and GDAL have it."""
    import pyogrio

    has_it = "datetime_as_string" in inspect.signature(pyogrio.open_arrow).parameters
    return {"datetime_as_string": True} if has_it and pyogrio.__gdal_version__ >= (3, 11) else {}


def _geometry_column(schema: Any, name: Optional[str]) -> int:
    """The index of the column of geometries: that of pyogrio's name, or the first; attributes may have the same name."""
    found = [i for i, field in enumerate(schema) if is_extension(field) and encoding_of(field) == "wkb"]
    if not found:
        raise InvalidArgument("src", "has no geometries in its layer")
    return next((i for i in found if schema.field(i).name == name), found[0])


def _schema_to_write(schema: Any, column: int, has_ids: bool) -> Any:
    """The schema with names that no field shares with the geometries, which pyogrio finds by their name. has_ids: the
    format has a column of ids; without one, GDAL takes an attribute OGC_FID for the ids."""
    schema = _renamed(schema, column, schema.field(column).name)
    attribute = schema.get_field_index("OGC_FID")
    if attribute >= 0 and not has_ids:
        schema = _renamed(schema, attribute, "ogc_fid")
        name = schema.field(attribute).name
        warn_caller(f"the attribute OGC_FID is written as {name}: GDAL would take it for feature ids")
    return schema


def _renamed(schema: Any, i: int, name: str) -> Any:
    """The schema with another name for a field, longer if one has it already."""
    others = {field.name for k, field in enumerate(schema) if k != i}
    while name in others:
        name += "_"
    return schema.set(i, schema.field(i).with_name(name))


def _count(source: Union[Path, str], reading: dict[str, Any]) -> Optional[int]:
    import pyogrio

    if reading["where"]:
        return None
    with warnings.catch_warnings():  # open_arrow() has warned already
        warnings.simplefilter("ignore", UserWarning)
        count = pyogrio.read_info(source, layer=reading["layer"])["features"]
    return count if count >= 0 else None
