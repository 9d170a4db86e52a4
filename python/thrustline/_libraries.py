"""The array libraries: where an array lies, on which stream, and how a result becomes one of its arrays.

A library is `NumPy`, for arrays of the host, or a `DeviceLibrary`, which can do more. Device arrays are handed to the module
as DLPack capsules without a request to synchronise: calls are ordered with the stream that is current for the library
that owns them.
"""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from math import prod
from typing import Any, Literal, Optional, Union

import numpy as np

from . import _core
from ._host import BOOL
from .errors import InvalidArgument, OutOfMemory


class NumPy:
    """Arrays of NumPy."""

    is_device: Literal[False] = False

    def empty(self, shape: Any, dtype: str) -> Any:
        try:
            return np.empty(shape, BOOL if dtype == "bool" else dtype)  # NumPy looks a name up slowly
        except (MemoryError, ValueError) as error:  # the latter from 2^63 bytes on
            sizes = shape if isinstance(shape, tuple) else (shape,)
            raise OutOfMemory(f"out of memory: {error}", prod(sizes) * np.dtype(dtype).itemsize) from error

    def view(self, array: Any) -> Any:
        """What the module takes for an array."""
        return array

    def first(self, array: Any, rows: int) -> Any:
        """A copy of the first rows, which does not keep the others."""
        return array[:rows].copy()

    def last(self, array: Any) -> int:
        """The last of some integers. On a device their work must have ended."""
        return int(array[-1])

    def give(self, array: Any) -> Any:
        """The result for the caller."""
        return array


class TorchOnHost(NumPy):
    """Tensors of PyTorch in host memory: NumPy's arrays share their memory."""

    def give(self, array: Any) -> Any:
        return sys.modules["torch"].from_numpy(array)


class DeviceLibrary(ABC):
    """Arrays in device memory, as their library has them. device: the CUDA device; stream: the library's current one."""

    is_device: Literal[True] = True

    def __init__(self, device: int, stream: Any) -> None:
        self.device = device
        self.stream = stream

    @abstractmethod
    def dense(self, array: Any, name: str, dtypes: tuple[str, ...]) -> Any:
        """The array in C order, a copy if it has to be. Raises TypeError unless its type is one of these."""

    @abstractmethod
    def is_dense(self, array: Any) -> bool:
        """Whether dense() makes no copy."""

    @abstractmethod
    def empty(self, shape: Any, dtype: str) -> Any: ...

    @abstractmethod
    def copy(self, array: Any, dtype: str) -> Any:
        """An array of the host, in device memory."""

    @abstractmethod
    def widen(self, array: Any) -> Any:
        """Integers as int64."""

    @abstractmethod
    def are_equal(self, array: Any, other: Any) -> bool: ...

    @abstractmethod
    def view(self, array: Any) -> Any:
        """What the module takes for an array."""

    def first(self, array: Any, rows: int) -> Any:
        return array[:rows]

    def last(self, array: Any) -> int:
        return int(array[-1])

    def give(self, array: Any) -> Any:
        return array

    def check_same(self, other: Any, name: str) -> None:
        """Raises an error unless another argument's library and device are these."""
        if type(other) is not type(self):
            raise TypeError(f"{name} must be an array of the library that has the first argument")
        if other.device != self.device:
            raise InvalidArgument(name, f"must be on device {self.device}, as the first argument is, "
                                        f"is on device {other.device}")


class Torch(DeviceLibrary):
    """Tensors of PyTorch on a CUDA device; its caching allocator, its current stream."""

    def __init__(self, tensor: Any) -> None:
        self.torch = sys.modules["torch"]
        self.on = tensor.device
        super().__init__(tensor.device.index, self.torch.cuda.current_stream(tensor.device))

    def dense(self, tensor: Any, name: str, dtypes: tuple[str, ...]) -> Any:
        if dtype_name(tensor) not in dtypes:
            raise TypeError(f"{name} must be {' or '.join(dtypes)}, are {tensor.dtype}")
        return tensor.detach().contiguous()

    def is_dense(self, tensor: Any) -> bool:
        return bool(tensor.is_contiguous())

    def empty(self, shape: Any, dtype: str) -> Any:
        return self.torch.empty(shape, dtype=getattr(self.torch, dtype), device=self.on)

    def copy(self, array: Any, dtype: str) -> Any:
        return self.torch.from_numpy(np.ascontiguousarray(array, dtype)).to(self.on)

    def widen(self, tensor: Any) -> Any:
        return tensor.to(self.torch.int64)

    def are_equal(self, tensor: Any, other: Any) -> bool:
        return bool(self.torch.equal(tensor, other))

    def view(self, tensor: Any) -> Any:
        return _core.device_view(tensor.data_ptr(), list(tensor.shape), dtype_name(tensor), self.device, tensor)


