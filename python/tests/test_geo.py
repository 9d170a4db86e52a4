"""Geometries: against GEOS, and every kind of holder against the others."""

from __future__ import annotations

import os

import numpy as np
import pytest

shapely = pytest.importorskip("shapely")

import thrustline as tl  # noqa: E402

RNG = np.random.default_rng(11)


def ring(n: int = 60, centre: tuple[float, float] = (0, 0), radius: float = 10) -> np.ndarray:
    """A closed ring of n + 1 positions that does not cross itself."""
    angle = np.linspace(0, 2 * np.pi, n, endpoint=False)
    r = radius * RNG.uniform(0.8, 1.2, n)
    points = np.column_stack([r * np.cos(angle), r * np.sin(angle)]) + centre
    return np.vstack([points, points[:1]])


WALK = RNG.normal(size=(300, 2)).cumsum(0)
GEOMETRIES = np.array(
    [
        shapely.LineString(WALK),
        shapely.LineString(np.column_stack([WALK, np.arange(300)])),
        shapely.Polygon(ring(), [ring(20, radius=2)]),
        shapely.MultiPolygon([shapely.Polygon(ring()), shapely.Polygon(ring(40, (50, 0)))]),
        shapely.MultiLineString([WALK[:100], WALK[100:]]),
        shapely.GeometryCollection([shapely.Point(1, 2), shapely.LineString(WALK)]),
        shapely.LinearRing(ring()),
        shapely.Point(3, 4),
        shapely.MultiPoint(WALK[:4]),
        None,
        shapely.LineString(),
        shapely.Polygon(),
    ],
    dtype=object,
)


def without_z(geometries):
    return shapely.force_2d(geometries)


def test_points_are_those_of_geos():
    """GEOS 3.12 and later drops superfluous starts of rings, and lets rings collapse, which these do not."""
    if shapely.geos_version < (3, 12):
        pytest.skip("GEOS is older than 3.12")
    mine = tl.geo.simplify(GEOMETRIES, 1.5)
    expected = shapely.simplify(GEOMETRIES, 1.5, preserve_topology=False)
    same = [i for i in range(len(GEOMETRIES)) if shapely.get_type_id(GEOMETRIES[i]) != 2]
    for i in same:
        assert mine[i] is None and expected[i] is None or shapely.equals_exact(
            shapely.normalize(without_z(mine[i])), shapely.normalize(without_z(expected[i])), 0
        ), i


def test_types_z_and_what_has_no_lines_stay():
    result = tl.geo.simplify(GEOMETRIES, 1.5)
    np.testing.assert_array_equal(shapely.get_type_id(result), shapely.get_type_id(GEOMETRIES))
    np.testing.assert_array_equal(shapely.has_z(result), shapely.has_z(GEOMETRIES))
    z = shapely.get_coordinates(result[1], include_z=True)[:, 2].astype(int)
    np.testing.assert_array_equal(shapely.get_coordinates(result[1]), WALK[z])
    for i in (7, 8, 9, 10, 11):
        assert result[i] is GEOMETRIES[i]


def test_m_stays():
    if not hasattr(shapely, "has_m") or shapely.geos_version < (3, 12):
        pytest.skip("this Shapely has no M")
    line = shapely.from_wkt("LINESTRING M (0 0 5, 1 0 6, 2 0 7)")
    assert shapely.equals_exact(tl.geo.simplify(line, 1), shapely.from_wkt("LINESTRING M (0 0 5, 2 0 7)"))


def test_what_loses_nothing_is_the_same_object():
    result = tl.geo.simplify(GEOMETRIES, 0.0)
    assert sum(a is b for a, b in zip(result, GEOMETRIES)) >= 8


def test_one_geometry_and_shapes_of_arrays():
    line = GEOMETRIES[0]
    one = tl.geo.simplify(line, 2.0)
    assert one == tl.geo.simplify([line], 2.0)[0] == tl.geo.simplify(np.array([[line]], object), 2.0)[0, 0]
    np.testing.assert_array_equal(shapely.get_coordinates(one), tl.simplify(WALK, 2.0))


