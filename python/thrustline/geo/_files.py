"""Files of geometries: read and written in batches, so that memory is bounded by a batch and not by the file."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, Union

from ._gdal import simplify_by_gdal
from ._geoparquet import is_geoparquet, simplify_geoparquet
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
    with replacing(target, options["overwrite"]) as part:
        if isinstance(source, Path) and is_geoparquet(source) and is_geoparquet(target):
            return simplify_geoparquet(source, part, rules, options)
        return simplify_by_gdal(source, part, rules, options)


def _source(src: Union[str, os.PathLike[str]]) -> Union[Path, str]:
    """A path, or what GDAL reads as it is: a URL, in which a path would join slashes, or one of its virtual files."""
    name = os.fspath(src)
    return name if "://" in name or name.startswith("/vsi") else Path(name)
