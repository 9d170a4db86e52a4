"""GeoSeries, GeoDataFrame and arrays of GeoPandas."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import geopandas as gpd
import numpy as np
import pandas as pd
import shapely

from ..errors import InvalidArgument
from ._objects import objects_to_levels, simplify_objects
from ._rules import Rules


def simplify_frame(frame: Any, rules: Rules, on_invalid: str) -> Any:
    """The same with its geometries simplified: of a frame, those of the active column. A tolerance may be a Series,
    which is aligned by its index."""
    column = _column(frame)
    index = getattr(column, "index", None)
    if isinstance(rules.tolerance, pd.Series) and index is not None:
        rules = replace(rules, tolerance=aligned(rules.tolerance, index, "tolerance").to_numpy())
    return _like(frame, column, simplify_objects(np.asarray(column, object), rules.in_crs(column.crs), on_invalid))


def frame_to_levels(frame: Any, rules: Rules) -> list[Any]:
    """A frame, series or array for each tolerance of the rules, from one pass over the points."""
    column = _column(frame)
    levels = objects_to_levels(np.asarray(column, object), rules.in_crs(column.crs))
    return [_like(frame, column, level) for level in levels]


def geometries_of_pandas(obj: Any) -> Any:
    """A GeoSeries of a Series of geometries. Raises TypeError for a DataFrame of them, which has no active column; what
    has none is given back: it may hold Arrow arrays."""
    if isinstance(obj, pd.Series):
        return gpd.GeoSeries(obj) if _has_geometries(obj) else obj
    for name in obj.columns:
        if _has_geometries(obj[name]):
            raise TypeError(f"obj is a DataFrame with geometries in its column {name!r}: make it a GeoDataFrame, by "
                            f"geopandas.GeoDataFrame(obj, geometry={name!r})")
    return obj


def _has_geometries(column: Any) -> bool:
    if isinstance(column.dtype, gpd.array.GeometryDtype):
        return True
    return column.dtype == object and bool(shapely.is_geometry(column.to_numpy()).any())


def aligned(values: Any, index: Any, name: str) -> Any:
    """A Series in the order of an index. name: that of the argument."""
    if values.index.equals(index):
        return values
    if not values.index.is_unique:
        raise InvalidArgument(name, "must have each label of its index once, or the index of the frame")
    missing = ~index.isin(values.index)
    if missing.any():
        raise InvalidArgument(name, f"must have a value for each row, has none for {index[missing][0]!r}")
    return values.reindex(index)


def _column(frame: Any) -> Any:
    """The series or array of the geometries."""
    return frame.geometry if isinstance(frame, gpd.GeoDataFrame) else frame


def _like(frame: Any, column: Any, geometries: Any) -> Any:
    """What was given, with other geometries in its column."""
    array = gpd.array.from_shapely(geometries, crs=column.crs)
    if isinstance(column, gpd.array.GeometryArray):
        return array
    series = column._constructor(array, index=column.index, name=column.name)  # of the class of the column
    if frame is column:
        return series
    result = frame.assign()  # copies no more than this version of pandas has to
    result[column.name] = series  # assign() takes no names but those of Python
    return result
