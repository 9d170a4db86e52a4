"""The abscissas of a series, numbers or times, as float64."""

from __future__ import annotations

import sys
from collections.abc import Callable
from datetime import date, datetime, timedelta, timezone
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._host import as_array, real_array
from .._libraries import library_of
from ..errors import InvalidArgument


def read_abscissas(x: Any, shape: tuple[int, ...]) -> NDArray[np.float64]:
    """Floats as they are; integers and times as distances from the first one, which float64 rounds less. Decreasing ones
    are mirrored, which changes no vertical distance."""
    array = _numbers_of(library_of(x, "x")[1])
    if array.shape != shape:
        raise InvalidArgument("x", f"must have the shape of y, {shape}, has {array.shape}")
    _check(np.isfinite(array), "must be finite", array)
    decreases = len(array) > 1 and bool(array[1] < array[0])
    onward = array[1:] < array[:-1] if decreases else array[1:] > array[:-1]
    if not onward.all():
        raise InvalidArgument("x", f"must increase or decrease throughout, does not after index {np.argmin(onward)}")
    if array.dtype.kind == "f":
        return -array.astype(np.float64) if decreases else array.astype(np.float64)
    return _distances_from_first(array, decreases)


def _numbers_of(x: Any) -> NDArray[Any]:
    """Floating-point numbers or integers; times become integers of one unit."""
    dtype = getattr(x, "dtype", None)
    if getattr(dtype, "tz", None) is not None:  # only types of pandas have it
        x = sys.modules["pandas"].DatetimeIndex(x).tz_convert(None)
    elif str(dtype).startswith("period["):  # those of pandas, too
        x = sys.modules["pandas"].PeriodIndex(x).to_timestamp()
    array = as_array(x, "x")
    if array.dtype.kind == "O" and array.size:
        array = _times_of(array)
    if array.dtype.kind in "Mm":
        return _integers_of(array)
    if array.size and array.dtype.kind not in "iubf":
        raise TypeError(f"x must be numbers, dates, times or durations, are {array.dtype}")
    return array if array.dtype.kind in "iu" else real_array(array, "x")


def _times_of(objects: NDArray[Any]) -> NDArray[Any]:
    """Times, dates or periods that are objects, as NumPy has them; other objects as they are."""
    first = objects.flat[0]
    if hasattr(first, "to_timestamp"):  # a period of pandas
        _check_all(objects, lambda period: hasattr(period, "to_timestamp"), "periods")
        return _instants(np.array([period.to_timestamp() for period in objects.flat], object).reshape(objects.shape))
    if isinstance(first, datetime):
        return _instants(objects)
    if isinstance(first, date):
        _check_all(objects, lambda day: isinstance(day, date) and not isinstance(day, datetime), "dates")
        return objects.astype("datetime64[D]")
    if isinstance(first, timedelta):
        _check_all(objects, lambda duration: isinstance(duration, timedelta), "durations")
        return objects.astype("timedelta64[us]")
    return objects


def _check_all(objects: NDArray[Any], is_one: Callable[[Any], bool], kind: str) -> None:
    """Raises InvalidArgument for the first object that is not one of the kind."""
    for index, element in enumerate(objects.flat):
        if not is_one(element):
            raise InvalidArgument("x", f"must have {kind} only, has {element!r} at index {index}")


def _instants(times: NDArray[Any]) -> NDArray[np.datetime64]:
    """Times that are objects, as NumPy has them."""
    _check_all(times, lambda time: isinstance(time, datetime) and time == time, "times")  # NaT is not itself
    for index, time in enumerate(times.flat):
        if (time.tzinfo is None) != (times.flat[0].tzinfo is None):
            raise InvalidArgument("x", f"must have a zone for all times or for none, has {time!r} at index {index}")
    return np.array([_instant(time) for time in times.flat]).reshape(times.shape)


def _instant(time: Any) -> np.datetime64:
    """A time in UTC: NumPy knows no zones."""
    if hasattr(time, "to_datetime64"):  # that of pandas has nanoseconds
        instant: np.datetime64 = time.to_datetime64()
        return instant
    return np.datetime64(time if time.tzinfo is None else time.astimezone(timezone.utc).replace(tzinfo=None))


def _integers_of(times: NDArray[Any]) -> NDArray[np.int64]:
    """Times as numbers of their unit, or of days: months and years differ in length."""
    _check(~np.isnat(times), "must be a time", times)
    if times.dtype.kind == "M" and np.datetime_data(times.dtype)[0] in "YM":
        times = times.astype("datetime64[D]")
    return times.astype(np.int64)


def _check(good: NDArray[np.bool_], problem: str, array: NDArray[Any]) -> None:
    """Raises InvalidArgument for the first element that is not good."""
    if not good.all():
        first = np.argmin(good)
        raise InvalidArgument("x", f"{problem}, is {array.flat[first]} at index {first}")


def _distances_from_first(integers: NDArray[Any], decreases: bool) -> NDArray[np.float64]:
    """How far each of the integers is from the first one. Modulo 2^64 their differences are exact."""
    exact = integers.astype(np.uint64)
    distances = (exact[:1] - exact if decreases else exact - exact[:1]).astype(np.float64)
    later = distances[1:] > distances[:-1]
    if not later.all():
        raise InvalidArgument("x", f"has a step after index {np.argmin(later)} that float64 rounds away: "
                                   "the range of x is too large for it")
    return distances
