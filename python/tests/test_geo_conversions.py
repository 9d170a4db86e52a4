"""simplify_file from formats of GDAL to GeoParquet, and from GeoParquet to them."""

from __future__ import annotations

import json

import numpy as np
import pytest

import thrustline as tl

shapely = pytest.importorskip("shapely")
gpd = pytest.importorskip("geopandas")
pyogrio = pytest.importorskip("pyogrio")
pd = pytest.importorskip("pandas")
pa = pytest.importorskip("pyarrow")
pq = pytest.importorskip("pyarrow.parquet")

from wkb_type import WkbType  # noqa: E402

pytestmark = pytest.mark.filterwarnings("ignore:.*(Measured|'crs' was not|successfully parsed|the CRS is geographic).*")

FORMATS = ["gpkg", "fgb", "geojson", "shp"]


@pytest.fixture
def frame():
    lines = [shapely.affinity.translate(shapely.LineString([(0, 0), (1, 0.1), (2, 0)]), 5 * k) for k in range(6)]
    return gpd.GeoDataFrame({"i": range(6), "s": ["a", None, "ä", "", "b", "c"]}, geometry=lines, crs=32633)


@pytest.fixture
def folder(tmp_path, monkeypatch, frame):
    """The current folder, with the frame in all formats."""
    monkeypatch.chdir(tmp_path)
    frame.to_parquet("in.parquet")
    for suffix in FORMATS:
        frame.to_file(f"in.{suffix}")
    return tmp_path


def metadata_of(path) -> dict:
    return json.loads(pq.read_metadata(path).metadata[b"geo"])


def by_i(frame):
    return frame.sort_values("i", ignore_index=True)


