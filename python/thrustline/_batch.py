"""The lines of a call: read from what the caller has, and given back in the same form."""

from __future__ import annotations

from typing import Any

import numpy as np

from . import _core
from ._executor import Place, executor_for, executor_on_device
from ._host import FLOAT32, FLOAT64, index_array, offsets_of, real_array
from ._libraries import NUMPY, DeviceLibrary, Library, dtype_name, library_of
from ._ragged import Ragged
from .errors import InvalidArgument

_REALS = ("float32", "float64")
_NUMPY_ARRAY = np.ndarray


class Batch:
    """Lines in one flat array. The subclasses know how the caller gave them.

    on: executor; lines: the module's view; library: the one that results belong to; dtype: name of the coordinates' type;
    points, series: their numbers; width: () for values against their index, else (D,).
    """

    __slots__ = ("on", "lines", "library", "dtype", "points", "series", "width", "array", "offsets")
    is_ragged = True

    def __init__(self, array: Any, offsets: Any, library: Library, on: Place, stream: Any) -> None:
        shape = array.shape
        count = shape[0]
        if library is NUMPY or not library.is_device:
            self.on = executor_for(on, stream, count)
            self.lines = _core.Lines(array, offsets)
            self.dtype = "float64" if array.dtype is FLOAT64 or array.dtype == FLOAT64 else "float32"
        else:
            self.on = executor_on_device(on, library, stream)
            self.lines = _core.Lines(library.view(array), None if offsets is None else library.view(offsets))
            self.dtype = dtype_name(array)
        self.library = library
        self.array = array
        self.offsets = offsets
        self.points = count
        self.series = 1 if offsets is None else offsets.shape[0] - 1
        self.width = shape[1:]

    @property
    def shapes_of_mask(self) -> tuple[tuple[int, ...], ...]:
        """The shapes that an array of one number for each point may have, that of the result first."""
        return ((self.points,),)

    def device_array(self, library: DeviceLibrary, array: Any, name: str, dtypes: tuple[str, ...]) -> Any:
        """Another argument in device memory, dense. The points must be there too."""
        if not self.library.is_device:
            raise InvalidArgument(name, "must be in host memory, as the points are")
        self.library.check_same(library, name)
        return library.dense(array, name, dtypes)

    def mask(self, mask: Any) -> Any:
        """Gives out one number for each point."""
        return self.library.give(mask)

    def rows(self, values: Any, offsets: Any) -> Any:
        """Gives out points, or segments."""
        return Ragged(self.library.give(values), self.library.give(offsets))

    def indices(self, values: Any, offsets: Any) -> Any:
        """Gives out indices of points, or pairs of them."""
        return self.rows(values, offsets)


class Line(Batch):
    """One line."""

    __slots__ = ()
    is_ragged = False

    def rows(self, values: Any, offsets: Any) -> Any:
        return self.points_of(values)

    def indices(self, values: Any, offsets: Any) -> Any:
        return self.library.give(values)

    def points_of(self, values: Any) -> Any:
        return self.library.give(values)


class Columns(Line):
    """One line with x and y apart, whose points go back in that form."""

    __slots__ = ()

    def points_of(self, values: Any) -> Any:
        return tuple(self.library.give(np.ascontiguousarray(column)) for column in values.T)


class Stack(Batch):
    """Lines of equal length, of shape (lines, points, D)."""

    __slots__ = ("length",)
    length: int

    @property
    def shapes_of_mask(self) -> tuple[tuple[int, ...], ...]:
        return (self.series, self.length), (self.points,)

    def mask(self, mask: Any) -> Any:
        return self.library.give(mask.reshape(self.series, self.length))


class List(Batch):
    """A list of lines. Indices count from the start of each line."""

    __slots__ = ()

    def _split(self, values: Any, offsets: Any) -> list[Any]:
        ends = offsets.tolist()
        return [self.library.give(values[first:last]) for first, last in zip(ends, ends[1:])]

    def mask(self, mask: Any) -> Any:
        return self._split(mask, self.offsets)

    def rows(self, values: Any, offsets: Any) -> Any:
        return self._split(values, offsets)

    def indices(self, values: Any, offsets: Any) -> Any:
        begin = np.repeat(self.offsets[:-1], np.diff(offsets))
        return self._split(values - begin.reshape(-1, *(1,) * (values.ndim - 1)), offsets)


def is_plain_line(points: Any) -> bool:
    """Whether it is an array of NumPy that the module takes as it is, for one line."""
    if type(points) is not _NUMPY_ARRAY:
        return False
    dtype, flags = points.dtype, points.flags
    return (dtype is FLOAT64 or dtype is FLOAT32) and flags.c_contiguous and flags.aligned and 0 < points.ndim < 3


