"""Levels: each is what a single call gives, for every tolerance and every holder."""

from __future__ import annotations

import numpy as np
import pytest

import thrustline as tl

shapely = pytest.importorskip("shapely")

RNG = np.random.default_rng(5)
WALK = RNG.normal(size=(200, 2)).cumsum(0)
ANGLE = np.linspace(0, 2 * np.pi, 80)[:-1]
RING = (10 + RNG.uniform(-1, 1, 79))[:, None] * np.column_stack([np.cos(ANGLE), np.sin(ANGLE)])
GEOMETRIES = np.array(
    [
        shapely.LineString(WALK),
        shapely.Polygon(RING, [RING * 0.3]),
        shapely.MultiPolygon([shapely.Polygon(RING), shapely.Polygon(RING + 50)]),
        None,
        shapely.MultiLineString([WALK[:100], WALK[100:]]),
        shapely.force_3d(shapely.LineString(WALK), 3),
        shapely.Point(1, 2),
    ],
    object,
)
LEVELS = [1.5, np.inf, 0, 8]


@pytest.mark.parametrize("options", [{}, {"rings": "keep"}, {"rings": "least"}, {"collapse": "drop"}])
@pytest.mark.parametrize("tolerances", [LEVELS, [np.inf], [np.inf, 1]])
def test_levels_are_those_of_single_calls(options, tolerances):
    for level, tolerance in zip(tl.geo.simplify_levels(GEOMETRIES, tolerances, **options), tolerances):
        expected = tl.geo.simplify(GEOMETRIES, tolerance, **options)
        assert [g and g.wkb for g in level] == [g and g.wkb for g in expected]


def test_infinity_keeps_ends_and_four_positions():
    line, polygon = (tl.geo.simplify_levels(g, [np.inf])[0] for g in GEOMETRIES[:2])
    np.testing.assert_array_equal(line.coords, WALK[[0, -1]])
    assert len(polygon.exterior.coords) == 4 and polygon.is_valid


@pytest.mark.parametrize("bad, index", [(np.nan, 1), (-1.0, 1), (-np.inf, 1)])
def test_bad_tolerances_are_named(bad, index):
    with pytest.raises(tl.InvalidArgument, match=f"^tolerances: .*{bad} at index {index}"):
        tl.geo.simplify_levels(GEOMETRIES, [1, bad])


def test_other_things_than_tolerances():
    with pytest.raises(TypeError, match="^tolerances .* int"):
        tl.geo.simplify_levels(GEOMETRIES, 5)
    with pytest.raises(TypeError, match="^tolerances must be numbers"):
        tl.geo.simplify_levels(GEOMETRIES, ["a"])
    assert tl.geo.simplify_levels(GEOMETRIES, []) == []
    one, two = tl.geo.simplify_levels(GEOMETRIES[0], iter([1, 2]))
    assert one == tl.geo.simplify(GEOMETRIES[0], 1) and two == tl.geo.simplify(GEOMETRIES[0], 2)


# Holders of Arrow arrays


@pytest.fixture
def pa():
    return pytest.importorskip("pyarrow")


def extension_of(pa, storage):
    class WkbType(pa.ExtensionType):
        def __init__(self) -> None:
            super().__init__(storage.type, "geoarrow.wkb")

        def __arrow_ext_serialize__(self) -> bytes:
            return b""

        @classmethod
        def __arrow_ext_deserialize__(cls, storage_type, serialized):
            return cls()

    return pa.ExtensionArray.from_storage(WkbType(), storage)


def holders(pa):
    wkb = shapely.to_wkb(GEOMETRIES)
    plain = pa.array(wkb)
    yield from (plain, plain[2:5], pa.array(wkb, pa.large_binary()), pa.array(wkb, pa.binary_view()))
    yield extension_of(pa, plain)
    yield pa.chunked_array([plain[:2], plain[2:]])
    yield pa.chunked_array([], pa.binary())
    yield pa.table({"geometry": wkb, "n": range(len(wkb))})
    yield pa.record_batch({"geometry": plain})
    gpd = pytest.importorskip("geopandas")
    series = gpd.GeoSeries(GEOMETRIES)
    yield series.to_arrow()
    yield gpd.GeoDataFrame(geometry=series).to_arrow()
    yield gpd.GeoSeries(GEOMETRIES[:1]).to_arrow(geometry_encoding="geoarrow")
    yield gpd.GeoSeries(GEOMETRIES[6:]).to_arrow(geometry_encoding="geoarrow")  # points
    nested = pa.table(gpd.GeoDataFrame(geometry=GEOMETRIES[[1, 3, 1]]).to_arrow(geometry_encoding="geoarrow"))
    yield from (pa.concat_tables([nested, nested.slice(1)]), nested.slice(1, 1), nested.schema.empty_table())


def test_levels_of_holders(pa):
    for holder in holders(pa):
        levels = tl.geo.simplify_levels(holder, LEVELS)
        assert len(levels) == len(LEVELS)
        for level, tolerance in zip(levels, LEVELS):
            expected = tl.geo.simplify(holder, tolerance)
            assert type(level) is type(expected) and level.equals(expected), type(holder)


def test_levels_of_polars(pa):
    polars = pytest.importorskip("polars")
    series = polars.Series(shapely.to_wkb(GEOMETRIES).tolist())
    for level, tolerance in zip(tl.geo.simplify_levels(series, LEVELS), LEVELS):
        assert level.to_pylist() == tl.geo.simplify(pa.array(shapely.to_wkb(GEOMETRIES)), tolerance).to_pylist()


def test_levels_of_arrays_of_geopandas():
    gpd = pytest.importorskip("geopandas")
    array = gpd.array.from_shapely(GEOMETRIES, crs=32633)
    for level, tolerance in zip(tl.geo.simplify_levels(array, LEVELS), LEVELS):
        assert type(level) is type(array) and level.crs == array.crs
        assert level.equals(tl.geo.simplify(array, tolerance))


def test_levels_in_metres_of_a_crs_in_feet():
    gpd = pytest.importorskip("geopandas")
    feet = gpd.GeoSeries(GEOMETRIES, crs=2263)
    tolerances = RNG.uniform(0, 3, 20)
    for level, tolerance in zip(tl.geo.simplify_levels(feet, tolerances, units="m"), tolerances):
        assert level.equals(tl.geo.simplify(feet, tolerance, units="m"))


def test_levels_of_other_arrays_are_a_type_error(pa):
    with pytest.raises(TypeError, match=r"must be binary \(WKB\) or of GeoArrow's layouts of lines, is int64"):
        tl.geo.simplify_levels(pa.array([1, 2, 3]), LEVELS)


def test_bad_value_is_counted_in_the_whole_column(pa):
    good = GEOMETRIES[0].wkb
    column = pa.chunked_array([[good] * 10, [good, good[:20], good], [good]])
    for argument, call in (
        ("array", lambda: tl.geo.simplify_wkb(column, 1.0)),
        ("obj", lambda: tl.geo.simplify(pa.table({"geometry": column}), 1.0)),
        ("obj", lambda: tl.geo.simplify_levels(column, LEVELS)),
    ):
        with pytest.raises(tl.WkbError, match=f"^{argument}: value 11, byte 5: ") as raised:
            call()
        assert (raised.value.argument, raised.value.value, raised.value.byte) == (argument, 11, 5)
