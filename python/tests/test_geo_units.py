"""Metres: each column of geometries in the units of its own CRS."""

from __future__ import annotations

import builtins

import numpy as np
import pytest

import thrustline as tl

shapely = pytest.importorskip("shapely")
gpd = pytest.importorskip("geopandas")
pa = pytest.importorskip("pyarrow")

from wkb_type import WkbType  # noqa: E402

FEET = 2263  # a projected CRS whose unit is the US survey foot
STEPS = np.arange(100)
ZIGZAG = np.column_stack([500_000 + STEPS * 10, 5e6 + STEPS % 2])  # by a metre, in metres
DEGREES = np.column_stack([10 + STEPS * 0.01, 50 + 0.001 * (STEPS % 2)])  # by 110 m, in degrees


def counts(geometries) -> list[int]:
    return shapely.get_num_coordinates(np.asarray(geometries, object)).tolist()


def counts_of_wkb(column) -> list[int]:
    return counts(shapely.from_wkb(column.to_pylist()))


@pytest.fixture
def two_columns():
    """A frame with a column in metres, and one in degrees."""
    frame = gpd.GeoDataFrame(geometry=[shapely.LineString(ZIGZAG)], crs=32633)
    return frame.assign(degrees=gpd.GeoSeries([shapely.LineString(DEGREES)], crs=4326))


@pytest.mark.parametrize("primary, tolerance, kept", [("geometry", 5, (2, 100)), ("degrees", 5, (100, 100)), ("degrees", 500, (100, 2))])
def test_the_primary_column_of_geoparquet_has_its_own_crs(two_columns, tmp_path, primary, tolerance, kept):
    two_columns.set_geometry(primary).to_parquet(tmp_path / "in.parquet")
    tl.geo.simplify_file(tmp_path / "in.parquet", tmp_path / "out.parquet", tolerance, units="m")
    result = gpd.read_parquet(tmp_path / "out.parquet")
    assert (*counts(gpd.GeoSeries(result["geometry"])), *counts(gpd.GeoSeries(result["degrees"]))) == kept


def test_metres_are_for_the_earth():
    moon = gpd.GeoSeries([shapely.LineString(DEGREES)], crs="IAU_2015:30100")
    with pytest.raises(tl.InvalidArgument, match="^units: 'm' is for the Earth: Moon .* has a radius of 1.7374e[+]06 metres"):
        tl.geo.simplify(moon, 5, units="m")
    grs80 = gpd.GeoSeries([shapely.LineString(DEGREES)], crs=4258)
    assert counts(tl.geo.simplify(grs80, 500, units="m")) == [2]


@pytest.mark.parametrize("encoding", ["WKB", "geoarrow"])
def test_columns_of_a_table_have_their_own_crs(two_columns, encoding):
    table = pa.table(two_columns.to_arrow(geometry_encoding=encoding))
    for given in (table, table.to_reader()):
        result = gpd.GeoDataFrame.from_arrow(tl.geo.simplify(given, 5, units="m"))
        assert counts(result["geometry"]) == [2] and counts(result["degrees"]) == [100]


def test_crs_of_arrow_arrays():
    series = gpd.GeoSeries([shapely.LineString(ZIGZAG)], crs=32633)
    assert counts_of_wkb(tl.geo.simplify(series.to_arrow(), 5, units="m")) == [2]
    assert counts_of_wkb(tl.geo.simplify_wkb(series.to_arrow(), 5, units="m")) == [2]
    few, whole = tl.geo.simplify_levels(series.to_arrow(), [5, 0.5], units="m")
    assert (counts_of_wkb(few), counts_of_wkb(whole)) == ([2], [100])


def test_crs_of_an_extension_type():
    array = pa.ExtensionArray.from_storage(WkbType(b'{"crs": "EPSG:32633"}'), pa.array([shapely.LineString(ZIGZAG).wkb]))
    assert counts_of_wkb(tl.geo.simplify(array, 5, units="m").storage) == [2]
    for metadata in (b'{"crs": "no CRS"}', b"no JSON"):
        array = pa.ExtensionArray.from_storage(WkbType(metadata), pa.array([shapely.LineString(ZIGZAG).wkb]))
        with pytest.raises(tl.InvalidArgument, match="^units"):
            tl.geo.simplify(array, 5, units="m")
        assert counts_of_wkb(tl.geo.simplify(array, 5).storage) == [2]


