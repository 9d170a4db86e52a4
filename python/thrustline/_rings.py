"""Rings that repeat their first point, as those of GeoJSON and WKB do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from . import _core
from ._batch import Batch
from ._host import flag, mask_array
from ._libraries import library_of
from ._names import RING_MINIMUM, RING_STARTS, number_of


@dataclass(frozen=True, eq=False)  # arrays have no single ==, so neither have rings
class Rings:
    """Which lines are rings whose last point repeats the first, and how they are treated.

    which : True, all lines; or (m,) bool, one for each line.
    start : where a ring is cut open: "first", its first point, or "least", the point of least x, then y, so that the
        result is the same wherever the ring starts. That point is kept.
    minimum : what becomes of a ring that keeps fewer than four positions, its last one included: "none", nothing;
        "keep", it gets as many more points; "drop", all its points go.
    drop_superfluous_start : whether the start is dropped too where it is no farther than the tolerance from the chord
        of its neighbours, as GEOS does since 3.12. Other points may then be up to twice as far as the tolerance.

    >>> import thrustline as tl
    >>> square = [[1, 0], [2, 0], [2, 2], [0, 2], [0, 0], [1, 0]]
    >>> tl.simplify(square, 0.1, rings=tl.Rings(drop_superfluous_start=True))
    array([[2., 0.],
           [2., 2.],
           [0., 2.],
           [0., 0.],
           [2., 0.]])
    """

    which: Any = True
    start: str = "first"
    minimum: str = "none"
    drop_superfluous_start: bool = False


def rings_of(batch: Batch, rings: Any) -> Any:
    """One number for each series, in the memory of the points; None for None."""
    if rings is None:
        return None
    if not isinstance(rings, Rings):
        raise TypeError(f"rings must be a thrustline.Rings, is {rings!r}")
    if rings.which is True or isinstance(rings.which, np.bool_) and rings.which:
        which = np.ones(batch.series, np.uint8)
    else:
        library, which = library_of(rings.which, "rings.which")
        if library.is_device:
            return batch.device_array(library, which, "rings.which", ("bool", "uint8"))
        which = mask_array(which, "rings.which", ((batch.series,),), "line")
    return batch.library.copy(which, "uint8") if batch.library.is_device else which


def set_rings(batch: Batch, options: _core.Options, rings: Rings) -> None:
    """Gives the options the rings."""
    options.rings(
        batch.library.view(rings_of(batch, rings)),
        number_of(RING_STARTS, "rings.start", rings.start),
        number_of(RING_MINIMUM, "rings.minimum", rings.minimum),
        flag(rings.drop_superfluous_start, "rings.drop_superfluous_start"),
    )
