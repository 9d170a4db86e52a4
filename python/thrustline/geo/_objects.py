"""Arrays of Shapely's geometries."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray

from .._executor import Place
from .._host import offsets_of
from ..errors import GeometryError, InvalidArgument
from ._lines import Lines, joined, split
from ._rules import Rules
from ._wkb import Column, column_of

_WITHOUT_LINES = (shapely.GeometryType.MISSING, shapely.GeometryType.POINT, shapely.GeometryType.MULTIPOINT)
_PLANE = (shapely.GeometryType.LINESTRING, shapely.GeometryType.POLYGON, shapely.GeometryType.MULTIPOLYGON)
ON_INVALID = ("ignore", "repair", "fallback")


class PlaneLines:
    """Line strings without Z and M: their coordinates come as one array."""

    def __init__(self, geometries: NDArray[np.object_], counts: NDArray[np.int64]) -> None:
        """counts: the number of points of each geometry."""
        is_ring = np.zeros(len(geometries), np.uint8)
        self.lines = Lines(shapely.get_coordinates(geometries), offsets_of(counts), is_ring, np.arange(len(geometries) + 1))

    def select(self, mask: NDArray[np.bool_], which: NDArray[np.bool_]) -> NDArray[np.object_]:
        """New objects for the geometries of which something is dropped."""
        changed = np.flatnonzero(which)
        counts = np.diff(self.lines.offsets)[changed]
        begins = self.lines.offsets[changed] - offsets_of(counts)[:-1]
        indices = np.repeat(begins, counts) + np.arange(counts.sum())  # of their points
        kept = mask[indices]
        points = self.lines.points.take(indices[kept], axis=0)  # faster than by a mask
        result: NDArray[np.object_] = shapely.linestrings(points, indices=np.repeat(np.arange(len(changed)), counts)[kept])
        return result


class PlanePolygons:
    """Polygons, or multi polygons, without Z and M: their coordinates come as one array."""

    def __init__(
        self, geometries: NDArray[np.object_], on: Place, polygons: Any, counts: Any, of_polygon: Any = None
    ) -> None:
        """polygons: those of multi polygons, and the number of the geometry that each is of; or the geometries. counts:
        the number of points of each polygon. on: where WKB is read and written."""
        self.geometries = geometries
        self.on = on
        self.is_multi = of_polygon is not None
        # Numbers of polygons of each geometry, and of rings of each polygon.
        self.polygons_of = np.bincount(of_polygon) if self.is_multi else np.ones(len(geometries), np.int64)
        self.rings_of = shapely.get_num_interior_rings(polygons) + 1
        offsets = offsets_of(_points_of_rings(polygons, counts, self.rings_of))
        is_ring = np.ones(len(offsets) - 1, np.uint8)
        of_geometry = offsets_of(self.rings_of)[offsets_of(self.polygons_of)]
        self.lines = Lines(shapely.get_coordinates(geometries), offsets, is_ring, of_geometry)

    def select(self, mask: NDArray[np.bool_], which: NDArray[np.bool_]) -> NDArray[np.object_]:
        kept = self.lines.kept(mask)
        sizes = np.diff(kept.offsets)
        if (sizes < 4).any():  # a ring is left out, or has too few positions for Shapely to make it
            return WkbObjects(self.geometries, self.on).select(mask, which)
        changed_polygons = np.repeat(which, self.polygons_of)
        changed_rings = np.repeat(changed_polygons, self.rings_of)
        indices = kept.values[np.repeat(changed_rings, sizes)]
        levels = [offsets_of(sizes[changed_rings]), offsets_of(self.rings_of[changed_polygons])]
        kind = shapely.GeometryType.POLYGON
        if self.is_multi:
            kind = shapely.GeometryType.MULTIPOLYGON
            levels.append(offsets_of(self.polygons_of[which]))
        points = self.lines.points.take(indices, axis=0)
        result: NDArray[np.object_] = shapely.from_ragged_array(kind, points, tuple(levels))
        return result


def _points_of_rings(
    polygons: NDArray[np.object_], points: NDArray[np.int64], rings: NDArray[np.int64]
) -> NDArray[np.int64]:
    """The number of points of each ring. points, rings: the numbers of points and of rings of each polygon."""
    with_holes = rings > 1
    if not with_holes.any():
        return points
    result = np.empty(rings.sum(), np.int64)
    of_holes = np.repeat(with_holes, rings)
    result[~of_holes] = points[~with_holes]
    result[of_holes] = shapely.get_num_coordinates(shapely.get_rings(polygons[with_holes]))
    return result


class WkbObjects:
    """Geometries of any type, by way of their WKB. It has no linear rings: they go as polygons."""

    def __init__(self, geometries: NDArray[np.object_], on: Place) -> None:
        self.bare = shapely.get_type_id(geometries) == shapely.GeometryType.LINEARRING
        if self.bare.any():
            geometries = geometries.copy()
            geometries[self.bare] = shapely.polygons(geometries[self.bare])
        wkb = shapely.to_wkb(geometries, output_dimension=4, include_srid=True, flavor="extended")
        self.column: Column = column_of(list(wkb), on)
        self.lines = self.column.lines()

    def select(self, mask: NDArray[np.bool_], which: NDArray[np.bool_]) -> NDArray[np.object_]:
        bytes, offsets, _ = self.column.select(mask)
        whole, ends = bytes.tobytes(), offsets.tolist()
        result: NDArray[np.object_] = shapely.from_wkb(
            np.array([whole[ends[i] : ends[i + 1]] for i in np.flatnonzero(which)], object), on_invalid="ignore"
        )
        bare = self.bare[which]
        result[bare] = shapely.get_exterior_ring(result[bare])
        return result


def simplify_objects(geometries: Any, rules: Rules, on_invalid: str) -> NDArray[np.object_]:
    """An array of the same shape. None, points and what loses nothing are the same objects as before."""
    if on_invalid not in ON_INVALID:
        raise InvalidArgument("on_invalid", f"must be one of {', '.join(map(repr, ON_INVALID))}, is {on_invalid!r}")
    given = np.asarray(geometries, object)
    flat = given.reshape(-1)
    if given.ndim > 1 and np.ndim(rules.tolerance):
        rules = replace(rules, tolerance=_of_shape(rules.tolerance, given.shape))
    rules = rules.checked(len(flat))
    read = read_objects(flat, rules.on)
    result = write_objects(flat, read, _masks([o.lines for _, o in read], [i for i, _ in read], rules))
    if on_invalid != "ignore":
        _mend(result, flat, rules, on_invalid)
    return result.reshape(given.shape)


def _of_shape(tolerances: Any, shape: tuple[int, ...]) -> NDArray[Any]:
    """Tolerances for an array of geometries of that shape, flat."""
    try:
        return np.broadcast_to(tolerances, shape).reshape(-1)
    except ValueError:
        raise InvalidArgument("tolerance", f"must be a number, or of the shape of the geometries, {shape}, "
                                           f"has the shape {np.shape(tolerances)}") from None


def objects_to_levels(geometries: Any, rules: Rules) -> list[NDArray[np.object_]]:
    """An array for each tolerance of the rules, from one pass over the points."""
    given = np.asarray(geometries, object)
    flat = given.reshape(-1)
    read = read_objects(flat, rules.on)
    finders = [_levels(objects.lines, rules, indices) for indices, objects in read]
    return [write_objects(flat, read, list(masks)).reshape(given.shape) for masks in zip(*finders)] if read else [
        given.copy() for _ in rules.tolerance
    ]


def read_objects(flat: NDArray[np.object_], on: Place) -> list[tuple[Any, Any]]:
    """Indices of the geometries that have lines, and readers of these, in groups. on: where WKB is read and written."""
    types = _types(flat)
    counts = shapely.get_num_coordinates(flat)
    plane = (shapely.get_coordinate_dimension(flat) == 2) & (counts > 0)  # no Z, no M
    lines, polygons, multi = (plane & (types == kind) for kind in _PLANE)
    by_wkb = ~(lines | polygons | multi)
    for other in _WITHOUT_LINES:
        by_wkb &= types != other
    groups = (
        (lines, lambda g: PlaneLines(g, counts[lines])), (polygons, lambda g: PlanePolygons(g, on, g, counts[polygons])),
        (multi, lambda g: read_multi_polygons(g, on)), (by_wkb, lambda g: WkbObjects(g, on)),
    )
    return [(np.flatnonzero(which), make(flat if which.all() else flat[which])) for which, make in groups if which.any()]


def read_multi_polygons(geometries: NDArray[np.object_], on: Place) -> Any:
    polygons, of_polygon = shapely.get_parts(geometries, return_index=True)
    counts = shapely.get_num_coordinates(polygons)
    if (counts == 0).any():
        return WkbObjects(geometries, on)
    return PlanePolygons(geometries, on, polygons, counts, of_polygon)


def write_objects(flat: NDArray[np.object_], read: list[tuple[Any, Any]], masks: list[Any]) -> NDArray[np.object_]:
    """The geometries without the points that the masks drop; what loses nothing is the same object as before."""
    result = flat.copy()
    for (indices, objects), mask in zip(read, masks):
        changed = objects.lines.changed(mask)
        if changed.any():
            result[indices[changed]] = _with_srid(objects.select(mask, changed), flat[indices[changed]])
    return result


def _with_srid(geometries: NDArray[np.object_], given: NDArray[np.object_]) -> Any:
    """New geometries with the SRIDs of the given ones."""
    srid = shapely.get_srid(given)
    return shapely.set_srid(geometries, srid) if srid.any() else geometries


def _types(flat: NDArray[np.object_]) -> Any:
    """Shapely's number for the type of each geometry, -1 for None."""
    try:
        return shapely.get_type_id(flat)
    except TypeError:
        bad = flat[np.argmin(shapely.is_geometry(flat) | shapely.is_missing(flat))]
        raise TypeError(
            f"obj must be geometries of Shapely or GeoPandas, or an Arrow array, has {type(bad).__name__}"
        ) from None


