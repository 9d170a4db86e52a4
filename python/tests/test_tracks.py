"""The rows of tracks in frames of GeoPandas."""

from __future__ import annotations

import numpy as np
import pytest

import thrustline as tl

geopandas = pytest.importorskip("geopandas")
shapely = pytest.importorskip("shapely")


@pytest.fixture
def fixes():
    """Four tracks whose rows stand in turns, with times for an index."""
    random = np.random.default_rng(8)
    track = np.array(["c", "a", None, "b"], object)[np.arange(400) % 4]
    places = random.normal(size=(100, 4, 2)).cumsum(0).reshape(400, 2) * 10
    times = np.datetime64("2026-01-01", "s") + np.arange(400) // 4  # repeated
    return geopandas.GeoDataFrame(
        {"track": track, "speed": random.normal(size=400)}, geometry=geopandas.points_from_xy(*places.T), crs=3857, index=times
    )


def rows_one_by_one(frame, tolerance):
    """The positions of the kept rows, track by track."""
    rows = []
    for of_track in map(np.flatnonzero, [*(frame.track == t for t in "abc"), frame.track.isna()]):
        rows.extend(of_track[tl.simplify_indices(shapely.get_coordinates(frame.geometry.values[of_track]), tolerance)])
    return sorted(rows)


def test_rows_are_those_of_each_track(fixes):
    for tolerance in (0, 15.0, np.inf):
        result = tl.geo.simplify_tracks(fixes, tolerance, by="track")
        assert type(result) is type(fixes) and result.crs == fixes.crs
        assert result.equals(fixes.iloc[rows_one_by_one(fixes, float(tolerance))])
    by_values = tl.geo.simplify_tracks(fixes, 15, by=[hash(t) for t in fixes.track])
    assert by_values.equals(tl.geo.simplify_tracks(fixes, 15, by="track"))
    assert fixes.thrustline.simplify_tracks(15, by="track").equals(by_values)
    assert tl.geo.simplify_tracks(fixes.geometry, 15, by=fixes.track).equals(by_values.geometry)


def test_without_a_column_there_is_one_track(fixes):
    kept = tl.simplify_mask(shapely.get_coordinates(fixes.geometry.values), 15.0)
    assert tl.geo.simplify_tracks(fixes, 15).equals(fixes[kept])
    assert len(tl.geo.simplify_tracks(fixes.iloc[:0], 15)) == 0
    assert len(tl.geo.simplify_tracks(fixes.iloc[:0], 15, by="track")) == 0
    assert len(tl.geo.simplify_tracks(fixes.iloc[:1], 15)) == 1


def test_third_coordinate_and_metres(fixes):
    high = fixes.set_geometry(shapely.force_3d(fixes.geometry.values, 5.0))
    result = tl.geo.simplify_tracks(high, 15, by="track")
    assert result.index.equals(tl.geo.simplify_tracks(fixes, 15, by="track").index) and result.has_z.all()
    degrees = fixes.to_crs(4326)
    metres = tl.geo.simplify_tracks(degrees, 15, by="track", units="m")
    places = shapely.get_coordinates(degrees.geometry.values)[1::4]
    assert metres[metres.track == "a"].equals(degrees[1::4][tl.simplify_mask(places, 15.0, metric="great_ellipse")])
    with pytest.warns(UserWarning, match="degrees"):
        tl.geo.simplify_tracks(degrees, 1e-4, by="track")


def with_infinity(frame, row):
    """The frame with a bad coordinate in a row."""
    places = frame.geometry.to_numpy().copy()
    places[row] = shapely.Point(np.inf, 0)
    return frame.set_geometry(places)


BAD = [
    ("frame", "None in row 2", lambda f: tl.geo.simplify_tracks(f.set_geometry([f.geometry.iloc[0]] * 2 + [None]), 1)),
    ("frame", "LINESTRING .* in row 1", lambda f: tl.geo.simplify_tracks(
        f.set_geometry([f.geometry.iloc[0], shapely.LineString([(0, 0), (1, 1)]), f.geometry.iloc[0]]), 1)),
    ("frame", "POINT EMPTY.* in row 0", lambda f: tl.geo.simplify_tracks(f.set_geometry([shapely.Point()] * 3), 1)),
    ("by", "'ship'", lambda f: tl.geo.simplify_tracks(f, 1, by="ship")),
    ("by", "3 rows, has 2", lambda f: tl.geo.simplify_tracks(f, 1, by=[1, 2])),
    ("by", "one dimension", lambda f: tl.geo.simplify_tracks(f, 1, by=f[["track"]])),
    ("by", "value for each row", lambda f: tl.geo.simplify_tracks(f.reset_index(), 1, by=f.reset_index().track[:2])),
    ("by", "each label of its index once", lambda f: tl.geo.simplify_tracks(f, 1, by=f.track.set_axis([0, 0, 1]))),
    ("frame", "geometry 2 has coordinate 0 = inf", lambda f: tl.geo.simplify_tracks(with_infinity(f, 2), 1, by="track")),
    ("tolerance", "-1", lambda f: tl.geo.simplify_tracks(f, -1)),
    ("tolerance", "number", lambda f: tl.geo.simplify_tracks(f, [1.0])),
    ("units", "'km'", lambda f: tl.geo.simplify_tracks(f, 1, units="km")),
]


def test_a_series_is_aligned_by_its_index(fixes):
    fixes = fixes.reset_index(drop=True)
    by = fixes.track.fillna("d")
    expected = tl.geo.simplify_tracks(fixes, 5, by=by.to_numpy())
    assert tl.geo.simplify_tracks(fixes, 5, by=by.sort_values(kind="stable")).index.equals(expected.index)


@pytest.mark.parametrize("argument, problem, call", BAD, ids=[f"{a} {p}" for a, p, _ in BAD])
def test_bad_value_is_named(fixes, argument, problem, call):
    with pytest.raises(tl.InvalidArgument, match=f"^{argument}: .*{problem}") as raised:
        call(fixes.iloc[:3])
    assert raised.value.argument == argument


def test_other_types_are_refused(fixes):
    with pytest.raises(TypeError, match="GeoDataFrame.*ndarray"):
        tl.geo.simplify_tracks(fixes.geometry.to_numpy(), 1)
    with pytest.raises(TypeError, match="GeoDataFrame.*DataFrame"):
        tl.geo.simplify_tracks(fixes.drop(columns="geometry"), 1)


def test_a_column_of_a_doubled_name_is_an_error(fixes):
    doubled = fixes.rename(columns={"speed": "track"})
    with pytest.raises(tl.InvalidArgument, match="^by: must be one column of the frame, 2 have the name 'track'"):
        tl.geo.simplify_tracks(doubled, 15, by="track")
    assert len(tl.geo.simplify_tracks(doubled, 15, by=fixes.track)) == len(tl.geo.simplify_tracks(fixes, 15, by="track"))
