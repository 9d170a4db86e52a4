"""Errors of thrustline.geo name the argument, and the geometry among all of the call."""

from __future__ import annotations

import os
import re

import numpy as np
import pytest

shapely = pytest.importorskip("shapely")
gpd = pytest.importorskip("geopandas")
pa = pytest.importorskip("pyarrow")
pd = pytest.importorskip("pandas")

import thrustline as tl
from shapely import LineString, Point

GOOD = LineString([(0, 0), (1, 0), (2, 0)])
BAD = LineString([(0, 0), (1, np.inf), (2, 2)])
RING = shapely.box(0, 0, 1, 1)


@pytest.mark.parametrize("topology", [False, True])
@pytest.mark.parametrize("geometries", [
    [GOOD, Point(0, 0), RING, BAD], [RING, RING, None, BAD], [GOOD, GOOD, GOOD, BAD, GOOD],
    [LineString([(0, 0, 0), (1, 1, 1)]), GOOD, shapely.MultiLineString([GOOD]), BAD],
])
def test_a_bad_coordinate_names_its_geometry(geometries, topology):
    with pytest.raises(tl.GeometryError, match=r"obj: geometry 3 has coordinate 1 = inf.*at its point 1") as caught:
        tl.geo.simplify(geometries, 1, topology=topology)
    assert caught.value.geometry == 3


def test_levels_name_it_too():
    with pytest.raises(tl.GeometryError, match="geometry 2 "):
        tl.geo.simplify_levels([Point(0, 0), GOOD, BAD], [1, 2])


def test_a_latitude_out_of_range_names_its_geometry():
    with pytest.raises(tl.GeometryError, match="geometry 1 has latitude 91"):
        tl.geo.simplify([GOOD, LineString([(0, 0), (1, 91), (2, 2)])], 1, units="m")


def test_rows_count_over_chunks():
    chunks = pa.chunked_array([shapely.to_wkb([GOOD, None, GOOD]), shapely.to_wkb([GOOD, BAD])])
    with pytest.raises(tl.GeometryError) as caught:
        tl.geo.simplify_wkb(chunks, 1)
    assert caught.value.geometry == 4


def test_rows_count_over_batches_of_a_file(tmp_path):
    pytest.importorskip("pyogrio")
    frame = gpd.GeoDataFrame(geometry=[GOOD] * 6 + [BAD] + [GOOD] * 3)
    frame.to_file(tmp_path / "a.gpkg")
    frame.to_parquet(tmp_path / "a.parquet")
    for source, target in (("a.gpkg", "b.fgb"), ("a.parquet", "b.parquet")):
        with pytest.raises(tl.GeometryError) as caught:
            tl.geo.simplify_file(tmp_path / source, tmp_path / target, 1, batch_size=4)
        assert caught.value.geometry == 6 and caught.value.argument == "src"
        assert not (tmp_path / target).exists()


def test_errors_of_arrow_arrays_name_the_argument():
    bad = pa.array([*shapely.to_wkb([GOOD, BAD])])
    for call, argument in ((tl.geo.simplify_wkb, "array"), (tl.geo.simplify, "obj")):
        with pytest.raises(tl.GeometryError, match=f"^{argument}: geometry 1 ") as caught:
            call(bad, 1)
        assert (caught.value.argument, caught.value.geometry) == (argument, 1)
        with pytest.raises(tl.WkbError, match=f"^{argument}: value 1, byte ") as caught:
            call(pa.chunked_array([bad.slice(0, 1), [b"", b"x"]]), 1)
        assert (caught.value.argument, caught.value.value) == (argument, 1)
    with pytest.raises(tl.GeometryError, match="^obj: geometry 1 "):
        tl.geo.simplify_levels(bad, [1, 2])
    with pytest.raises(TypeError, match="^array must be an array of Arrow, or a list or array of its values, is bytes"):
        tl.geo.simplify_wkb(b"x", 1)
    for series in (gpd.GeoSeries([GOOD]), pd.Series([GOOD])):
        with pytest.raises(TypeError, match="^array must be an array of Arrow, is (Geo)?Series, which simplify"):
            tl.geo.simplify_wkb(series, 1)


def test_arrays_of_another_type_name_the_argument():
    words, numbers = pa.array(["a"]), pa.array([1, 2])
    field = pa.field("g", pa.int64(), metadata=of_type("geoarrow.wkb"))
    marked = pa.table([numbers], schema=pa.schema([field]))
    for given in (words, numbers, pa.chunked_array([numbers]), pd.Series([1, 2]), marked):
        with pytest.raises(TypeError, match="^obj must be .*, is (string|large_string|int64)$"):
            tl.geo.simplify(given, 1)
        with pytest.raises(TypeError, match="^obj must be .*, is (string|large_string|int64)$"):
            tl.geo.simplify_levels(given, [1])
    for given in (words, [1, 2], np.array([1, 2]), pd.Series([1, 2])):
        with pytest.raises(TypeError, match="^array must be of type binary, large_binary or binary_view, is "):
            tl.geo.simplify_wkb(given, 1)
    for given in ([GOOD], np.array([GOOD]), [b"", 1]):
        with pytest.raises(TypeError, match="^array must be an array of Arrow, or a list .* values: .*(onver|Expected)"):
            tl.geo.simplify_wkb(given, 1)
    for given in (numbers, pa.array([[1.0]]), pa.array([[[0.0, 1.0]]])):
        marked = pa.table([given], schema=pa.schema([pa.field("g", given.type, metadata=of_type("geoarrow.linestring"))]))
        with pytest.raises(TypeError, match=f"^obj must have GeoArrow's layout linestring, is {re.escape(str(given.type))}$"):
            tl.geo.simplify(marked, 1)


