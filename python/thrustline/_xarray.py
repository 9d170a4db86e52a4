"""The accessor `thrustline` of xarray's DataArray."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import xarray as xr

from ._executor import Place


@xr.register_dataarray_accessor("thrustline")  # type: ignore[no-untyped-call, unused-ignore]
class DataArrayAccessor:
    """`da.thrustline.simplify(0.02, dim="time")`: the samples of a series that thrustline.series.simplify() keeps."""

    def __init__(self, array: Any) -> None:
        self._array = array

    def simplify(
        self, tolerance: float, *, dim: str, x: Any = None, gaps: str = "split", on: Place = None
    ) -> Any:
        """Returns the array at samples with which every one of its series stays within the tolerance, so that the result
        stays rectangular. They are not the union of what each series needs by itself, as a sample that one needs moves
        the lines of the others. x: default the coordinates of `dim`, if these are numbers or times."""
        from .series import numbers_of_index, simplify_with_pins

        array = self._array.transpose(..., dim)
        if x is None and dim in array.coords:
            x = numbers_of_index(array[dim].to_index())
        kept = np.zeros(array.sizes[dim], bool)
        rows = array.to_numpy().reshape(math.prod(array.shape[:-1]), len(kept))
        before = -1
        while before < np.count_nonzero(kept):  # samples that one series needs move the chords of the others
            before = int(np.count_nonzero(kept))
            for row in rows:
                kept[simplify_with_pins(row, tolerance, x, gaps, on, kept)] = True
        return self._array.isel({dim: np.flatnonzero(kept)})