def test_tolerance_for_each_geometry():
    each = np.linspace(0.5, 4, len(GEOMETRIES))
    result = tl.geo.simplify(GEOMETRIES, each)
    for i, g in enumerate(GEOMETRIES):
        assert result[i] is None or shapely.equals_exact(result[i], tl.geo.simplify(g, each[i]))


def test_levels_are_single_calls():
    tolerances = [3.0, 0.5, 10.0]
    for level, t in zip(tl.geo.simplify_levels(GEOMETRIES, tolerances), tolerances):
        assert shapely.equals_exact(level[:9], tl.geo.simplify(GEOMETRIES, t)[:9]).all()


@pytest.mark.parametrize("collapse, empty", [("keep", False), ("drop", True)])
def test_small_rings(collapse, empty):
    polygon = shapely.Polygon(ring(30, radius=1))
    result = tl.geo.simplify(polygon, 50, collapse=collapse)
    assert result.is_empty == empty
    assert empty or len(result.exterior.coords) == 4


@pytest.mark.parametrize("rings, same", [("least", True), ("keep", False)])
def test_start_of_a_ring(rings, same):
    points = ring(200)[:-1]
    polygons = [shapely.Polygon(np.roll(points, k, axis=0)) for k in (0, 57)]
    a, b = tl.geo.simplify(polygons, 2.0, rings=rings)
    assert (shapely.normalize(a) == shapely.normalize(b)) == same


def squares(seed: int) -> np.ndarray:
    """A layer of 3 x 3 polygons with ragged borders that they share."""
    rng = np.random.default_rng(seed)
    edge = {}

    def border(a: tuple[int, int], b: tuple[int, int]) -> np.ndarray:
        if (b, a) in edge:
            return edge[b, a][::-1]
        if (a, b) not in edge:
            t = np.linspace(0, 1, 30)[:, None]
            line = np.array(a) * 10 * (1 - t) + np.array(b) * 10 * t
            across = np.array([a[1] - b[1], b[0] - a[0]])
            line[1:-1] += (rng.uniform(-0.4, 0.4, 30) * np.sin(np.pi * t[:, 0]))[1:-1, None] * across
            edge[a, b] = line
        return edge[a, b]

    polygons = []
    for i in range(3):
        for j in range(3):
            corners = [(i, j), (i + 1, j), (i + 1, j + 1), (i, j + 1), (i, j)]
            points = np.vstack([border(a, b)[:-1] for a, b in zip(corners, corners[1:])])
            polygons.append(shapely.Polygon(np.roll(points, rng.integers(len(points)), axis=0)))
    return np.array(polygons, object)


@pytest.mark.parametrize("seed", range(3))
def test_topology_keeps_shared_borders(seed):
    layer = squares(seed)
    assert shapely.coverage_is_valid(layer)
    result = tl.geo.simplify(layer, 0.2, topology=True)
    assert shapely.get_num_coordinates(result).sum() < 0.6 * shapely.get_num_coordinates(layer).sum()
    assert shapely.is_valid(result).all() and shapely.coverage_is_valid(result)


def in_chunks(pa, column, type, sizes=(1, 0, 3, 5)):
    """An array in chunks; a sliced one among them."""
    begins = np.cumsum([0, *sizes])
    chunks = [pa.array(column[a:b].tolist(), type) for a, b in zip(begins, begins[1:])]
    return pa.chunked_array([*chunks[:-1], pa.concat_arrays([chunks[0], chunks[-1]]).slice(len(chunks[0]))], type)


