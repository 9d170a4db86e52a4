"""Time series with an error bound: no sample that is dropped is farther from the result than the tolerance.

Once this module is imported or used, a Series of pandas has the accessor `s.thrustline.simplify(0.02)`, and a DataArray of
xarray `da.thrustline.simplify(0.02, dim="time")`.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Optional

import numpy as np
from numpy.typing import NDArray

from .._executor import Place
from .._host import Renamed, as_array, real_array, real_number, whole_number
from .._libraries import library_of
from .._significance import simplify_to_count
from .._simplify import simplify_indices
from ..errors import InvalidArgument, InvalidPoint
from ._abscissas import read_abscissas

if TYPE_CHECKING:
    from .._types import Points

__all__ = ["downsample", "simplify"]


def simplify(
    y: Points, tolerance: float, *, x: Optional[Any] = None, gaps: str = "split", on: Place = None
) -> NDArray[np.int64]:
    """Returns the indices of the samples that are enough: at every other one the straight line between its kept
    neighbours is within the tolerance of y.

    y : (n,) float32, float64 or integers; a Series of pandas or polars, or what else NumPy makes an array of them from.
        Distances are computed in float64; from integers beyond 2**53 the least one is subtracted first. Finite numbers
        greater than a quarter of the largest float64 are an error, in x too.
    tolerance : >= 0, in units of y.
    x : (n,) strictly increasing, or decreasing as latitudes often do; numbers, dates, times, also those with a zone,
        durations, or periods, which count by their starts. Its order is that of y; an index of its own does not count.
        Default: the index of a Series of pandas if it has such, else 0, 1, 2, ...
    gaps : "split", runs of NaN cut the series into pieces, whose ends are kept, and infinite y are an error; "bridge",
        NaN and infinite y are as if they were not there. NaN itself is never kept: to draw a gap, add the index of one
        NaN of its run.
    on : where to run, as in thrustline.simplify().

    Raises InvalidArgument and TypeError with the argument. Work: as simplify() in one dimension, by Ramer-Douglas-Peucker
    with the metric "vertical".

    >>> import numpy as np, thrustline as tl
    >>> tl.series.simplify(np.array([0, 0.1, 0, 5, 5.1, np.nan, 1, 1]), 0.5)
    array([0, 2, 3, 4, 6, 7])
    """
    return simplify_with_pins(y, tolerance, x, gaps, on, None)


def simplify_with_pins(
    y: Any, tolerance: float, x: Any, gaps: str, on: Place, pins: Optional[NDArray[np.bool_]]
) -> NDArray[np.int64]:
    """simplify(), which keeps the samples of `pins` too, those that are NaN excepted."""
    tolerance = real_number(tolerance, "tolerance")
    if gaps not in ("split", "bridge"):
        raise InvalidArgument("gaps", f"must be 'split' or 'bridge', is {gaps!r}")
    values, points = _points(y, x)
    present = _present(values) if gaps == "split" else np.flatnonzero(np.isfinite(values))
    with _bad_samples(points, present):
        if len(present) == len(values):
            result: NDArray[np.int64] = simplify_indices(points, tolerance, metric="vertical", pins=pins, on=on)
            return result
        pieces = _offsets_of_runs(present) if gaps == "split" else np.array([0, len(present)])
        pins = None if pins is None else pins[present]
        apart = _points_at(points, present)
        result = present[simplify_indices(apart, tolerance, offsets=pieces, metric="vertical", pins=pins, on=on).values]
        return result


def downsample(*args: Any, n_out: int, x: Optional[Any] = None, on: Place = None) -> NDArray[np.int64]:
    """Returns the indices of at most n_out samples, the most significant ones and the two ends: `downsample(y, n_out=)`
    or, with tsdownsample's signature, `downsample(x, y, n_out=)`.

    n_out : 2 or more. Samples on a straight line between others are not kept, so fewer may come. NaN and infinite y are
    as if they were not there. y and x are those of simplify(); significance is by the metric "vertical"
    (thrustline.simplify_to_count()). The error is not known beforehand: thrustline.max_deviation() measures it.

    >>> import numpy as np, thrustline as tl
    >>> tl.series.downsample(np.array([0, 0.1, 0, 5, 0]), n_out=4)
    array([0, 2, 3, 4])
    """
    n_out = whole_number(n_out, "n_out", 2, 2**62)
    if len(args) == 2:
        if x is not None:
            raise TypeError("downsample() takes x once")
        x, y = args
    elif len(args) == 1:
        y = args[0]
    else:
        raise TypeError(f"downsample() takes y, or x and y, not {len(args)} arrays")
    values, points = _points(y, x)
    present = np.flatnonzero(np.isfinite(values))
    with _bad_samples(points, present):
        if len(present) < len(values):
            points = _points_at(points, present)
        mask = simplify_to_count(points, n_out, metric="vertical", on=on)
    result: NDArray[np.int64] = present[np.flatnonzero(mask)]
    return result


def _points(y: Any, x: Any) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The values, and the points to simplify: the values alone if x counts them."""
    values = _values(library_of(y, "y")[1])
    if x is not None:
        abscissas = read_abscissas(x, values.shape)
    else:
        x = numbers_of_index(y.index) if hasattr(y, "index") and hasattr(y, "iloc") else None
        if x is None:
            return values, values
        with Renamed(x="the index of y"):
            abscissas = read_abscissas(x, values.shape)
    return values, np.column_stack([abscissas, values])


