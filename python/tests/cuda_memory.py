"""Arrays in device memory that belong to no library: ctypes on the CUDA runtime."""

from __future__ import annotations

import ctypes
import ctypes.util
from typing import Any

import numpy as np


def runtime() -> Any:
    """The CUDA runtime of the machine, or None."""
    for name in ("libcudart.so", "libcudart.so.13", ctypes.util.find_library("cudart")):
        try:
            return ctypes.CDLL(name) if name else None
        except OSError:
            continue
    return None


class DeviceCopy:
    """A copy of an array in device memory, with `__cuda_array_interface__` and nothing else."""

    def __init__(self, array: np.ndarray, stream: Any = None) -> None:
        self.cuda = runtime()
        self.host = np.ascontiguousarray(array)
        self.stream = stream
        self.pointer = ctypes.c_void_p()
        assert self.cuda.cudaMalloc(ctypes.byref(self.pointer), ctypes.c_size_t(max(self.host.nbytes, 1))) == 0
        self._copy(self.pointer, self.host.ctypes.data, 1)

    def _copy(self, to: Any, source: Any, kind: int) -> None:
        size = ctypes.c_size_t(self.host.nbytes)
        assert self.cuda.cudaMemcpy(ctypes.c_void_p(getattr(to, "value", to)), ctypes.c_void_p(getattr(source, "value", source)), size, kind) == 0

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        return {
            "shape": self.host.shape,
            "typestr": self.host.dtype.str,
            "data": (self.pointer.value, False),
            "version": 3,
            "stream": self.stream,
        }

    def __del__(self) -> None:
        self.cuda.cudaFree(self.pointer)


def to_host(array: Any) -> np.ndarray:
    """A copy in host memory of anything with `__cuda_array_interface__`."""
    interface = array.__cuda_array_interface__
    host = np.empty(interface["shape"], np.dtype(interface["typestr"]))
    if host.nbytes:
        code = runtime().cudaMemcpy(
            ctypes.c_void_p(host.ctypes.data), ctypes.c_void_p(interface["data"][0]), ctypes.c_size_t(host.nbytes), 2
        )
        assert code == 0
    return host
