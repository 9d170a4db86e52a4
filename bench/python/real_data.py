# SPDX-License-Identifier: MIT
"""The real data that the benchmarks read, from the folder of real data."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray


def read_lines(path: Path) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Points and offsets of a file with the columns id, x, y."""
    rows = np.loadtxt(path, delimiter=",", skiprows=1)
    starts = np.flatnonzero(np.diff(rows[:, 0])) + 1
    return np.ascontiguousarray(rows[:, 1:]), np.concatenate([[0], starts, [len(rows)]])


def read_geojson(path: Path) -> NDArray[Any]:
    """The geometries of a FeatureCollection."""
    features = json.loads(path.read_text())["features"]
    return shapely.from_geojson([json.dumps(feature["geometry"]) for feature in features])


def read_flat_lines(path: Path) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Points and offsets of a file by shoreline.py."""
    lines = int(np.fromfile(path, "<i8", 1)[0])
    offsets = np.fromfile(path, "<i8", lines + 1, offset=8)
    return np.fromfile(path, "<f8", offset=8 * (lines + 2)).reshape(-1, 2), offsets


def read_flat_rings(path: Path) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """The closed rings of such a file."""
    points, offsets = read_flat_lines(path)
    closed = (points[offsets[:-1]] == points[offsets[1:] - 1]).all(axis=1)
    lengths = np.diff(offsets)
    return points[np.repeat(closed, lengths)], np.append(0, lengths[closed].cumsum())


def many_islands(folder: Path) -> NDArray[Any]:
    """The islands of British Columbia, four times, each copy 30 degrees apart: 22,116 polygons."""
    islands = read_geojson(folder / "islands_british_columbia.geojson")
    coordinates = shapely.get_coordinates(islands)
    return np.concatenate([shapely.set_coordinates(islands.copy(), coordinates + [30.0 * k, 0]) for k in range(4)])


def counties(folder: Path) -> NDArray[Any]:
    """The counties of the USA, as the polygons that their arcs bound."""
    points, offsets = read_lines(folder / "us_counties.lines.csv")
    arcs: Any = shapely.linestrings(points, indices=np.repeat(np.arange(len(offsets) - 1), np.diff(offsets)))
    return shapely.get_parts(shapely.polygonize(arcs))