@pytest.mark.parametrize("suffix", FORMATS)
@pytest.mark.parametrize("options", [{}, {"batch_size": 4}, {"topology": True, "batch_size": 2}])
def test_to_geoparquet(folder, frame, suffix, options):
    assert tl.geo.simplify_file(f"in.{suffix}", "out.parquet", 0.5, **options) == 6
    result = by_i(gpd.read_parquet("out.parquet"))
    assert result.geometry.geom_equals_exact(tl.geo.simplify(frame.geometry, 0.5), 0).all()
    assert result.crs == frame.crs and result.i.tolist() == list(range(6))
    assert [s or None for s in result.s.astype(object).where(result.s.notna(), None)] == ["a", None, "ä", None, "b", "c"]
    geo = metadata_of("out.parquet")
    name = {"gpkg": "geom"}.get(suffix, "geometry")
    column = geo["columns"][name]
    assert geo["primary_column"] == name and geo["version"] == "1.1.0" and column["encoding"] == "WKB"
    assert column["geometry_types"] == ["LineString"] and column["bbox"] == result.total_bounds.tolist()
    groups = pq.read_metadata("out.parquet").num_row_groups
    assert groups == -(-6 // options.get("batch_size", 6))


@pytest.mark.parametrize("suffix", FORMATS)
@pytest.mark.parametrize("encoding", ["WKB", "geoarrow"])
@pytest.mark.parametrize("options", [{}, {"batch_size": 4}, {"topology": True, "batch_size": 2}])
def test_from_geoparquet(folder, frame, suffix, encoding, options):
    frame.to_parquet("boxes.parquet", geometry_encoding=encoding, write_covering_bbox=True)
    assert tl.geo.simplify_file("boxes.parquet", f"out.{suffix}", 0.5, **options) == 6
    result = by_i(gpd.read_file(f"out.{suffix}"))
    assert result.geometry.geom_equals_exact(tl.geo.simplify(frame.geometry, 0.5), 0).all()
    assert result.crs == frame.crs and list(result.columns) == ["i", "s", "geometry"]
    assert pyogrio.read_info(f"out.{suffix}")["geometry_type"] == "LineString"


def test_where_and_layer_are_for_gdal(folder, frame):
    assert tl.geo.simplify_file("in.gpkg", "out.parquet", 0.5, layer="in", where="i > 3") == 2
    assert gpd.read_parquet("out.parquet").i.tolist() == [4, 5]
    for name in ("layer", "where"):
        with pytest.raises(tl.InvalidArgument, match=f"^{name}: is not for GeoParquet"):
            tl.geo.simplify_file("in.parquet", "out.gpkg", 0.5, **{name: "i"})
    with pytest.raises(tl.InvalidArgument, match="^driver: must be 'Parquet' for 'out.parquet', is 'GPKG'"):
        tl.geo.simplify_file("in.gpkg", "out.parquet", 0.5, driver="GPKG", overwrite=True)


def test_options_of_the_output_format(folder):
    tl.geo.simplify_file("in.gpkg", "out.parquet", 0.5, compression="snappy")
    assert pq.read_metadata("out.parquet").row_group(0).column(0).compression == "SNAPPY"
    with pytest.raises(TypeError, match="^creation: options of pyarrow's ParquetWriter"):
        tl.geo.simplify_file("in.gpkg", "other.parquet", 0.5, SPATIAL_INDEX="NO")
    tl.geo.simplify_file("in.parquet", "out.fgb", 0.5, SPATIAL_INDEX="NO")
    with pytest.raises(tl.InvalidArgument, match="^crs: cannot be given"):
        tl.geo.simplify_file("in.parquet", "out.gpkg", 0.5, crs="EPSG:4326")


def test_metres_follow_the_crs(folder, frame):
    lonlat = frame.to_crs(4326)
    lonlat.to_file("lonlat.gpkg")
    lonlat.to_parquet("lonlat.parquet")
    expected = tl.geo.simplify(lonlat.geometry, 0.5, units="m")
    tl.geo.simplify_file("lonlat.gpkg", "out.parquet", 0.5, units="m")
    tl.geo.simplify_file("lonlat.parquet", "out.gpkg", 0.5, units="m")
    assert gpd.read_parquet("out.parquet").geometry.geom_equals_exact(expected, 0).all()
    assert gpd.read_file("out.gpkg").geometry.geom_equals_exact(expected, 0).all()
    frame.set_crs(None, allow_override=True).to_parquet("without.parquet")
    with pytest.raises(tl.InvalidArgument, match="^units: 'm' needs a CRS"):
        tl.geo.simplify_file("without.parquet", "other.gpkg", 0.5, units="m")


@pytest.mark.parametrize("crs", [None, 4326, "OGC:CRS84", "+proj=aea +lat_1=29.5 +lat_2=45.5 +lon_0=-96"])
def test_the_crs_stays(folder, frame, crs):
    frame.set_crs(crs, allow_override=True).to_parquet("crs.parquet")
    tl.geo.simplify_file("crs.parquet", "out.gpkg", 0.5)
    tl.geo.simplify_file("out.gpkg", "out.parquet", 0.5)
    before, after = gpd.read_parquet("crs.parquet").crs, gpd.read_parquet("out.parquet").crs
    assert (before is None) == (after is None)
    assert before is None or after.equals(before, ignore_axis_order=True)


def test_null_and_empty_geometries(folder, frame):
    lines = frame.geometry.copy()
    lines[1], lines[2] = None, shapely.LineString()
    frame.set_geometry(lines).to_file("some.gpkg")
    frame.set_geometry(lines).to_parquet("some.parquet")
    tl.geo.simplify_file("some.gpkg", "out.parquet", 0.5)
    tl.geo.simplify_file("some.parquet", "out.gpkg", 0.5)
    for result in (gpd.read_parquet("out.parquet"), gpd.read_file("out.gpkg")):
        assert [g and g.wkt for g in result.geometry] == [g and g.wkt for g in tl.geo.simplify(lines, 0.5)]
    frame.set_geometry(gpd.GeoSeries([None] * 6, crs=32633)).to_file("null.gpkg")
    tl.geo.simplify_file("null.gpkg", "null.parquet", 0.5)
    column = metadata_of("null.parquet")["columns"]["geom"]
    assert "bbox" not in column and column["geometry_types"] == []


def test_no_features(folder, frame):
    frame[:0].to_parquet("none.parquet")
    assert tl.geo.simplify_file("none.parquet", "none.gpkg", 0.5) == 0
    assert tl.geo.simplify_file("in.gpkg", "out.parquet", 0.5, where="i > 9") == 0
    assert list(gpd.read_parquet("out.parquet").columns) == ["i", "s", "geom"]


def test_several_types(folder):
    shapes = [shapely.box(0, 0, 1, 1), shapely.MultiPolygon([shapely.box(0, 0, 1, 1), shapely.box(3, 3, 4, 4)])]
    shapes.append(shapely.LineString([(0, 0, 1), (1, 0, 2)]))
    gpd.GeoSeries(shapes, crs=32633).to_file("mixed.gpkg")
    tl.geo.simplify_file("mixed.gpkg", "out.parquet", 0.1)
    assert metadata_of("out.parquet")["columns"]["geom"]["geometry_types"] == ["Polygon", "MultiPolygon", "LineString Z"]
    tl.geo.simplify_file("out.parquet", "out.gpkg", 0.1)
    assert [g.geom_type for g in gpd.read_file("out.gpkg").geometry] == [g.geom_type for g in shapes]
    assert gpd.read_file("out.gpkg").geometry[2].has_z


def test_other_columns(folder, frame):
    more = frame.assign(kind=pd.Categorical(list("uvuvuv")), when=pd.date_range("2026-01-01", periods=6, tz="UTC"),
                        large=np.arange(6, dtype=np.uint16), other=frame.geometry.centroid)
    more.to_parquet("more.parquet")
    with pytest.warns(UserWarning, match="left out, as the format of dst has one column of them: other") as warned:
        tl.geo.simplify_file("more.parquet", "out.gpkg", 0.5)
    assert warned[0].filename == __file__
    result = gpd.read_file("out.gpkg")
    assert result.kind.tolist() == list("uvuvuv") and result.large.tolist() == list(range(6))
    assert result.when.tolist() == more.when.tolist() and "other" not in result


def test_attribute_named_as_the_geometries(folder, frame):
    frame.rename_geometry("lines").assign(geometry=range(6)).to_file("named.fgb")
    tl.geo.simplify_file("named.fgb", "out.parquet", 0.5)
    result = by_i(gpd.read_parquet("out.parquet"))
    assert result["geometry"].tolist() == list(range(6)) and result.active_geometry_name == "geometry_"


def test_bad_coordinates_and_tolerances_are_counted_in_the_file(folder, frame):
    lines = frame.geometry.copy()
    lines[4] = shapely.LineString([(0, 0), (np.nan, 1), (2, 0)])
    frame.set_geometry(lines).to_parquet("bad.parquet")
    frame.set_geometry(lines).to_file("bad.gpkg")
    for source, target in (("bad.parquet", "out.gpkg"), ("bad.gpkg", "out.parquet")):
        with pytest.raises(tl.GeometryError) as raised:
            tl.geo.simplify_file(source, target, 0.5, batch_size=2)
        assert raised.value.geometry == 4
    for source, target in (("in.parquet", "out.gpkg"), ("in.gpkg", "out.parquet")):
        for count in (5, 7):
            with pytest.raises(tl.InvalidArgument, match=f"^tolerance: must be a number or one for each .*, has {count}"):
                tl.geo.simplify_file(source, target, [0.5] * count, batch_size=4)
        assert not (folder / target).exists()
        assert tl.geo.simplify_file(source, target, [0.5] * 6, batch_size=4) == 6


def test_curves_have_no_type_in_geoparquet(folder):
    points = np.array([[0.0, 0], [1, 1], [2, 0]])
    arc = b"\x01" + np.uint32(8).tobytes() + np.uint32(3).tobytes() + points.tobytes()  # a circular string
    field = pa.field("geom", pa.binary(), metadata={"ARROW:extension:name": "ogc.wkb"})
    table = pa.Table.from_arrays([pa.array([arc])], schema=pa.schema([field]))
    pyogrio.write_arrow(table, "curve.gpkg", geometry_name="geom", crs="EPSG:32633", driver="GPKG", geometry_type="Unknown")
    with pytest.raises(tl.InvalidArgument, match="^src: has curves"):
        tl.geo.simplify_file("curve.gpkg", "out.parquet", 0.5)
    assert not (folder / "out.parquet").exists()


@pytest.mark.parametrize("suffix", ["gpkg", "fgb", "shp"])
def test_big_endian_wkb(folder, frame, suffix):
    """GDAL and GeoPandas write little-endian WKB; others need not."""
    table = pq.read_table("in.parquet")
    wkb = pa.array(shapely.to_wkb(frame.geometry.to_numpy(), byte_order=0))
    i = table.schema.get_field_index("geometry")
    pq.write_table(table.set_column(i, "geometry", wkb).replace_schema_metadata(table.schema.metadata), "big.parquet")
    tl.geo.simplify_file("big.parquet", f"out.{suffix}", 0.5)
    assert pyogrio.read_info(f"out.{suffix}")["geometry_type"] == "LineString"
    tl.geo.simplify_file(f"out.{suffix}", "out.parquet", 0.5)
    assert by_i(gpd.read_parquet("out.parquet")).geometry.geom_equals_exact(tl.geo.simplify(frame.geometry, 0.5), 0).all()


def test_registered_types_of_geometries(folder, frame):
    pa.register_extension_type(WkbType(b""))
    try:
        tl.geo.simplify_file("in.gpkg", "out.parquet", 0.5)
        tl.geo.simplify_file("in.gpkg", "out.fgb", 0.5)
        tl.geo.simplify_file("out.parquet", "out.gpkg", 0)
    finally:
        pa.unregister_extension_type("geoarrow.wkb")
    expected = tl.geo.simplify(frame.geometry, 0.5)
    for result in (gpd.read_parquet("out.parquet"), gpd.read_file("out.gpkg"), by_i(gpd.read_file("out.fgb"))):
        assert result.geometry.geom_equals_exact(expected, 0).all() and result.crs == frame.crs


def test_an_interrupt_reaches_the_caller(folder, monkeypatch):
    from thrustline.geo import _lines

    def interrupt(*arguments, **options):
        raise KeyboardInterrupt

    monkeypatch.setattr(_lines, "simplify_mask", interrupt)
    for source, target in (("in.parquet", "in.gpkg"), ("in.gpkg", "in.parquet")):
        before = (folder / target).read_bytes()
        with pytest.raises(KeyboardInterrupt):
            tl.geo.simplify_file(source, target, 0.5, overwrite=True)
        assert (folder / target).read_bytes() == before