def test_metres_with_topology_name_the_units():
    with pytest.raises(tl.InvalidArgument, match="project the geometries first") as caught:
        tl.geo.simplify([GOOD], 1, units="m", topology=True)
    assert caught.value.argument == "units"
    frame = gpd.GeoSeries([GOOD], crs=4326)
    with pytest.warns(UserWarning, match="degrees") as warned:
        tl.geo.simplify(frame, 1, topology=True)
    assert "units" not in str(warned[0].message)


@pytest.mark.parametrize("tolerance", [None, {}, "a", "1", True, 1j])
def test_tolerances_are_numbers(tolerance):
    with pytest.raises(TypeError, match="tolerance must be a number"):
        tl.geo.simplify([GOOD], tolerance)


@pytest.mark.parametrize("tolerance", [np.float32(1), np.array(1), 1])
def test_numbers_of_numpy_are_tolerances(tolerance):
    assert tl.geo.simplify([GOOD], tolerance)[0].equals_exact(LineString([(0, 0), (2, 0)]))


def test_shapes_of_tolerances():
    with pytest.raises(tl.InvalidArgument, match=r"tolerance: .*shape of the geometries, \(2, 2\)"):
        tl.geo.simplify(np.array([[GOOD, GOOD], [GOOD, GOOD]]), [1, 2, 3])


def test_words_and_sizes():
    with pytest.raises(tl.InvalidArgument, match="units: must be None or 'm'"):
        tl.geo.simplify([GOOD], 1, units=["m"])
    with pytest.raises(tl.InvalidArgument, match="on_invalid: .* for Arrow arrays"):
        tl.geo.simplify(pa.array(shapely.to_wkb([GOOD])), 1, on_invalid="repair")
    with pytest.raises(TypeError, match="batch_size must be a whole number"):
        tl.geo.simplify_file(__file__, "none.fgb", 1, batch_size="a")


def test_paths_may_be_bytes_and_are_named(tmp_path):
    pytest.importorskip("pyogrio")
    gpd.GeoDataFrame(geometry=[GOOD]).to_file(tmp_path / "a.gpkg")
    source, target = (os.fsencode(tmp_path / name) for name in ("a.gpkg", "b.fgb"))
    assert tl.geo.simplify_file(source, target, 1) == 1
    assert len(gpd.read_file(tmp_path / "b.fgb")) == 1
    with pytest.raises(TypeError, match="^src must be a path, is NoneType"):
        tl.geo.simplify_file(None, target, 1)
    with pytest.raises(TypeError, match="^dst must be a path, is int"):
        tl.geo.simplify_file(source, 5, 1)


def test_places_of_files(tmp_path):
    pytest.importorskip("pyogrio")
    gpd.GeoDataFrame(geometry=[GOOD]).to_file(tmp_path / "a.gpkg")
    with pytest.raises(FileNotFoundError, match="there is no folder .*nodir, for dst"):
        tl.geo.simplify_file(tmp_path / "a.gpkg", tmp_path / "nodir" / "b.fgb", 1)
    with pytest.raises(tl.InvalidArgument, match="driver: must be given: .* for 'b.xyz'"):
        tl.geo.simplify_file(tmp_path / "a.gpkg", tmp_path / "b.xyz", 1)


def test_series_of_pandas_are_taken_for_geoseries():
    given = pd.Series([GOOD, None], index=[7, 3], name="roads")
    result = tl.geo.simplify(given, 1)
    assert type(result) is gpd.GeoSeries and result.index.tolist() == [7, 3] and result.name == "roads"
    assert result[7].equals_exact(LineString([(0, 0), (2, 0)])) and given[7] is GOOD
    assert type(tl.geo.simplify_levels(given, [1])[0]) is gpd.GeoSeries
    merged = pd.merge(pd.DataFrame({"k": [1]}), gpd.GeoDataFrame({"k": [1]}, geometry=[GOOD], crs=3857), on="k")
    assert tl.geo.simplify(merged["geometry"], 1).crs == 3857


def test_frames_of_pandas_must_be_geodataframes():
    merged = pd.merge(pd.DataFrame({"k": [1]}), gpd.GeoDataFrame({"k": [1]}, geometry=[GOOD]), on="k")
    with pytest.raises(TypeError, match=r"geopandas.GeoDataFrame\(obj, geometry='geometry'\)"):
        tl.geo.simplify(merged, 1)


