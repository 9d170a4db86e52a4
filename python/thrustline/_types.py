"""Types for annotations."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, Union

from numpy.typing import ArrayLike, NDArray


class DeviceLike(Protocol):
    """An array of any library with DLPack."""

    def __dlpack_device__(self) -> tuple[Any, int]: ...


class CudaArrayLike(Protocol):
    """An array in device memory with `__cuda_array_interface__`."""

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]: ...


Points = Union[ArrayLike, DeviceLike, CudaArrayLike, Sequence[NDArray[Any]], tuple[ArrayLike, ...]]
Numbers = Union[float, ArrayLike, DeviceLike]
