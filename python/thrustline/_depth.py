"""Steps on depth images, and the segments of their columns.

Disparity images are float32, NaN where there is no measurement, of shape (rows, columns) or (frames, rows, columns).
Results are the same on every device, bit by bit. With images in device memory a step does not wait: its result is ready
in the order of the stream.
"""

from __future__ import annotations

from math import nan
from typing import TYPE_CHECKING, Any, NamedTuple, Optional, overload

import numpy as np

from . import _core
from ._executor import Place
from ._host import Renamed, double_array, real_number, whole_number
from ._images import MOST_ROWS_OF_RESULTS, Images, check_library, columns_of, filled_rows, given_output
from ._libraries import dtype_name, library_of
from ._names import METRICS, number_of
from .errors import InvalidArgument

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from typing_extensions import Unpack

    from ._types import ImageOptions, Numbers, Points

_FLOAT = ("float32",)
MOST_ROWS = 2**31 - 1
_METRICS = {name: METRICS[name] for name in ("vertical", "line", "segment")}


@overload
def to_disparity(
    raw: NDArray[Any], *, scale: Optional[float] = ..., invalid_value: Optional[float] = ..., **options: Unpack[ImageOptions]
) -> NDArray[np.float32]: ...
@overload
def to_disparity(
    raw: Points, *, scale: Optional[float] = ..., invalid_value: Optional[float] = ..., **options: Unpack[ImageOptions]
) -> Any: ...

def to_disparity(
    raw: Points,
    *,
    scale: Optional[float] = None,
    invalid_value: Optional[float] = 0,
    out: Any = None,
    on: Place = None,
    stream: Any = None,
) -> Any:
    """Returns value * scale, both as float32, and NaN for `invalid_value` (None: there is none).

    raw : uint8 or uint16, (rows, columns) or (frames, rows, columns).
    scale : disparity of one step. Default: 1/256 for uint16, as in KITTI's images; 1 for uint8.

    >>> import thrustline as tl, numpy as np
    >>> tl.to_disparity(np.array([[0, 256]], np.uint16))
    array([[nan,  1.]], dtype=float32)
    """
    images = Images(raw, "raw", ("uint8", "uint16"), on, stream)
    result = images.output(images.shape, out)
    if scale is None:
        scale = 1 / 256 if dtype_name(images.array) == "uint16" else 1.0
    scale, invalid = _decoding(scale, invalid_value)
    _core.to_disparity(images.on, images.view(), scale, invalid, images.library.view(result))
    return images.give(result, out)


@overload
def median_filter(disparity: NDArray[Any], size: int = ..., **options: Unpack[ImageOptions]) -> NDArray[np.float32]: ...
@overload
def median_filter(disparity: Points, size: int = ..., **options: Unpack[ImageOptions]) -> Any: ...

def median_filter(disparity: Points, size: int = 3, *, out: Any = None, on: Place = None, stream: Any = None) -> Any:
    """Returns the median of the valid pixels in a window of size x size (3 or 5), cut at the borders; of an even number
    the lower of the middle two. Pixels without measurement stay so.

    disparity : float32, (rows, columns) or (frames, rows, columns); NaN where there is no measurement.
    out : an array of that shape for the result, which does not overlap the disparity.

    Raises InvalidArgument, TypeError, CudaError, OutOfMemory, as the other steps do. Work: size * size for each pixel.
    """
    images = Images(disparity, "disparity", _FLOAT, on, stream)
    result = images.output(images.shape, out)
    size = whole_number(size, "size", -MOST_ROWS, MOST_ROWS)  # the call says which sizes there are
    _core.median_filter(images.on, images.view(), size, images.library.view(result))
    return images.give(result, out)


@overload
def fill_columns(disparity: NDArray[Any], **options: Unpack[ImageOptions]) -> NDArray[np.float32]: ...
@overload
def fill_columns(disparity: Points, **options: Unpack[ImageOptions]) -> Any: ...

