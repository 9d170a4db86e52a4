"""What the fields of Arrow say of the geometries of their columns: the encoding and the CRS."""

from __future__ import annotations

import json
from typing import Any

import pyarrow as pa

from ..errors import InvalidArgument
from ._rules import Rules


def is_extension(field: Any) -> bool:
    return isinstance(field.type, pa.BaseExtensionType) or b"ARROW:extension:name" in (field.metadata or {})


def encoding_of(field: Any) -> str:
    """ "wkb", the name of a GeoArrow layout, or "" for what holds no geometries."""
    name = (field.metadata or {}).get(b"ARROW:extension:name", b"").decode()
    if not name and isinstance(field.type, pa.BaseExtensionType):
        name = field.type.extension_name
    if name:
        return _encoding_named(name)
    return "wkb" if field.type in (pa.binary(), pa.large_binary(), pa.binary_view()) else ""


def _encoding_named(name: str) -> str:
    if name in ("geoarrow.wkb", "ogc.wkb"):
        return "wkb"
    return name if name.startswith("geoarrow.") else ""


def renamed(schema: Any, i: int, name: str) -> Any:
    """The schema with another name for a field, longer if one has it already."""
    others = {field.name for k, field in enumerate(schema) if k != i}
    while name in others:
        name += "_"
    return schema.set(i, schema.field(i).with_name(name))


def with_geoparquet_types(schema: Any) -> list[Any]:
    """The fields of a schema. Those that its metadata of GeoParquet names, and that have no extension type, get that of
    GeoArrow."""
    try:
        columns = json.loads((schema.metadata or {}).get(b"geo", b"{}")).get("columns", {})
    except (ValueError, AttributeError):  # another key of the same name
        columns = {}
    return [
        _as_extension(field, columns[field.name]) if field.name in columns and not is_extension(field) else field
        for field in schema
    ]


def _as_extension(field: Any, column: dict[str, Any]) -> Any:
    """The field with GeoArrow's metadata of a column of GeoParquet."""
    return field.with_metadata({
        "ARROW:extension:name": "geoarrow." + column.get("encoding", "WKB").lower(),
        "ARROW:extension:metadata": json.dumps({"crs": crs_of_geoparquet(column)}),
    })


def crs_of_geoparquet(column: dict[str, Any]) -> Any:
    """The CRS in GeoParquet's metadata of a column: PROJJSON; None if it is not known."""
    return column.get("crs", "OGC:CRS84")


def rules_for(field: Any, rules: Rules) -> Rules:
    """The rules for the coordinates of a column. Its CRS is read for metres only: other units need no pyproj."""
    crs = _crs_of(field) if rules.units == "m" else None
    return rules if crs is None else rules.in_crs(read_crs(crs))


def read_crs(crs: Any) -> Any:
    """pyproj's CRS of PROJJSON, WKT or a name."""
    try:
        from pyproj import CRS
        from pyproj.exceptions import CRSError
    except ImportError as error:
        raise ImportError("the CRS of the geometries needs pyproj to be read") from error
    try:
        return CRS.from_user_input(crs)
    except CRSError as error:
        raise InvalidArgument("units", f"need the CRS of the geometries, which pyproj cannot read: {error}") from error


def _crs_of(field: Any) -> Any:
    """The CRS in the metadata of GeoArrow, None if there is none."""
    stored = (field.metadata or {}).get(b"ARROW:extension:metadata", b"")
    if not stored and hasattr(field.type, "__arrow_ext_serialize__"):
        stored = field.type.__arrow_ext_serialize__()
    try:
        metadata = json.loads(stored) if stored else None
        return metadata.get("crs") if isinstance(metadata, dict) else None
    except ValueError as error:
        raise InvalidArgument("units", f"need the CRS of the geometries, whose metadata is no JSON: {error}") from error
