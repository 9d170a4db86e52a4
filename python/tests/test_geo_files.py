"""Files: what takes the place of what, what becomes of attributes, and what is an error."""

from __future__ import annotations

import json
import os
import signal
import threading
import warnings
import zipfile
from concurrent.futures import ThreadPoolExecutor
from typing import Optional

import numpy as np
import pytest

import thrustline as tl

shapely = pytest.importorskip("shapely")
gpd = pytest.importorskip("geopandas")
pyogrio = pytest.importorskip("pyogrio")
pd = pytest.importorskip("pandas")

pytestmark = pytest.mark.filterwarnings("ignore:.*(Measured|'crs' was not|will be written as|Non-conformant|HTTP response).*")

LINE = shapely.LineString([(0, 0), (1, 0.1), (2, 0)])
SHORT = shapely.LineString([(0, 0), (2, 0)])


@pytest.fixture
def frame():
    return gpd.GeoDataFrame({"i": range(6)}, geometry=[shapely.affinity.translate(LINE, 5 * k) for k in range(6)], crs=32633)


@pytest.fixture
def folder(tmp_path, monkeypatch, frame):
    """The current folder, with in.gpkg."""
    monkeypatch.chdir(tmp_path)
    frame.to_file("in.gpkg")
    return tmp_path


