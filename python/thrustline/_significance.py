"""The significance of points, and the masks of a number of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Optional, overload

from . import _core
from ._batch import Batch, read_batch
from ._executor import Place
from ._host import Renamed, double_array, index_array, real_number, whole_number
from ._libraries import library_of
from ._options import read_options
from ._rings import Rings
from ._shared_docs import shared_doc

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from typing_extensions import Unpack

    from ._types import HostLine, Numbers, Plain, Points, RealT, SignificanceOptions


@overload
def significance(points: NDArray[RealT], **options: Unpack[SignificanceOptions]) -> NDArray[RealT]: ...
@overload
def significance(points: Plain, **options: Unpack[SignificanceOptions]) -> NDArray[np.float64]: ...
@overload
def significance(points: list[NDArray[RealT]], **options: Unpack[SignificanceOptions]) -> list[NDArray[RealT]]: ...
@overload
def significance(points: Any, **options: Unpack[SignificanceOptions]) -> Any: ...

@shared_doc
def significance(
    points: Points,
    *,
    floor: Numbers = 0.0,
    offsets: Any = None,
    closed: bool = False,
    metric: str = "segment",
    invalid: str = "raise",
    sentinel: Optional[float] = None,
    pins: Any = None,
    rings: Optional[Rings] = None,
    on: Place = None,
    stream: Any = None,
) -> Any:
    """Returns for each point the tolerance from which on it is dropped, of the type of the points: for every finite
    tolerance t >= floor, `significance(points) > t` is `simplify_mask(points, t)`. Round t to the type of the points
    first, as simplify_mask() does; NumPy does it with a number of Python. Ends have infinity, which is not > infinity:
    for t = inf only simplify() and its forms keep the ends.

    floor : the least tolerance of interest; points that it drops have 0. A greater one saves work.
    {shared}
    >>> import thrustline as tl
    >>> tl.significance([0.0, 1.0, 0.0], metric="vertical")
    array([inf,  1., inf])
    """
    batch = read_batch(points, offsets, on, stream)
    with Renamed(tolerance="floor"):
        options = read_options(
            batch, floor, metric, closed=closed, invalid=invalid, sentinel=sentinel, pins=pins, rings=rings
        )
        values = batch.library.empty(batch.points, batch.dtype)
        _core.significance(batch.on, batch.lines, options, batch.library.view(values))
    return batch.mask(values)


@overload
def simplify_to_count(
    points: HostLine, count: Numbers, **options: Unpack[SignificanceOptions]
) -> NDArray[np.bool_]: ...
@overload
def simplify_to_count(
    points: list[NDArray[Any]], count: Numbers, **options: Unpack[SignificanceOptions]
) -> list[NDArray[np.bool_]]: ...
@overload
def simplify_to_count(points: Any, count: Numbers, **options: Unpack[SignificanceOptions]) -> Any: ...

@shared_doc
def simplify_to_count(
    points: Points,
    count: Numbers,
    *,
    floor: Numbers = 0.0,
    offsets: Any = None,
    closed: bool = False,
    metric: str = "segment",
    invalid: str = "raise",
    sentinel: Optional[float] = None,
    pins: Any = None,
    rings: Optional[Rings] = None,
    on: Place = None,
    stream: Any = None,
) -> Any:
    """Returns the mask of the `count` most significant points; ends are always kept, ties go to the lowest index.

    count : a number for all lines together, or one for each line. Ends are kept even if they are more.
    floor : a tolerance; points that it drops stay dropped, so fewer may be kept. With 0, points on the chord of their
        neighbours stay dropped.
    {shared}
    >>> import thrustline as tl
    >>> tl.simplify_to_count([0.0, 1.0, 0.0, 5.0, 0.0], 3)
    array([ True, False, False,  True,  True])
    """
    batch = read_batch(points, offsets, on, stream)
    mask = batch.library.empty(batch.points, "bool")
    to = batch.library.view(mask)
    with Renamed(tolerance="floor"):
        options = read_options(
            batch, floor, metric, closed=closed, invalid=invalid, sentinel=sentinel, pins=pins, rings=rings
        )
        count = _plain_number(count)
        if isinstance(count, (int, float, str)):
            _core.to_count(batch.on, batch.lines, options, whole_number(count, "count", 0, 2**63 - 1), to)
        else:
            _core.to_counts(batch.on, batch.lines, options, _of_series(batch, count, "count", index_array, "int64"), to)
    return batch.mask(mask)


@overload
def simplify_to_ratio(
    points: HostLine, ratio: Numbers, **options: Unpack[SignificanceOptions]
) -> NDArray[np.bool_]: ...
@overload
def simplify_to_ratio(
    points: list[NDArray[Any]], ratio: Numbers, **options: Unpack[SignificanceOptions]
) -> list[NDArray[np.bool_]]: ...
@overload
def simplify_to_ratio(points: Any, ratio: Numbers, **options: Unpack[SignificanceOptions]) -> Any: ...

@shared_doc
def simplify_to_ratio(
    points: Points,
    ratio: Numbers,
    *,
    floor: Numbers = 0.0,
    offsets: Any = None,
    closed: bool = False,
    metric: str = "segment",
    invalid: str = "raise",
    sentinel: Optional[float] = None,
    pins: Any = None,
    rings: Optional[Rings] = None,
    on: Place = None,
    stream: Any = None,
) -> Any:
    """Returns the mask of a share of the points, the most significant ones: of the least number whose share is at least
    `ratio`. Otherwise as simplify_to_count().

    ratio : from 0 to 1; a number for all lines together, or one for each line. A number for all lets each line keep more
        or less than this share: give one for each where every line is to keep it.
    {shared}
    >>> import numpy as np, thrustline as tl
    >>> tl.simplify_to_ratio([0.0, 1.0, 0.0, 5.0, 0.0], 0.6)
    array([ True, False, False,  True,  True])

    select() makes lines of the mask:

    >>> y, offsets = np.array([0.0, 1, 0, 5, 0, 0, 2, 0, 1, 0]), [0, 5, 10]
    >>> mask = tl.simplify_to_ratio(y, [0.6, 0.6], offsets=offsets)
    >>> [line.tolist() for line in tl.select(y, mask, offsets=offsets)]
    [[0.0, 5.0, 0.0], [0.0, 2.0, 0.0]]
    """
    batch = read_batch(points, offsets, on, stream)
    mask = batch.library.empty(batch.points, "bool")
    to = batch.library.view(mask)
    with Renamed(tolerance="floor"):
        options = read_options(
            batch, floor, metric, closed=closed, invalid=invalid, sentinel=sentinel, pins=pins, rings=rings
        )
        ratio = _plain_number(ratio)
        if isinstance(ratio, (int, float, str)):
            _core.to_ratio(batch.on, batch.lines, options, real_number(ratio, "ratio"), to)
        else:
            values = _of_series(batch, ratio, "ratio", double_array, "float64")
            _core.to_ratios(batch.on, batch.lines, options, values, to)
    return batch.mask(mask)


def _plain_number(value: Any) -> Any:
    """A number of NumPy, or an array without dimensions, as a number of Python; anything else as it is."""
    return value.item() if getattr(value, "ndim", None) == 0 else value


def _of_series(batch: Batch, values: Any, name: str, read: Any, dtype: str) -> Any:
    """The caller's numbers, one for each line, in the memory of the points."""
    library, array = library_of(values, name)
    if library.is_device:
        return library.view(batch.device_array(library, array, name, (dtype,)))
    array = read(array, name)
    return batch.library.view(batch.library.copy(array, dtype)) if batch.library.is_device else array
