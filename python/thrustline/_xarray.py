"""The accessor `thrustline` of xarray's DataArray."""

from __future__ import annotations

from typing import Any

import numpy as np
import xarray as xr


@xr.register_dataarray_accessor("thrustline")
class DataArrayAccessor:
    """`da.thrustline.simplify(0.02, dim="time")`: the samples of a series that thrustline.series.simplify() keeps."""

    def __init__(self, array: Any) -> None:
        self._array = array

    def simplify(self, tolerance: float, *, dim: str, **options: Any) -> Any:
        """Of an array of more dimensions, the samples that any of its series needs: the result stays rectangular."""
        from . import series

        array = self._array.transpose(..., dim)
        x = array[dim].to_numpy() if dim in array.coords else None
        rows = array.to_numpy().reshape(-1, array.sizes[dim])
        kept = [series.simplify(row, tolerance, x=x, **options) for row in rows]
        return self._array.isel({dim: np.unique(np.concatenate(kept)) if kept else slice(0)})