def fill_columns(disparity: Points, *, out: Any = None, on: Place = None, stream: Any = None) -> Any:
    """Returns the images with the holes of each column filled: between two valid pixels by the smaller value, at an end
    by the nearest. A column without a valid pixel stays. Arguments and errors are those of median_filter(). Work: a few steps
    for each pixel."""
    images = Images(disparity, "disparity", _FLOAT, on, stream)
    result = images.output(images.shape, out)
    _core.fill_columns(images.on, images.view(), images.library.view(result))
    return images.give(result, out)


@overload
def resample_rows(disparity: NDArray[Any], rows: int, **options: Unpack[ImageOptions]) -> NDArray[np.float32]: ...
@overload
def resample_rows(disparity: Points, rows: int, **options: Unpack[ImageOptions]) -> Any: ...

def resample_rows(disparity: Points, rows: int, *, out: Any = None, on: Place = None, stream: Any = None) -> Any:
    """Returns the images with `rows` rows: row r is the one in which the centre of row r lies. Arguments and errors are those
    of median_filter(); `out` has the new number of rows."""
    images = Images(disparity, "disparity", _FLOAT, on, stream)
    frames, given, columns = images.shape
    rows = whole_number(rows, "rows", 0, MOST_ROWS)
    if rows and not given:
        raise InvalidArgument("disparity", f"has 0 rows, but {rows} are asked for")
    result = images.output((frames, rows, columns), out)
    _core.resample_rows(images.on, images.view(), images.library.view(result))
    return images.give(result, out)


class ColumnSegments(NamedTuple):
    """Segments of all columns, one column after another: those of series frame * columns + column are
    offsets[series] to offsets[series + 1]. `first` and `last` are rows; the values are those there, times the scale.
    The four are views of `buffer`, or None for arrays without views (of other device libraries than CuPy and PyTorch),
    whose buffer has them."""

    offsets: Any
    first: Any
    last: Any
    value_first: Any
    value_last: Any
    buffer: Any


def segment_columns(
    images: Points,
    tolerance: Numbers,
    *,
    axis: int = -2,
    scale: float = 1.0,
    invalid_value: Optional[float] = None,
    metric: str = "vertical",
    capacity: Optional[int] = None,
    on: Place = None,
    stream: Any = None,
) -> ColumnSegments:
    """Splits every column of the images into segments by Ramer-Douglas-Peucker. A column with fewer than two pixels that
    have a measurement has no segment.

    images : uint8, uint16, float32 or float64.
    tolerance : in units of value * scale; a number, or one for each series, those of the first frame first.
    axis : the axis along which a series runs: -2, every column is a series; or -1, every row is one. Then "row" and
        "column" change places in all of this and in the result.
    invalid_value : marks a pixel without measurement, before scaling. So do NaN, infinity, and values whose scaled
        magnitude is beyond a quarter of the largest number of their type.
    metric : "vertical", "line" or "segment".
    capacity : most segments that are stored. Default: all; the call then waits for their number. If offsets[-1] >
        capacity, the segments beyond it are missing. With images in device memory, a capacity and up to 1024 rows the
        call does not wait: the result has `capacity` rows, and those from offsets[-1] on are undefined.

    Raises InvalidArgument, TypeError, CudaError, OutOfMemory. Work: at most rows times levels for each column.

    >>> import thrustline as tl, numpy as np
    >>> found = tl.segment_columns(np.array([[1.0], [2.0], [3.0], [9.0]]), 0.5)
    >>> found.first, found.last, found.value_last
    (array([0, 2], dtype=int32), array([2, 3], dtype=int32), array([3., 9.]))
    """
    axis = whole_number(axis, "axis", -2, -1)
    given = Images(images, "images", ("uint8", "uint16", "float32", "float64"), on, stream, dense=False)
    if axis == -1:
        given.array = _transposed(given)
    frames, rows, columns = given.shape
    series = frames * columns
    library = given.library
    number, tolerances = _tolerances(given, tolerance)
    scale, invalid = _decoding(scale, invalid_value)
    offsets = library.empty(series + 1, "int64")

    def run(room: int) -> Any:
        real = "float64" if dtype_name(given.array) == "float64" else "float32"
        buffer = library.empty((room, 3 if real == "float64" else 4), real)
        _core.segment_columns(
            given.on, given.view(), number, tolerances() if tolerances else None, scale, invalid,
            number_of(_METRICS, "metric", metric), library.view(offsets), library.view(buffer),
        )
        return buffer

    buffer = filled_rows(given, run, capacity, usual=series * 8, most=series * max(rows - 1, 0), offsets=offsets)
    first, last, value_first, value_last = columns_of(buffer, library, 2, 2)
    return ColumnSegments(library.give(offsets), first, last, value_first, value_last, library.give(buffer))


