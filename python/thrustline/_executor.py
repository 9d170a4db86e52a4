"""Places where calls run."""

from __future__ import annotations

import os
import re
import threading
from contextvars import ContextVar
from typing import Any, Optional, Union

from . import _core
from ._host import whole_number
from .errors import InvalidArgument

LEAST_POINTS_FOR_CUDA = 300_000
"""From this number of points on, arrays of the host are taken to a GPU if there is one."""

_KEPT_CUDA_EXECUTORS = 4


class Executor:
    """A number of CPU threads, or one stream of one CUDA device; with a workspace that is kept from call to call.

    Made by `cpu()`, `cuda()` or `best()`. Calls of several threads wait for each other: give each thread its own. In a
    `with` statement it is the default executor of the calls of this thread or asyncio task.

    >>> import thrustline as tl
    >>> with tl.Executor.cpu(threads=1):
    ...     tl.simplify([[0, 0], [1, 0], [2, 0]], 0.5)
    array([[0., 0.],
           [2., 0.]])
    """

    __slots__ = ("_core", "_stream")

    def __init__(self, core: _core.Executor, stream: object = None) -> None:
        if not isinstance(core, _core.Executor):
            raise TypeError("an Executor is made by Executor.cpu(), Executor.cuda() or Executor.best()")
        self._core = core
        self._stream = stream  # kept alive

    @staticmethod
    def cpu(threads: int = 0) -> Executor:
        """CPU cores. threads: the most that a call uses, 0 to 1024; 0: all that the process may use."""
        return Executor(_core.Executor.cpu(whole_number(threads, "threads", 0, 1024)))

    @staticmethod
    def cuda(device: int = 0, stream: object = None) -> Executor:
        """A CUDA device. All work is in the order of `stream`: its address, an object of CuPy or PyTorch, or anything with
        `__cuda_stream__`; 1 and None are CUDA's default stream, 2 is that of the thread. Raises RuntimeError where the build
        or the machine has no CUDA."""
        if _forked_after_cuda:
            raise RuntimeError("CUDA cannot be used after fork(): start the process by the method spawn")
        device, address = whole_number(device, "device", 0, 2**31 - 1), stream_address(stream)
        executor = Executor(_core.Executor.cuda(device, address), stream)
        global _used_cuda
        _used_cuda = True
        return executor

    @staticmethod
    def best() -> Executor:
        """`cuda()` if there is a device, else `cpu()`."""
        return Executor.cuda() if _core.cuda_available() and not _forked_after_cuda else Executor.cpu()

    @property
    def name(self) -> str:
        """ "cpu, 8 threads" or "cuda:0, NVIDIA H200"."""
        return self._core.name

    @property
    def is_cuda(self) -> bool:
        return self._core.is_cuda

    @property
    def threads(self) -> int:
        """CPU threads; 0 on a CUDA device."""
        return self._core.threads

    @property
    def device(self) -> int:
        """CUDA device; -1 on the CPU."""
        return self._core.device

    @property
    def workspace_bytes(self) -> int:
        """Device memory held now, bytes."""
        return self._core.workspace_bytes

    def memory_limit(self, bytes: int) -> None:
        """Limits the workspace in device memory: a call that needs more raises OutOfMemory."""
        self._core.memory_limit(whole_number(bytes, "bytes", 0, 2**63 - 1))

    def synchronize(self) -> None:
        """Waits until all work of this executor has ended."""
        self._core.synchronize()

    def __enter__(self) -> Executor:
        _entered.set((*_entered.get(), self))
        return self

    def __exit__(self, *error: object) -> None:
        others = list(_entered.get())
        if self in others:  # not the last one, where the `with` blocks of generators take turns
            del others[len(others) - 1 - others[::-1].index(self)]
        _entered.set(tuple(others))

    def __repr__(self) -> str:
        return f"<thrustline.Executor: {self.name}>"


Place = Union[None, str, Executor]
"""Where to run: None, "cpu", "cuda", "cuda:1", or an Executor."""


class _OfThread(threading.local):
    """What a thread keeps."""

    def __init__(self) -> None:
        self.cpu: Optional[Executor] = None
        self.cuda: dict[tuple[int, int], Executor] = {}


_of_thread = _OfThread()
_entered: ContextVar[tuple[Executor, ...]] = ContextVar("entered", default=())
"""The executors whose `with` blocks are entered; the last one is the default."""

_used_cuda = False
_forked_after_cuda = False
_cuda_available: Optional[bool] = None


def _after_fork_in_child() -> None:
    global _forked_after_cuda, _cuda_available
    _forked_after_cuda = _used_cuda
    _cuda_available = None
    _of_thread.cuda = {}