@pytest.mark.parametrize("kind", ["binary", "large_binary", "binary_view", "polygon", "large_polygon"])
def test_topology_holds_over_the_chunks_of_a_column(pa, kind):
    layer = squares(2)
    whole = tl.geo.simplify(layer, 0.2, topology=True)
    if kind.endswith("polygon"):
        coordinates = pa.struct([("x", pa.float64()), ("y", pa.float64())])
        of = pa.large_list if kind.startswith("large") else pa.list_
        rings = [[[{"x": x, "y": y} for x, y in g.exterior.coords]] for g in layer]
        column = in_chunks(pa, np.array([*rings, None], object)[:-1], of(of(coordinates)))
        field = pa.field("g", column.type, metadata={"ARROW:extension:name": "geoarrow.polygon"})
        result = tl.geo.simplify(pa.table([column], schema=pa.schema([field])), 0.2, topology=True).column(0)
        result.validate(full=True)
        made = [shapely.Polygon([(p["x"], p["y"]) for p in rings[0]]) for rings in result.to_pylist()]
    else:
        column = in_chunks(pa, shapely.to_wkb(layer), getattr(pa, kind)())
        result = tl.geo.simplify_wkb(column, 0.2, topology=True)
        made = shapely.from_wkb(result.to_pylist())
    assert result.type == column.type and [len(c) for c in result.chunks] == [len(c) for c in column.chunks]
    assert shapely.equals_exact(made, whole).all()


def larger_than_one_array(pa) -> tuple[list, np.ndarray]:
    """Arrays of binary, of a null and two squares each, that are together beyond the offsets of one; and the squares. The
    bytes under a null are never touched, so that they take no memory."""
    layer = squares(2)[[0, 1, 3, 4]]
    arrays = []
    for pair in (layer[:2], layer[2:]):
        first, second = shapely.to_wkb(pair)
        hidden = 1_100_000_000
        try:
            bytes = np.zeros(hidden + len(first) + len(second), np.uint8)
        except MemoryError:
            pytest.skip("there is no address space")
        bytes[hidden:] = np.frombuffer(first + second, np.uint8)
        ends = np.array([0, hidden, hidden + len(first), len(bytes)], np.int32)
        buffers = [pa.py_buffer(b"\x06"), pa.py_buffer(ends), pa.py_buffer(bytes)]
        arrays.append(pa.Array.from_buffers(pa.binary(), 3, buffers))
    return arrays, layer


def test_topology_holds_beyond_the_offsets_of_one_array(pa):
    from thrustline.geo._layers import Features, Layer
    from thrustline.geo._rules import Rules

    arrays, layer = larger_than_one_array(pa)
    simple = tl.geo.simplify(layer, 0.2, topology=True)
    whole = [None, *simple[:2], None, *simple[2:]]
    result = tl.geo.simplify_wkb(pa.chunked_array(arrays), 0.2, topology=True)
    assert shapely.equals_exact(shapely.from_wkb(result.to_pylist()), whole).tolist() == [False, True, True] * 2
    assert result.type == pa.binary() and result.null_count == 2
    schema = pa.schema([pa.field("i", pa.int64()), pa.field("g", pa.binary(), metadata={"ARROW:extension:name": "ogc.wkb"})])
    batches = [pa.RecordBatch.from_arrays([pa.array(i), a], schema=schema) for i, a in zip(([1, 2, 3], [4, 5, 6]), arrays)]
    opened = Layer(iter(batches), schema, 1, None, "Polygon", "GPKG", 6)
    features = Features(opened, set(), Rules(0.2, topology=True), lambda: None)

    class Bar:
        def update(self, count: int) -> None:
            assert count == 3

    table = pa.Table.from_batches(features.batches(Bar()))
    assert table.column(0).to_pylist() == [1, 2, 3, 4, 5, 6] and features.rows == 6
    assert table.column(1).to_pylist() == result.to_pylist()


def test_without_topology_borders_part():
    assert not all(shapely.coverage_is_valid(tl.geo.simplify(squares(seed), 0.2)) for seed in range(3))


def test_invalid_results():
    hole = [(4.9, 10.3), (5.1, 10.3), (5, 10.6)]
    polygon = shapely.Polygon([(0, 0), (10, 0), (10, 10), (5, 11), (0, 10)], [hole])  # in the part that goes
    assert polygon.is_valid and not tl.geo.simplify(polygon, 1.2).is_valid
    assert tl.geo.simplify(polygon, 1.2, on_invalid="repair").is_valid
    assert tl.geo.simplify(polygon, 1.2, on_invalid="fallback") == shapely.simplify(polygon, 1.2)