def _values(y: Any) -> NDArray[np.float64]:
    """The values in float64. Integers that it would round are taken from the least one on: no distance changes."""
    array = as_array(y, "y")
    if array.ndim != 1:
        raise InvalidArgument("y", f"must have one dimension, has the shape {array.shape}")
    if array.dtype.kind in "iu" and array.dtype.itemsize == 8 and array.size:
        least = int(array.min())
        if max(-least, int(array.max())) > 2**53:
            array = array.astype(np.uint64) - np.uint64(least % 2**64)  # exact: unsigned numbers wrap round
    return real_array(array, "y").astype(np.float64, copy=False)


@contextmanager
def _bad_samples(points: NDArray[np.float64], present: NDArray[np.int64]) -> Iterator[None]:
    """Names x or y, and the index of the sample, in the error of a number that is too large. present: the indices of the
    samples of the call."""
    try:
        yield
    except InvalidPoint as error:
        index = int(present[error.point])
        sample = np.atleast_1d(points[index])
        most = np.finfo(np.float64).max / 4
        name, value = ("y", sample[-1]) if abs(sample[-1]) > most else ("x", sample[0])
        raise InvalidArgument(name, f"must be {most:.3g} at most, is {value} at index {index}") from None


def numbers_of_index(index: Any) -> Any:
    """An index of pandas, unless it counts the rows or has no order, as one of names."""
    if type(index).__name__ == "RangeIndex" or index.nlevels > 1:
        return None
    index = index.infer_objects()  # numbers that are objects
    has_numbers = getattr(index, "dtype", np.dtype(object)).kind in "iufMm"
    return index if has_numbers or getattr(index, "inferred_type", None) in ("period", "datetime", "date") else None


def _present(values: NDArray[Any]) -> NDArray[np.int64]:
    """Indices of the samples that are numbers; the others must be NaN."""
    present = np.flatnonzero(np.isfinite(values))
    if len(present) < len(values):
        infinite = np.flatnonzero(np.isinf(values))
        if len(infinite):
            raise InvalidArgument("y", f"must be finite or NaN, is {values[infinite[0]]} at index {infinite[0]}")
    return present


def _offsets_of_runs(present: NDArray[np.int64]) -> NDArray[np.int64]:
    """Offsets of the runs of neighbours among the indices."""
    if not len(present):
        return np.zeros(1, np.int64)
    cuts = np.flatnonzero(np.diff(present) > 1) + 1
    return np.concatenate([[0], cuts, [len(present)]])


def _points_at(points: NDArray[Any], present: NDArray[np.int64]) -> NDArray[Any]:
    """Some of the points. Values have their index for x, which gaps must not close; float32 would round it."""
    if points.ndim == 2:
        return points[present]
    return np.column_stack([present.astype(np.float64), points[present]])


def _register() -> None:
    """Gives pandas and xarray their accessors, if they are there."""
    import importlib.util

    if importlib.util.find_spec("pandas"):
        from .. import _accessors  # noqa: F401
    if importlib.util.find_spec("xarray"):
        from .. import _xarray  # noqa: F401


_register()