def read_batch(points: Any, offsets: Any, on: Place, stream: Any) -> Batch:
    """The batch of a call."""
    if offsets is None and is_plain_line(points):
        return Line(points, None, NUMPY, on, stream)
    if isinstance(points, Ragged):
        if offsets is not None:
            raise InvalidArgument("offsets", "must be left out for points that are Ragged, which have their own")
        points, offsets = points.values, points.offsets
    elif isinstance(points, tuple) and any(map(_is_array, points)) and all(_dimensions(p) == 1 for p in points):
        return _read_columns(points, offsets, on, stream)
    elif isinstance(points, (list, tuple)) and (not points or _is_array(points[0])):
        return _read_list(points, offsets, on, stream)
    library, array = library_of(points, "points")
    if library.is_device:
        array = library.dense(array, "points", _REALS)
        return _form(array, device_offsets(offsets, library), library, on, stream)
    return _form(real_array(array, "points"), _host_offsets(offsets), library, on, stream)


def _is_array(x: Any) -> bool:
    """Whether it is an array of any library, with one dimension or more: no number, and no list of numbers."""
    shape = getattr(x, "shape", None)
    return hasattr(x, "__array__") or hasattr(x, "__dlpack__") if shape is None else len(shape) > 0


def _dimensions(x: Any) -> int:
    shape = getattr(x, "shape", None)
    return np.ndim(x) if shape is None else len(shape)


def _form(array: Any, offsets: Any, library: Library, on: Place, stream: Any) -> Batch:
    dimensions = len(array.shape)
    if dimensions == 3:
        return _read_stack(array, offsets, library, on, stream)
    if dimensions not in (1, 2) or dimensions == 2 and not 1 <= array.shape[1] <= 3:
        raise InvalidArgument("points", f"must have the shape (n,), (n, 2), (n, 3) or (lines, n, 2 or 3), "
                                        f"has {tuple(array.shape)}")
    return (Line if offsets is None else Batch)(array, offsets, library, on, stream)


def _read_stack(array: Any, offsets: Any, library: Library, on: Place, stream: Any) -> Batch:
    if offsets is not None:
        raise InvalidArgument("offsets", "must be left out for points of shape (lines, n, D)")
    series, length, width = array.shape
    if not 1 <= width <= 3:
        raise InvalidArgument("points", f"must have the shape (lines, n, 2 or 3), has {tuple(array.shape)}")
    ends = np.arange(series + 1, dtype=np.int64) * length
    if library.is_device:
        ends = library.copy(ends, "int64")
    stack = Stack(array.reshape(series * length, width), ends, library, on, stream)
    stack.length = length
    return stack


def _read_columns(points: tuple[Any, ...], offsets: Any, on: Place, stream: Any) -> Batch:
    if not 2 <= len(points) <= 3:
        raise InvalidArgument("points", f"a tuple must have 2 or 3 arrays, x, y and z, has {len(points)}")
    columns = [library_of(p, "points") for p in points]
    library = columns[0][0]
    if library.is_device:
        raise TypeError("points in device memory must be one array of shape (n, 2) or (n, 3)")
    arrays = [real_array(array, "points") for _, array in columns]
    if len({a.shape for a in arrays}) > 1:
        raise InvalidArgument("points", f"x and y must be of one length, are of {[len(a) for a in arrays]}")
    array = np.stack(arrays, axis=1)
    ends = _host_offsets(offsets)
    return (Columns if ends is None else Batch)(array, ends, library, on, stream)


def _read_list(points: Any, offsets: Any, on: Place, stream: Any) -> Batch:
    if offsets is not None:
        raise InvalidArgument("offsets", "must be left out for a list of arrays")
    if not points:
        return List(np.empty((0, 2)), np.zeros(1, np.int64), NUMPY, on, stream)
    libraries = [library_of(p, "points") for p in points]
    library = libraries[0][0]
    if library.is_device:
        raise TypeError("lines in device memory must be one array, with offsets")
    arrays = [real_array(array, "points") for _, array in libraries]
    shapes = {a.shape[1:] for a in arrays}
    if len(shapes) > 1 or arrays[0].ndim not in (1, 2) or arrays[0].ndim == 2 and not 1 <= arrays[0].shape[1] <= 3:
        other = next((i for i, a in enumerate(arrays) if a.shape[1:] != arrays[0].shape[1:]), 0)
        raise InvalidArgument("points", "the arrays of a list must have the shape (n,), (n, 2) or (n, 3), all the same one; "
                                        f"line 0 has {arrays[0].shape}, line {other} {arrays[other].shape}")
    return List(np.concatenate(arrays), offsets_of([len(a) for a in arrays]), library, on, stream)


def _host_offsets(offsets: Any) -> Any:
    return None if offsets is None else index_array(library_of(offsets, "offsets")[1], "offsets")


def device_offsets(offsets: Any, library: DeviceLibrary) -> Any:
    """Offsets in the memory of the points, int64."""
    if offsets is None:
        return None
    own, offsets = library_of(offsets, "offsets")
    if not own.is_device:
        return library.copy(index_array(offsets, "offsets"), "int64")
    library.check_same(own, "offsets")
    return library.widen(library.dense(offsets, "offsets", ("int32", "int64")))
