"""Line simplification (Ramer-Douglas-Peucker) for arrays, geometries, files and time series, on CPU cores and GPUs.

>>> import numpy as np, thrustline as tl
>>> angle = np.linspace(0, 6 * np.pi, 1000)
>>> spiral = np.column_stack([angle * np.cos(angle), angle * np.sin(angle)])
>>> tl.simplify(spiral, 0.1).shape
(87, 2)

Arrays: `simplify`, `simplify_mask`, `simplify_indices`, `simplify_segments`, `simplify_counts`; `significance` for every
tolerance at once; `simplify_to_count`, `simplify_to_ratio`; `max_deviation`, `select`; `convex_hull`.
Geometries, tables and files: `thrustline.geo`. Time series: `thrustline.series`.
Depth images: `to_disparity`, `median_filter`, `fill_columns`, `resample_rows`, `segment_columns`, `stixels`.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from ._depth import (
    ColumnSegments,
    fill_columns,
    median_filter,
    reconstruct_columns,
    resample_rows,
    segment_columns,
    to_disparity,
)
from ._executor import Executor, release_memory
from ._hull import convex_hull, convex_hull_points
from ._information import BuildInfo, CudaStatus, build_info, cuda_status
from ._kept import finish_rings, max_deviation, select
from ._libraries import DeviceArray
from ._ragged import Ragged
from ._rings import Rings
from ._significance import significance, simplify_to_count, simplify_to_ratio
from ._simplify import simplify, simplify_counts, simplify_indices, simplify_mask, simplify_segments
from ._stixels import (
    Road,
    RoadEstimate,
    RoadOptions,
    StereoCamera,
    StixelClass,
    StixelParameters,
    Stixels,
    estimate_road,
    stixels,
)
from .errors import CudaError, GeometryError, InvalidArgument, InvalidPoint, OutOfMemory, RoadNotFound, WkbError

__version__ = build_info().version

if TYPE_CHECKING:
    from . import geo, series

__all__ = [
    "BuildInfo",
    "ColumnSegments",
    "CudaError",
    "CudaStatus",
    "DeviceArray",
    "Executor",
    "GeometryError",
    "InvalidArgument",
    "InvalidPoint",
    "OutOfMemory",
    "Ragged",
    "Rings",
    "Road",
    "RoadEstimate",
    "RoadNotFound",
    "RoadOptions",
    "StereoCamera",
    "StixelClass",
    "StixelParameters",
    "Stixels",
    "WkbError",
    "build_info",
    "convex_hull",
    "convex_hull_points",
    "cuda_status",
    "estimate_road",
    "fill_columns",
    "finish_rings",
    "max_deviation",
    "median_filter",
    "reconstruct_columns",
    "release_memory",
    "resample_rows",
    "segment_columns",
    "select",
    "significance",
    "simplify",
    "simplify_counts",
    "simplify_indices",
    "simplify_mask",
    "simplify_segments",
    "simplify_to_count",
    "simplify_to_ratio",
    "stixels",
    "to_disparity",
]


def __getattr__(name: str) -> Any:
    """thrustline.geo and thrustline.series are imported when they are first used."""
    if name in ("geo", "series"):
        return importlib.import_module(f"{__name__}.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), "geo", "series"})
