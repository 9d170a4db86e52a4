# SPDX-License-Identifier: MIT
"""Tasks from and to objects of Shapely and GeoPandas, and from columns of WKB."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import shapely
from checks import is_like_geos, is_sound, state_of
from measuring import Task
from real_data import counties, many_islands, read_geojson, read_lines

import thrustline as tl
from thrustline.geo._wkb import Column

MOST_FOR_TOPOJSON = 100_000  # points; topojson is written in Python


def coordinates_of(geometries: Any) -> int:
    return int(shapely.get_num_coordinates(geometries).sum())


def object_tasks(folder: Path) -> Iterator[Task]:
    points, offsets = read_lines(folder / "us_counties.lines.csv")
    arcs = shapely.linestrings(points, indices=np.repeat(np.arange(len(offsets) - 1), np.diff(offsets)))
    yield one_by_one("arcs of US counties", arcs, 0.01)
    yield one_by_one("coastlines of the world", read_geojson(folder / "world_coastline_50m.geojson"), 0.25)
    yield one_by_one("islands", many_islands(folder), 0.001)
    yield layer("islands of British Columbia", read_geojson(folder / "islands_british_columbia.geojson"), 0.01)
    yield layer("US counties", counties(folder), 0.01)


def one_by_one(name: str, geometries: Any, tolerance: float) -> Task:
    task = Task("objects", name, len(geometries), coordinates_of(geometries), tolerance)
    task.add_own("geo.simplify", lambda: tl.geo.simplify(geometries, tolerance), coordinates_of,
                 is_like_geos(geometries, tolerance))
    for mode in (False, True):
        task.add("shapely", f"shapely, preserve_topology={mode}",
                 lambda s, mode=mode: s.simplify(geometries, tolerance, preserve_topology=mode), coordinates_of)
    add_geopandas(task, geometries, tolerance)
    return task


def add_geopandas(task: Task, geometries: Any, tolerance: float) -> None:
    try:
        import geopandas
    except ImportError:
        print("SKIPPED GeoSeries: there is no geopandas")
        return
    series = geopandas.GeoSeries(geometries)
    is_right = is_like_geos(geometries, tolerance)
    task.add_own("geo.simplify of a GeoSeries", lambda: tl.geo.simplify(series, tolerance), coordinates_of,
                 lambda result: is_right(result.to_numpy()))
    task.add("geopandas", "geopandas, GeoSeries.simplify, preserve_topology=False",
             lambda g: series.simplify(tolerance, preserve_topology=False), coordinates_of)


def layer(name: str, geometries: Any, tolerance: float) -> Task:
    """A layer of polygons that keeps its topology. The methods of the peers differ: coverages by the areas of triangles,
    the default of Shapely each polygon by itself."""
    task = Task("objects", name, len(geometries), coordinates_of(geometries), tolerance)
    task.add_own("geo.simplify, topology=True", lambda: tl.geo.simplify(geometries, tolerance, topology=True),
                 coordinates_of, lambda result: is_sound(geometries, result), state_of)
    task.add("shapely", "shapely, preserve_topology=True, each by itself", lambda s: s.simplify(geometries, tolerance),
             coordinates_of, note=state_of)
    if (shapely.get_type_id(geometries) == shapely.GeometryType.POLYGON).all():
        add_whole_layer(task, shapely.MultiPolygon(list(geometries)), tolerance)
    task.add("shapely", "shapely, coverage_simplify, another method",
             lambda s: s.coverage_simplify(geometries, tolerance), coordinates_of, note=state_of)
    if task.points <= MOST_FOR_TOPOJSON:
        task.add("topojson", "topojson, Topology and toposimplify", lambda t: of_topojson(t, geometries, tolerance),
                 coordinates_of, note=state_of)
    return task


def add_whole_layer(task: Task, whole: Any, tolerance: float) -> None:
    """The layer as one geometry: its parts then keep clear of each other in Shapely, too."""
    state = lambda result: f"{state_of(shapely.get_parts(result))}, GEOS {shapely.geos_version_string}"  # noqa: E731
    task.add_own("geo.simplify, topology=True, one MultiPolygon", lambda: tl.geo.simplify(whole, tolerance, topology=True),
                 coordinates_of, lambda result: is_sound(whole, result), state)
    task.add("shapely", "shapely, preserve_topology=True, one MultiPolygon", lambda s: s.simplify(whole, tolerance),
             coordinates_of, note=state)


def of_topojson(topojson: Any, geometries: Any, tolerance: float) -> Any:
    import geopandas

    topology = topojson.Topology(geopandas.GeoSeries(geometries), prequantize=False)
    return topology.toposimplify(tolerance).to_gdf().geometry.to_numpy()


def read_wkb(column: Any) -> Any:
    return shapely.from_wkb(column.to_numpy(zero_copy_only=False))


def wkb_tasks(folder: Path) -> Iterator[Task]:
    """A column of WKB in Arrow's layout: to another, beside Shapely with and without the way from and to WKB."""
    import pyarrow

    geometries, tolerance = many_islands(folder), 0.001
    column = pyarrow.array(shapely.to_wkb(geometries))
    count = lambda result: coordinates_of(read_wkb(result))  # noqa: E731
    is_right = is_like_geos(geometries, tolerance)
    task = Task("WKB", "islands", len(geometries), coordinates_of(geometries), tolerance)
    task.add_own("geo.simplify_wkb", lambda: tl.geo.simplify_wkb(column, tolerance), count,
                 lambda result: is_right(read_wkb(result)))
    for mode in (False, True):
        task.add("shapely", f"shapely, preserve_topology={mode}, from and to objects",
                 lambda s, mode=mode: s.simplify(geometries, tolerance, preserve_topology=mode), coordinates_of)
        task.add("shapely", f"shapely, preserve_topology={mode}, from and to WKB",
                 lambda s, mode=mode: pyarrow.array(s.to_wkb(s.simplify(
                     s.from_wkb(column.to_numpy(zero_copy_only=False)), tolerance, preserve_topology=mode))), count)
    yield task

    joined, offsets = np.frombuffer(b"".join(column.to_pylist()), np.uint8), np.frombuffer(column.buffers()[1], np.int32)
    task = Task("WKB", "islands, reading to arrays", len(geometries), coordinates_of(geometries), 0)
    task.add_own("lines of a column of WKB", lambda: Column(joined, offsets[: len(geometries) + 1]).lines(),
                 lambda lines: len(lines.points),
                 lambda lines: np.array_equal(lines.points, shapely.get_coordinates(geometries)))
    task.add("shapely", "shapely, from_wkb and to_ragged_array",
             lambda s: s.to_ragged_array(s.from_wkb(column.to_numpy(zero_copy_only=False))), lambda ragged: len(ragged[1]))
    yield task
