"""Line simplification by Ramer-Douglas-Peucker, for lines of any number and length."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Optional, Union

from . import _core
from ._batch import Batch, read_batch
from ._executor import Place
from ._host import check_out, double_array, index_array
from ._libraries import library_of
from ._masks import given_mask, mask_in_place
from ._options import read_options
from ._plain import indices_of_line, mask_of_line, points_of_line, short_way
from ._rings import Rings, rings_of
from .errors import InvalidArgument

if TYPE_CHECKING:
    from ._types import Numbers, Points

_SHARED = """
    points : the lines, float32 or float64:
        (n, 2) or (n, 3)        one line
        (n,)                    one series of values against their index
        (n, D) and `offsets`    many lines in one array
        (m, n, D)               m lines of n points each
        list of arrays          many lines; copied into one array
        tuple (x, y[, z])       one line with its coordinates apart; copied into one array
        Arrays of NumPy, PyTorch, CuPy, JAX, Numba, or any owner of DLPack or `__cuda_array_interface__`; results belong
        to the same library, and lie on the same device. Integers and lists of numbers become float64.
    tolerance : the largest distance of a dropped point to its chord, in units of the coordinates, >= 0; infinity keeps
        the ends only. A number, or one for each line.
    offsets : (m + 1,) integers; line i has the points offsets[i] to offsets[i + 1].
    closed : every line is a ring: an edge leads from its last point back to its first, which is not repeated.
    metric : which distance a point has to the chord between its kept neighbours.
        "segment", to the segment; "line", to the infinite line through its ends;
        "vertical", along the ordinates, |y - chord(x)|: for series; for D = 3, y and z together at the same x;
        "great_ellipse", metres on the ellipsoid WGS 84: points are longitude and latitude in degrees, tolerances metres;
        "synchronised", to where the chord is at the same time: points are x, y, t.
        Values of shape (n,) have their index for x.
    invalid : "raise", or "ignore" points with a coordinate that is NaN, infinite, or equal to `sentinel`.
    sentinel : with invalid="ignore", a value that marks a point as invalid.
    pins : (n,) bool; points that are kept whatever their distance.
    rings : a `Rings` says which lines are rings that repeat their first point, and how they are treated. The last point
        of a result repeats the first one that is kept.
    topology : True keeps the topology of all lines together: no crossings that the input does not have, and no point on
        another side. "within" looks at points of the same line only, "between" at those of other lines. For lines in
        the plane, with one tolerance. Cut lines where three meet, so that a shared border is one line;
        thrustline.geo.simplify() does that by itself.
    on : where to run: "cpu", "cuda", "cuda:1", or an Executor. None, the device of the points; for points in host
        memory the CPU, or a GPU if there is one and they are 300,000 or more. The result is the same everywhere, bit by
        bit.
    stream : the CUDA stream to run on. Default: the current one of the points' library.

    Raises InvalidArgument (a ValueError), whose text names the argument and the index; TypeError for other types of
    elements; CudaError (a RuntimeError); OutOfMemory (a MemoryError). Returns when the result is there, also on a GPU;
    other Python threads run meanwhile.
    Work: at most points times the depth of the split tree, about 2 log2(points kept).
"""


@short_way(points_of_line)
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

    (k, D) for one line; `Ragged` if there are offsets, or for a stack; a list for a list, a tuple for a tuple. Lines
    are simplified one by one, in the plane (in space for D = 3): without `topology`, crossings can arise.
    {shared}
    >>> import numpy as np, thrustline as tl
    >>> tl.simplify(np.array([[0., 0.], [1., .1], [2., 0.], [3., 2.]]), 0.5)
    array([[0., 0.],
           [2., 0.],
           [3., 2.]])
    """
    batch = read_batch(points, offsets, on, stream)
    options = read_options(batch, tolerance, closed, metric, invalid, sentinel, pins, topology, rings)
    return _points_of(batch, *_simplified(batch, options), rings)


