"""What masks keep, in each of its forms, and how far it is from what they drop."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, Optional, Union, overload

from . import _core
from ._batch import Batch, read_batch
from ._executor import Place
from ._host import flag
from ._masks import given_flags, mask_in_place
from ._options import read_options
from ._rings import Rings, rings_of
from .errors import InvalidArgument

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray
    from typing_extensions import Unpack

    from ._ragged import Ragged
    from ._types import HostLine, Numbers, Plain, Points, RealT, SelectOptions

    Integers = Literal["indices", "segments"]


@overload
def select(
    points: NDArray[RealT], mask: Any, *, want: Literal["points"] = ..., offsets: None = None,
    **options: Unpack[SelectOptions],
) -> NDArray[RealT]: ...
@overload
def select(
    points: NDArray[RealT], mask: Any, *, want: Literal["points"] = ..., offsets: ArrayLike,
    **options: Unpack[SelectOptions],
) -> Ragged[NDArray[RealT]]: ...
@overload
def select(
    points: Plain, mask: Any, *, want: Literal["points"] = ..., offsets: None = None, **options: Unpack[SelectOptions]
) -> NDArray[np.float64]: ...
@overload
def select(
    points: list[NDArray[RealT]], mask: Any, *, want: Literal["points"] = ..., offsets: None = None,
    **options: Unpack[SelectOptions],
) -> list[NDArray[RealT]]: ...
@overload
def select(
    points: HostLine, mask: Any, *, want: Integers, offsets: None = None, **options: Unpack[SelectOptions]
) -> NDArray[np.int64]: ...
@overload
def select(
    points: NDArray[Any], mask: Any, *, want: Integers, offsets: ArrayLike, **options: Unpack[SelectOptions]
) -> Ragged[NDArray[np.int64]]: ...
@overload
def select(
    points: list[NDArray[Any]], mask: Any, *, want: Integers, offsets: None = None, **options: Unpack[SelectOptions]
) -> list[NDArray[np.int64]]: ...
@overload
def select(
    points: Union[HostLine, list[NDArray[Any]]], mask: Any, *, want: Literal["counts"], offsets: Any = None,
    **options: Unpack[SelectOptions],
) -> NDArray[np.int64]: ...
@overload
def select(
    points: Any, mask: Any, *, want: str = ..., offsets: Any = None, **options: Unpack[SelectOptions]
) -> Any: ...

def select(
    points: Points,
    mask: Any,
    *,
    offsets: Any = None,
    closed: bool = False,
    rings: Optional[Rings] = None,
    want: str = "points",
    on: Place = None,
    stream: Any = None,
) -> Any:
    """Returns what a mask keeps, in the form of simplify(), simplify_indices(), simplify_segments() or
    simplify_counts(). The mask may come from anywhere; NaN among the points passes through.

    mask : bool or uint8, one for each point; for a list of lines a list, too.
    want : "points", "indices", "segments" or "counts".
    closed : a segment leads from the last kept point of a line to its first.

    Raises and waits as simplify(). Work: one read of the mask, and of the points for want="points".

    >>> import thrustline as tl
    >>> import numpy as np
    >>> tl.select(np.array([5.0, 6.0, 7.0]), np.array([True, False, True]))
    array([5., 7.])
    """
    batch = read_batch(points, offsets, on, stream)
    keep = given_flags(batch, mask, "mask")
    closed, marks = flag(closed, "closed"), view_of_rings(batch, rings)
    if want == "segments":
        return segments_of(batch, keep, closed, marks)
    if want == "counts":
        return counts_of(batch, keep)
    if want not in ("points", "indices"):
        raise InvalidArgument("want", f"must be 'points', 'indices', 'segments' or 'counts', is {want!r}")
    kept, _ = _core.select(batch.on, batch.lines, False, None, batch.library.view(keep))
    return points_of(batch, keep, kept, marks) if want == "points" else indices_of(batch, keep, kept, marks)


def max_deviation(
    points: Points,
    mask: Any,
    *,
    offsets: Any = None,
    closed: bool = False,
    metric: str = "segment",
    invalid: str = "raise",
    sentinel: Optional[float] = None,
    rings: Optional[Rings] = None,
    on: Place = None,
    stream: Any = None,
) -> float:
    """Returns the largest distance of a dropped point to the chord of its kept neighbours; 0 if none was dropped;
    infinity if one has no kept neighbour on one of its sides, as where an end is dropped. Rings of which nothing is kept
    do not count.

    mask : bool or uint8, one for each point, from any source. The other arguments are those of simplify().

    Raises and waits as simplify(). Work: one read of the points.

    >>> import thrustline as tl
    >>> import numpy as np
    >>> tl.max_deviation([[0, 0], [1, 2], [2, 0]], np.array([True, False, True]))
    2.0
    """
    batch = read_batch(points, offsets, on, stream)
    options = read_options(batch, 0.0, metric, closed=closed, invalid=invalid, sentinel=sentinel, rings=rings)
    return float(_core.max_deviation(batch.on, batch.lines, options, batch.library.view(given_flags(batch, mask, "mask"))))


def finish_rings(
    points: Points,
    mask: Any,
    tolerance: Numbers,
    *,
    rings: Rings,
    offsets: Any = None,
    metric: str = "segment",
    pins: Any = None,
    on: Place = None,
    stream: Any = None,
) -> int:
    """Applies `minimum` and `drop_superfluous_start` of the rings to a mask in place, as simplify() does to its own: to
    the mask of simplify_to_count() or of a threshold of significance(), which know no such rules. Returns how many
    points the mask keeps then.

    mask : one array of bool or uint8 with an element for each point, in the memory of the points, writable and dense. It
        must keep the start of each ring. Lists are refused: a copy would be changed.

    Raises and waits as simplify(). Work: one read of the mask, and that of simplify() for rings that keep too few points.
    """
    if rings is None:
        raise TypeError("rings must be a thrustline.Rings, is None")
    batch = read_batch(points, offsets, on, stream)
    options = read_options(batch, tolerance, metric, pins=pins, rings=rings)
    return int(_core.finish_rings(batch.on, batch.lines, options, batch.library.view(mask_in_place(batch, mask))))


def view_of_rings(batch: Batch, rings: Optional[Rings]) -> Any:
    """Which lines are rings, for the functions below; None for no rings."""
    return None if rings is None else batch.library.view(rings_of(batch, rings))


def points_of(batch: Batch, mask: Any, kept: int, marks: Any) -> Any:
    values = batch.library.empty((kept, *batch.width), batch.dtype)
    return batch.rows(values, _select_into(batch, mask, marks, points=values))


def indices_of(batch: Batch, mask: Any, kept: int, marks: Any) -> Any:
    values = batch.library.empty(kept, "int64")
    return batch.indices(values, _select_into(batch, mask, marks, indices=values))


def _select_into(batch: Batch, mask: Any, marks: Any, **values: Any) -> Any:
    """Fills an array, by the name of its form, with what the mask keeps. Returns the offsets of the lines, or None for one
    line."""
    library = batch.library
    offsets = library.empty(batch.series + 1, "int64") if batch.is_ragged else None
    _core.select(
        batch.on, batch.lines, False, marks, library.view(mask),
        offsets=None if offsets is None else library.view(offsets),
        **{form: library.view(array) for form, array in values.items()},
    )
    return offsets


def segments_of(batch: Batch, mask: Any, closed: bool, marks: Any) -> Any:
    library = batch.library
    offsets = library.empty(batch.series + 1, "int64")
    _, segments = _core.select(
        batch.on, batch.lines, closed, marks, library.view(mask), segment_offsets=library.view(offsets)
    )
    values = library.empty((segments, 2), "int64")
    _core.select(batch.on, batch.lines, closed, marks, library.view(mask), segments=library.view(values))
    return batch.indices(values, offsets)


def counts_of(batch: Batch, mask: Any) -> Any:
    library = batch.library
    counts = library.empty(batch.series, "int64")
    _core.select(batch.on, batch.lines, False, None, library.view(mask), counts=library.view(counts))
    return library.give(counts)
