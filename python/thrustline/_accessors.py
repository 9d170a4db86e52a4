"""The accessor `thrustline` of pandas: of GeoSeries and GeoDataFrame, and of Series of values."""

from __future__ import annotations

from typing import Any

import pandas as pd


@pd.api.extensions.register_dataframe_accessor("thrustline")
class FrameAccessor:
    """`gdf.thrustline.simplify(10)`: thrustline.geo.simplify() of a GeoDataFrame."""

    def __init__(self, frame: Any) -> None:
        if not hasattr(type(frame), "active_geometry_name"):
            raise AttributeError("the accessor thrustline of a DataFrame needs GeoPandas' GeoDataFrame")
        self._frame = frame

    def simplify(self, tolerance: Any, **options: Any) -> Any:
        """The frame of thrustline.geo.simplify(), whose options these are."""
        from . import geo

        return geo.simplify(self._frame, tolerance, **options)

    def simplify_tracks(self, tolerance: float, **options: Any) -> Any:
        """`gdf.thrustline.simplify_tracks(10, by="ship")`: thrustline.geo.simplify_tracks() of a GeoDataFrame."""
        from . import geo

        return geo.simplify_tracks(self._frame, tolerance, **options)


@pd.api.extensions.register_series_accessor("thrustline")
class SeriesAccessor:
    """`s.thrustline.simplify(0.02)`. A GeoSeries is simplified by thrustline.geo.simplify(). Any other series keeps the rows
    that thrustline.series.simplify() keeps, by the index if it has numbers or times."""

    def __init__(self, series: Any) -> None:
        self._series = series

    def simplify(self, tolerance: Any, **options: Any) -> Any:
        """The geometries of thrustline.geo.simplify(), or the rows of thrustline.series.simplify(), whose options these
        are."""
        if hasattr(self._series, "geom_type"):
            from . import geo

            return geo.simplify(self._series, tolerance, **options)
        from . import series

        return self._series.iloc[series.simplify(self._series, tolerance, **options)]