class CuPy(DeviceLibrary):
    """Arrays of CuPy; its memory pool, its current stream."""

    def __init__(self, array: Any) -> None:
        self.cupy = sys.modules["cupy"]
        with array.device:  # each device has a current stream
            super().__init__(array.device.id, self.cupy.cuda.get_current_stream())

    def dense(self, array: Any, name: str, dtypes: tuple[str, ...]) -> Any:
        if array.dtype.name not in dtypes:
            raise TypeError(f"{name} must be {' or '.join(dtypes)}, are {array.dtype}")
        with self.cupy.cuda.Device(self.device):
            return self.cupy.ascontiguousarray(array)

    def is_dense(self, array: Any) -> bool:
        return bool(array.flags.c_contiguous)

    def empty(self, shape: Any, dtype: str) -> Any:
        with self.cupy.cuda.Device(self.device):
            return self.cupy.empty(shape, dtype)

    def copy(self, array: Any, dtype: str) -> Any:
        with self.cupy.cuda.Device(self.device):
            return self.cupy.asarray(array, dtype)

    def widen(self, array: Any) -> Any:
        return array.astype(np.int64, copy=False)

    def are_equal(self, array: Any, other: Any) -> bool:
        return bool(self.cupy.array_equal(array, other))

    def view(self, array: Any) -> Any:
        return _core.device_view(array.data.ptr, list(array.shape), array.dtype.name, self.device, array)