def contents(folder) -> dict[str, bytes]:
    return {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


# What takes the place of what


def test_shapefile_takes_the_place_of_all_its_files(folder, frame):
    frame.to_file("out.shp", SPATIAL_INDEX="YES")
    (folder / "out.shp.xml").write_text("of the old one")
    (folder / "out.other").write_text("of somebody else")
    (folder / "outer.prj").write_text("of another one")
    moved = frame.set_crs(None, allow_override=True)
    moved.assign(geometry=moved.translate(1000)).to_file("moved.gpkg")
    assert tl.geo.simplify_file("moved.gpkg", "out.shp", 0.5, overwrite=True) == 6
    assert sorted(p.name for p in folder.glob("out*")) == [
        "out.cpg", "out.dbf", "out.other", "out.shp", "out.shx", "outer.prj"
    ]
    result = gpd.read_file("out.shp")
    assert result.crs is None
    x = result.total_bounds
    assert len(gpd.read_file("out.shp", bbox=(x[0], x[1], x[0] + 4, x[3]))) == 1


@pytest.mark.parametrize("there", ["out.dbf", "out.PRJ", "out.shp"])
def test_no_file_of_a_shapefile_is_replaced_without_overwrite(folder, there):
    (folder / there).write_text("precious")
    before = contents(folder)
    with pytest.raises(FileExistsError, match=f"{there} exists: overwrite=True"):
        tl.geo.simplify_file("in.gpkg", "out.shp", 0.5)
    assert contents(folder) == before


def test_file_that_appears_meanwhile_is_kept(folder, monkeypatch):
    original = pyogrio.write_arrow

    def write(*arguments, **options):
        (folder / "out.gpkg").write_text("precious")
        return original(*arguments, **options)

    monkeypatch.setattr(pyogrio, "write_arrow", write)
    with pytest.raises(FileExistsError, match="out.gpkg"):
        tl.geo.simplify_file("in.gpkg", "out.gpkg", 0.5)
    assert (folder / "out.gpkg").read_text() == "precious"


def test_folder_of_a_gdb(folder):
    if "w" not in pyogrio.list_drivers().get("OpenFileGDB", ""):
        pytest.skip("GDAL writes no .gdb")
    for tolerance, points in ((0.01, 3), (0.5, 2)):
        tl.geo.simplify_file("in.gpkg", "out.gdb", tolerance, driver="OpenFileGDB", overwrite=True)
        assert shapely.get_num_coordinates(gpd.read_file("out.gdb").geometry).tolist() == [points] * 6
    before = contents(folder)
    with pytest.raises(FileExistsError):
        tl.geo.simplify_file("in.gpkg", "out.gdb", 0.5, driver="OpenFileGDB")
    with pytest.raises(ValueError):
        tl.geo.simplify_file("in.gpkg", "out.gdb", -1, driver="OpenFileGDB", overwrite=True)
    assert contents(folder) == before
    assert sorted(os.listdir()) == ["in.gpkg", "out.gdb"]


def test_other_folders_are_never_replaced(folder):
    (folder / "out").mkdir()
    (folder / "out" / "precious").write_text("x")
    for overwrite in (False, True):
        with pytest.raises(FileExistsError, match="out is a folder"):
            tl.geo.simplify_file("in.gpkg", "out", 0.5, driver="ESRI Shapefile", overwrite=overwrite)
    assert (folder / "out" / "precious").read_text() == "x"


@pytest.mark.parametrize("failing", range(8))
def test_all_files_are_as_before_if_one_cannot_be_moved(folder, frame, monkeypatch, failing):
    frame.to_file("out.shp")
    before = contents(folder)
    original = os.replace
    calls = []

    def replace(source, place):
        calls.append(place)
        if len(calls) == failing + 1:
            raise PermissionError("not here")
        original(source, place)

    monkeypatch.setattr(os, "replace", replace)
    with pytest.raises(PermissionError):
        tl.geo.simplify_file("in.gpkg", "out.shp", 0.5, overwrite=True)
    assert contents(folder) == before and sorted(os.listdir()) == sorted(before)


@pytest.mark.parametrize("suffix", ["gpkg", "parquet"])
def test_interrupt_reaches_the_caller(folder, frame, monkeypatch, suffix):
    from thrustline.geo import _lines

    frame.to_parquet("in.parquet")
    (folder / f"out.{suffix}").write_text("old")

    def interrupt(*arguments, **options):
        raise KeyboardInterrupt

    monkeypatch.setattr(_lines, "simplify_mask", interrupt)
    with pytest.raises(KeyboardInterrupt):
        tl.geo.simplify_file(f"in.{suffix}", f"out.{suffix}", 0.5, overwrite=True)
    assert (folder / f"out.{suffix}").read_text() == "old"
    assert sorted(os.listdir()) == sorted(["in.gpkg", "in.parquet", f"out.{suffix}"])


@pytest.mark.skipif(os.name != "posix", reason="other systems have other permissions")
@pytest.mark.parametrize("suffix", ["gpkg", "shp", "parquet"])
def test_permissions_stay(folder, suffix):
    tl.geo.simplify_file("in.gpkg", f"out.{suffix}", 0.5)
    (folder / f"out.{suffix}").chmod(0o640)
    before = {p.name: p.stat().st_mode for p in folder.glob("out.*")}
    tl.geo.simplify_file("in.gpkg", f"out.{suffix}", 0.1, overwrite=True)
    assert {p.name: p.stat().st_mode for p in folder.glob("out.*")} == before


@pytest.mark.parametrize("suffix", ["geojson", "parquet"])
def test_names_may_be_as_long_as_the_system_takes_them(folder, suffix):
    name = "x" * (254 - len(suffix)) + f".{suffix}"
    assert tl.geo.simplify_file("in.gpkg", name, 0.5) == 6
    assert sorted(os.listdir()) == ["in.gpkg", name]


@pytest.mark.parametrize("name", ["overwrite", "progress"])
@pytest.mark.parametrize("value", ["False", "", 2, 0.0])
def test_words_are_no_flags(folder, name, value):
    before = contents(folder)
    with pytest.raises(TypeError, match=f"^{name} must be True or False, is {value!r}"):
        tl.geo.simplify_file("in.gpkg", "in.gpkg", 0.5, **{name: value})
    assert contents(folder) == before


def test_flags_of_numpy_are_flags(folder):
    tl.geo.simplify_file("in.gpkg", "out.gpkg", 0.5)
    assert tl.geo.simplify_file("in.gpkg", "out.gpkg", 0.5, overwrite=np.bool_(True), progress=np.bool_(False)) == 6


@pytest.mark.parametrize("progress, on_terminal, is_shown", [
    (True, False, True), (None, True, True), (None, False, False), (False, True, False),
])
def test_a_bar_of_progress_goes_to_a_terminal_or_where_it_is_asked_for(
    folder, capsys, monkeypatch, progress, on_terminal, is_shown
):
    pytest.importorskip("tqdm")
    monkeypatch.setattr("sys.stderr.isatty", lambda: on_terminal, raising=False)
    tl.geo.simplify_file("in.gpkg", "out.gpkg", 0.5, progress=progress)
    shown = capsys.readouterr().err
    assert ("in.gpkg: 100%" in shown and "6/6" in shown) if is_shown else shown == ""


# Attributes


@pytest.mark.parametrize("source", ["in.gpkg", "in.geojson", "in.fgb"])
@pytest.mark.parametrize("target", ["out.gpkg", "out.geojson", "out.fgb"])
def test_attributes_of_any_name_stay(folder, frame, source, target):
    names = ["ogc_fid", "wkb_geometry", "wkb_geometry_", "geometry_"]
    frame.assign(**{name: [f"{name}{i}" for i in range(6)] for name in names}).to_file(source)
    assert tl.geo.simplify_file(source, target, 0.5, batch_size=4) == 6
    before, after = (gpd.read_file(path).sort_values("i", ignore_index=True) for path in (source, target))
    without = [pd.DataFrame(f.drop(columns="geometry")) for f in (before, after)]
    pd.testing.assert_frame_equal(*without, check_dtype=False)  # GeoJSON has but one type of integers
    assert shapely.get_num_coordinates(after.geometry).tolist() == [2] * 6


@pytest.mark.parametrize("values", [range(7, 13), list("uvwxyz")])
def test_attribute_named_as_ids(folder, frame, values):
    frame.assign(OGC_FID=values).to_file("ids.gpkg")
    tl.geo.simplify_file("ids.gpkg", "out.gpkg", 0.5)
    assert gpd.read_file("out.gpkg")["OGC_FID"].tolist() == list(values)
    for suffix in ("shp", "geojson", "fgb"):
        with pytest.warns(UserWarning, match="OGC_FID is written as ogc_fid") as warned:
            tl.geo.simplify_file("ids.gpkg", f"out.{suffix}", 0.5)
        assert warned[0].filename == __file__
        result = gpd.read_file(f"out.{suffix}").sort_values("i")
        assert list(result.columns) == ["i", "ogc_fid", "geometry"] and result["ogc_fid"].tolist() == list(values)


@pytest.mark.parametrize("source", ["in.gpkg", "in.geojson", "in.fgb"])
@pytest.mark.parametrize("target", ["out.gpkg", "out.geojson", "out.fgb"])
def test_times_keep_their_offsets(folder, frame, source, target):
    from thrustline.geo._gdal import _times_as_text

    if not _times_as_text():
        pytest.skip("pyogrio or GDAL cannot hand over times as text")
    local = pd.DatetimeIndex(np.array(["2026-01-02T03:04:05.678", "2026-07-02T03:04:05"] * 3, "M8[ms]"))
    frame.assign(local=local, there=local.tz_localize("Europe/Berlin")).to_file(source)
    tl.geo.simplify_file(source, target, 0.5)
    read = {path: pyogrio.read_dataframe(path, datetime_as_string=True).sort_values("i") for path in (source, target)}
    for name in ("local", "there"):
        before, after = (read[path][name].tolist() for path in (source, target))
        assert before == after and before[0].startswith("2026-01-02T03:04:05.678")
        assert before[0].endswith("+01:00") == (name == "there")
    assert pyogrio.read_info(target)["ogr_types"][1:] == ["OFTDateTime"] * 2


def test_layer_without_geometries_is_named(folder):
    pyogrio.write_dataframe(pd.DataFrame({"n": [1, 2]}), "table.gpkg")
    with pytest.raises(tl.InvalidArgument, match="^src: .*no geometries"):
        tl.geo.simplify_file("table.gpkg", "out.gpkg", 0.5)


# Tolerances and bad values


@pytest.mark.parametrize("suffix", ["gpkg", "parquet"])
@pytest.mark.parametrize("count", [0, 3, 5, 7, 9])
def test_one_tolerance_for_each_feature(folder, frame, suffix, count):
    frame.to_parquet("in.parquet")
    before = sorted(os.listdir())
    with pytest.raises(tl.InvalidArgument, match=f"^tolerance: must be a number or one for each .*, has {count}"):
        tl.geo.simplify_file(f"in.{suffix}", f"out.{suffix}", [0.5] * count, batch_size=4)
    assert sorted(os.listdir()) == before
    assert tl.geo.simplify_file(f"in.{suffix}", f"out.{suffix}", [0.5] * 6, batch_size=4) == 6


def test_bad_value_is_counted_in_the_file(folder, frame):
    pa = pytest.importorskip("pyarrow")
    pq = pytest.importorskip("pyarrow.parquet")
    frame.to_parquet("in.parquet")
    table = pq.read_table("in.parquet")
    wkb = table.column("geometry").to_pylist()
    wkb[5] = wkb[5][:20]
    bad = table.set_column(1, "geometry", pa.array(wkb))
    pq.write_table(bad.replace_schema_metadata(table.schema.metadata), "bad.parquet")
    with pytest.raises(tl.WkbError, match="value 5, byte 5") as raised:
        tl.geo.simplify_file("bad.parquet", "out.parquet", 0.5, batch_size=2)
    assert raised.value.value == 5


# GeoParquet


@pytest.fixture
def geoparquet(folder, frame):
    """A table of GeoParquet, and its metadata."""
    pq = pytest.importorskip("pyarrow.parquet")
    frame.to_parquet("in.parquet", write_covering_bbox=True)
    table = pq.read_table("in.parquet")
    return table, table.schema.metadata[b"geo"]


def test_metadata_of_the_file_are_read(geoparquet, frame):
    polars = pytest.importorskip("polars")
    pq = pytest.importorskip("pyarrow.parquet")
    table, geo = geoparquet
    polars.from_arrow(table).write_parquet("polars.parquet", metadata={"geo": geo.decode(), "more": "yes"})
    if b"geo" in (pq.ParquetFile("polars.parquet").schema_arrow.metadata or {}):
        pytest.skip("pyarrow finds them in the schema")
    assert tl.geo.simplify_file("polars.parquet", "out.parquet", 0.5) == 6
    result = gpd.read_parquet("out.parquet")
    assert result.geometry.equals(tl.geo.simplify(frame.geometry, 0.5)) and result.crs == frame.crs
    assert pq.read_metadata("out.parquet").metadata[b"more"] == b"yes"


def test_binary_view_column(geoparquet, frame):
    pa = pytest.importorskip("pyarrow")
    pq = pytest.importorskip("pyarrow.parquet")
    table, _ = geoparquet
    i = table.schema.get_field_index("geometry")
    view = table.set_column(i, "geometry", table.column(i).cast(pa.binary_view()))
    pq.write_table(view.replace_schema_metadata(table.schema.metadata), "view.parquet")
    assert pq.read_schema("view.parquet").field("geometry").type == pa.binary_view()
    assert tl.geo.simplify_file("view.parquet", "out.parquet", 0.5) == 6
    result = gpd.read_parquet("out.parquet")
    assert result.geometry.equals(tl.geo.simplify(frame.geometry, 0.5))
    boxes = pq.read_table("out.parquet").column("bbox").to_pylist()
    assert [(b["xmin"], b["ymin"], b["xmax"], b["ymax"]) for b in boxes] == [g.bounds for g in result.geometry]


def test_column_that_is_missing_is_named(geoparquet):
    pq = pytest.importorskip("pyarrow.parquet")
    table, _ = geoparquet
    pq.write_table(table.drop_columns(["geometry"]), "without.parquet")
    with pytest.raises(tl.InvalidArgument, match="^src: has no column 'geometry'"):
        tl.geo.simplify_file("without.parquet", "out.parquet", 0.5)


@pytest.mark.parametrize(
    "geo", ["no JSON", "[]", "{}", '{"columns": {}}', '{"columns": {"geometry": {}}}', '{"columns": {"geometry": 1}}']
)
def test_bad_metadata(geoparquet, geo):
    pq = pytest.importorskip("pyarrow.parquet")
    pq.write_table(geoparquet[0].replace_schema_metadata({"geo": geo}), "bad.parquet")
    with pytest.raises(tl.InvalidArgument, match="^src: has metadata of GeoParquet that cannot be read"):
        tl.geo.simplify_file("bad.parquet", "out.parquet", 0.5)


def test_options_that_parquet_has_not_are_named(geoparquet):
    with pytest.raises(TypeError, match="^creation: options of pyarrow's ParquetWriter are expected: .*'unit'"):
        tl.geo.simplify_file("in.parquet", "out.parquet", 0.5, unit="m")


def test_the_driver_of_parquet_is_taken(geoparquet):
    for source in ("in.parquet", "in.gpkg"):
        assert tl.geo.simplify_file(source, "out.parquet", 0.5, driver="Parquet", overwrite=True) == 6
        with pytest.raises(tl.InvalidArgument, match="^driver: must be 'Parquet' for 'out.parquet', is 'GPKG'"):
            tl.geo.simplify_file(source, "out.parquet", 0.5, driver="GPKG", overwrite=True)


def test_files_are_closed(geoparquet, monkeypatch):
    pq = pytest.importorskip("pyarrow.parquet")
    pq.write_table(geoparquet[0].replace_schema_metadata(), "bad.parquet")
    opened = []
    original = pq.ParquetFile
    monkeypatch.setattr(pq, "ParquetFile", lambda *a, **options: (opened.append(original(*a, **options)), opened[-1])[1])
    for target in ("out.parquet", "out.gpkg"):
        tl.geo.simplify_file("in.parquet", target, 0.5)
        for source, tolerance in (("in.parquet", -1), ("bad.parquet", 1)):
            with pytest.raises(tl.InvalidArgument):
                tl.geo.simplify_file(source, target, tolerance, overwrite=True)
    assert [file.closed for file in opened] == [True] * 6


def test_other_columns_of_geometries_stay(folder, frame):
    frame["lonlat"] = frame.geometry.to_crs(4326)
    frame.to_parquet("in.parquet")
    for options in ({}, {"units": "m", "overwrite": True}, {"topology": True, "overwrite": True}):
        tl.geo.simplify_file("in.parquet", "out.parquet", 0.5, **options)
        result = gpd.read_parquet("out.parquet")
        assert result.lonlat.equals(frame.lonlat)
        assert (result.geometry.count_coordinates() == 2).all()


def test_the_orientation_of_rings_is_told_no_more(geoparquet):
    pq = pytest.importorskip("pyarrow.parquet")
    table, geo = geoparquet
    told = json.loads(geo)
    told["columns"]["geometry"]["orientation"] = "counterclockwise"
    pq.write_table(table.replace_schema_metadata({"geo": json.dumps(told)}), "told.parquet")
    tl.geo.simplify_file("told.parquet", "out.parquet", 0.5)
    assert "orientation" not in metadata_of("out.parquet")["columns"]["geometry"]


# Types of geometries


def test_null_in_flatgeobuf(folder):
    lines = gpd.GeoSeries([LINE, None, LINE] * 2, crs=32633)
    gpd.GeoDataFrame({"a": range(6)}, geometry=lines).to_file("null.fgb", SPATIAL_INDEX="NO")
    for options, kept in (({}, range(6)), ({"where": "a = 1"}, [1]), ({"where": "a > 0"}, range(1, 6)),
                          ({"topology": True, "batch_size": 3}, range(6))):
        assert tl.geo.simplify_file("null.fgb", "out.gpkg", 0.5, overwrite=True, **options) == len(kept)
        result = gpd.read_file("out.gpkg")
        assert result.a.tolist() == list(kept)
        assert [g and g.wkt for g in result.geometry] == [SHORT.wkt if k % 3 != 1 else None for k in kept]
    assert pyogrio.get_gdal_config_option("OGR_FLATGEOBUF_STREAM_BASE_IMPL") is None


def test_null_in_flatgeobuf_in_several_threads(folder):
    gpd.GeoSeries([LINE, None, LINE] * 50, crs=32633).to_file("null.fgb", SPATIAL_INDEX="NO")
    with ThreadPoolExecutor(4) as pool:
        counts = pool.map(lambda k: tl.geo.simplify_file("null.fgb", f"out{k}.gpkg", 0.5, batch_size=3), range(12))
    assert list(counts) == [150] * 12
    assert pyogrio.get_gdal_config_option("OGR_FLATGEOBUF_STREAM_BASE_IMPL") is None


@pytest.mark.parametrize("target", ["out.gpkg", "out.fgb", "out.gml", "out.geojson", "out.shp"])
def test_parts_of_shapefiles(folder, target):
    parts = shapely.MultiPolygon([shapely.box(0, 0, 1, 1), shapely.box(3, 3, 4, 4)])
    lines = shapely.MultiLineString([LINE, shapely.affinity.translate(LINE, 9)])
    for given in ([parts, shapely.box(0, 0, 1, 1)], [shapely.box(0, 0, 1, 1), parts], [LINE, lines]):
        gpd.GeoSeries(given, crs=32633).to_file("parts.shp")
        assert tl.geo.simplify_file("parts.shp", target, 0.5, overwrite=True) == 2
        result = gpd.read_file(target).geometry
        assert sorted(result.length) == pytest.approx(sorted(tl.geo.simplify(gpd.GeoSeries(given), 0.5).length))


def write_wkb(path: str, geometries: list, flavor: str = "iso", **options) -> None:
    """A layer with M, or of curves, which geopandas does not write."""
    pa = pytest.importorskip("pyarrow")
    wkb = [g if isinstance(g, bytes) else shapely.to_wkb(g, output_dimension=4, flavor=flavor) for g in geometries]
    field = pa.field("geom", pa.binary(), metadata={"ARROW:extension:name": "ogc.wkb"})
    table = pa.Table.from_arrays([pa.array(wkb)], schema=pa.schema([field]))
    pyogrio.write_arrow(table, path, geometry_name="geom", crs="EPSG:32633", **options)


def wkt_of(path: str) -> list[Optional[str]]:
    with pyogrio.open_arrow(path, use_pyarrow=True) as (meta, reader):
        table = reader.read_all()
        return [v and shapely.from_wkb(v).wkt for v in table.column(meta["geometry_name"] or "wkb_geometry").to_pylist()]


@pytest.mark.skipif(shapely.geos_version < (3, 12, 0), reason="GEOS before 3.12 knows no M")
@pytest.mark.parametrize("suffix", ["gpkg", "fgb", "shp"])
@pytest.mark.parametrize("dimensions", ["M", "ZM"])
def test_m_stays(folder, suffix, dimensions):
    numbers = {"M": "5", "ZM": "1 5"}[dimensions]
    line = shapely.from_wkt(f"LINESTRING {dimensions} (0 0 {numbers}, 1 0.1 {numbers}, 2 0 {numbers})")
    type = "Measured 3D LineString" if dimensions == "ZM" else "Measured LineString"
    write_wkb("m.gpkg", [line, line], driver="GPKG", geometry_type=type)
    assert tl.geo.simplify_file("m.gpkg", f"out.{suffix}", 0.5) == 2
    assert wkt_of(f"out.{suffix}") == [f"LINESTRING {dimensions} (0 0 {numbers}, 2 0 {numbers})"] * 2


POINTS_OF_ARC = np.array([[0.0, 0], [1, 1], [2, 0]])
ARC = b"\x01" + np.uint32(8).tobytes() + np.uint32(3).tobytes() + POINTS_OF_ARC.tobytes()  # a circular string


def test_curves_stay_in_a_layer_that_may_have_them(folder):
    write_wkb("curve.gpkg", [ARC], driver="GPKG", geometry_type="Unknown")
    type_in_geopackage("curve.gpkg", "CIRCULARSTRING")
    assert tl.geo.simplify_file("curve.gpkg", "out.gpkg", 0.5) == 1
    assert type_in_geopackage("out.gpkg") == "GEOMETRY"


def type_in_geopackage(path: str, name: str = "") -> str:
    """The type that a GeoPackage declares for its layer. name: it is declared anew."""
    import sqlite3

    with sqlite3.connect(path) as database:
        if name:
            database.execute("UPDATE gpkg_geometry_columns SET geometry_type_name = ?", (name,))
        (found,) = database.execute("SELECT geometry_type_name FROM gpkg_geometry_columns").fetchone()
    database.close()
    return str(found)


@pytest.mark.filterwarnings("ignore:.*(not consistent|not normally allowed)")
@pytest.mark.parametrize("batch_size", [1, 2, 65536])
@pytest.mark.parametrize("suffix", ["gpkg", "fgb"])
@pytest.mark.parametrize("declared", ["CURVE", "COMPOUNDCURVE"])
def test_a_curve_in_any_batch_gives_the_layer_any_type(folder, batch_size, suffix, declared):
    write_wkb("curve.gpkg", [LINE] * 5 + [ARC], driver="GPKG", geometry_type="LineString")
    assert type_in_geopackage("curve.gpkg", declared) == declared
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        assert tl.geo.simplify_file("curve.gpkg", f"out.{suffix}", 0.5, batch_size=batch_size) == 6
    assert not [w for w in warned if "A geometry of type" in str(w.message)]
    assert sorted(os.listdir()) == ["curve.gpkg", "in.gpkg", f"out.{suffix}"]
    with pyogrio.open_arrow(f"out.{suffix}", use_pyarrow=True) as (meta, reader):
        assert meta["geometry_type"] == "Unknown"
        wkb = reader.read_all().column(meta["geometry_name"] or "wkb_geometry").to_pylist()
    assert sorted(map(len, wkb)) == [41] * 5 + [57] and ARC in wkb
    if suffix == "gpkg":
        assert type_in_geopackage("out.gpkg") == "GEOMETRY"


@pytest.mark.skipif(shapely.geos_version < (3, 12, 0), reason="GEOS before 3.12 knows no M")
@pytest.mark.parametrize("suffix", ["gpkg", "fgb"])
def test_m_after_the_first_batch_stays(folder, suffix):
    with_m = "LINESTRING M (0 0 5, 1 0.1 5, 2 0 5)"
    write_wkb("m.gpkg", [None, None, shapely.from_wkt(with_m)], driver="GPKG", geometry_type="Measured LineString")
    creation = {"SPATIAL_INDEX": "NO"} if suffix == "fgb" else {}  # which takes no null
    assert tl.geo.simplify_file("m.gpkg", f"out.{suffix}", 0.5, batch_size=2, **creation) == 3
    assert wkt_of(f"out.{suffix}")[2] == "LINESTRING M (0 0 5, 2 0 5)"


def test_the_type_of_the_layer_can_be_given(folder):
    tl.geo.simplify_file("in.gpkg", "out.gpkg", 0.5, geometry_type="Unknown")
    assert pyogrio.read_info("out.gpkg")["geometry_type"] == "Unknown"
    tl.geo.simplify_file("in.gpkg", "out.gpkg", 0.5, overwrite=True)
    assert pyogrio.read_info("out.gpkg")["geometry_type"] == "LineString"
    for name in ("append", "crs", "geometry_name"):
        with pytest.raises(tl.InvalidArgument, match=f"^{name}: cannot be given"):
            tl.geo.simplify_file("in.gpkg", "out.gpkg", 0.5, overwrite=True, **{name: True})


# Warnings


def test_calls_of_several_threads_leave_the_filters_of_warnings_as_they_are(folder):
    before = list(warnings.filters)
    with ThreadPoolExecutor(4) as pool:
        counts = list(pool.map(lambda k: tl.geo.simplify_file("in.gpkg", f"out{k}.gpkg", 0.5), range(40)))
    assert counts == [6] * 40
    assert list(warnings.filters) == before


def test_a_choice_of_layers_is_warned_of_once(folder, frame):
    frame.to_file("two.gpkg", layer="a")
    frame.to_file("two.gpkg", layer="b")
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        tl.geo.simplify_file("two.gpkg", "out.gpkg", 0.5)
    assert [str(w.message)[:19] for w in warned] == ["More than one layer"]


# Interrupts


@pytest.fixture
def interruptible():
    """SIGINT interrupts, also in a process that a shell has started in the background, where it is ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.parametrize("suffix", ["gpkg", "parquet"])
def test_an_interrupt_after_the_last_batch_leaves_the_file_as_it_was(folder, frame, suffix, monkeypatch, interruptible):
    from thrustline.geo import _parquet

    frame.to_parquet("in.parquet")
    owner, name = (pyogrio, "write_arrow") if suffix == "gpkg" else (_parquet.GeoParquetWriter, "finish")
    original = getattr(owner, name)

    def finish(*arguments, **options):
        original(*arguments, **options)
        os.kill(os.getpid(), signal.SIGINT)

    monkeypatch.setattr(owner, name, finish)
    (folder / f"out.{suffix}").write_text("old")
    before = contents(folder)
    with pytest.raises(KeyboardInterrupt):
        tl.geo.simplify_file(f"in.{suffix}", f"out.{suffix}", 0.5, overwrite=True)
    assert contents(folder) == before


@pytest.mark.parametrize("suffix", ["gpkg", "parquet"])
def test_an_interrupt_is_one_whenever_it_comes(folder, frame, suffix, interruptible):
    many = pd.concat([frame] * 2000)
    many.to_file("large.gpkg") if suffix == "gpkg" else many.to_parquet("large.parquet")
    interrupted = 0
    for k in range(20):
        timer = threading.Timer(0.008 * k, lambda: os.kill(os.getpid(), signal.SIGINT))
        is_over = False
        try:
            timer.start()
            tl.geo.simplify_file(f"large.{suffix}", f"out.{suffix}", 0.5, batch_size=50, overwrite=True)
            is_over = True
            timer.join()
        except KeyboardInterrupt:
            interrupted += not is_over
        assert {p.name for p in folder.iterdir()} <= {"in.gpkg", f"large.{suffix}", f"out.{suffix}"}
        assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    assert interrupted > 3


# Formats and places


@pytest.mark.parametrize(
    "target, options, empty",
    [("out.gpkg", {}, True), ("out.geojson", {}, True), ("out.shp", {}, False), ("out.fgb", {"SPATIAL_INDEX": "NO"}, False)],
)
def test_polygons_that_collapse(folder, target, options, empty):
    small = shapely.Polygon([(0, 0), (1, 0), (1, 1)])
    gpd.GeoDataFrame(geometry=[small, shapely.box(0, 0, 90, 90)], crs=32633).to_file("polygons.gpkg")
    assert tl.geo.simplify_file("polygons.gpkg", target, 3, collapse="drop", **options) == 2
    first, second = gpd.read_file(target).geometry
    assert (first is not None and first.is_empty) if empty else first is None
    assert second.equals(shapely.box(0, 0, 90, 90))


def test_paths_of_gdal(folder, frame):
    frame.to_file("a.shp")
    with zipfile.ZipFile("a.zip", "w") as archive:
        for path in folder.glob("a.*"):
            if path.suffix != ".zip":
                archive.write(path, path.name)
    for i, source in enumerate(["zip://a.zip!a.shp", "zip://a.zip", "/vsizip/a.zip/a.shp"]):
        assert tl.geo.simplify_file(source, f"out{i}.gpkg", 0.5) == 6
    with pytest.raises(pyogrio.errors.DataSourceError):  # by GDAL, not for a file that is missing
        tl.geo.simplify_file("http://127.0.0.1:9/x.geojson", "out.gpkg", 0.5)
    with pytest.raises(FileNotFoundError, match="none.gpkg"):
        tl.geo.simplify_file("none.gpkg", "out.gpkg", 0.5)


def test_a_link_stays_and_leads_to_the_result(folder, frame):
    (folder / "real").mkdir()
    frame.to_file("real/out.fgb")
    (folder / "out.fgb").symlink_to(folder / "real" / "out.fgb")
    assert tl.geo.simplify_file("in.gpkg", "out.fgb", 0.5, overwrite=True) == 6
    assert (folder / "out.fgb").is_symlink()
    assert (shapely.get_num_coordinates(gpd.read_file("real/out.fgb").geometry) == 2).all()


def test_boxes_that_columns_share_are_those_of_the_primary_one(folder):
    frame = gpd.GeoDataFrame({"a": [1]}, geometry=[LINE], crs=4326)
    frame["centre"] = gpd.GeoSeries([shapely.Point(1e6, 5e6)], crs=3857)
    frame["border"] = gpd.GeoSeries([shapely.affinity.translate(LINE, 1e6, 5e6)], crs=3857)
    frame.to_parquet("in.parquet", write_covering_bbox=True)
    tl.geo.simplify_file("in.parquet", "out.parquet", 0.5)
    assert len(gpd.read_parquet("out.parquet", bbox=(-1, -1, 3, 1))) == 1
    assert pd.read_parquet("out.parquet")["bbox"][0] == {"xmin": 0.0, "ymin": 0.0, "xmax": 2.0, "ymax": 0.0}


@pytest.mark.parametrize("encoding", ["WKB", "geoarrow"])
def test_boxes_are_those_of_the_result(folder, frame, encoding):
    frame.to_parquet("in.parquet", write_covering_bbox=True, geometry_encoding=encoding)
    tl.geo.simplify_file("in.parquet", "out.parquet", 0.5)
    boxes = pd.read_parquet("out.parquet")["bbox"]
    assert [b["ymax"] for b in boxes] == [0.0] * 6 and [b["xmin"] for b in boxes] == [5.0 * k for k in range(6)]
    assert metadata_of("out.parquet")["columns"]["geometry"]["bbox"] == [0.0, 0.0, 27.0, 0.0]


def test_readers_of_the_file_and_of_arrow_find_the_same_metadata(folder, frame):
    parquet = pytest.importorskip("pyarrow.parquet")
    table = pytest.importorskip("pyarrow").table(frame.assign(word=pd.Categorical(list("abcabc"))).to_arrow())
    geo = {"version": "1.1.0", "primary_column": "geometry", "columns": {"geometry": {"encoding": "WKB", "bbox": [0, 0, 27, 1]}}}
    table = table.replace_schema_metadata({"geo": json.dumps(geo), "maker": "test"})
    parquet.write_table(table, "in.parquet")
    for creation in ({}, {"store_schema": False, "overwrite": True}):
        tl.geo.simplify_file("in.parquet", "out.parquet", 0.5, **creation)
        file = parquet.ParquetFile("out.parquet")
        assert file.metadata.metadata[b"geo"] == file.schema_arrow.metadata[b"geo"]
        assert metadata_of("out.parquet")["columns"]["geometry"]["bbox"] == [0.0, 0.0, 27.0, 0.0]
        assert file.schema_arrow.metadata[b"maker"] == b"test"
        given = parquet.read_schema("in.parquet")
        same_types = file.schema_arrow.field("word").type == given.field("word").type
        assert same_types == (not creation)  # Parquet alone knows no dictionaries


def test_points_in_geoarrow_keep_their_boxes(folder):
    points = gpd.GeoDataFrame(geometry=[shapely.Point(1, 2), shapely.Point(3, 4)], crs=32633)
    points.to_parquet("in.parquet", write_covering_bbox=True, geometry_encoding="geoarrow")
    tl.geo.simplify_file("in.parquet", "out.parquet", 0.5)
    assert metadata_of("out.parquet") == metadata_of("in.parquet")
    assert pd.read_parquet("out.parquet")["bbox"].equals(pd.read_parquet("in.parquet")["bbox"])


def test_the_version_says_which_types_are_written(folder, frame):
    parquet = pytest.importorskip("pyarrow.parquet")
    frame.to_parquet("in.parquet")
    table = parquet.read_table("in.parquet")
    geo = {**metadata_of("in.parquet"), "version": "2.0.0"}
    parquet.write_table(table.replace_schema_metadata({"geo": json.dumps(geo)}), "two.parquet")
    tl.geo.simplify_file("two.parquet", "out.parquet", 0.5)
    has_types = "geometry" in str(parquet.ParquetFile("out.parquet").schema.column(1).logical_type).lower()
    assert metadata_of("out.parquet")["version"] == ("2.0.0" if has_types else "1.1.0")


def metadata_of(path):
    return json.loads(pytest.importorskip("pyarrow.parquet").read_schema(path).metadata[b"geo"])