def test_metres():
    pyproj = pytest.importorskip("pyproj")
    lon = np.linspace(-10, 10, 201)
    line = shapely.LineString(np.column_stack([lon, 60 + 0.01 * np.sin(lon * 3)]))
    few = tl.geo.simplify(line, 500, units="m")
    kept = shapely.get_coordinates(few)
    geod = pyproj.Geod(ellps="WGS84")
    worst = 0.0
    for x, y in shapely.get_coordinates(line):
        i = min(np.searchsorted(kept[:, 0], x, side="right"), len(kept) - 1)
        (ax, ay), (bx, by) = kept[i - 1], kept[i]
        points = np.array([(ax, ay), *geod.npts(ax, ay, bx, by, 200), (bx, by)])
        worst = max(worst, geod.inv(np.full(202, x), np.full(202, y), points[:, 0], points[:, 1])[2].min())
    assert 2 < len(kept) < 150
    assert worst < 700  # 500 m and the spacing of the 200 points


@pytest.mark.parametrize(
    "argument, call",
    [
        ("tolerance", lambda: tl.geo.simplify(GEOMETRIES, [1.0, 2.0])),
        ("tolerance", lambda: tl.geo.simplify(GEOMETRIES[:1], -1)),
        ("units", lambda: tl.geo.simplify(GEOMETRIES, 1, units="km")),
        ("rings", lambda: tl.geo.simplify(GEOMETRIES, 1, rings="x")),
        ("collapse", lambda: tl.geo.simplify(GEOMETRIES, 1, collapse="empty")),
        ("collapse", lambda: tl.geo.simplify(GEOMETRIES, 1, collapse="drop", topology=True)),
        ("topology", lambda: tl.geo.simplify(GEOMETRIES, 1, topology="x")),
        ("on_invalid", lambda: tl.geo.simplify(GEOMETRIES, 1, on_invalid="x")),
    ],
)
def test_bad_value_is_named(argument, call):
    with pytest.raises(tl.InvalidArgument, match=f"^{argument}"):
        call()


def test_other_objects_are_a_type_error():
    with pytest.raises(TypeError, match="has str"):
        tl.geo.simplify(["LINESTRING (0 0, 1 1)"], 1)


# Arrow


@pytest.fixture
def pa():
    return pytest.importorskip("pyarrow")


@pytest.mark.parametrize("kind", ["binary", "large_binary", "binary_view"])
def test_wkb_is_what_the_objects_give(pa, kind):
    array = pa.array(shapely.to_wkb(GEOMETRIES), getattr(pa, kind)())
    expected = tl.geo.simplify(GEOMETRIES, 1.5)
    for given, right in ((array, expected), (array[2:9], expected[2:9]), (array[:0], expected[:0])):
        result = tl.geo.simplify_wkb(given, 1.5)
        assert result.type == array.type and result.null_count == given.null_count
        result.validate(full=True)
        for mine, other in zip(shapely.from_wkb(result.to_pylist()), right):
            assert mine is None and other is None or shapely.equals_exact(mine, other) or isinstance(
                other, shapely.LinearRing)
    chunked = pa.chunked_array([array[:4], array[4:]])
    assert tl.geo.simplify_wkb(chunked, np.full(12, 1.5)).to_pylist() == tl.geo.simplify_wkb(array, 1.5).to_pylist()


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("bytes", [1, 5000, 20000])
def test_columns_in_pieces_are_the_same(pa, monkeypatch, threads, bytes):
    from thrustline.geo import _wkb_arrays

    values = shapely.to_wkb(np.tile(GEOMETRIES, 20)).tolist()
    on = tl.Executor.cpu(threads)
    for array in (pa.array(values), pa.array(values, pa.large_binary())[3:-5]):
        each = np.linspace(0, 4, len(array))
        whole = [tl.geo.simplify_wkb(array, each, on=on), *tl.geo.simplify_levels(array, [1.5, np.inf], on=on)]
        with monkeypatch.context() as patch:
            patch.setattr(_wkb_arrays, "FEW_BYTES", bytes)
            pieces = [tl.geo.simplify_wkb(array, each, on=on), *tl.geo.simplify_levels(array, [1.5, np.inf], on=on)]
            assert len(list(_wkb_arrays._pieces(_wkb_arrays.column_of_array(array, on)))) > 2
            bad = pa.array([*array.to_pylist(), b"\1"], array.type)
            with pytest.raises(tl.WkbError, match=f"value {len(array)}, byte 0"):
                tl.geo.simplify_wkb(bad, 1.5, on=on)
        assert all(a.equals(b) for a, b in zip(whole, pieces))
        for result in pieces:
            result.validate(full=True)


