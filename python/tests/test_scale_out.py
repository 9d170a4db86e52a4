"""The examples on engines of others: the same bytes as in one process, and nothing lost with a worker."""

from __future__ import annotations

import os
import runpy
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

import thrustline as tl

gpd = pytest.importorskip("geopandas")
pq = pytest.importorskip("pyarrow.parquet")
shapely = pytest.importorskip("shapely")

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"
TOLERANCE = 1.5


@pytest.fixture
def source(tmp_path) -> Path:
    """GeoParquet of 120 walks in row groups of 10; the first walk has as many points as all others together."""
    rng = np.random.default_rng(4)
    lines = [shapely.LineString(rng.normal(size=(n, 2)).cumsum(0)) for n in [11_900, *[100] * 119]]
    path = tmp_path / "source.parquet"
    gpd.GeoDataFrame({"number": range(120)}, geometry=lines, crs=32633).to_parquet(path, row_group_size=10)
    return path


def expected(source: Path) -> list[bytes]:
    """The geometries that one process gives, in order."""
    column = pq.read_table(source).column("geometry")
    return tl.geo.simplify_wkb(column, TOLERANCE).to_pylist()


def run(example: str, *arguments: object) -> None:
    subprocess.run([sys.executable, EXAMPLES / example, *map(str, arguments)], check=True, timeout=1200)


def contents(folder: Path) -> dict[str, bytes]:
    """What readers of the folder see: not its hidden files."""
    return {f.name: f.read_bytes() for f in sorted(folder.iterdir()) if not f.name.startswith(".")}


def test_examples_are_short():
    for name in ("dask_geoparquet.py", "duckdb_query.py", "spark_geoparquet.py"):
        assert len((EXAMPLES / name).read_text().splitlines()) < 40


def in_one_process(example: dict, source: Path, folder: Path, points: int) -> int:
    """What the jobs of the example give, one after another; returns their number."""
    jobs = example["parts"](str(source), points)
    folder.mkdir()
    for k, groups in enumerate(jobs):
        example["simplify_part"](str(source), f"{folder}/part-{k:05}.parquet", groups, TOLERANCE)
    return len(jobs)


def test_dask_parts_have_points_alike(source):
    pytest.importorskip("distributed")
    example = runpy.run_path(str(EXAMPLES / "dask_geoparquet.py"))
    jobs = example["parts"](str(source), 2_000)
    assert sum(jobs, []) == list(range(12))
    assert jobs[0] == [0] and {len(job) for job in jobs[1:]} <= {1, 2}  # 12,800 points, then 1,000 in each row group


def test_dask_gives_the_bytes_of_one_process(source, tmp_path):
    pytest.importorskip("distributed")
    example = runpy.run_path(str(EXAMPLES / "dask_geoparquet.py"))
    in_one_process(example, source, tmp_path / "one", 1_000_000)
    (tmp_path / "two").mkdir()
    run("dask_geoparquet.py", source, tmp_path / "two", TOLERANCE)
    assert contents(tmp_path / "two") == contents(tmp_path / "one")
    rows = [v for f in sorted((tmp_path / "two").iterdir()) for v in pq.read_table(f).column("geometry").to_pylist()]
    assert rows == expected(source)


def test_dask_jobs_that_run_twice_at_once_do_no_harm(source, tmp_path):
    pytest.importorskip("distributed")
    simplify_part = runpy.run_path(str(EXAMPLES / "dask_geoparquet.py"))["simplify_part"]
    target = tmp_path / "part-00000.parquet"
    for _ in range(5):
        with ThreadPoolExecutor(2) as pool:
            jobs = [pool.submit(simplify_part, str(source), str(target), list(range(12)), TOLERANCE) for _ in range(2)]
        assert [job.result() for job in jobs] == [120, 120]
        assert pq.read_table(target).column("geometry").to_pylist() == expected(source)


def test_dask_loses_nothing_with_a_worker(source, tmp_path):
    distributed = pytest.importorskip("distributed")
    example = runpy.run_path(str(EXAMPLES / "dask_geoparquet.py"))
    count = in_one_process(example, source, tmp_path / "one", 2_000)
    (tmp_path / "two").mkdir()
    simplify_part, died = example["simplify_part"], str(tmp_path / "died")

    def dies_once(source: str, target: str, groups: list[int], tolerance: float) -> int:
        if target.endswith("1.parquet") and not os.path.exists(died):
            Path(target).with_name(".half").write_bytes(b"half a file")
            Path(died).touch()
            os._exit(1)
        return simplify_part(source, target, groups, tolerance)

    jobs = [(str(source), f"{tmp_path}/two/part-{k:05}.parquet", groups, TOLERANCE)
            for k, groups in enumerate(example["parts"](str(source), 2_000))]
    with distributed.Client(n_workers=2, threads_per_worker=1, dashboard_address=None) as client:
        rows = client.gather(client.map(dies_once, *zip(*jobs), pure=False))
    assert os.path.exists(died) and sum(rows) == 120 and len(rows) == count
    assert contents(tmp_path / "two") == contents(tmp_path / "one")


@pytest.mark.parametrize("has_crs", [True, False])
def test_duckdb_gives_the_same(source, tmp_path, has_crs):
    pytest.importorskip("duckdb")
    if not has_crs:
        gpd.read_parquet(source).set_crs(None, allow_override=True).to_parquet(source)
    run("duckdb_query.py", source, tmp_path / "target.parquet", TOLERANCE)
    table = pq.read_table(tmp_path / "target.parquet").sort_by("number")
    assert table.column("geometry").to_pylist() == expected(source)


@pytest.mark.skipif(not shutil.which("java"), reason="there is no Java")
def test_spark_gives_the_same(source, tmp_path):
    pytest.importorskip("pyspark")
    run("spark_geoparquet.py", source, tmp_path / "target", TOLERANCE)
    table = pq.read_table(tmp_path / "target").sort_by("number")
    assert table.column("geometry").to_pylist() == expected(source)
