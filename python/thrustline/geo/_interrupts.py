"""Interrupts that wait until Python code can handle them."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Optional


@contextmanager
def waiting_interrupts() -> Iterator[Callable[[], None]]:
    """Lets SIGINT wait while a library calls back into Python: an exception of its handler could come between the two, and
    be lost there. Gives a function that handles one that has come; so does the end. Both call the handler that was there
    before, which raises KeyboardInterrupt as a rule."""
    before = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or not callable(before):
        yield lambda: None  # handlers run in the main thread
        return
    come: list[tuple[int, Optional[FrameType]]] = []

    def handle() -> None:
        if come:
            before(*come.pop())

    signal.signal(signal.SIGINT, lambda number, frame: come.append((number, frame)))
    try:
        yield handle
    finally:
        signal.signal(signal.SIGINT, before)
        handle()
