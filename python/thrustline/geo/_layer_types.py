"""The type of geometries that an output layer declares."""

from __future__ import annotations

from typing import Any, Optional

import numpy as np

from ._rules import warn_caller

_SINGLE = ("LineString", "Polygon")


def layer_type(given: Optional[str], formats: tuple[str, str], geometries: Any) -> str:
    """The name, in pyogrio's words, of a type that holds all features.

    given: the type of the source's layer as pyogrio tells it, without M and curves. formats: those of the source and of
    the output. geometries: WKB of the first features, which tells whether these have M or are curves.
    """
    source, target = formats
    if not given or given == "Unknown":
        return "Unknown"
    base, _, z = given.partition(" ")
    kinds = wkb_kinds(geometries)
    is_curved = bool(np.isin(kinds % 1000, range(8, 18)).any())
    has_m = bool((kinds >= 2000).any())
    # A Shapefile's lines and polygons may have several parts.
    may_be_multi = source == "ESRI Shapefile" != target and base in _SINGLE
    if is_curved or may_be_multi:
        if has_m and target == "FlatGeobuf":
            warn_caller("M is lost: FlatGeobuf holds it in layers of one type only, and the source has several")
        return "Unknown"
    if has_m:
        return f"Measured {'3D ' if z or (kinds >= 3000).any() else ''}{base}"
    return given


def wkb_kinds(geometries: Any) -> Any:
    """The numbers of the types of WKB in an array of Arrow, without null: 1000 stands for Z, 2000 for M, 3000 for both."""
    import pyarrow.compute as pc

    numbers = pc.binary_slice(getattr(geometries, "storage", geometries), 1, 5).drop_null().to_pylist()
    kinds = np.frombuffer(b"".join(numbers), "<u4").astype(np.int64)
    z, m = kinds & 0x80000000 != 0, kinds & 0x40000000 != 0  # as extended WKB has them
    result: Any = (kinds & 0x0FFFFFFF) + 1000 * z + 2000 * m
    return result
