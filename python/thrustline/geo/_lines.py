"""The keep mask of the lines of geometries: line strings, and rings that repeat their first point."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any, Optional

import numpy as np
from numpy.typing import NDArray

from .. import _core
from .._batch import read_batch
from .._host import offsets_of
from .._kept import finish_rings, select
from .._options import read_options
from .._ragged import Ragged
from .._rings import Rings
from .._significance import significance
from .._simplify import simplify_mask
from ..errors import GeometryError, InvalidArgument, InvalidPoint, WkbError
from ._rules import Rules


@dataclass
class Lines:
    """points: (n, 2) or (n, 3); line i has the points offsets[i] to offsets[i + 1], and is a ring where is_ring[i] is
    not 0; geometry j has the lines of_geometry[j] to of_geometry[j + 1]."""

    points: NDArray[np.float64]
    offsets: NDArray[np.int64]
    is_ring: NDArray[np.uint8]
    of_geometry: NDArray[np.int64]

    def mask(self, rules: Rules) -> NDArray[np.bool_]:
        """Which points are kept. rules: for these geometries, checked."""
        with bad_points_as(self._bad_geometry):
            if rules.topology:
                return self._mask_of_layer(rules)
            return simplify_mask(
                self.points, self._each(rules.tolerance), offsets=self.offsets, metric=rules.metric,
                pins=self._pins(rules), rings=self.rings(rules), on=rules.on,
            )

    def _mask_of_layer(self, rules: Rules) -> NDArray[np.bool_]:
        """The mask of all geometries together: borders that they share stay shared, and nothing crosses."""
        if rules.metric == "great_ellipse":
            raise InvalidArgument("units", "'m' is not for a topology to keep on longitude and latitude: project the "
                                           "geometries first, or give the tolerance in degrees")
        batch = read_batch(self.points, self.offsets, rules.on, None)
        options = read_options(batch, rules.tolerance, rules.metric, topology=rules.topology)
        mask = np.empty(batch.points, bool)
        _core.simplify_arcs(batch.on, batch.lines, options, mask)
        return mask

    def levels(self, rules: Rules) -> Iterator[NDArray[np.bool_]]:
        """The mask of each tolerance of the rules, from one pass over the points: their significances are made once."""
        tolerances = rules.tolerance.tolist()
        finite = [t for t in tolerances if t < math.inf]
        rings, pins = self.rings(rules), self._pins(rules)
        with bad_points_as(self._bad_geometry):
            values = significance(
                self.points, floor=min(finite), offsets=self.offsets, metric=rules.metric,
                pins=pins, rings=rings and Rings(rings.which, rings.start), on=rules.on,
            ) if finite else None
        for tolerance in tolerances:
            if tolerance == math.inf:  # the ends have this significance, and would go too
                yield self.mask(replace(rules, tolerance=tolerance))
                continue
            mask = values > tolerance
            if rings:
                finish_rings(
                    self.points, mask, tolerance, offsets=self.offsets, metric=rules.metric, pins=pins, rings=rings,
                    on=rules.on,
                )
            yield mask

    def rings(self, rules: Rules) -> Optional[Rings]:
        """The rings, and how the rules treat them; None if there is no ring."""
        if not self.is_ring.any():
            return None
        return Rings(
            self._closed(),
            start="least" if rules.rings == "least" else "first",
            minimum=rules.collapse,
            drop_superfluous_start=rules.rings == "geos",
        )

    def kept(self, mask: NDArray[np.bool_]) -> Ragged[NDArray[np.int64]]:
        """Indices of the kept points of each line; the last of a ring is its first."""
        rings = Rings(self._closed()) if self.is_ring.any() else None
        return select(self.points, mask, offsets=self.offsets, rings=rings, want="indices")

    def changed(self, mask: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Which geometries lose points."""
        kept = offsets_of(mask)
        ends = self.offsets[self.of_geometry]
        result: NDArray[np.bool_] = np.diff(kept[ends]) < np.diff(ends)
        return result

    def _bad_geometry(self, point: int, problem: str) -> GeometryError:
        ends = self.offsets[self.of_geometry]
        geometry = int(np.searchsorted(ends, point, "right")) - 1
        return GeometryError("obj", f"{problem}, at its point {point - ends[geometry]}", geometry)

    def _pins(self, rules: Rules) -> Optional[NDArray[np.bool_]]:
        """The points of rings that a map of longitudes and latitudes needs, but the Earth does not: the ends of edges
        that run along the longitudes 180 or -180, touch a pole, or lead from one side of the map to the other. The Earth
        has both sides at one place, and a pole at one, so that parts of such a ring lie on each other there."""
        if rules.metric != "great_ellipse" or not self.is_ring.any():
            return None
        longitude, latitude = np.abs(self.points[:, 0]), np.abs(self.points[:, 1])
        side, pole = longitude == 180, latitude == 90
        crosses = np.abs(np.diff(self.points[:, 0])) > 180
        edges = crosses | (side[1:] & side[:-1]) | pole[1:] | pole[:-1]  # from each point to the next
        if not edges.any():
            return None
        edges &= np.repeat(self.is_ring.astype(bool), np.diff(self.offsets))[:-1]
        edges[self.offsets[(self.offsets > 0) & (self.offsets < len(longitude))] - 1] = False  # to the next line
        pins = np.zeros(len(longitude), bool)
        pins[1:] |= edges
        pins[:-1] |= edges
        return pins

    def _closed(self) -> NDArray[np.bool_]:
        """The rings that do repeat their first point. Others are invalid: they are treated as line strings."""
        closed = np.empty(len(self.is_ring), bool)
        _core.find_closed_rings(_core.Lines(self.points, self.offsets), self.is_ring, closed)
        return closed

    def _each(self, tolerance: Any) -> Any:
        """A tolerance for each line, from one for each geometry."""
        return tolerance if isinstance(tolerance, float) else np.repeat(tolerance, np.diff(self.of_geometry))


def joined(groups: list[Lines]) -> Lines:
    """The lines of all groups, one group after the other."""
    points = offsets_of([len(group.points) for group in groups])
    lines = offsets_of([len(group.is_ring) for group in groups])
    return Lines(
        np.concatenate([group.points for group in groups]),
        np.concatenate([[0]] + [group.offsets[1:] + begin for group, begin in zip(groups, points)]),
        np.concatenate([group.is_ring for group in groups]),
        np.concatenate([[0]] + [group.of_geometry[1:] + begin for group, begin in zip(groups, lines)]),
    )


def split(mask: NDArray[np.bool_], groups: list[Lines]) -> list[NDArray[np.bool_]]:
    """The mask of each group, from that of all joined."""
    return np.split(mask, offsets_of([len(group.points) for group in groups])[1:-1])


@contextmanager
def bad_points_as(error_of: Callable[[int, str], GeometryError]) -> Iterator[None]:
    """Raises error_of(point, fault) for an invalid point."""
    try:
        yield
    except InvalidPoint as error:
        raise error_of(error.point, error.fault) from None


class WrongType(TypeError):
    """Says of what type an argument must be, which errors_of() names."""


@contextmanager
def errors_of(argument: str) -> Iterator[None]:
    """Lets errors of geometries name the argument of the call that holds them."""
    try:
        yield
    except WrongType as error:
        raise TypeError(f"{argument} {error}") from None
    except (GeometryError, WkbError) as error:
        raise error.of(argument) from None
