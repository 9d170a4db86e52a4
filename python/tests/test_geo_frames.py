"""Frames of GeoPandas with odd names and of other classes."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

import thrustline as tl

shapely = pytest.importorskip("shapely")
gpd = pytest.importorskip("geopandas")

LINE = shapely.LineString([(0, 0), (1, 0.1), (2, 0)])
SHORT = shapely.LineString([(0, 0), (2, 0)])


@pytest.fixture
def frame():
    return gpd.GeoDataFrame({"a": [1, 2]}, geometry=[LINE, LINE], crs=3857, index=[7, 7])


class Frame(gpd.GeoDataFrame):
    @property
    def _constructor(self):
        return Frame


class Series(gpd.GeoSeries):
    @property
    def _constructor(self):
        return Series


class BareFrame(gpd.GeoDataFrame):
    """A class that pandas makes none of: its results are of the class above."""


@pytest.mark.parametrize("name", [0, ("a", "b"), "self", "a b", None])
def test_any_name_of_the_column(frame, name):
    named = frame.rename_geometry(name) if name is not None else frame.rename_geometry("x").rename(columns={"x": None})
    named = named.set_geometry(named.columns[-1])
    for result in (tl.geo.simplify(named, 0.5), *tl.geo.simplify_levels(named, [0.5])):
        assert result.columns.equals(named.columns) and result.crs == frame.crs and result.index.equals(frame.index)
        assert result.geometry.tolist() == [SHORT, SHORT] and result["a"].equals(frame["a"])
        assert named.geometry.tolist() == [LINE, LINE]


def test_results_share_nothing_with_the_frame(frame):
    result = tl.geo.simplify(frame, 0.5)
    result.iloc[0, 0] = 99
    assert frame["a"].tolist() == [1, 2]


def test_subclasses(frame):
    for given, expected in ((Frame(frame), Frame), (Series(frame.geometry), Series), (BareFrame(frame), gpd.GeoDataFrame)):
        for result in (tl.geo.simplify(given, 0.5), given.thrustline.simplify(0.5), *tl.geo.simplify_levels(given, [0.5])):
            assert isinstance(result, expected) and result.crs == frame.crs and result.index.equals(frame.index)
            assert result.geometry.tolist() == [SHORT, SHORT]


def test_tracks_of_a_subclass(frame):
    points = Frame(geometry=gpd.points_from_xy([0, 1, 2], [0, 0.1, 0]), crs=3857)
    result = tl.geo.simplify_tracks(points, 0.5)
    assert type(result) is Frame and result.index.tolist() == [0, 2]


def test_geopandas_is_not_imported_for_other_objects():
    code = "import shapely, sys, thrustline as tl; tl.geo.simplify(shapely.Point(0, 0), 1); print('geopandas' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout.strip() == "False"


def test_series_without_a_name(frame):
    series = gpd.GeoSeries(np.array([LINE, None], object), crs=3857)
    result = tl.geo.simplify(series, 0.5)
    assert result.tolist() == [SHORT, None] and result.name is None and result.crs == series.crs
