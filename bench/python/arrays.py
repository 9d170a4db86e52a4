# SPDX-License-Identifier: MIT
"""Tasks from arrays of NumPy."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import shapely
from checks import Check, reference_mask
from measuring import Task
from numpy.typing import NDArray
from real_data import read_geojson, read_lines

import thrustline as tl

MOST_FOR_RDP = 2_000  # points; rdp is written in Python


def array_tasks(folder: Path, longest: int) -> Iterator[Task]:
    """longest: points of the long random walk."""
    yield short_call()
    yield batch("random walk", walk(MOST_FOR_RDP), [0, MOST_FOR_RDP], 1.0)
    yield batch("random walk", walk(longest), [0, longest], 1.0)
    yield batch("random walk", walk(longest), [0, longest], 30.0)
    coast = np.loadtxt(folder / "coast_baffin.xy.csv", delimiter=",", skiprows=1)
    yield batch("coast of Baffin Island", coast, [0, len(coast)], 0.001)
    lines = read_geojson(folder / "world_coastline_50m.geojson")
    counts = shapely.get_num_coordinates(lines)
    yield batch("coastlines of the world", shapely.get_coordinates(lines), np.append(0, counts.cumsum()), 0.25)
    yield batch("arcs of US counties", *read_lines(folder / "us_counties.lines.csv"), 0.01)
    yield series(np.loadtxt(folder / "ecg_mitdb_100.series.csv", skiprows=1), 5.0)
    yield from tracks(*read_lines(folder / "gps_deliveries.lines.csv"), 10.0)


def walk(points: int) -> NDArray[np.float64]:
    return np.random.default_rng(1).normal(size=(points, 2)).cumsum(0)


def short_call() -> Task:
    """A call on a hundred points, beside the same call of the compiled module with arguments that are ready."""
    points = walk(100)
    line = shapely.LineString(points)
    task = Task("arrays", "random walk", 1, 100, 1.0, repeat=2000)
    expected = reference_mask(points, [0, 100], 1.0)
    task.add_own("simplify_mask", lambda: tl.simplify_mask(points, 1.0), np.count_nonzero,
                 lambda mask: np.array_equal(mask, expected()))
    task.add_own("simplify", lambda: tl.simplify(points, 1.0), len, lambda kept: np.array_equal(kept, points[expected()]))
    add_compiled_call(task, points, lambda mask: np.array_equal(mask, expected()))
    task.add("shapely", "shapely, preserve_topology=False", lambda s: s.simplify(line, 1.0, preserve_topology=False),
             shapely.get_num_coordinates)
    task.add("simplification.cutil", "simplification, simplify_coords_idx", lambda s: s.simplify_coords_idx(points, 1.0), len)
    return task


def add_compiled_call(task: Task, points: NDArray[np.float64], is_right: Check) -> None:
    """Adds the call into the compiled module: the C++ call and what nanobind adds."""
    from thrustline import _core
    from thrustline._batch import read_batch
    from thrustline._options import read_options

    batch = read_batch(points, None, None, None)
    options = read_options(batch, 1.0, "segment")
    mask = np.empty(len(points), bool)
    task.add_own("the compiled call alone", lambda: _core.simplify(batch.on, batch.lines, options, mask), int,
                 lambda kept: is_right(mask))


def batch(name: str, points: NDArray[np.float64], offsets: Any, tolerance: float) -> Task:
    """Lines in one array, beside peers that take a line a call or an array of objects that are made before."""
    offsets = np.asarray(offsets)
    pieces = np.split(points, offsets[1:-1])
    task = Task("arrays", name, len(pieces), len(points), tolerance)
    expected = reference_mask(points, offsets, tolerance)
    if len(pieces) == 1:
        task.add_own("simplify", lambda: tl.simplify(points, tolerance), len,
                     lambda result: np.array_equal(result, points[expected()]))
    else:
        task.add_own("simplify", lambda: tl.simplify(points, tolerance, offsets=offsets), lambda result: len(result.values),
                     lambda result: np.array_equal(result.values, points[expected()])
                     and np.array_equal(np.diff(result.offsets), np.add.reduceat(expected(), offsets[:-1], dtype=int)))
    numbers = np.repeat(np.arange(len(pieces)), np.diff(offsets))
    lines = shapely.linestrings(points, indices=numbers)
    count = lambda result: int(shapely.get_num_coordinates(result).sum())  # noqa: E731
    task.add("shapely", "shapely, preserve_topology=False, objects made before",
             lambda s: s.simplify(lines, tolerance, preserve_topology=False), count)
    task.add("shapely", "shapely, preserve_topology=False, from and to arrays",
             lambda s: s.get_coordinates(s.simplify(s.linestrings(points, indices=numbers), tolerance, preserve_topology=False)),
             len)
    if len(points) < 1_000_000:
        task.add("shapely", "shapely, preserve_topology=True, objects made before",
                 lambda s: s.simplify(lines, tolerance), count)
    task.add("simplification.cutil", "simplification, simplify_coords, a call a line",
             lambda s: [s.simplify_coords(piece, tolerance) for piece in pieces], lambda result: sum(map(len, result)))
    if len(points) <= MOST_FOR_RDP:
        task.add("rdp", "rdp, return_mask", lambda r: r.rdp(points, epsilon=tolerance, algo="iter", return_mask=True), sum)
    return task


def series(values: NDArray[np.float64], tolerance: float) -> Task:
    """A time series: the same number of samples by each program, and the largest error."""
    task = Task("arrays", "ECG", 1, len(values), tolerance)
    n_out = len(tl.series.simplify(values, tolerance))
    n_out -= n_out % 2
    every = np.arange(len(values))

    def largest_error(kept: Any) -> float:
        return float(np.abs(np.interp(every, kept, values[kept]) - values).max())

    def error(kept: Any) -> str:
        return f"largest error {largest_error(kept):.3g}"

    task.add_own("series.simplify", lambda: tl.series.simplify(values, tolerance), len,
                 lambda kept: largest_error(kept) <= tolerance, error)
    task.add_own("series.downsample", lambda: tl.series.downsample(values, n_out=n_out), len,
                 lambda kept: len(kept) == n_out and kept[0] == 0 and kept[-1] == every[-1], error)
    for name in ("MinMaxLTTBDownsampler", "LTTBDownsampler"):
        task.add("tsdownsample", f"tsdownsample, {name}",
                 lambda t, name=name: getattr(t, name)().downsample(values, n_out=n_out), len, note=error)
    return task


def tracks(points: NDArray[np.float64], offsets: NDArray[np.int64], tolerance: float) -> Iterator[Task]:
    """The first hundred GPS tracks: from arrays, and from frames of rows, one or one for each track."""
    offsets = offsets[:101]
    points = points[: offsets[-1]]
    frame = track_frame(points, offsets)
    collection = track_collection(frame)

    def generalized(movingpandas: Any, given: Any) -> Any:
        return movingpandas.DouglasPeuckerGeneralizer(given).generalize(tolerance)

    trajectories = ("movingpandas", "movingpandas, DouglasPeuckerGeneralizer", lambda m: generalized(m, collection),
                    lambda result: sum(len(track.df) for track in result.trajectories))

    expected = reference_mask(points, offsets, tolerance)
    task = Task("arrays", "GPS tracks", len(offsets) - 1, len(points), tolerance)
    task.add_own("simplify_mask", lambda: tl.simplify_mask(points, tolerance, offsets=offsets), np.count_nonzero,
                 lambda mask: np.array_equal(mask, expected()))
    task.add(*trajectories)
    yield task

    task = Task("objects", "GPS tracks", len(offsets) - 1, len(points), tolerance)
    task.add_own("geo.simplify_tracks of one frame", lambda: tl.geo.simplify_tracks(frame, tolerance, by="track"), len,
                 lambda result: result.equals(frame[expected()]))
    if collection:
        frames = [track.df for track in collection.trajectories]
        task.add_own("rows of a frame for each track", lambda: simplified_frames(frames, tolerance),
                     lambda result: sum(map(len, result)),
                     lambda result: np.array_equal(np.concatenate([places_of(rows) for rows in result]), points[expected()]))
    task.add("movingpandas", "movingpandas, DouglasPeuckerGeneralizer, from and to one frame",
             lambda m: generalized(m, track_collection(frame)).to_point_gdf(), len)
    task.add(*trajectories)
    yield task


def simplified_frames(frames: list[Any], tolerance: float) -> list[Any]:
    """The rows of each frame that are enough."""
    places = [places_of(frame) for frame in frames]
    return [frame.loc[mask] for frame, mask in zip(frames, tl.simplify_mask(places, tolerance))]


def places_of(frame: Any) -> NDArray[np.float64]:
    return shapely.get_coordinates(frame.geometry.values)


def track_frame(points: NDArray[np.float64], offsets: NDArray[np.int64]) -> Any:
    """The points of tracks in metres, as the rows of a frame with times for an index."""
    import geopandas
    import pandas

    seconds = np.arange(len(points)) * 5
    return geopandas.GeoDataFrame(
        {"track": np.repeat(np.arange(len(offsets) - 1), np.diff(offsets))},
        geometry=geopandas.points_from_xy(*points.T), crs="EPSG:3857",
        index=pandas.to_datetime("2026-01-01") + pandas.to_timedelta(seconds, unit="s"),
    )


def track_collection(frame: Any) -> Any:
    """The tracks as movingpandas has them; None where it is absent."""
    try:
        import movingpandas
    except ImportError:
        return None
    return movingpandas.TrajectoryCollection(frame, traj_id_col="track", min_length=0)