@short_way(mask_of_line)
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

    out : an array of bool for the result, for points of NumPy: flat, or for a stack of its shape (m, n).
    {shared}
    >>> import thrustline as tl
    >>> tl.simplify_mask([0.0, 0.1, 5.0, 0.0], 1.0)
    array([ True, False,  True,  True])
    """
    batch = read_batch(points, offsets, on, stream)
    options = read_options(batch, tolerance, closed, metric, invalid, sentinel, pins, topology, rings)
    if out is not None:
        _core.simplify(batch.on, batch.lines, options, check_out(out, batch.shapes_of_mask, bool))
        return out
    return batch.mask(_simplified(batch, options)[0])


@short_way(indices_of_line)
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
    options = read_options(batch, tolerance, closed, metric, invalid, sentinel, pins, topology, rings)
    return _indices_of(batch, *_simplified(batch, options), rings)


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
    options = read_options(batch, tolerance, closed, metric, invalid, sentinel, pins, topology, rings)
    return _segments_of(batch, _simplified(batch, options)[0], closed, rings)


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
    options = read_options(batch, tolerance, closed, metric, invalid, sentinel, pins, topology, rings)
    return _counts_of(batch, _simplified(batch, options)[0])


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
    options = read_options(batch, floor, closed, metric, invalid, sentinel, pins, False, rings)
    values = batch.library.empty(batch.points, batch.dtype)
    _core.significance(batch.on, batch.lines, options, batch.library.view(values))
    return batch.mask(values)


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
    options = read_options(batch, floor, closed, metric, invalid, sentinel, pins, False, rings)
    mask = batch.library.empty(batch.points, "bool")
    to = batch.library.view(mask)
    count = _plain_number(count)
    if isinstance(count, int):
        _core.to_count(batch.on, batch.lines, options, count, to)
    else:
        _core.to_counts(batch.on, batch.lines, options, _of_series(batch, count, "count", index_array, "int64"), to)
    return batch.mask(mask)


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
    """Returns the mask of a share of the points, the most significant ones; otherwise as simplify_to_count().

    ratio : from 0 to 1; a number for all lines together, or one for each line.
    {shared}
    >>> import thrustline as tl
    >>> tl.simplify_to_ratio([0.0, 1.0, 0.0, 5.0, 0.0], 0.6)
    array([ True, False, False,  True,  True])
    """
    batch = read_batch(points, offsets, on, stream)
    options = read_options(batch, floor, closed, metric, invalid, sentinel, pins, False, rings)
    mask = batch.library.empty(batch.points, "bool")
    to = batch.library.view(mask)
    ratio = _plain_number(ratio)
    if isinstance(ratio, (int, float)):
        _core.to_ratio(batch.on, batch.lines, options, float(ratio), to)
    else:
        _core.to_ratios(batch.on, batch.lines, options, _of_series(batch, ratio, "ratio", double_array, "float64"), to)
    return batch.mask(mask)


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
    """Returns the largest distance of a dropped point to the chord of its kept neighbours; 0 if none was dropped.

    mask : bool or uint8, one for each point, from any source. The other arguments are those of simplify().

    >>> import thrustline as tl
    >>> import numpy as np
    >>> tl.max_deviation([[0, 0], [1, 2], [2, 0]], np.array([True, False, True]))
    2.0
    """
    batch = read_batch(points, offsets, on, stream)
    options = read_options(batch, 0.0, closed, metric, invalid, sentinel, None, False, rings)
    return float(_core.max_deviation(batch.on, batch.lines, options, batch.library.view(given_mask(batch, mask))))


def finish_rings(
    points: Points,
    mask: Any,
    tolerance: Numbers,
    *,
    rings: Rings,
    offsets: Any = None,
    metric: str = "segment",
    on: Place = None,
    stream: Any = None,
) -> int:
    """Applies `minimum` and `drop_superfluous_start` of the rings to a mask in place, as simplify() does to its own: to
    the mask of simplify_to_count() or of a threshold of significance(), which know no such rules. Returns how many
    points the mask keeps then. The mask keeps the start of each ring.

    mask : one array of bool or uint8 with an element for each point, in the memory of the points, writable and dense.
        Lists are refused: a copy would be changed.
    """
    batch = read_batch(points, offsets, on, stream)
    options = read_options(batch, tolerance, False, metric, "raise", None, None, False, rings)
    return int(_core.finish_rings(batch.on, batch.lines, options, batch.library.view(mask_in_place(batch, mask))))


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

    mask : bool or uint8, one for each point.
    want : "points", "indices", "segments" or "counts".
    closed : a segment leads from the last kept point of a line to its first.

    >>> import thrustline as tl
    >>> import numpy as np
    >>> tl.select(np.array([5.0, 6.0, 7.0]), np.array([True, False, True]))
    array([5., 7.])
    """
    batch = read_batch(points, offsets, on, stream)
    keep = given_mask(batch, mask)
    if want == "segments":
        return _segments_of(batch, keep, closed, rings)
    if want == "counts":
        return _counts_of(batch, keep)
    if want not in ("points", "indices"):
        raise InvalidArgument("want", f"must be 'points', 'indices', 'segments' or 'counts', is {want!r}")
    kept, _ = _core.select(batch.on, batch.lines, False, None, batch.library.view(keep))
    return _points_of(batch, keep, kept, rings) if want == "points" else _indices_of(batch, keep, kept, rings)