def test_a_frame_without_an_active_column_says_so():
    with pytest.raises(AttributeError, match="active geometry column"):
        gpd.GeoDataFrame({"a": [1]}).thrustline.simplify(1)
    with pytest.raises(AttributeError, match="needs GeoPandas' GeoDataFrame"):
        pd.DataFrame({"a": [1]}).thrustline


def test_values_of_wkb_may_come_as_a_list():
    wkb = shapely.to_wkb(GOOD)
    for given in ([wkb, None], (wkb, None), np.array([wkb, None], object)):
        assert tl.geo.simplify_wkb(given, 1).to_pylist() == [shapely.to_wkb(LineString([(0, 0), (2, 0)])), None]


def test_arrays_of_null_come_back_as_they_are():
    nulls = pa.nulls(2)
    for given in (nulls, pa.nulls(0), pa.chunked_array([nulls, nulls]), pa.chunked_array([], pa.null())):
        for topology in (False, True):
            assert tl.geo.simplify_wkb(given, 1, topology=topology).equals(given)
            assert tl.geo.simplify(given, 1, topology=topology).equals(given)
        assert [level.equals(given) for level in tl.geo.simplify_levels(given, [1, 2])] == [True] * 2
    for empty in ([], [None, None], np.array([None])):
        assert tl.geo.simplify_wkb(empty, 1).equals(pa.nulls(len(empty)))
    table = pa.table([nulls], schema=pa.schema([pa.field("g", pa.null(), metadata=of_type("geoarrow.wkb"))]))
    assert tl.geo.simplify(table, 1).equals(table, check_metadata=True)
    for bad in ({"rings": "x"}, {"tolerance": [1, 2, 3]}, {"units": "km"}):
        with pytest.raises(tl.InvalidArgument, match=f"^{next(iter(bad))}: "):
            tl.geo.simplify_wkb(nulls, **{"tolerance": 1, **bad})


def test_files_of_nulls_stay_so(tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet")
    geo = b'{"version": "1.1.0", "primary_column": "g", "columns": {"g": {"encoding": "WKB", "geometry_types": []}}}'
    table = pa.table({"g": pa.nulls(3), "i": [1, 2, 3]}).replace_schema_metadata({b"geo": geo})
    parquet.write_table(table, tmp_path / "a.parquet")
    assert tl.geo.simplify_file(tmp_path / "a.parquet", tmp_path / "b.parquet", 1) == 3
    assert parquet.read_table(tmp_path / "b.parquet").equals(table)
    pytest.importorskip("pyogrio")
    assert tl.geo.simplify_file(tmp_path / "a.parquet", tmp_path / "b.gpkg", 1) == 3
    assert gpd.read_file(tmp_path / "b.gpkg").i.tolist() == [1, 2, 3]


def of_type(name):
    return {"ARROW:extension:name": name}


def test_other_columns_of_geoarrow_stay():
    fields = [pa.field("g", pa.binary(), metadata=of_type("geoarrow.wkb")), pa.field("t", pa.string(), metadata=of_type("geoarrow.wkt"))]
    table = pa.table([pa.array(shapely.to_wkb([GOOD])), pa.array(["POINT (1 1)"])], schema=pa.schema(fields))
    result = tl.geo.simplify(table, 1)
    assert shapely.from_wkb(result["g"][0].as_py()).equals_exact(LineString([(0, 0), (2, 0)]))
    assert result["t"].equals(table["t"]) and result.schema.equals(table.schema, check_metadata=True)
    with pytest.raises(tl.InvalidArgument, match="no column of geometries"):
        tl.geo.simplify(table.select(["t"]), 1)


def test_metadata_of_geoparquet_names_the_columns_of_a_table():
    table = pa.table({"g": pa.array(shapely.to_wkb([GOOD])), "other": pa.array([b"bytes"])})
    of_columns = '{"columns": {"g": {"encoding": "WKB", "crs": null}}}'
    result = tl.geo.simplify(table.replace_schema_metadata({"geo": of_columns}), 1)
    assert shapely.from_wkb(result["g"][0].as_py()).equals_exact(LineString([(0, 0), (2, 0)]))
    assert result["other"].equals(table["other"])
    for unreadable in ("no JSON", "[]"):
        with pytest.raises(tl.WkbError):
            tl.geo.simplify(table.replace_schema_metadata({"geo": unreadable}), 1)


@pytest.mark.parametrize("geometry", [shapely.Point(0, 0), None, shapely.LineString([(0, 0), (1, 1)])])
@pytest.mark.parametrize("tolerance", [-1, np.nan])
def test_tolerances_are_checked_whatever_the_geometries(geometry, tolerance):
    with pytest.raises(tl.InvalidArgument, match="^tolerance: must be >= 0, is (-1|nan)$"):
        tl.geo.simplify(geometry, tolerance)
    with pytest.raises(tl.InvalidArgument, match=r"^tolerance: tolerance\[1\] must be >= 0, is (-1|nan)$"):
        tl.geo.simplify([geometry, geometry], [1, tolerance])
