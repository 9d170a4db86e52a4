"""The type of geometries that an output layer declares."""

from __future__ import annotations

from typing import Any, Optional

import numpy as np

from ._rules import warn_caller
from ._wkb_types import plain_storage, wkb_types

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
    types = wkb_types(plain_storage(geometries))
    is_curved = bool(np.isin(types % 1000, range(8, 18)).any())
    has_m = bool((types >= 2000).any())
    # A Shapefile's lines and polygons may have several parts.
    may_be_multi = source == "ESRI Shapefile" != target and base in _SINGLE
    if is_curved or may_be_multi:
        if has_m and target == "FlatGeobuf":
            warn_caller("M is lost: FlatGeobuf holds it in layers of one type only, and the source has several")
        return "Unknown"
    if has_m:
        return f"Measured {'3D ' if z or (types >= 3000).any() else ''}{base}"
    return given