os.register_at_fork(after_in_child=_after_fork_in_child)


def stream_address(stream: Any) -> int:
    """The cudaStream_t of an object, as a number: 0 is CUDA's default stream, which only objects and None may name. What
    an object raises because its stream is closed goes to the caller."""
    if stream is None:
        return 0
    address = _handle_of(stream)
    if address is None or not int(isinstance(stream, int)) <= address < 2**64:
        raise InvalidArgument("stream", f"must be a CUDA stream or its address, > 0, is {stream!r}")
    return address


def _handle_of(stream: Any) -> Optional[int]:
    """The handle that a stream's owner gives; None if what it gives is none."""
    if isinstance(stream, int):
        return stream
    protocol = getattr(stream, "__cuda_stream__", None)
    if protocol is not None:
        pair = protocol()
        return _as_number(pair[1]) if isinstance(pair, tuple) and len(pair) == 2 else None
    for attribute in ("cuda_stream", "ptr", "handle"):  # PyTorch, CuPy, Numba
        if hasattr(stream, attribute):
            handle = getattr(stream, attribute)
            return _as_number(getattr(handle, "value", handle) or 0)  # ctypes has None for 0
    return None


def _as_number(handle: Any) -> Optional[int]:
    try:
        return int(handle)
    except (TypeError, ValueError):
        return None


def cpu_executor() -> _core.Executor:
    """The CPU executor of this thread."""
    if _of_thread.cpu is None:
        _of_thread.cpu = Executor.cpu()
    return _of_thread.cpu._core


def cuda_executor(device: int, stream: Any) -> _core.Executor:
    """An executor of this thread for a device and stream; the last few are kept."""
    kept = _of_thread.cuda
    key = (device, stream_address(stream))
    executor = kept.pop(key, None) or Executor.cuda(device, stream)
    kept[key] = executor
    if len(kept) > _KEPT_CUDA_EXECUTORS:
        del kept[next(iter(kept))]
    return executor._core


def release_memory() -> None:
    """Frees the workspaces that calls of this thread keep, those of executors that you made excepted."""
    _of_thread.cpu = None
    _of_thread.cuda = {}


def has_cuda() -> bool:
    global _cuda_available
    if _cuda_available is None:
        _cuda_available = not _forked_after_cuda and _core.cuda_available()
    return _cuda_available


def executor_for(on: Place, stream: Any, points: int) -> _core.Executor:
    """The executor for arrays of the host with that many points."""
    if on is None and stream is None:
        if entered := _entered.get():
            return entered[-1]._core
        if points < LEAST_POINTS_FOR_CUDA or not has_cuda():
            return cpu_executor()
        return cuda_executor(0, None)
    if isinstance(on, Executor):
        return _given(on, stream)
    if on is None:
        return cuda_executor(0, stream)
    device = device_named(on)
    if device >= 0:
        return cuda_executor(device, stream)
    if stream is not None:
        raise InvalidArgument("stream", "the CPU has no CUDA streams")
    return cpu_executor()


def _given(on: Executor, stream: Any) -> _core.Executor:
    if stream is not None:
        raise InvalidArgument("stream", "belongs to an executor that is given: leave one of them out")
    return on._core


def executor_on_device(on: Place, library: Any, stream: Any) -> _core.Executor:
    """The executor for arrays in device memory. Where its stream is not the library's, which makes temporary arrays and
    results, calls are ordered with the work of both."""
    chosen = _chosen_on_device(on, library, stream)
    of_library = stream_address(library.stream)
    return chosen if chosen.stream == of_library else chosen.beside(of_library)


def _chosen_on_device(on: Place, library: Any, stream: Any) -> _core.Executor:
    device = library.device
    if isinstance(on, Executor):
        if on.device != device:
            raise InvalidArgument("on", f"the points are in the memory of cuda:{device}, which {on!r} cannot read")
        return _given(on, stream)
    if on is None:
        entered = _entered.get()
        if stream is None and entered and entered[-1].device == device:
            return entered[-1]._core
    elif device_named(on) != device:
        raise InvalidArgument("on", f"the points are in the memory of cuda:{device}, which {on!r} cannot read")
    return cuda_executor(device, library.stream if stream is None else stream)


def device_named(on: object) -> int:
    """The device of "cuda" (0) or "cuda:1"; -1 for "cpu"."""
    if on == "cpu":
        return -1
    if on == "cuda":
        return 0
    if isinstance(on, str) and re.fullmatch("cuda:[0-9]{1,9}", on):
        return int(on[5:])
    raise InvalidArgument("on", f"must be None, 'cpu', 'cuda', 'cuda:1' or an Executor, is {on!r}")