@pytest.fixture
def threads_of_wkb(monkeypatch):
    """The numbers of threads that may read and write WKB, call by call."""
    from thrustline import _core

    seen: list[int] = []
    for name in ("read_wkb", "select_wkb"):
        original = getattr(_core, name)
        monkeypatch.setattr(_core, name, lambda on, *rest, call=original: (seen.append(on.threads), call(on, *rest))[1])
    return seen


def test_wkb_is_read_and_written_by_the_chosen_executor(pa, tmp_path, threads_of_wkb):
    three = tl.Executor.cpu(threads=3)
    array = pa.array(shapely.to_wkb(GEOMETRIES))
    collapsing = np.array([shapely.box(0, 0, 1, 1), shapely.MultiPolygon([shapely.box(0, 0, 1, 1)])])
    empty_part = shapely.from_wkt("MULTIPOLYGON (EMPTY, ((0 0, 1 0, 1 1, 0 1, 0 0)))")
    calls = [
        lambda **on: tl.geo.simplify_wkb(array, 1, **on), lambda **on: tl.geo.simplify(array, 1, **on),
        lambda **on: tl.geo.simplify_levels(array, [1, 2], **on), lambda **on: tl.geo.simplify(GEOMETRIES, 1, **on),
        lambda **on: tl.geo.simplify_levels(GEOMETRIES, [1, 2], **on),
        lambda **on: tl.geo.simplify(collapsing, 5, collapse="drop", **on),
        lambda **on: tl.geo.simplify([empty_part], 0.1, **on),
    ]
    geopandas, pyogrio = pytest.importorskip("geopandas"), pytest.importorskip("pyogrio")
    frame = geopandas.GeoDataFrame(geometry=GEOMETRIES[2:4], crs=32633)
    frame.to_parquet(tmp_path / "a.parquet")
    pyogrio.write_dataframe(frame, tmp_path / "a.gpkg", geometry_type="Unknown")
    for source, target in (("a.parquet", "b.parquet"), ("a.gpkg", "b.parquet"), ("a.gpkg", "b.gpkg")):
        calls.append(lambda source=source, target=target, **on: tl.geo.simplify_file(
            tmp_path / source, tmp_path / target, 1, overwrite=True, **on))
    for call in calls:
        call(on=three)
        with three:
            call()
        assert set(threads_of_wkb) == {3}
        threads_of_wkb.clear()
    with three:
        tl.geo.simplify_wkb(array, 1, on="cpu")
    assert set(threads_of_wkb) == {tl.Executor.cpu().threads}
    with pytest.raises(tl.InvalidArgument, match="^on: must be None, 'cpu'"):
        tl.geo.simplify_wkb(array, 1, on="gpu")


def scattered_polygons(seed: int) -> np.ndarray:
    """Polygons with and without holes, small ones that collapse, and multi polygons, some with SRID, Z or an empty part."""
    rng = np.random.default_rng(seed)

    def polygon():
        centre, size = rng.uniform(-100, 100, 2), rng.choice([0.3, 3, 30])
        shell = ring(int(rng.integers(3, 50)), centre, size)
        holes = [ring(int(rng.integers(3, 20)), centre, size / 5)] if rng.random() < 0.4 else None
        return shapely.Polygon(shell, holes)

    found = []
    for _ in range(60):
        kind = rng.integers(8)
        if kind < 5:
            found.append(polygon())
        else:
            found.append(shapely.MultiPolygon([polygon() for _ in range(rng.integers(1, 4))]))
        if kind == 0:
            found[-1] = shapely.set_srid(found[-1], 4326)
        if kind == 1:
            found[-1] = shapely.force_3d(found[-1], 7)
    found.append(shapely.from_wkt("MULTIPOLYGON (((0 0, 5 0.1, 9 0, 5 9, 0 0)), EMPTY)"))
    found.append(None)
    return np.array(found, object)