def _simplified(batch: Batch, options: _core.Options) -> tuple[Any, int]:
    """The mask, and how many points it keeps."""
    library = batch.library
    mask = library.empty(batch.points, "bool")
    return mask, _core.simplify(batch.on, batch.lines, options, library.view(mask))


def _points_of(batch: Batch, mask: Any, kept: int, rings: Optional[Rings]) -> Any:
    library = batch.library
    values = library.empty((kept, *batch.width), batch.dtype)
    offsets = library.empty(batch.series + 1, "int64") if batch.is_ragged else None
    _core.select(
        batch.on, batch.lines, False, _view_of_rings(batch, rings), library.view(mask),
        points=library.view(values),
        offsets=None if offsets is None else library.view(offsets),
    )
    return batch.rows(values, offsets)


def _indices_of(batch: Batch, mask: Any, kept: int, rings: Optional[Rings]) -> Any:
    library = batch.library
    values = library.empty(kept, "int64")
    offsets = library.empty(batch.series + 1, "int64") if batch.is_ragged else None
    _core.select(
        batch.on, batch.lines, False, _view_of_rings(batch, rings), library.view(mask),
        indices=library.view(values),
        offsets=None if offsets is None else library.view(offsets),
    )
    return batch.indices(values, offsets)


def _segments_of(batch: Batch, mask: Any, closed: bool, rings: Optional[Rings]) -> Any:
    library = batch.library
    offsets = library.empty(batch.series + 1, "int64")
    _, segments = _core.select(
        batch.on, batch.lines, bool(closed), _view_of_rings(batch, rings), library.view(mask),
        segment_offsets=library.view(offsets)
    )
    values = library.empty((segments, 2), "int64")
    _core.select(batch.on, batch.lines, bool(closed), _view_of_rings(batch, rings), library.view(mask),
        segments=library.view(values))
    return batch.indices(values, offsets)


def _counts_of(batch: Batch, mask: Any) -> Any:
    library = batch.library
    counts = library.empty(batch.series, "int64")
    _core.select(batch.on, batch.lines, False, None, library.view(mask), counts=library.view(counts))
    return library.give(counts)


def _view_of_rings(batch: Batch, rings: Optional[Rings]) -> Any:
    return None if rings is None else batch.library.view(rings_of(batch, rings))


def _plain_number(value: Any) -> Any:
    """A number of NumPy, or an array without dimensions, as a number of Python; anything else as it is."""
    return value.item() if getattr(value, "ndim", None) == 0 else value


def _of_series(batch: Batch, values: Any, name: str, read: Any, dtype: str) -> Any:
    """The caller's numbers, one for each line, in the memory of the points."""
    library, array = library_of(values)
    if library.is_device:
        return library.view(batch.device_array(library, array, name, (dtype,)))
    array = read(array, name)
    return batch.library.view(batch.library.copy(array, dtype)) if batch.library.is_device else array


def _shared_of(function: Any) -> str:
    """The entries of _SHARED for the parameters that the function has, and what follows them."""
    parameters, end, rest = _SHARED.partition("\n\n")
    entries = re.split(r"\n    (?=\w+ : )", parameters)[1:]
    names = getattr(function, "__wrapped__", function).__code__.co_varnames
    return "".join(f"\n    {entry}" for entry in entries if entry.partition(" ")[0] in names) + end + rest


def _with_shared(doc: str, shared: str) -> str:
    """The docstring with the shared entries in it. From Python 3.13 on docstrings lose their indentation when they are
    compiled."""
    if "\n    {shared}\n" not in doc:
        shared = re.sub("^    ", "", shared, flags=re.MULTILINE)
    return re.sub(r"^ *\{shared\}\n", lambda _: shared, doc, flags=re.MULTILINE)


for _function in (
    simplify, simplify_mask, simplify_indices, simplify_segments, simplify_counts,
    significance, simplify_to_count, simplify_to_ratio,
):
    if _function.__doc__:  # python -OO has none
        _function.__doc__ = _with_shared(_function.__doc__, _shared_of(_function))
