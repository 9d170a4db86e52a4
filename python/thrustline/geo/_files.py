"""Files of geometries: read and written in batches, so that memory is bounded by a batch and not by the file."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, Union

from ._file_options import FileOptions
from ._gdal import open_by_gdal, write_by_gdal
from ._geoparquet import simplify_geoparquet
from ._interrupts import waiting_interrupts
from ._layer_types import OtherType
from ._layers import Features, Layer
from ._lines import errors_of
from ._parquet import is_geoparquet
from ._parquet_layers import open_geoparquet, write_geoparquet
from ._progress import progress_bar
from ._replacing import remove_all, replacing
from ._rules import Rules

AnyPath = Union[str, bytes, os.PathLike[str], os.PathLike[bytes]]


def simplify_file(src: AnyPath, dst: AnyPath, rules: Rules, options: FileOptions) -> int:
    """Returns the number of features."""
    source, target = _source(_name_of(src, "src")), Path(_name_of(dst, "dst"))
    if isinstance(source, Path) and not source.exists():
        raise FileNotFoundError(f"there is no {source}")
    target = Path(os.path.realpath(target)) if target.is_symlink() else target
    if not target.parent.is_dir():
        raise FileNotFoundError(f"there is no folder {target.parent}, for dst")
    with waiting_interrupts() as handle_interrupt, replacing(target, options.overwrite) as part, errors_of("src"):
        if is_geoparquet(source) and is_geoparquet(target):
            rows = simplify_geoparquet(Path(source), part, rules, options, handle_interrupt)
        else:
            rows = _simplify_layer(source, part, rules, options, handle_interrupt)
        handle_interrupt()  # one that has come is raised while dst is as it was
        return rows


def _simplify_layer(
    source: Union[Path, str], part: Path, rules: Rules, options: FileOptions, handle_interrupt: Callable[[], None]
) -> int:
    write = write_geoparquet if is_geoparquet(part) else write_by_gdal
    types: set[int] = set()
    while True:
        with _opened(source, part, options) as layer:
            features = Features(layer, types, rules, handle_interrupt)
            try:
                with progress_bar(options.progress, layer.count, source) as bar:
                    write(features, bar, part, options)
                return features.rows
            except OtherType:  # the next round declares a type that holds all of `types`
                remove_all(part.parent)


def _opened(source: Union[Path, str], target: Path, options: FileOptions) -> AbstractContextManager[Layer]:
    if is_geoparquet(source):
        return open_geoparquet(Path(source), options)
    return open_by_gdal(source, options, times_as_text=not is_geoparquet(target))


def _name_of(path: AnyPath, argument: str) -> str:
    try:
        return os.fsdecode(path)
    except TypeError:
        raise TypeError(f"{argument} must be a path, is {type(path).__name__}") from None


def _source(name: str) -> Union[Path, str]:
    """A path, or what GDAL reads as it is: a URL, in which a path would join slashes, or one of its virtual files."""
    return name if "://" in name or name.startswith("/vsi") else Path(name)