@pytest.mark.parametrize("options", [{}, {"rings": "keep"}, {"rings": "least"}, {"collapse": "drop"}, {"topology": True}])
@pytest.mark.parametrize("seed", range(4))
def test_polygons_are_those_by_wkb(pa, options, seed):
    given = scattered_polygons(seed)
    column = pa.array(shapely.to_wkb(given, output_dimension=4, include_srid=True, flavor="extended"))
    for tolerance in (0.0, 1.0, 8.0):
        mine = tl.geo.simplify(given, tolerance, **options)
        by_wkb = tl.geo.simplify_wkb(column, tolerance, **options).to_pylist()
        assert shapely.to_wkb(mine, output_dimension=4, include_srid=True, flavor="extended").tolist() == by_wkb


def test_srid_stays():
    line = shapely.set_srid(shapely.LineString([(0, 0), (1, 0.1), (2, 0)]), 4326)
    assert shapely.get_srid(tl.geo.simplify([line, line.buffer(3)], 0.5)).tolist() == [4326, 4326]


def test_bad_wkb_is_named(pa):
    with pytest.raises(tl.WkbError, match="value 1, byte 0") as raised:
        tl.geo.simplify_wkb(pa.array([None, b"\7"]), 1.0)
    assert (raised.value.value, raised.value.byte) == (1, 0)
    with pytest.raises(TypeError, match="binary"):
        tl.geo.simplify_wkb(pa.array(["x"]), 1.0)


@pytest.mark.parametrize("encoding", ["WKB", "geoarrow"])
@pytest.mark.parametrize("interleaved", [True, False])
@pytest.mark.parametrize("indices", [[0, 0], [2, 2], [3, 3], [4, 4], [7, 7], [0, 9, 0]])
def test_geoarrow(pa, encoding, interleaved, indices):
    gpd = pytest.importorskip("geopandas")
    series = gpd.GeoSeries(GEOMETRIES[indices])
    given = series.to_arrow(geometry_encoding=encoding, interleaved=interleaved)
    result = tl.geo.simplify(given, 1.5)
    field = pa.Field._import_from_c_capsule(given.__arrow_c_array__()[0])
    table = pa.table([result], schema=pa.schema([field.with_name("geometry")]))
    back = gpd.GeoDataFrame.from_arrow(table).geometry
    expected = tl.geo.simplify(series, 1.5)
    for mine, right in zip(back, expected):
        assert mine is None and right is None or shapely.equals_exact(mine, right)


class Stream:
    """A holder of an Arrow stream and of nothing else."""

    def __init__(self, holder) -> None:
        self.capsule = holder.__arrow_c_stream__()

    def __arrow_c_stream__(self, requested_schema=None):
        return self.capsule


def test_streams_of_rows_are_tables(pa):
    table = pa.table({"geometry": pa.array(shapely.to_wkb(GEOMETRIES)), "n": np.arange(12)})
    expected = tl.geo.simplify(table, 1.5)
    assert tl.geo.simplify(table.to_reader(5), 1.5).equals(expected)
    assert tl.geo.simplify(Stream(table), 1.5).equals(expected)
    assert tl.geo.simplify(table.to_batches()[0], 1.5).equals(expected.to_batches()[0])


def test_stream_that_was_read_is_an_error_or_empty(pa):
    table = pa.table({"geometry": pa.array(shapely.to_wkb(GEOMETRIES))})
    released = Stream(table.column(0))
    assert len(tl.geo.simplify_wkb(released, 1.5)) == 12
    with pytest.raises(ValueError, match="released Arrow Stream"):
        tl.geo.simplify_wkb(released, 1.5)
    reader = table.to_reader()
    reader.read_all()
    assert len(tl.geo.simplify(reader, 1.5)) == 0
    with pytest.raises(tl.InvalidArgument, match="^obj: .*no column of geometries"):
        tl.geo.simplify(pa.table({"n": [1]}), 1.5)


# GeoPandas


