"""What the package was built with, and why it does or does not use a GPU."""

from __future__ import annotations

from typing import NamedTuple

from . import _core


class BuildInfo(NamedTuple):
    """What the library was compiled with; empty: not there."""

    version: str
    compiler: str
    build_type: str
    cccl: str
    threads: str
    cuda_toolkit: str
    cuda_architectures: str


class CudaStatus(NamedTuple):
    """Whether a GPU can be used, and if not, why."""

    available: bool
    reason: str
    driver: str
    runtime: str
    devices: int


def build_info() -> BuildInfo:
    """Version, compiler and settings of the compiled library."""
    return BuildInfo(version=_core.version(), **_core.build())


def cuda_status() -> CudaStatus:
    """Whether calls can run on a GPU, the reason if not, the CUDA versions of driver and runtime, and the devices.

    >>> import thrustline as tl
    >>> status = tl.cuda_status()
    >>> status.available or bool(status.reason)
    True
    """
    found = _core.cuda()
    driver, runtime = _dotted(found["driver"]), _dotted(found["runtime"])
    if not _core.build()["cuda_toolkit"]:
        reason = "this build has the CPU engines only"
    elif not found["driver"]:
        reason = "there is no NVIDIA driver"
    elif found["driver"] // 1000 < found["runtime"] // 1000:
        reason = f"the driver is of CUDA {driver}, and {runtime} is needed: {found['error']}"
    elif not found["devices"]:
        reason = f"there is no device: {found['error']}"
    else:
        reason = ""
    return CudaStatus(not reason, reason, driver, runtime, found["devices"])


def _dotted(version: int) -> str:
    return f"{version // 1000}.{version % 1000 // 10}" if version else ""
