"""GeoSeries and GeoDataFrame of GeoPandas."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import geopandas as gpd
import numpy as np
import pandas as pd

from ._objects import objects_to_levels, simplify_objects
from ._rules import Rules


def simplify_frame(frame: Any, rules: Rules, on_invalid: str) -> Any:
    """The same with its geometries simplified: of a frame, those of the active column. A tolerance may be a Series,
    which is aligned by its index."""
    if isinstance(frame, gpd.GeoDataFrame):
        series = simplify_frame(frame.geometry, rules, on_invalid)
        return frame.assign(**{frame.geometry.name: series})
    index = getattr(frame, "index", None)
    if isinstance(rules.tolerance, pd.Series) and index is not None:
        rules = replace(rules, tolerance=rules.tolerance.reindex(index).to_numpy())
    made = simplify_objects(np.asarray(frame, object), rules.in_crs(frame.crs), on_invalid)
    if index is None:  # an array of geometries
        return gpd.array.from_shapely(made, crs=frame.crs)
    return gpd.GeoSeries(made, index=index, crs=frame.crs, name=frame.name)


def frame_to_levels(frame: Any, tolerances: list[float], rules: Rules) -> list[Any]:
    """A frame or series for each tolerance, from one pass over the points."""
    series = frame.geometry if isinstance(frame, gpd.GeoDataFrame) else frame
    rules = rules.in_crs(series.crs)
    factor = rules.tolerance if isinstance(rules.tolerance, float) else 1.0
    made = [
        gpd.GeoSeries(level, index=series.index, crs=series.crs, name=series.name)
        for level in objects_to_levels(np.asarray(series, object), [t * factor for t in tolerances], rules)
    ]
    if series is frame:
        return made
    return [frame.assign(**{frame.geometry.name: level}) for level in made]
