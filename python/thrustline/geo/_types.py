"""Types for annotations. Without the stubs of Shapely and GeoPandas all of theirs are Any."""

from __future__ import annotations

from typing import Any, Optional, TypedDict, TypeVar, Union

import numpy as np
from geopandas import GeoDataFrame, GeoSeries
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry

from .._executor import Place

GeometryT = TypeVar("GeometryT", bound=Union[BaseGeometry, GeoSeries, GeoDataFrame, NDArray[np.object_]])
FrameT = TypeVar("FrameT", bound=Union[GeoSeries, GeoDataFrame])

# The options that overloads share. The functions themselves name each.


class LevelOptions(TypedDict, total=False):
    units: Optional[str]
    rings: str
    collapse: str
    on: Place


class SimplifyOptions(LevelOptions, total=False):
    topology: Union[bool, str]
    on_invalid: str