def reconstruct_columns(
    segments: ColumnSegments, shape: tuple[int, ...], *, out: Any = None, on: Place = None, stream: Any = None
) -> Any:
    """Returns the images that segments stand for: the line between its ends on a segment, NaN elsewhere.

    segments : of segment_columns() with float32 values; `offsets` and `buffer` are read.
    shape : (rows, columns) or (frames, rows, columns).
    out : an array of float32 of that shape for the result.

    Raises InvalidArgument, TypeError, CudaError, OutOfMemory.
    """
    if not isinstance(segments, ColumnSegments):
        raise TypeError(f"segments must be ColumnSegments, of segment_columns(), are {type(segments).__name__}")
    if not isinstance(shape, (tuple, list)) or len(shape) not in (2, 3):
        raise InvalidArgument("shape", f"must be (rows, columns) or (frames, rows, columns), is {shape}")
    shape = tuple(whole_number(n, "shape", 0, MOST_ROWS_OF_RESULTS) for n in shape)
    library, buffer = library_of(segments.buffer, "segments.buffer")
    offsets = library_of(segments.offsets, "segments.offsets")[1]
    _check_type(buffer, "segments.buffer", "float32")
    _check_type(offsets, "segments.offsets", "int64")
    if len(buffer.shape) != 2 or buffer.shape[1] != 4:
        raise InvalidArgument("segments", f"must have the shape (n, 4), has {tuple(buffer.shape)}")
    frames = shape if len(shape) == 3 else (1, *shape)
    result = library.empty(frames, "float32") if out is None else given_output(out, shape)
    images = Images(result, "out", _FLOAT, on, stream)
    with Renamed(offsets="segments.offsets"):
        _core.reconstruct_columns(images.on, library.view(offsets), library.view(buffer), images.view())
    return images.library.give(images.array.reshape(shape)) if out is None else out


def _transposed(images: Images) -> Any:
    if not images.library.is_device:
        return images.array.transpose(0, 2, 1)
    if not hasattr(images.array, "transpose"):
        raise TypeError("images of this library must be transposed by it first")
    swapped = images.array.transpose(1, 2) if hasattr(images.array, "is_cuda") else images.array.transpose(0, 2, 1)
    return images.library.dense(swapped, "images", (dtype_name(swapped),))


def _check_type(array: Any, name: str, dtype: str) -> None:
    if not hasattr(array, "dtype"):
        raise TypeError(f"{name} must be an array of {dtype}, is {type(array).__name__}")
    if dtype_name(array) != dtype:
        raise TypeError(f"{name} must be {dtype}, are {dtype_name(array)}")


def _decoding(scale: Any, invalid_value: Any) -> tuple[float, float]:
    """The factor of an image's values, and the value that marks invalid ones; NaN if there is none."""
    return real_number(scale, "scale"), nan if invalid_value is None else real_number(invalid_value, "invalid_value")


def _tolerances(images: Images, tolerance: Any) -> tuple[float, Any]:
    """The tolerance as a number, or what gives a view of one for each column."""
    library, array = library_of(tolerance, "tolerance")
    if library.is_device:
        check_library(images.library, tolerance, "tolerance")
        array = library.dense(array, "tolerance", ("float64",))
    elif np.ndim(array) == 0:
        return real_number(tolerance, "tolerance"), None
    else:
        array = double_array(array, "tolerance")
        if images.library.is_device:
            array = images.library.copy(array, "float64")
    return nan, lambda: images.library.view(array)
