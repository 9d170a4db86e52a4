"""Packages that are not installed with thrustline itself."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

_EXTRA_OF = {
    "shapely": "geo", "pyarrow": "geo", "pyogrio": "geo", "geopandas": "geo", "tqdm": "geo",
    "pandas": "series", "xarray": "series",
}

CallT = TypeVar("CallT", bound=Callable[..., Any])


def names_missing_extras(function: CallT) -> CallT:
    """Lets the error of a package that is not installed say which extra of thrustline brings it."""

    @wraps(function)
    def call(*arguments: Any, **options: Any) -> Any:
        try:
            return function(*arguments, **options)
        except ModuleNotFoundError as error:
            extra = _EXTRA_OF.get((error.name or "").partition(".")[0])
            if extra is None:
                raise
            text = f'{error.name} is not installed: pip install "thrustline[{extra}]" brings it'
            raise ModuleNotFoundError(text, name=error.name) from error

    return call  # type: ignore[return-value]
