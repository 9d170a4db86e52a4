# SPDX-License-Identifier: MIT
"""Tasks of whole layers that keep their topology: arrays of rings beside GEOS on polygons that are made before."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import shapely
from checks import Check
from measuring import Task
from new_crossings import crossings
from numpy.typing import NDArray
from objects import coordinates_of
from real_data import read_flat_rings, read_geojson

import thrustline as tl

MOST_FOR_WHOLE = 1_000_000  # points; GEOS searches the whole layer for each segment


def layer_tasks(folder: Path, shoreline: Path | None) -> Iterator[Task]:
    """shoreline: a flat file of rings, as shoreline.py writes it with --land; None: no such task."""
    islands = read_geojson(folder / "islands_british_columbia.geojson")
    offsets = np.append(0, shapely.get_num_coordinates(islands).cumsum())  # they have no holes
    yield layer("islands of British Columbia", shapely.get_coordinates(islands), offsets, 0.01)
    if shoreline:
        yield layer("land of the world", *read_flat_rings(shoreline), 0.01)


def layer(name: str, points: NDArray[np.float64], offsets: NDArray[np.int64], tolerance: float) -> Task:
    """A layer of rings that do not contain each other: in arrays, and as polygons beside it. Coverages follow another
    method: areas of triangles, not distances."""
    task = Task("layers", name, len(offsets) - 1, len(points), tolerance)
    given = polygons(points, offsets)

    def add_own(call: str, check: Check, **options: Any) -> None:
        task.add_own(call, lambda: tl.simplify(points, tolerance, offsets=offsets, **options),
                     lambda result: len(result.values), check, lambda result: state(result.values, result.offsets))

    add_own("simplify, topology=True", lambda result: pairs(result.values, result.offsets) <= pairs(points, offsets),
            topology=True)
    add_own("simplify, rings kept", lambda result: True, rings=tl.Rings(minimum="keep"))
    add_own("simplify, rings may collapse", lambda result: True)
    if len(points) <= MOST_FOR_WHOLE:
        whole = shapely.MultiPolygon(list(given))
        task.add("shapely", "shapely, preserve_topology=True, one MultiPolygon", lambda s: s.simplify(whole, tolerance),
                 coordinates_of, note=state_of_polygons)
    task.add("shapely", "shapely, coverage_simplify, another method", lambda s: s.coverage_simplify(given, tolerance),
             coordinates_of, note=state_of_polygons)
    return task


def pairs(points: NDArray[np.float64], offsets: NDArray[np.int64]) -> int:
    """How many pairs of segments cross."""
    return len(crossings(points, offsets, np.arange(len(points))))


def state(points: NDArray[np.float64], offsets: NDArray[np.int64]) -> str:
    return f"{pairs(points, offsets)} pairs of segments cross"


def state_of_polygons(result: Any) -> str:
    rings = shapely.get_parts(result)
    offsets = np.append(0, shapely.get_num_coordinates(rings).cumsum())
    return f"{state(shapely.get_coordinates(rings), offsets)}, GEOS {shapely.geos_version_string}"


def polygons(points: NDArray[np.float64], offsets: NDArray[np.int64]) -> NDArray[Any]:
    rings: Any = shapely.linearrings(points, indices=np.repeat(np.arange(len(offsets) - 1), np.diff(offsets)))
    return np.asarray(shapely.polygons(rings))
