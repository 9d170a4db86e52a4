"""Tracks whose points are the rows of a frame of GeoPandas."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import shapely
from numpy.typing import NDArray

from .._host import offsets_of
from .._simplify import simplify_mask
from ..errors import GeometryError, InvalidArgument
from ._frames import aligned
from ._lines import bad_points_as
from ._rules import Rules


def rows_of_tracks(frame: Any, by: Any, rules: Rules) -> Any:
    """The rows that are enough for each track. All tracks are simplified in one call, and the rows taken at once: both
    cost more for each frame of one track than for all of their points."""
    places = _places(frame.geometry)
    if np.ndim(rules.tolerance):
        raise InvalidArgument("tolerance", "must be a number")
    rules = rules.in_crs(frame.crs).checked(1)
    number = np.zeros(len(frame), np.int64) if by is None else pd.factorize(_tracks(frame, by), use_na_sentinel=False)[0]
    order = np.argsort(number, kind="stable")
    offsets = offsets_of(np.bincount(number))
    kept = np.empty(len(frame), bool)
    with bad_points_as(lambda point, problem: GeometryError("frame", problem, int(order[point]))):
        kept[order] = simplify_mask(places[order], rules.tolerance, offsets=offsets, metric=rules.metric, on=rules.on)
    return frame.loc[kept]


def _places(geometry: Any) -> NDArray[np.float64]:
    """The coordinates of one point a row."""
    points = np.asarray(geometry, object)
    wrong = (shapely.get_type_id(points) != shapely.GeometryType.POINT) | shapely.is_empty(points)
    if wrong.any():
        row = int(np.argmax(wrong))
        raise InvalidArgument("frame", f"must have a point in each row, has {points[row]!r} in row {row}")
    places: NDArray[np.float64] = shapely.get_coordinates(points)
    return places


def _tracks(frame: Any, by: Any) -> Any:
    """What tells the track of each row."""
    if np.ndim(by) == 0:
        if by not in getattr(frame, "columns", ()):
            raise InvalidArgument("by", f"must be a column of the frame, or a value for each row, is {by!r}")
        column = frame[by]
        if column.ndim != 1:
            raise InvalidArgument("by", f"must be one column of the frame, {column.shape[1]} have the name {by!r}")
        return column
    if isinstance(by, pd.DataFrame) or np.ndim(by) > 1:
        raise InvalidArgument("by", f"must have one dimension, has the shape {np.shape(by)}")
    if isinstance(by, pd.Series):
        by = aligned(by, frame.index, "by")
    if len(by) != len(frame):
        raise InvalidArgument("by", f"must have a value for each of the {len(frame)} rows, has {len(by)}")
    return np.asarray(by)
