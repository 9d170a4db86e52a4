"""Words for options, and the library's numbers for them."""

from __future__ import annotations

from typing import Any, Final

from . import _core
from .errors import InvalidArgument

METRICS: Final[dict[str, int]] = _core.metrics()
INVALID: Final[dict[str, int]] = {"raise": 0, "ignore": 1}
TOPOLOGY: Final[dict[Any, int]] = {False: 0, "within": 1, "between": 2, True: 3}
RING_STARTS: Final[dict[str, int]] = {"first": 0, "least": 1}
RING_MINIMUM: Final[dict[str, int]] = {"none": 0, "keep": 1, "drop": 2}
STIXEL_MODES: Final[dict[str, int]] = {"corrected": 0, "faithful": 1}
STIXEL_REDUCTIONS: Final[dict[str, int]] = {"mean": 0, "median": 1}


def number_of(names: dict[Any, int], argument: str, name: object) -> int:
    """Returns the number of a name; throws InvalidArgument with the names that there are."""
    try:
        return names[name]
    except (KeyError, TypeError):
        raise InvalidArgument(argument, f"must be one of {', '.join(map(repr, names))}, is {name!r}") from None