@pytest.fixture
def frame():
    gpd = pytest.importorskip("geopandas")
    return gpd.GeoDataFrame(
        {"name": list("abcdefghijkl"), "n": np.arange(12)}, geometry=GEOMETRIES, crs="EPSG:32633",
        index=np.arange(12) * 2,
    )


def test_frames_keep_all_else(frame):
    result = tl.geo.simplify(frame, 1.5)
    assert type(result) is type(frame) and result.crs == frame.crs
    assert result.drop(columns="geometry").equals(frame.drop(columns="geometry"))
    expected = tl.geo.simplify(GEOMETRIES, 1.5)
    assert all(a is None or shapely.equals_exact(a, b) for a, b in zip(result.geometry, expected))
    assert frame.geometry.iloc[0] is GEOMETRIES[0]
    assert frame.thrustline.simplify(1.5).geometry.equals(result.geometry)
    assert frame.geometry.thrustline.simplify(1.5).equals(result.geometry)
    assert tl.geo.simplify(frame, 1.5, units="m").geometry.equals(result.geometry)  # its unit is the metre
    series = tl.geo.simplify(frame.geometry, frame.n * 0.1)
    assert shapely.equals_exact(series.iloc[3], tl.geo.simplify(GEOMETRIES[3], 0.1 * 3))
    levels = tl.geo.simplify_levels(frame, [1.5, 3])
    assert shapely.equals_exact(levels[0].geometry.iloc[0], expected[0])


def test_degrees_are_warned_of(frame, tmp_path):
    degrees = frame.set_crs(4326, allow_override=True)
    degrees.iloc[:1].to_parquet(tmp_path / "in.parquet")
    for call in (
        lambda: tl.geo.simplify(degrees, 1.5),
        lambda: tl.geo.simplify(degrees.geometry, 1.5),
        lambda: tl.geo.simplify_file(tmp_path / "in.parquet", tmp_path / "out.parquet", 1.5),
    ):
        with pytest.warns(UserWarning, match="degrees") as warned:
            call()
        assert warned[0].filename == __file__
    with pytest.raises(tl.InvalidArgument, match="units"):
        tl.geo.simplify(frame.set_crs(None, allow_override=True), 1.5, units="m")
    with pytest.raises(tl.InvalidArgument, match="units: must be None or 'm', is 'km'"):
        tl.geo.simplify(frame, 1.5, units="km")


# Files

pytestmark = pytest.mark.filterwarnings("ignore:.*(does not support open|organizePolygons|Measured).*")


def test_file_to_file(frame, tmp_path):
    gpd = pytest.importorskip("geopandas")
    lines = frame.iloc[[2, 3]].assign(when=np.datetime64("2026-01-02T03:04:05", "ms"), text=["ä", None])
    lines.to_file(tmp_path / "in.gpkg", layer="borders")
    progress = tl.geo.simplify_file(tmp_path / "in.gpkg", tmp_path / "out.fgb", 1.5, layer="borders", batch_size=1)
    result = gpd.read_file(tmp_path / "out.fgb")
    assert progress == len(result) == 2 and result.crs == frame.crs
    result = result.sort_values("n", ignore_index=True)
    source = gpd.read_file(tmp_path / "in.gpkg")
    assert list(result.columns) == list(source.columns)
    for name in ("name", "n", "text"):
        assert result[name].equals(source[name]), name
    assert (result.when.astype(str).str[:19] == "2026-01-02 03:04:05").all()
    for mine, right in zip(result.geometry, tl.geo.simplify(frame.geometry.iloc[[2, 3]], 1.5)):
        assert shapely.equals_exact(shapely.normalize(mine), shapely.normalize(right)) or (
            mine.geom_type == "MultiPolygon" and mine.equals(right))


def test_no_half_files(frame, tmp_path):
    frame.iloc[[2, 3]].to_file(tmp_path / "in.gpkg")
    (tmp_path / "out.gpkg").write_bytes(b"old")
    with pytest.raises(FileExistsError):
        tl.geo.simplify_file(tmp_path / "in.gpkg", tmp_path / "out.gpkg", 1.0)
    with pytest.raises(ValueError):
        tl.geo.simplify_file(tmp_path / "in.gpkg", tmp_path / "out.gpkg", -1.0, overwrite=True)
    with pytest.raises(FileNotFoundError):
        tl.geo.simplify_file(tmp_path / "none.gpkg", tmp_path / "x.gpkg", 1.0)
    assert (tmp_path / "out.gpkg").read_bytes() == b"old"
    assert sorted(os.listdir(tmp_path)) == ["in.gpkg", "out.gpkg"]
    assert tl.geo.simplify_file(tmp_path / "in.gpkg", tmp_path / "out.gpkg", 1.0, overwrite=True) == 2


