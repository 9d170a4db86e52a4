# SPDX-License-Identifier: MIT
"""What the timed results must be: by the plain reference of the tests, and for geometries by GEOS."""

from __future__ import annotations

import runpy
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray

REFERENCE = Path(__file__).resolve().parents[2] / "python" / "tests" / "reference.py"

Check = Callable[[Any], bool]


def reference_mask(points: NDArray[np.float64], offsets: Any, tolerance: float) -> Callable[[], NDArray[np.bool_]]:
    """Gives the mask of the reference, which is computed when it is first asked for: after the programs were timed."""

    @cache
    def mask() -> NDArray[np.bool_]:
        found: NDArray[np.bool_] = runpy.run_path(str(REFERENCE))["rdp_masks"](points, np.asarray(offsets), tolerance)
        return found

    return mask


def is_like_geos(geometries: Any, tolerance: float) -> Check:
    """Checks simplified lines or polygons against GEOS, bit for bit, but where GEOS follows other rules: it makes results
    valid, of which a hundredth may need it, and a polygon empty whose shell keeps fewer than four positions; such a shell
    is simplified again here, with two more points kept, so that it has four positions or more."""

    def check(result: Any) -> bool:
        theirs = shapely.simplify(geometries, tolerance, preserve_topology=False)
        collapsed = shapely.is_empty(theirs) & (shapely.get_num_coordinates(shapely.get_exterior_ring(result)) >= 4)
        mended = ~shapely.equals_exact(result, theirs, 0) & ~collapsed
        return not shapely.is_valid(result[mended]).any() and bool(mended.mean() <= 0.01)

    return check


def state_of(geometries: Any) -> str:
    """How many geometries are invalid or empty, and how many pairs of interiors overlap."""
    valid = shapely.is_valid(geometries) & ~shapely.is_empty(geometries)
    good = geometries[valid]
    pairs = shapely.STRtree(good).query(good, predicate="intersects")
    pairs = pairs[:, pairs[0] < pairs[1]]
    overlap = shapely.relate_pattern(good[pairs[0]], good[pairs[1]], "T********")
    return f"{np.count_nonzero(~valid)} invalid or empty, {np.count_nonzero(overlap)} pairs overlap"


def is_sound(geometries: Any, result: Any) -> bool:
    """Whether the polygons of a layer that keeps its topology are as sound as those it was made from."""
    return state_of(shapely.get_parts(result)) == state_of(shapely.get_parts(geometries))
