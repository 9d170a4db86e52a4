"""Progress bars."""

from __future__ import annotations

import sys
from pathlib import PurePath
from typing import Any, Optional, Union


def progress_bar(wanted: Optional[bool], total: Optional[int], source: Union[PurePath, str]) -> Any:
    """A bar of tqdm on a terminal, if tqdm is there."""
    if wanted or wanted is None and sys.stderr.isatty():
        try:
            from tqdm import tqdm
        except ImportError:
            if wanted:
                raise
        else:
            return tqdm(total=total, unit=" features", desc=PurePath(source).name)
    return _NoBar()


class _NoBar:
    """A progress bar that shows nothing."""

    def __enter__(self) -> _NoBar:
        return self

    def __exit__(self, *error: object) -> None:
        pass

    def update(self, features: int) -> None:
        pass