def test_geoparquet_has_the_boxes_of_the_result(frame, tmp_path):
    gpd = pytest.importorskip("geopandas")
    pq = pytest.importorskip("pyarrow.parquet")
    import json

    frame.to_parquet(tmp_path / "in.parquet", write_covering_bbox=True, row_group_size=5)
    assert tl.geo.simplify_file(tmp_path / "in.parquet", tmp_path / "out.parquet", 1.5, batch_size=4) == 12
    result = gpd.read_parquet(tmp_path / "out.parquet")
    expected = tl.geo.simplify(GEOMETRIES, 1.5)
    assert all(a is None or shapely.equals_exact(a, b) or b.geom_type == "LinearRing" for a, b in zip(result.geometry, expected))
    assert result.drop(columns=["geometry"]).equals(frame.drop(columns="geometry")) and result.crs == frame.crs
    column = json.loads(pq.read_schema(tmp_path / "out.parquet").metadata[b"geo"])["columns"]["geometry"]
    box = column["bbox"]
    bounds = shapely.total_bounds(expected)
    np.testing.assert_array_equal([*box[:2], *box[len(box) // 2 :][:2]], bounds)
    for row, geometry in zip(pq.read_table(tmp_path / "out.parquet").column("bbox").to_pylist(), expected):
        if geometry is None or geometry.is_empty:
            assert row is None
        else:
            assert (row["xmin"], row["ymin"], row["xmax"], row["ymax"]) == geometry.bounds


def test_geoparquet_in_small_pieces_is_the_same(frame, tmp_path, monkeypatch):
    gpd = pytest.importorskip("geopandas")
    pq = pytest.importorskip("pyarrow.parquet")
    from thrustline.geo import _parquet

    frame = frame.assign(geometry=shapely.force_2d(GEOMETRIES[[0, 2, 3, 4] * 3]))
    frame.to_parquet(tmp_path / "in.parquet", row_group_size=7)
    monkeypatch.setattr(_parquet, "_ROWS", 5)
    monkeypatch.setattr(_parquet, "_PIECE", 4000)
    each = np.linspace(0, 4, 12)
    assert tl.geo.simplify_file(tmp_path / "in.parquet", tmp_path / "out.parquet", each, batch_size=6) == 12
    result = gpd.read_parquet(tmp_path / "out.parquet")
    assert shapely.equals_exact(result.geometry, tl.geo.simplify(frame.geometry.to_numpy(), each)).all()
    groups = pq.ParquetFile(tmp_path / "out.parquet").metadata
    assert [groups.row_group(i).num_rows for i in range(groups.num_row_groups)] == [7, 5]


@pytest.mark.parametrize("source", ["gpkg", "parquet"])
@pytest.mark.parametrize("target", ["gpkg", "parquet"])
def test_layer_with_topology_to_file(tmp_path, source, target):
    gpd = pytest.importorskip("geopandas")
    frame = gpd.GeoDataFrame({"i": range(9)}, geometry=squares(1), crs=32633)
    frame.to_file(tmp_path / "in.gpkg")
    frame.to_parquet(tmp_path / "in.parquet", row_group_size=4)
    tl.geo.simplify_file(tmp_path / f"in.{source}", tmp_path / f"out.{target}", 0.5, topology=True, batch_size=2)
    result = (gpd.read_file if target == "gpkg" else gpd.read_parquet)(tmp_path / f"out.{target}").sort_values("i")
    made = result.geometry.to_numpy()
    assert shapely.coverage_is_valid(made) and result.i.tolist() == list(range(9))
    assert shapely.equals_exact(made, tl.geo.simplify(squares(1), 0.5, topology=True)).all()
