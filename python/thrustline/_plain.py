"""The short way of a call without options on one short line.

Such a call takes a few microseconds, of which reading every form of points and options would be the larger part. The
extension reads the array and writes what is asked for in one call. Checks, errors and results are the same. Longer lines
gain nothing, and would need room for all of their points.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

import numpy as np

from . import _core
from ._batch import is_plain_line
from ._executor import executor_for
from ._host import BOOL, INT64, real_number

MOST_POINTS = 4096
_NUMBERS = (float, int)

CallT = TypeVar("CallT", bound=Callable[..., Any])


def short_way(write: Callable[[Any, Any, float], Any]) -> Callable[[CallT], CallT]:
    """Lets calls without options on a short line go to write(executor, points, tolerance), and all others to the
    function."""

    def decorate(function: CallT) -> CallT:
        @wraps(function)
        def call(points: Any, tolerance: Any, **options: Any) -> Any:
            if not options and type(tolerance) in _NUMBERS and is_plain_line(points) and len(points) <= MOST_POINTS:
                return write(executor_for(None, None, MOST_POINTS), points, real_number(tolerance, "tolerance"))
            return function(points, tolerance, **options)

        return call  # type: ignore[return-value]

    return decorate


def mask_of_line(on: _core.Executor, points: Any, tolerance: float) -> Any:
    mask = np.empty(len(points), BOOL)
    _core.simplify_line_to_mask(on, points, tolerance, mask)
    return mask


def points_of_line(on: _core.Executor, points: Any, tolerance: float) -> Any:
    room = np.empty(points.shape, points.dtype)
    return room[: _core.simplify_line_to_points(on, points, tolerance, room)].copy()


def indices_of_line(on: _core.Executor, points: Any, tolerance: float) -> Any:
    room = np.empty(len(points), INT64)
    return room[: _core.simplify_line_to_indices(on, points, tolerance, room)].copy()
