"""How files are read and written."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Optional

from ..errors import InvalidArgument


@dataclass(frozen=True)
class FileOptions:
    """The options of thrustline.geo.simplify_file() that say nothing of the geometries. creation: those of the output's
    format."""

    layer: Optional[str]
    where: Optional[str]
    batch_size: int
    driver: Optional[str]
    overwrite: bool
    progress: Optional[bool]
    creation: dict[str, Any]

    def check_left_out(self, names: tuple[str, ...], formats: str) -> None:
        """Raises InvalidArgument if one of the options is given, which these formats have not."""
        for name in names:
            if getattr(self, name) is not None:
                raise InvalidArgument(name, f"is not for {formats}")

    def check_driver_of_parquet(self, path: Path) -> None:
        """Raises InvalidArgument if another driver is given for a file of GeoParquet."""
        if self.driver not in (None, "Parquet"):
            raise InvalidArgument("driver", f"must be 'Parquet' for {path.name!r}, is {self.driver!r}")
