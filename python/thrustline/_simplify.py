"""Line simplification by Ramer-Douglas-Peucker, for lines of any number and length."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Optional, Union, overload

from . import _core
from ._batch import Batch, read_batch
from ._executor import Place
from ._host import Renamed, check_out, flag
from ._kept import counts_of, indices_of, points_of, segments_of, view_of_rings
from ._options import read_options
from ._plain import indices_of_line, mask_of_line, points_of_line, short_way
from ._rings import Rings
from ._shared_docs import shared_doc
from .errors import InvalidArgument

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray
    from typing_extensions import Unpack

    from ._ragged import Ragged
    from ._types import CountOptions, HostLine, MaskOptions, Numbers, Plain, Points, RealT, SimplifyOptions


@overload
def simplify(
    points: NDArray[RealT], tolerance: Numbers, *, offsets: None = None, **options: Unpack[SimplifyOptions]
) -> NDArray[RealT]: ...
@overload
def simplify(
    points: NDArray[RealT], tolerance: Numbers, *, offsets: ArrayLike, **options: Unpack[SimplifyOptions]
) -> Ragged[NDArray[RealT]]: ...
@overload
def simplify(
    points: Plain, tolerance: Numbers, *, offsets: None = None, **options: Unpack[SimplifyOptions]
) -> NDArray[np.float64]: ...
@overload
def simplify(
    points: list[NDArray[RealT]], tolerance: Numbers, *, offsets: None = None, **options: Unpack[SimplifyOptions]
) -> list[NDArray[RealT]]: ...
@overload
def simplify(points: Any, tolerance: Numbers, *, offsets: Any = None, **options: Unpack[SimplifyOptions]) -> Any: ...

@short_way(points_of_line)
@shared_doc
def simplify(
    points: Points,
    tolerance: Numbers,
    *,
    offsets: Any = None,
    closed: bool = False,
    metric: str = "segment",
    invalid: str = "raise",
    sentinel: Optional[float] = None,
    pins: Any = None,
    topology: Union[bool, str] = False,
    rings: Optional[Rings] = None,
    on: Place = None,
    stream: Any = None,
) -> Any:
    """Returns the points that Ramer-Douglas-Peucker keeps, bit for bit, in order.

    (k, D) for one line; `Ragged` if there are offsets, or for a stack (which type checkers take for one line); a list
    for a list, a tuple for a tuple. Lines are simplified one by one, in the plane (in space for D = 3): without
    `topology`, crossings can arise.
    {shared}
    >>> import numpy as np, thrustline as tl
    >>> tl.simplify(np.array([[0., 0.], [1., .1], [2., 0.], [3., 2.]]), 0.5)
    array([[0., 0.],
           [2., 0.],
           [3., 2.]])
    """
    batch = read_batch(points, offsets, on, stream)
    options = read_options(
        batch, tolerance, metric, closed=closed, invalid=invalid, sentinel=sentinel, pins=pins, topology=topology,
        rings=rings,
    )
    return points_of(batch, *_simplified(batch, options), view_of_rings(batch, rings))


@overload
def simplify_mask(points: HostLine, tolerance: Numbers, **options: Unpack[MaskOptions]) -> NDArray[np.bool_]: ...
@overload
def simplify_mask(
    points: list[NDArray[Any]], tolerance: Numbers, **options: Unpack[MaskOptions]
) -> list[NDArray[np.bool_]]: ...
@overload
def simplify_mask(points: Any, tolerance: Numbers, **options: Unpack[MaskOptions]) -> Any: ...

@short_way(mask_of_line)
@shared_doc
def simplify_mask(
    points: Points,
    tolerance: Numbers,
    *,
    offsets: Any = None,
    closed: bool = False,
    metric: str = "segment",
    invalid: str = "raise",
    sentinel: Optional[float] = None,
    pins: Any = None,
    topology: Union[bool, str] = False,
    rings: Optional[Rings] = None,
    on: Place = None,
    stream: Any = None,
    out: Any = None,
) -> Any:
    """Returns which points are kept: bool, one for each point.

    The last point of a ring of `rings` is kept if any other is, and stands for the first one that is kept. So where the
    start may be dropped or moved, select(points, mask, rings=rings) gives the result, and not points[mask].

    out : an array of bool for the result, for points of NumPy: flat, or for a stack of its shape (m, n).
    {shared}
    >>> import thrustline as tl
    >>> tl.simplify_mask([0.0, 0.1, 5.0, 0.0], 1.0)
    array([ True, False,  True,  True])
    """
    batch = read_batch(points, offsets, on, stream)
    options = read_options(
        batch, tolerance, metric, closed=closed, invalid=invalid, sentinel=sentinel, pins=pins, topology=topology,
        rings=rings,
    )
    if out is not None:
        if batch.library.is_device:
            raise InvalidArgument("out", "is for points in host memory")
        with Renamed(mask="out"):
            _core.simplify(batch.on, batch.lines, options, check_out(out, batch.shapes_of_mask, bool))
        return out
    return batch.mask(_simplified(batch, options)[0])


@overload
def simplify_indices(
    points: HostLine, tolerance: Numbers, *, offsets: None = None, **options: Unpack[SimplifyOptions]
) -> NDArray[np.int64]: ...
@overload
def simplify_indices(
    points: NDArray[Any], tolerance: Numbers, *, offsets: ArrayLike, **options: Unpack[SimplifyOptions]
) -> Ragged[NDArray[np.int64]]: ...
@overload
def simplify_indices(
    points: list[NDArray[Any]], tolerance: Numbers, *, offsets: None = None, **options: Unpack[SimplifyOptions]
) -> list[NDArray[np.int64]]: ...
@overload
def simplify_indices(
    points: Any, tolerance: Numbers, *, offsets: Any = None, **options: Unpack[SimplifyOptions]
) -> Any: ...

@short_way(indices_of_line)
@shared_doc
def simplify_indices(
    points: Points,
    tolerance: Numbers,
    *,
    offsets: Any = None,
    closed: bool = False,
    metric: str = "segment",
    invalid: str = "raise",
    sentinel: Optional[float] = None,
    pins: Any = None,
    topology: Union[bool, str] = False,
    rings: Optional[Rings] = None,
    on: Place = None,
    stream: Any = None,
) -> Any:
    """Returns the indices of the kept points, int64.

    (k,) for one line; otherwise `Ragged`, with indices into the flat array. For a list: a list, and indices count from
    the start of each line. Those of a line ascend. The exception is the last one of a ring of `rings` that does not
    keep its first point: it is the index of the first point that the ring keeps.
    {shared}
    >>> import thrustline as tl
    >>> tl.simplify_indices([[0, 0], [1, 0], [2, 0]], 0.5)
    array([0, 2])
    """
    batch = read_batch(points, offsets, on, stream)
    options = read_options(
        batch, tolerance, metric, closed=closed, invalid=invalid, sentinel=sentinel, pins=pins, topology=topology,
        rings=rings,
    )
    return indices_of(batch, *_simplified(batch, options), view_of_rings(batch, rings))


@overload
def simplify_segments(
    points: HostLine, tolerance: Numbers, *, offsets: None = None, **options: Unpack[SimplifyOptions]
) -> NDArray[np.int64]: ...
@overload
def simplify_segments(
    points: NDArray[Any], tolerance: Numbers, *, offsets: ArrayLike, **options: Unpack[SimplifyOptions]
) -> Ragged[NDArray[np.int64]]: ...
@overload
def simplify_segments(
    points: list[NDArray[Any]], tolerance: Numbers, *, offsets: None = None, **options: Unpack[SimplifyOptions]
) -> list[NDArray[np.int64]]: ...
@overload
def simplify_segments(
    points: Any, tolerance: Numbers, *, offsets: Any = None, **options: Unpack[SimplifyOptions]
) -> Any: ...

@shared_doc
def simplify_segments(
    points: Points,
    tolerance: Numbers,
    *,
    offsets: Any = None,
    closed: bool = False,
    metric: str = "segment",
    invalid: str = "raise",
    sentinel: Optional[float] = None,
    pins: Any = None,
    topology: Union[bool, str] = False,
    rings: Optional[Rings] = None,
    on: Place = None,
    stream: Any = None,
) -> Any:
    """Returns the segments between kept neighbours: (s, 2) int64, first and last point of each; otherwise as
    simplify_indices().
    {shared}
    >>> import thrustline as tl
    >>> tl.simplify_segments([[0, 0], [1, 0], [2, 0], [2, 5]], 0.5)
    array([[0, 2],
           [2, 3]])
    """
    batch = read_batch(points, offsets, on, stream)
    options = read_options(
        batch, tolerance, metric, closed=closed, invalid=invalid, sentinel=sentinel, pins=pins, topology=topology,
        rings=rings,
    )
    return segments_of(batch, _simplified(batch, options)[0], flag(closed, "closed"), view_of_rings(batch, rings))


@overload
def simplify_counts(
    points: Union[HostLine, list[NDArray[Any]]], tolerance: Numbers, **options: Unpack[CountOptions]
) -> NDArray[np.int64]: ...
@overload
def simplify_counts(points: Any, tolerance: Numbers, **options: Unpack[CountOptions]) -> Any: ...

@shared_doc
def simplify_counts(
    points: Points,
    tolerance: Numbers,
    *,
    offsets: Any = None,
    closed: bool = False,
    metric: str = "segment",
    invalid: str = "raise",
    sentinel: Optional[float] = None,
    pins: Any = None,
    topology: Union[bool, str] = False,
    rings: Optional[Rings] = None,
    on: Place = None,
    stream: Any = None,
) -> Any:
    """Returns how many points of each line are kept: (m,) int64, (1,) for one line.
    {shared}
    >>> import thrustline as tl
    >>> tl.simplify_counts([[0, 0], [1, 0], [2, 0]], 0.5)
    array([2])
    """
    batch = read_batch(points, offsets, on, stream)
    options = read_options(
        batch, tolerance, metric, closed=closed, invalid=invalid, sentinel=sentinel, pins=pins, topology=topology,
        rings=rings,
    )
    return counts_of(batch, _simplified(batch, options)[0])


def _simplified(batch: Batch, options: _core.Options) -> tuple[Any, int]:
    """The mask, and how many points it keeps."""
    library = batch.library
    mask = library.empty(batch.points, "bool")
    return mask, _core.simplify(batch.on, batch.lines, options, library.view(mask))
