"""Types for annotations."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Optional, Protocol, TypedDict, TypeVar, Union

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._executor import Place
from ._rings import Rings


class DeviceLike(Protocol):
    """An array of any library with DLPack."""

    def __dlpack_device__(self) -> tuple[Any, int]: ...


class CudaArrayLike(Protocol):
    """An array in device memory with `__cuda_array_interface__`."""

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]: ...


Points = Union[ArrayLike, DeviceLike, CudaArrayLike, Sequence[NDArray[Any]], tuple[ArrayLike, ...]]
Numbers = Union[float, ArrayLike, DeviceLike]
RealT = TypeVar("RealT", np.float32, np.float64)

Plain = Union[Sequence[float], Sequence[Sequence[float]], NDArray[np.integer[Any]]]
"""A line whose results have float64."""

HostLine = Union[NDArray[Any], Plain]

# The options that overloads share. The functions themselves name each.


class WhereToRun(TypedDict, total=False):
    on: Place
    stream: Any


class LineOptions(WhereToRun, total=False):
    closed: bool
    metric: str
    invalid: str
    sentinel: Optional[float]
    pins: Any
    rings: Optional[Rings]


class SimplifyOptions(LineOptions, total=False):
    topology: Union[bool, str]


class CountOptions(SimplifyOptions, total=False):
    offsets: Any


class MaskOptions(CountOptions, total=False):
    out: Any


class SignificanceOptions(LineOptions, total=False):
    floor: Numbers
    offsets: Any


class SelectOptions(WhereToRun, total=False):
    closed: bool
    rings: Optional[Rings]


class HullOptions(WhereToRun, total=False):
    keep_collinear: bool
    invalid: str


class ImageOptions(WhereToRun, total=False):
    out: Any
