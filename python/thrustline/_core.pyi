# The compiled module: no interface for users. The Python layer gives it what it takes; the types are declared there.
from typing import Any

def __getattr__(name: str) -> Any: ...

class Executor:
    @staticmethod
    def cpu(threads: int) -> Executor: ...
    @staticmethod
    def cuda(device: int, stream: int) -> Executor: ...
    is_cuda: bool
    threads: int
    device: int
    stream: int
    name: str
    workspace_bytes: int
    workspace_peak: int
    def memory_limit(self, bytes: int) -> None: ...
    def synchronize(self) -> None: ...

def cuda_available() -> bool: ...
