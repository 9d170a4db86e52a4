"""Options of a call, as the library takes them."""

from __future__ import annotations

from math import nan
from typing import Any, Optional

from . import _core
from ._batch import Batch
from ._host import as_array, double_array, flag, real_number
from ._libraries import library_of
from ._masks import given_flags
from ._names import INVALID, METRICS, TOPOLOGY, number_of
from ._rings import Rings, set_rings
from .errors import InvalidArgument


def read_options(
    batch: Batch,
    tolerance: Any,
    metric: str,
    *,
    closed: bool = False,
    invalid: str = "raise",
    sentinel: Optional[float] = None,
    pins: Any = None,
    topology: Any = False,
    rings: Optional[Rings] = None,
) -> _core.Options:
    tolerances = None
    if type(tolerance) is not float:
        tolerance, tolerances = read_tolerance(batch, tolerance)
    options = _core.Options(
        tolerance,
        tolerances,
        number_of(METRICS, "metric", metric),
        flag(closed, "closed"),
        number_of(INVALID, "invalid", invalid),
        read_sentinel(sentinel, invalid),
        None if pins is None else batch.library.view(given_flags(batch, pins, "pins")),
        number_of(TOPOLOGY, "topology", topology),
    )
    if rings is not None:
        set_rings(batch, options, rings)
    return options


def read_tolerance(batch: Batch, tolerance: Any) -> tuple[float, Any]:
    """The tolerance as a number, and those of the series if there is one for each."""
    if isinstance(tolerance, (int, float)):
        return real_number(tolerance, "tolerance"), None
    library, array = library_of(tolerance, "tolerance")
    if library.is_device:
        return nan, library.view(batch.device_array(library, array, "tolerance", ("float64",)))
    array = as_array(array, "tolerance")
    if array.ndim == 0:
        if array.dtype.kind not in "iuf":
            raise TypeError(f"tolerance must be a number or an array of numbers, is {tolerance!r}")
        return float(array), None
    array = double_array(array, "tolerance")
    if batch.library.is_device:
        array = batch.library.view(batch.library.copy(array, "float64"))
    return nan, array


def read_sentinel(sentinel: Optional[float], invalid: str) -> float:
    """NaN if there is none."""
    if sentinel is None:
        return nan
    if invalid != "ignore":
        raise InvalidArgument("sentinel", f"marks points that invalid='ignore' ignores, but invalid is {invalid!r}")
    return real_number(sentinel, "sentinel")