def test_arrow_without_crs_is_in_degrees():
    column = pa.array([shapely.LineString(DEGREES).wkb])
    assert counts_of_wkb(tl.geo.simplify(column, 5, units="m")) == [100]
    assert counts_of_wkb(tl.geo.simplify(column, 500, units="m")) == [2]


def test_only_metres_need_pyproj(monkeypatch):
    given = gpd.GeoSeries([shapely.LineString(ZIGZAG)], crs=32633).to_arrow()
    original = builtins.__import__

    def without_pyproj(name, *rest):
        if name.partition(".")[0] == "pyproj":
            raise ModuleNotFoundError("No module named 'pyproj'")
        return original(name, *rest)

    monkeypatch.setattr(builtins, "__import__", without_pyproj)
    assert counts_of_wkb(tl.geo.simplify(given, 5)) == [2]
    with pytest.raises(ImportError, match="CRS.* needs pyproj"):
        tl.geo.simplify(given, 5, units="m")


def test_geographic_crs_in_other_units_is_refused():
    grads = gpd.GeoSeries([shapely.LineString([(0, 50), (0.05, 50.0009), (0.1, 50)])], crs=4807)
    with pytest.raises(tl.InvalidArgument, match=r"^units: .*NTF \(Paris\) is the grad"):
        tl.geo.simplify(grads, 95, units="m")
    with pytest.raises(tl.InvalidArgument, match="^units: .* is the grad"):
        tl.geo.simplify(grads.to_arrow(), 95, units="m")
    with pytest.warns(UserWarning, match="the tolerance is in grads, as the CRS is geographic$"):
        tl.geo.simplify(grads, 95)


def test_list_of_tolerances_in_a_projected_crs(tmp_path):
    line = shapely.LineString([(0, 0), (1, 0.1), (2, 0)])
    feet = gpd.GeoSeries([line] * 3, crs=FEET)
    each = [0.0, 0.02, 0.04]  # metres; the middle point is off by 0.03
    for tolerances in (each, tuple(each), np.array(each), np.array(each, np.float32)):
        assert counts(tl.geo.simplify(feet, tolerances, units="m")) == [3, 3, 2]
    feet.to_frame("geometry").to_file(tmp_path / "in.gpkg")
    feet.to_frame("geometry").to_parquet(tmp_path / "in.parquet")
    for suffix, read in (("gpkg", gpd.read_file), ("parquet", gpd.read_parquet)):
        tl.geo.simplify_file(tmp_path / f"in.{suffix}", tmp_path / f"out.{suffix}", each, units="m", batch_size=2)
        assert counts(read(tmp_path / f"out.{suffix}").geometry) == [3, 3, 2]


POLAR = shapely.Polygon([(-180, -70), (0, -69), (180, -70), (180, -90), (-180, -90)])
BAND = shapely.box(-180, -60, 180, 60)


@pytest.mark.parametrize("polygon", [POLAR, BAND], ids=["polar", "band"])
@pytest.mark.parametrize("tolerance", [0, 1000])
def test_rings_along_the_edges_of_the_map_stay(polygon, tolerance):
    layer = gpd.GeoSeries([shapely.box(1, 1, 2, 2), polygon, shapely.LineString([(179, 0), (180, 0), (-179, 0)])], crs=4326)
    assert tl.geo.simplify(layer, tolerance, units="m")[1].equals(polygon)
    assert tl.geo.simplify(layer, tolerance, units="m", rings="geos")[1].equals(polygon)
    assert tl.geo.simplify(layer, tolerance, units="m", collapse="drop")[1].equals(polygon)
    for level in tl.geo.simplify_levels(layer, [tolerance, 10 * tolerance + 1], units="m"):
        assert np.asarray(level)[1].equals(polygon)
    result = shapely.from_wkb(tl.geo.simplify_wkb(pa.array(layer.to_wkb()), tolerance, units="m").to_pylist())
    assert result[1].equals(polygon) and len(result[2].coords) == 2


def test_jagged_coast_of_a_polar_ring_is_simplified():
    west_to_east = np.linspace(-180, 180, 2001)
    coast = np.column_stack([west_to_east, -70 + 0.001 * (np.arange(2001) % 2)])
    polygon = shapely.Polygon([*coast, (180, -90), (-180, -90)])
    result = tl.geo.simplify(gpd.GeoSeries([polygon], crs=4326), 200, units="m")[0]
    assert result.is_valid and result.area == pytest.approx(polygon.area, rel=1e-3)
    assert len(result.exterior.coords) < 1500
