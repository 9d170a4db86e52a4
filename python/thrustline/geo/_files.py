"""Files of geometries: read and written in batches, so that memory is bounded by a batch and not by the file."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, Union

from ..errors import InvalidArgument
from ._gdal import simplify_by_gdal
from ._geoparquet import is_geoparquet, simplify_geoparquet
from ._interrupts import waiting_interrupts
from ._lines import errors_of
from ._replacing import replacing
from ._rules import Rules


def simplify_file(src: Union[str, os.PathLike[str]], target: Path, rules: Rules, options: dict[str, Any]) -> int:
    """Returns the number of features. options: layer, where, batch_size, driver, overwrite, progress, and those of the
    layer's creation."""
    source = _source(src)
    if isinstance(source, Path) and not source.exists():
        raise FileNotFoundError(f"there is no {source}")
    target = Path(os.path.realpath(target)) if target.is_symlink() else target
    if not target.parent.is_dir():
        raise FileNotFoundError(f"there is no folder {target.parent}, for dst")
    with waiting_interrupts() as handle_interrupt, replacing(target, options["overwrite"]) as part, errors_of("src"):
        if isinstance(source, Path) and is_geoparquet(source) and is_geoparquet(target):
            return simplify_geoparquet(source, part, rules, options, handle_interrupt)
        _check_gdal_has_parquet(source, target)
        return simplify_by_gdal(source, part, rules, options, handle_interrupt)


def _check_gdal_has_parquet(source: Union[Path, str], target: Path) -> None:
    """Parquet to Parquet needs no GDAL; of other pairs with Parquet, GDAL reads and writes both."""
    import pyogrio

    for name, path in (("src", source), ("dst", target)):
        if isinstance(path, Path) and is_geoparquet(path) and "Parquet" not in pyogrio.list_drivers():
            raise InvalidArgument(name, f"is GeoParquet, for which pyogrio's GDAL has no driver: it goes to GeoParquet only, "
                                        f"{path.name!r}")


def _source(src: Union[str, os.PathLike[str]]) -> Union[Path, str]:
    """A path, or what GDAL reads as it is: a URL, in which a path would join slashes, or one of its virtual files."""
    name = os.fspath(src)
    return name if "://" in name or name.startswith("/vsi") else Path(name)
