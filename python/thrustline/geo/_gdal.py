"""Files that GDAL reads and writes, by way of Arrow."""

from __future__ import annotations

import inspect
import threading
import warnings
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from itertools import chain
from pathlib import Path
from typing import Any, Optional, Union

from ..errors import InvalidArgument
from ._fields import encoding_of, is_extension, renamed
from ._file_options import FileOptions
from ._layer_types import LayerType
from ._layers import Features, Layer
from ._rules import warn_caller

_DATABASES = ("GPKG", "SQLite", "OpenFileGDB")
"""Formats whose files have named layers, and these a column of feature ids."""

_NOT_CREATION = {
    "append": "dst is written anew", "crs": "the CRS stays", "geometry_name": "the name of the geometries stays",
}
"""Arguments of pyogrio that are no options of creation."""


@contextmanager
def open_by_gdal(source: Union[Path, str], options: FileOptions, times_as_text: bool) -> Iterator[Layer]:
    """times_as_text: for formats of GDAL, whose times keep their offsets from UTC then, where pyogrio and GDAL can."""
    reading = {"layer": options.layer, "where": options.where, "batch_size": options.batch_size}
    if times_as_text:
        reading.update(_times_as_text())
    with _nulls_of_flatgeobuf, _open_layer(source, reading) as (meta, reader):
        info = _info(source, options.layer)
        yield Layer(
            reader, reader.schema, _geometry_column(reader.schema, meta.get("geometry_name")), meta.get("crs"),
            meta.get("geometry_type"), info["driver"],
            info["features"] if info["features"] >= 0 and not options.where else None,
        )


def write_by_gdal(features: Features, bar: Any, path: Path, options: FileOptions) -> None:
    """Writes the simplified features of a layer. Raises OtherType, with what they have in features.types, if it must begin
    anew."""
    import pyarrow as pa
    import pyogrio

    layer = features.layer
    driver = options.driver or _driver_of(path)
    creation = options.creation
    for name, reason in _NOT_CREATION.items():
        if name in creation:
            raise InvalidArgument(name, f"cannot be given: {reason}")
    schema = _schema_to_write(layer.schema, layer.column, driver in _DATABASES)
    batches = features.batches(bar)
    first = next(batches, None) or pa.RecordBatch.from_pylist([], layer.schema)
    type = LayerType(layer, driver, features.types)
    type.add(first)
    if "geometry_type" not in creation:
        creation = {**creation, "geometry_type": type.name()}
        type.warn_of_loss()
        batches = type.checked(batches)
    stream = _Stream(chain([first], batches), schema)
    try:
        pyogrio.write_arrow(
            pa.RecordBatchReader.from_batches(schema, stream), path, driver=driver, crs=layer.crs,
            geometry_name=schema.field(layer.column).name, layer=options.layer if driver in _DATABASES else None,
            **creation,
        )
    except Exception:
        if stream.problem is not None:
            raise stream.problem from None
        raise


class _Stream:
    """Batches in another schema, while GDAL asks for them. problem: an exception of theirs, for which GDAL gives a text of
    its own."""

    def __init__(self, batches: Iterable[Any], schema: Any) -> None:
        self.batches = batches
        self.schema = schema
        self.problem: Optional[BaseException] = None

    def __iter__(self) -> Iterator[Any]:
        import pyarrow as pa

        try:
            for batch in self.batches:
                yield pa.RecordBatch.from_arrays(batch.columns, schema=self.schema)
        except BaseException as error:
            self.problem = error
            raise


class _NullsOfFlatGeobuf:
    """GDAL's own stream of FlatGeobuf has wrong offsets where a geometry is null; its general one is right. The option that
    chooses it is one for all threads: it stays as long as one of them needs it."""

    _OPTION = "OGR_FLATGEOBUF_STREAM_BASE_IMPL"

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._users = 0
        self._before: Any = None

    def __enter__(self) -> None:
        import pyogrio

        with self._lock:
            if self._users == 0:
                self._before = pyogrio.get_gdal_config_option(self._OPTION)
                pyogrio.set_gdal_config_options({self._OPTION: True})
            self._users += 1

    def __exit__(self, *error: object) -> None:
        import pyogrio

        with self._lock:
            self._users -= 1
            if self._users == 0:
                pyogrio.set_gdal_config_options({self._OPTION: self._before})


_nulls_of_flatgeobuf = _NullsOfFlatGeobuf()


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


@contextmanager
def _open_layer(source: Union[Path, str], reading: dict[str, Any]) -> Iterator[tuple[dict[str, Any], Any]]:
    """The metadata and a reader of a layer."""
    import pyogrio

    with ExitStack() as stack:
        with _without_warnings("Measured"):  # M is lost in pyogrio's name of the type alone
            layer = pyogrio.open_arrow(source, use_pyarrow=True, **reading)
            opened = stack.enter_context(layer)
        yield opened


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
    schema = renamed(schema, column, schema.field(column).name)
    attribute = schema.get_field_index("OGC_FID")
    if attribute >= 0 and not has_ids:
        schema = renamed(schema, attribute, "ogc_fid")
        name = schema.field(attribute).name
        warn_caller(f"the attribute OGC_FID is written as {name}: GDAL would take it for feature ids")
    return schema


def _info(source: Union[Path, str], layer: Optional[str]) -> dict[str, Any]:
    import pyogrio

    with _without_warnings(""):  # open_arrow() has warned already
        info: dict[str, Any] = pyogrio.read_info(source, layer=layer)
        return info


_filters_of_warnings = threading.Lock()


@contextmanager
def _without_warnings(begin: str) -> Iterator[None]:
    """Ignores UserWarnings whose text begins so. The filters of warnings are those of all threads: calls that change and
    restore them take turns, else one would restore what another has changed."""
    with _filters_of_warnings, warnings.catch_warnings():
        warnings.filterwarnings("ignore", begin, UserWarning)
        yield
