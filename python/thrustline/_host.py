"""Arrays of the host, as the library takes them."""

from __future__ import annotations

from operator import index
from reprlib import repr as short_repr
from typing import TYPE_CHECKING, Any

import numpy as np

from .errors import InvalidArgument

if TYPE_CHECKING:
    from numpy.typing import NDArray  # its import takes milliseconds

BOOL = np.dtype(bool)
FLOAT32 = np.dtype(np.float32)
FLOAT64 = np.dtype(np.float64)
INT64 = np.dtype(np.int64)
ACCEPTED = "float32 or float64 (on the host also integers, which become float64)"


def as_array(x: Any, name: str) -> NDArray[Any]:
    """`np.asarray(x)`, with the argument's name in the error. Refuses masked arrays, whose mask would be lost."""
    if hasattr(x, "filled") and np.any(x.mask):
        raise InvalidArgument(name, "must not be a masked array with masked elements: their values would be used; "
                                    "fill them first")
    try:
        return np.asarray(x)
    except (ValueError, TypeError) as error:
        raise InvalidArgument(name, f"is no array of numbers: {error}") from error


def whole_number(x: Any, name: str, least: int, most: int) -> int:
    """An int from `least` to `most`."""
    try:
        number = index(x)
    except TypeError:
        raise TypeError(f"{name} must be a whole number, is {x!r}") from None
    if not least <= number <= most:
        raise InvalidArgument(name, f"must be {least} to {most}, is {number}")
    return number


def real_number(x: Any, name: str) -> float:
    """A float of a number: of Python, NumPy or what else has __float__; strings and truth values are none."""
    if type(x) is float:
        return x
    try:
        if isinstance(x, (str, bytes, bool, np.bool_)) or np.ndim(x) > 0:
            raise TypeError
        return float(x)
    except OverflowError:
        raise InvalidArgument(name, f"must be a number that fits in float64, is {short_repr(x)}") from None
    except (TypeError, ValueError):
        raise TypeError(f"{name} must be a number, is {short_repr(x)}") from None


def real_array(x: Any, name: str) -> NDArray[Any]:
    """A dense array of float32 or float64; a copy only if it has to be."""
    array = as_array(x, name)
    kind = array.dtype.kind
    if kind in "iub" or array.size == 0 and kind == "f" and not hasattr(x, "dtype"):
        array = array.astype(FLOAT64)
    elif kind != "f" or array.dtype.itemsize not in (4, 8):
        hint = "; thrustline.geo takes geometries" if kind == "O" and _has_geometry(array) else ""
        raise TypeError(f"{name} must be {ACCEPTED}, are {array.dtype}{hint}")
    return np.require(array, array.dtype.newbyteorder("="), ("C", "A"))


def _has_geometry(array: NDArray[Any]) -> bool:
    return any(hasattr(element, "geom_type") for element in array.flat[:10])


def index_array(x: Any, name: str) -> NDArray[np.int64]:
    """A dense one-dimensional array of int64."""
    array = as_array(x, name)
    if array.size and array.dtype.kind not in "iu":
        raise TypeError(f"{name} must be integers, are {array.dtype}")
    if array.ndim != 1:
        raise InvalidArgument(name, f"must have one dimension, has the shape {array.shape}")
    if array.dtype == np.uint64 and array.size and array.max() > np.iinfo(INT64).max:
        raise InvalidArgument(name, f"must be less than 2**63, has {array.max()}")
    return np.require(array, INT64, ("C", "A"))


def offsets_of(counts: Any) -> NDArray[np.int64]:
    """The numbers of items before each group, and of all. counts: those of each group."""
    offsets = np.zeros(len(counts) + 1, INT64)
    np.cumsum(counts, out=offsets[1:])
    return offsets


def double_array(x: Any, name: str) -> NDArray[np.float64]:
    """A dense one-dimensional array of float64."""
    array = as_array(x, name)
    if array.size and array.dtype.kind not in "iuf":
        raise TypeError(f"{name} must be numbers, are {array.dtype}")
    if array.ndim != 1:
        raise InvalidArgument(name, f"must be a number or have one dimension, has the shape {array.shape}")
    return np.require(array, FLOAT64, ("C", "A"))


def flag(x: Any, name: str) -> bool:
    """A bool. Words are none: "False" would be true."""
    if x is True or x is False:
        return x
    if isinstance(x, (np.bool_, int, np.integer)) and x in (0, 1):
        return bool(x)
    raise TypeError(f"{name} must be True or False, is {x!r}")


def mask_array(x: Any, name: str, shapes: tuple[tuple[int, ...], ...], each: str = "point") -> NDArray[Any]:
    """A dense array of bool or uint8, which has one of the shapes."""
    array = as_array(x, name)
    if not array.size and not hasattr(x, "dtype"):  # NumPy makes an empty list one of float64
        array = array.astype(BOOL)
    if array.dtype != np.bool_ and array.dtype != np.uint8:
        raise TypeError(f"{name} must be bool or uint8, is {array.dtype}")
    if array.shape not in shapes:
        raise InvalidArgument(name, f"must have an element for each {each}, the shape {' or '.join(map(str, shapes))}, "
                                    f"has {array.shape}")
    return np.require(array, None, ("C", "A"))


def check_out(out: Any, shapes: tuple[tuple[int, ...], ...], dtype: Any) -> NDArray[Any]:
    """The caller's array for a result, if it can take it: it has one of the shapes."""
    if not isinstance(out, np.ndarray):
        raise TypeError(f"out must be an array of NumPy, is {type(out).__name__}")
    if out.dtype != dtype:
        raise TypeError(f"out must be {np.dtype(dtype)}, is {out.dtype}")
    if out.shape not in shapes:
        raise InvalidArgument("out", f"must have the shape {' or '.join(map(str, shapes))}, has {out.shape}")
    if isinstance(out, np.ma.MaskedArray) and np.ma.is_masked(out):
        raise TypeError("out must not have masked elements: they would hide the result")
    check_writable(out, "out")
    return out


class Renamed:
    """Gives arguments that errors name their names in a function of Python: `with Renamed(tolerance="floor"):`."""

    __slots__ = ("names",)

    def __init__(self, **names: str) -> None:
        self.names = names

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: Any, trace: object) -> None:
        if type(error) is InvalidArgument and error.argument in self.names:
            new = self.names[error.argument]
            place = f"{error.argument}["  # that of a bad element
            problem = new + error.problem.removeprefix(error.argument) if error.problem.startswith(place) else error.problem
            raise InvalidArgument(new, problem) from None
        for old, new in self.names.items():
            if type(error) is TypeError and str(error).startswith(f"{old} must be"):
                raise TypeError(new + str(error).removeprefix(old)) from None


def check_writable(array: NDArray[Any], name: str) -> None:
    """Raises InvalidArgument unless the module can write to the caller's array."""
    if not array.flags.writeable or not array.flags.c_contiguous:
        raise InvalidArgument(name, "must be writable and dense, in C order")
