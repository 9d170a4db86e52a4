"""Boxes of geometries in Arrow columns."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._executor import Place
from ._wkb_types import wkb_types


def boxes_of(column: Any, encoding: str, on: Place) -> NDArray[np.float64]:
    """xmin, ymin, xmax, ymax of each geometry of an Arrow column, (n, 4); NaN for null and for no points. encoding: "wkb",
    or a layout of GeoArrow that has lines."""
    from ._arrow import plain_chunks, reader_of

    read = reader_of(encoding, column.type, on)
    boxes = [np.empty((0, 4))]
    for chunk in plain_chunks(column):
        lines = read(chunk).lines
        ends = lines.offsets[lines.of_geometry]
        boxes.append(_boxes_of_points(lines.points, ends))
        if encoding == "wkb":
            _add_points(boxes[-1], chunk, ends)
    return np.concatenate(boxes)


def _boxes_of_points(points: NDArray[np.float64], ends: NDArray[np.int64]) -> NDArray[np.float64]:
    boxes = np.full((len(ends) - 1, 4), np.nan)
    some = np.flatnonzero(np.diff(ends))
    if len(some):
        boxes[some, :2] = np.minimum.reduceat(points, ends[some])
        boxes[some, 2:] = np.maximum.reduceat(points, ends[some])
    return boxes


def _add_points(boxes: NDArray[np.float64], array: Any, ends: NDArray[np.int64]) -> None:
    """Boxes of what has no lines, or also has points: Shapely reads these few."""
    import shapely

    others = np.flatnonzero(~np.isin(wkb_types(array) % 1000, (0, 2, 3, 5, 6)))  # null, lines and polygons are done
    if len(others):
        boxes[others] = shapely.bounds(shapely.from_wkb(array.take(others).to_pylist()))
