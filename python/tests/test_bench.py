"""The programs of bench/python run, once each, on small made data: they check what they time."""

from __future__ import annotations

import csv
import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("geopandas")
pytest.importorskip("pyarrow")
shapely = pytest.importorskip("shapely")

BENCH = Path(__file__).resolve().parents[2] / "bench" / "python"
RANDOM = np.random.default_rng(1)


def run(program: str, *arguments: object) -> str:
    """Runs a program; returns what it prints."""
    ended = subprocess.run(
        [sys.executable, str(BENCH / program), *map(str, arguments)],
        capture_output=True, text=True, env={**os.environ, "MPLBACKEND": "Agg"},
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return ended.stdout


def walk(points: int, step: float) -> np.ndarray:
    return RANDOM.normal(scale=step, size=(points, 2)).cumsum(0)


def rows_of(lines: list[np.ndarray]) -> np.ndarray:
    """The number, x and y of the points of each line."""
    return np.concatenate([np.column_stack([np.full(len(line), k), line]) for k, line in enumerate(lines)])


def border(a: list[int], b: list[int]) -> np.ndarray:
    """A rough line between two corners of a grid."""
    along = np.linspace(a, b, 40)
    along[1:-1] += RANDOM.normal(scale=0.005, size=(38, 2))
    return along


def island(x: float) -> np.ndarray:
    angle = np.linspace(0, 2 * np.pi, 60)
    ring = np.column_stack([np.cos(angle), np.sin(angle)]) * (0.2 + 0.01 * RANDOM.random((60, 1))) + [x, 0]
    ring[-1] = ring[0]
    return ring


def write_csv(path: Path, rows: np.ndarray) -> None:
    np.savetxt(path, rows, delimiter=",", header="made", comments="")


def write_geojson(path: Path, kind: str, coordinates: list[object]) -> None:
    features = [{"type": "Feature", "geometry": {"type": kind, "coordinates": c}} for c in coordinates]
    path.write_text(json.dumps({"type": "FeatureCollection", "features": features}))


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    """A folder with made data in the files that the benchmarks read."""
    folder = tmp_path_factory.mktemp("data")
    write_csv(folder / "coast_baffin.xy.csv", walk(200, 0.001))
    write_csv(folder / "ecg_mitdb_100.series.csv", RANDOM.normal(scale=5, size=500))
    write_csv(folder / "gps_deliveries.lines.csv", rows_of([walk(60, 10) for _ in range(5)]))
    corners = [([x, y], [x + dx, y + 1 - dx]) for x in range(4) for y in range(4) for dx in (0, 1) if x + dx < 4 and y + 1 - dx < 4]
    write_csv(folder / "us_counties.lines.csv", rows_of([border(a, b) for a, b in corners]))
    write_geojson(folder / "world_coastline_50m.geojson", "LineString", [walk(50, 0.3).tolist() for _ in range(5)])
    write_geojson(folder / "islands_british_columbia.geojson", "Polygon", [[island(x).tolist()] for x in range(10)])
    return folder


@pytest.mark.parametrize("rows", ["arrays", "layers", "objects", "WKB", "files"])
def test_peers_are_measured_and_drawn(rows, data, tmp_path):
    pytest.importorskip("pyogrio")
    out = tmp_path / "python.csv"
    run("peers.py", "--data", data, "--out", out, "--rounds", 1, "--rows", rows, "--longest", 3000,
        "--shoreline", write_flat_rings(tmp_path / "shoreline"))
    with open(out, newline="") as source:
        found = list(csv.DictReader(source))
    assert {row["row"] for row in found} >= {rows}
    assert any(row["program"].startswith("thrustline") for row in found) and all(int(row["kept"]) > 0 for row in found)
    pytest.importorskip("matplotlib")
    run("plot_peers.py", out, tmp_path / "python.svg")
    assert (tmp_path / "python.svg").stat().st_size > 2000


def write_flat_rings(path: Path) -> Path:
    """Writes 20 islands as shoreline.py writes the shorelines of the world."""
    rings = [island(x) for x in range(20)]
    offsets = np.cumsum([0] + [len(ring) for ring in rings])
    with open(path, "wb") as shoreline:
        for part in (np.array([len(rings)], "<i8"), offsets.astype("<i8"), np.concatenate(rings).astype("<f8")):
            part.tofile(shoreline)
    return path


def test_new_crossings_are_counted(tmp_path):
    out = tmp_path / "crossings.csv"
    run("new_crossings.py", write_flat_rings(tmp_path / "shoreline"), "--out", out, "--tolerances", "0.5")
    with open(out, newline="") as source:
        plain, topology = csv.DictReader(source)
    assert plain["topology"] == "False" and topology["topology"] == "True"
    assert topology["crossings_before"] == "0" and topology["new"] == "0"


def test_crossings_are_new_if_the_pieces_cross_an_even_number_of_times(monkeypatch):
    monkeypatch.syspath_prepend(str(BENCH))
    from new_crossings import crossings, replaces_crossing

    # A line that passes over another one twice, and again over a third one once.
    points = np.array([[0, 0], [1, 2], [2, 0], [3, 2], [-1, 1], [2.2, 1], [2.9, 0], [2, 2]], float)
    offsets = np.array([0, 4, 6, 8])
    before = crossings(points, offsets, np.arange(8))
    assert before == [(0, 1, 4, 5), (1, 2, 4, 5), (2, 3, 6, 7)]
    assert crossings(points, offsets, np.array([0, 3, 4, 5, 6, 7])) == [(0, 3, 4, 5), (0, 3, 6, 7)]
    assert not replaces_crossing((0, 3, 4, 5), before) and replaces_crossing((0, 3, 6, 7), before)


def test_memory_of_files_is_measured(tmp_path):
    write_flat_rings(tmp_path / "shoreline")
    source = tmp_path / "source.parquet"
    assert "1 times 20 polygons" in run("memory_of_files.py", "make", tmp_path / "shoreline", source, "--gigabytes", 1e-9)
    header, values = run("memory_of_files.py", "measure", source, tmp_path / "target.parquet").splitlines()
    assert dict(zip(header.split(","), values.split(",")))["rows"] == "20"


def test_a_wrong_result_ends_the_measurement(monkeypatch):
    monkeypatch.syspath_prepend(str(BENCH))
    import measuring

    task = measuring.Task("arrays", "made", 1, 3, 1.0)
    task.add_own("simplify", lambda: [1, 2], len, lambda result: result == [1, 3])
    with pytest.raises(SystemExit, match="the result of thrustline, simplify is wrong"):
        list(measuring.measured(task, 1))
