"""Exceptions that the package raises; all are also names of the package itself, as thrustline.InvalidArgument."""

from __future__ import annotations

import copyreg
from typing import Any


class _Copied:
    """An error that pickle and copy make again without __init__, whose parameters are not `args`."""

    args: tuple[Any, ...]

    def __reduce__(self) -> tuple[Any, ...]:
        return copyreg.__newobj__, (type(self), *self.args), self.__dict__  # type: ignore[attr-defined]


class InvalidArgument(_Copied, ValueError):
    """An argument breaks a contract. `argument` is its name; `problem` says what is wrong, and at which index."""

    def __init__(self, argument: str, problem: str) -> None:
        super().__init__(f"{argument}: {problem}")
        self.argument = argument
        self.problem = problem


class InvalidPoint(InvalidArgument):
    """A point has a coordinate that is not allowed. `point` is its index, counted over all series of the call; `fault`
    says what is wrong with it."""

    def __init__(self, argument: str, fault: str, point: int) -> None:
        super().__init__(argument, f"point {point} {fault}")
        self.fault = fault
        self.point = point


class WkbError(InvalidArgument):
    """Bytes are not well-known binary. `value` is the index in the column, `byte` the index in the value's bytes. One
    such value fails the whole column."""

    def __init__(self, problem: str, value: int, byte: int, argument: str = "column") -> None:
        super().__init__(argument, problem)
        self.value = value
        self.byte = byte

    def of(self, argument: str) -> WkbError:
        """The same error of another argument."""
        return WkbError(self.problem, self.value, self.byte, argument)


class GeometryError(InvalidArgument):
    """A geometry cannot be simplified. `geometry` is its index among those of the call, or its row in a file; `fault`
    says what is wrong with it."""

    def __init__(self, argument: str, fault: str, geometry: int) -> None:
        super().__init__(argument, f"geometry {geometry} {fault}")
        self.fault = fault
        self.geometry = geometry

    def at(self, geometry: int) -> GeometryError:
        """The same error with another index."""
        return GeometryError(self.argument, self.fault, geometry)

    def of(self, argument: str) -> GeometryError:
        """The same error of another argument."""
        return GeometryError(argument, self.fault, self.geometry)


class CudaError(_Copied, RuntimeError):
    """A CUDA call failed. `code` is its cudaError_t."""

    def __init__(self, message: str, code: int) -> None:
        super().__init__(message)
        self.code = code


class OutOfMemory(_Copied, MemoryError):
    """A call cannot get the memory that it needs. `bytes` is the size of the failed request, 0 if it is not known."""

    def __init__(self, message: str, bytes: int) -> None:
        super().__init__(message)
        self.bytes = bytes


class RoadNotFound(_Copied, RuntimeError):
    """No road was found in a frame, so that its stixels are not defined. `frame` is its index."""

    def __init__(self, message: str, frame: int) -> None:
        super().__init__(message)
        self.frame = frame