def _masks(groups: list[Lines], indices: list[Any], rules: Rules) -> list[NDArray[np.bool_]]:
    """The masks of groups of lines, which are one layer where the topology is kept."""
    if not rules.topology or len(groups) < 2:
        return [_mask(lines, rules.of(i), i) for lines, i in zip(groups, indices)]
    return split(_mask(joined(groups), rules, np.concatenate(indices)), groups)


def _mask(lines: Lines, rules: Rules, indices: NDArray[np.int64]) -> NDArray[np.bool_]:
    """The mask of the lines of some geometries, whose errors have the indices among all."""
    with _geometries_counted_by(indices):
        return lines.mask(rules)


def _levels(lines: Lines, rules: Rules, indices: NDArray[np.int64]) -> Iterator[NDArray[np.bool_]]:
    """The same for the mask of each tolerance of the rules."""
    with _geometries_counted_by(indices):
        yield from lines.levels(rules)


@contextmanager
def _geometries_counted_by(indices: NDArray[np.int64]) -> Iterator[None]:
    try:
        yield
    except GeometryError as error:
        raise error.at(int(indices[error.geometry])) from None


def _mend(result: NDArray[np.object_], given: NDArray[np.object_], rules: Rules, on_invalid: str) -> None:
    """Replaces what became invalid."""
    wrong = ~shapely.is_valid(result) & shapely.is_valid(given)
    if not wrong.any():
        return
    if on_invalid == "repair":
        result[wrong] = shapely.make_valid(result[wrong])
    else:
        if rules.units == "m":
            raise InvalidArgument("on_invalid", "'fallback' takes tolerances in units of the coordinates, not metres")
        result[wrong] = shapely.simplify(given[wrong], rules.of(wrong).tolerance, preserve_topology=True)
