"""Planar convex hulls."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, overload

from . import _core
from ._batch import Batch, read_batch
from ._executor import Place
from ._host import flag
from ._names import INVALID, number_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray
    from typing_extensions import Unpack

    from ._ragged import Ragged
    from ._types import HostLine, HullOptions, Plain, Points, RealT


@overload
def convex_hull(points: HostLine, *, offsets: None = None, **options: Unpack[HullOptions]) -> NDArray[np.int64]: ...
@overload
def convex_hull(
    points: NDArray[Any], *, offsets: ArrayLike, **options: Unpack[HullOptions]
) -> Ragged[NDArray[np.int64]]: ...
@overload
def convex_hull(
    points: list[NDArray[Any]], *, offsets: None = None, **options: Unpack[HullOptions]
) -> list[NDArray[np.int64]]: ...
@overload
def convex_hull(points: Any, *, offsets: Any = None, **options: Unpack[HullOptions]) -> Any: ...

def convex_hull(
    points: Points,
    *,
    offsets: Any = None,
    keep_collinear: bool = False,
    invalid: str = "raise",
    on: Place = None,
    stream: Any = None,
) -> Any:
    """Returns the indices of the vertices of the exact convex hull: (k,) int64, counter-clockwise from the point of
    least x and, of those, of least y; not closed. `Ragged`, with indices into the flat array, for many sets.

    points : one set (n, 2), or many, as the lines of simplify(); float32 or float64.
    keep_collinear : hulls also have the points on their edges.
    invalid : "raise", or "ignore" points with a coordinate that is NaN or infinite.

    The point of lowest index stands for equal points. A set without points has no vertex, points in one place have one,
    points on a line the two ends. Raises and waits as simplify(). Work: two reads of the points, and a sort of those
    that are not inside a polygon of extreme points.

    >>> import thrustline as tl
    >>> tl.convex_hull([[0, 0], [2, 0], [1, 1], [2, 2], [0, 2]])
    array([0, 1, 3, 4])
    """
    batch = read_batch(points, offsets, on, stream)
    indices, found = _find(batch, keep_collinear, invalid, "int64", ())
    return batch.indices(indices, found)


@overload
def convex_hull_points(
    points: NDArray[RealT], *, offsets: None = None, **options: Unpack[HullOptions]
) -> NDArray[RealT]: ...
@overload
def convex_hull_points(
    points: NDArray[RealT], *, offsets: ArrayLike, **options: Unpack[HullOptions]
) -> Ragged[NDArray[RealT]]: ...
@overload
def convex_hull_points(
    points: Plain, *, offsets: None = None, **options: Unpack[HullOptions]
) -> NDArray[np.float64]: ...
@overload
def convex_hull_points(
    points: list[NDArray[RealT]], *, offsets: None = None, **options: Unpack[HullOptions]
) -> list[NDArray[RealT]]: ...
@overload
def convex_hull_points(points: Any, *, offsets: Any = None, **options: Unpack[HullOptions]) -> Any: ...

def convex_hull_points(
    points: Points,
    *,
    offsets: Any = None,
    keep_collinear: bool = False,
    invalid: str = "raise",
    on: Place = None,
    stream: Any = None,
) -> Any:
    """Returns the vertices of the convex hull, (k, 2); otherwise as convex_hull().

    >>> import thrustline as tl
    >>> tl.convex_hull_points([[0, 0], [2, 0], [1, 0.5], [1, 2]])
    array([[0., 0.],
           [2., 0.],
           [1., 2.]])
    """
    batch = read_batch(points, offsets, on, stream)
    vertices, found = _find(batch, keep_collinear, invalid, batch.dtype, (2,))
    return batch.rows(vertices, found)


def _find(batch: Batch, keep_collinear: bool, invalid: str, dtype: str, width: tuple[int, ...]) -> tuple[Any, Any]:
    """Vertices as indices or coordinates, and the offsets of the hulls."""
    library = batch.library
    room = library.empty((batch.points, *width), dtype)
    offsets = library.empty(batch.series + 1, "int64")
    count = _core.convex_hull(
        batch.on, batch.lines, flag(keep_collinear, "keep_collinear"), number_of(INVALID, "invalid", invalid),
        None if width else library.view(room), library.view(room) if width else None, library.view(offsets),
    )
    vertices = library.first(room, count)
    return vertices, offsets
