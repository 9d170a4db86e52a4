"""Images of a call: read from what the caller has, and given back in the same shape."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Optional

import numpy as np

from ._executor import Place, executor_for, executor_on_device
from ._host import FLOAT32, as_array, check_out, whole_number
from ._libraries import Library, Torch, library_of
from .errors import InvalidArgument

MOST_ROWS_OF_RESULTS = 2**57
_ROOM = 1 << 22
"""Rows that there is room for on the host before their number is known: pages that are not written take no memory."""


class Images:
    """Frames of equal size, of shape (frames, rows, columns); one image is a frame.

    on: executor; library: the one that results belong to; array: the frames; single: whether the caller gave one image.
    """

    __slots__ = ("on", "library", "array", "single", "name")

    def __init__(self, images: Any, name: str, dtypes: tuple[str, ...], on: Place, stream: Any, dense: bool = True):
        self.library, array = library_of(images, name)
        if self.library.is_device:
            array = self.library.dense(array, name, dtypes)
            self.on = executor_on_device(on, self.library, stream)
        else:
            array = _host_images(array, name, dtypes, dense)
            self.on = executor_for(on, stream, int(array.size))
        if len(array.shape) not in (2, 3):
            raise InvalidArgument(name, f"must have the shape (rows, columns) or (frames, rows, columns), "
                                        f"has {tuple(array.shape)}")
        self.single = len(array.shape) == 2
        self.array = array.reshape(1, *array.shape) if self.single else array
        self.name = name

    @property
    def shape(self) -> tuple[int, int, int]:
        frames, rows, columns = self.array.shape
        return int(frames), int(rows), int(columns)

    def view(self) -> Any:
        return self.library.view(self.array)

    def output(self, shape: tuple[int, ...], out: Optional[Any]) -> Any:
        """An array of float32 for a result, the caller's if there is one. shape: (frames, rows, columns)."""
        if out is None:
            return self.library.empty(shape, "float32")
        check_library(self.library, out, "out")
        return given_output(out, shape[1:] if self.single else shape).reshape(shape)

    def give(self, array: Any, out: Optional[Any] = None) -> Any:
        """The result for the caller: the caller's own array if there is one."""
        if out is not None:
            return out
        return self.library.give(array.reshape(array.shape[1:]) if self.single else array)


def check_library(library: Library, array: Any, name: str) -> None:
    """Raises an error unless an array is in the memory of the images, and of their library if that is device memory."""
    own = library_of(array, name)[0]
    if own.is_device != library.is_device:
        raise InvalidArgument(name, f"must be in {'device' if library.is_device else 'host'} memory, as the images are")
    if library.is_device:
        library.check_same(own, name)


def given_output(out: Any, shape: tuple[int, ...]) -> Any:
    """The caller's array of float32 for a result, if it can take it."""
    library, array = library_of(out, "out")
    if not library.is_device:
        if not isinstance(array, np.ndarray):
            raise TypeError(f"out must be an array of float32, is {type(out).__name__}")
        return check_out(array, (shape,), FLOAT32)
    dense = library.dense(array, "out", ("float32",))
    if tuple(dense.shape) != shape:
        raise InvalidArgument("out", f"must have the shape {shape}, has {tuple(dense.shape)}")
    if not library.is_dense(array):
        raise InvalidArgument("out", "must be dense, in C order")
    return dense


def _host_images(images: Any, name: str, dtypes: tuple[str, ...], dense: bool) -> Any:
    array = as_array(images, name)
    if array.dtype.name not in dtypes or not array.dtype.isnative:
        raise TypeError(f"{name} must be {', '.join(dtypes)}, are {array.dtype}")
    if dense or not array.flags.aligned:
        return np.require(array, None, ("C", "A"))
    fits = all(s >= 0 and s % array.itemsize == 0 for s in array.strides)
    return array if fits else array.copy()  # also of axes of length 1, whose strides np.require() leaves as they are


def filled_rows(
    images: Images, run: Callable[[int], Any], capacity: Optional[int], *, usual: int, most: int, offsets: Any
) -> Any:
    """The rows of a result whose number is known late: run(room) makes an array with that many, and fills it and the offsets.

    capacity: the one that the caller gave, or None for all. On a device the result then has that many rows, as their
    number is not waited for. Without one, room for the usual number is made, or on the host for `most` up to a limit; if
    there are more rows, the call runs again.
    """
    library = images.library
    if capacity is not None:
        capacity = whole_number(capacity, "capacity", 0, MOST_ROWS_OF_RESULTS)
        rows = run(capacity)
        if library.is_device:
            return rows
        images.on.synchronize()
        return library.first(rows, min(library.last(offsets), capacity))
    room = usual if library.is_device else max(usual, min(most, _ROOM))
    rows = run(room)
    images.on.synchronize()
    count = library.last(offsets)
    return library.first(rows, count) if count <= room else run(count)


def columns_of(rows: Any, library: Library, integers: int, reals: int) -> list[Any]:
    """The columns of a result's rows, in which real numbers follow 32-bit integers. Each is None where the array has no
    views, which only holders of device memory lack."""
    if not hasattr(rows, "view"):
        return [None] * (integers + reals)
    whole = rows.view(library.torch.int32 if isinstance(library, Torch) else np.int32)
    columns = [whole[:, k] for k in range(integers)] + [rows[:, k] for k in range(-reals, 0)]
    return [library.give(column) for column in columns]