class DeviceArray:
    """A dense array in device memory that another object owns. It has `__cuda_array_interface__` (version 3) and DLPack,
    so that `jax.dlpack.from_dlpack`, `numba.cuda.as_cuda_array`, `cupy.asarray` and `torch.as_tensor` take it without
    a copy."""

    def __init__(self, owner: Any, address: int, shape: tuple[int, ...], dtype: Any, device: int) -> None:
        self.owner = owner
        self.address = address
        self.shape = shape
        self.dtype = np.dtype(dtype)
        self.device = device

    __iter__ = None  # its numbers are not read here

    def __len__(self) -> int:
        return self.shape[0]

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        return {
            "shape": self.shape,
            "typestr": self.dtype.str,
            "data": (self.address, False),
            "version": 3,
            "strides": None,
            "stream": None,  # results are ready when they are given out
        }

    def __dlpack_device__(self) -> tuple[int, int]:
        return (2, self.device)

    def __dlpack__(
        self, *, stream: Any = None, max_version: Any = None, dl_device: Any = None, copy: Optional[bool] = None
    ) -> Any:
        if copy or dl_device not in (None, self.__dlpack_device__()):
            raise BufferError("no copy is made: take the array where it is")
        return _core.device_view(self.address, list(self.shape), self.dtype.name, self.device, self)

    def __getitem__(self, rows: slice) -> DeviceArray:
        """The first rows, without a copy: the only slices are [:rows]."""
        if not isinstance(rows, slice):
            raise TypeError(f"an index must be a slice [:rows], is {rows!r}: make an array of another library of it")
        if rows.start or rows.step not in (None, 1):
            raise IndexError("only the first rows can be taken, by [:rows]")
        count = len(range(*rows.indices(len(self))))
        return DeviceArray(self.owner, self.address, (count, *self.shape[1:]), self.dtype, self.device)

    def reshape(self, *shape: Any) -> DeviceArray:
        """The same numbers in another shape, without a copy."""
        wanted = shape[0] if len(shape) == 1 and isinstance(shape[0], tuple) else shape
        if -1 in wanted:
            rest = int(np.prod([n for n in wanted if n != -1]))
            wanted = tuple(int(np.prod(self.shape)) // max(rest, 1) if n == -1 else n for n in wanted)
        return DeviceArray(self.owner, self.address, tuple(wanted), self.dtype, self.device)


class Holder(DeviceLibrary):
    """Any other owner of device memory, by `__cuda_array_interface__` or DLPack. Results are DeviceArray, or what the
    owner's library makes of it (JAX, Numba)."""

    def __init__(self, array: Any) -> None:
        self.root = type(array).__module__.partition(".")[0]
        if hasattr(array, "__cuda_array_interface__"):
            super().__init__(_device_of_holder(array), array.__cuda_array_interface__.get("stream"))
        else:
            super().__init__(int(array.__dlpack_device__()[1]), 1)

    def dense(self, array: Any, name: str, dtypes: tuple[str, ...]) -> DeviceArray:
        if hasattr(array, "__cuda_array_interface__"):
            found = _read_interface(array.__cuda_array_interface__, name)
        else:
            found = _core.read_capsule(array.__dlpack__(stream=self.stream))
        address, shape, dtype, is_dense = found
        if dtype not in dtypes:
            raise TypeError(f"{name} must be {' or '.join(dtypes)}, are {dtype}")
        if not is_dense:
            raise TypeError(f"{name} in device memory must be dense, in C order: copy it with its library first")
        return DeviceArray(array, address, tuple(shape), dtype, self.device)

    def is_dense(self, array: Any) -> bool:
        return True  # dense() refuses all others

    def empty(self, shape: Any, dtype: str) -> DeviceArray:
        shape = (shape,) if isinstance(shape, int) else tuple(shape)
        size = int(np.prod(shape, dtype=np.int64)) * np.dtype(dtype).itemsize
        memory = _core.DeviceMemory(size, self.device)
        return DeviceArray(memory, memory.address, shape, dtype, self.device)

    def copy(self, array: Any, dtype: str) -> DeviceArray:
        array = np.ascontiguousarray(array, dtype)
        to = self.empty(array.shape, dtype)
        to.owner.write(array.view(np.uint8).reshape(-1))
        return to

    def last(self, array: DeviceArray) -> int:
        return int(_core.read_int64(array.address + 8 * (len(array) - 1)))

    def widen(self, array: DeviceArray) -> DeviceArray:
        if array.dtype == np.int64:
            return array
        raise TypeError("offsets in device memory must be int64 here: convert them with their library first")

    def are_equal(self, array: DeviceArray, other: DeviceArray) -> bool:
        """Whether both are one array: their numbers are not read here."""
        return array.address == other.address and array.shape == other.shape

    def view(self, array: DeviceArray) -> Any:
        return _core.device_view(array.address, list(array.shape), array.dtype.name, self.device, array)

    def give(self, array: DeviceArray) -> Any:
        if self.root in ("jax", "jaxlib"):
            return sys.modules["jax"].dlpack.from_dlpack(array)
        if self.root == "numba":
            return sys.modules["numba"].cuda.as_cuda_array(array)
        return array


def _device_of_holder(array: Any) -> int:
    if hasattr(array, "__dlpack_device__"):
        return int(array.__dlpack_device__()[1])
    address = array.__cuda_array_interface__["data"][0]
    return _core.device_at(address) if address else 0


def _read_interface(interface: dict[str, Any], name: str) -> tuple[int, tuple[int, ...], str, bool]:
    """Address, shape, name of the type, and whether it is dense, of a `__cuda_array_interface__`."""
    if interface.get("mask") is not None:
        raise TypeError(f"{name} must not be a masked array")
    dtype = np.dtype(interface["typestr"])
    is_dense, dense = True, dtype.itemsize
    for size, stride in zip(reversed(interface["shape"]), reversed(interface.get("strides") or ())):
        is_dense = is_dense and (size <= 1 or stride == dense)
        dense *= size
    return interface["data"][0], interface["shape"], dtype.name, is_dense


Library = Union[NumPy, DeviceLibrary]

NUMPY = NumPy()
TORCH_ON_HOST = TorchOnHost()
_ON_HOST = (1, 3)  # DLPack's kCPU and kCUDAHost
_ON_CUDA = (2, 13)  # kCUDA and kCUDAManaged


def dtype_name(array: Any) -> str:
    """The type of an array's elements, as NumPy calls it."""
    return str(array.dtype).removeprefix("torch.")


def library_of(array: Any, name: str = "an array") -> tuple[Library, Any]:
    """The library of an argument of that name, and the array as the library wants it: one of NumPy if it lies in host
    memory."""
    if isinstance(array, np.ndarray):
        return NUMPY, array
    root = type(array).__module__.partition(".")[0]
    if root == "torch" and hasattr(array, "is_cuda"):
        return (Torch(array), array) if array.is_cuda else (TORCH_ON_HOST, _numpy_of_tensor(array, name))
    if root == "cupy":
        return CuPy(array), array
    if hasattr(array, "__cuda_array_interface__"):
        return Holder(array), array
    if hasattr(array, "__dlpack_device__") and not hasattr(array, "__array__"):
        kind = int(array.__dlpack_device__()[0])
        if kind in _ON_CUDA:
            return Holder(array), array
        if kind not in _ON_HOST:
            raise TypeError(f"{name} must be in host memory or on a CUDA device, is on one of DLPack's type {kind}")
        return NUMPY, np.from_dlpack(array)
    return NUMPY, array


def _numpy_of_tensor(tensor: Any, name: str) -> Any:
    try:
        return tensor.detach().numpy()
    except TypeError as error:
        raise TypeError(f"{name} must be of a type that NumPy has, is {tensor.dtype}") from error
