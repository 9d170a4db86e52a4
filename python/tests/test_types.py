"""What type checkers know of results: mypy checks this file, and at run time the results have those types.

Each result has a name first: within assert_type() mypy infers the types of elements from its context.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

pytest.importorskip("typing_extensions")

from numpy.typing import NDArray
from typing_extensions import assert_type

import thrustline as tl

LINE: NDArray[np.float64] = np.array([[0.0, 0.0], [1.0, 0.1], [2.0, 0.0], [3.0, 2.0]])
SINGLE = LINE.astype(np.float32)
WHOLE = LINE.astype(np.int16)
LISTS = [[0.0, 0.0], [1.0, 0.1], [2.0, 0.0]]
ENDS: NDArray[np.int64] = np.array([0, 2, 4])
MASK: NDArray[np.bool_] = np.array([True, False, False, True])


def check(result: Any, dtype: type) -> None:
    """Checks arrays, in what holds them, for the type of their elements."""
    if isinstance(result, list):
        arrays = result
    else:
        arrays = [result.values if isinstance(result, tl.Ragged) else result]
    for array in arrays:
        assert type(array) is np.ndarray and array.dtype == dtype


def test_points() -> None:
    of_double = tl.simplify(LINE, 0.5, metric="line")
    check(assert_type(of_double, NDArray[np.float64]), np.float64)
    of_single = tl.simplify(SINGLE, 0.5)
    check(assert_type(of_single, NDArray[np.float32]), np.float32)
    of_whole = tl.simplify(WHOLE, 0.5)
    check(assert_type(of_whole, NDArray[np.float64]), np.float64)
    of_lists = tl.simplify(LISTS, 0.5)
    check(assert_type(of_lists, NDArray[np.float64]), np.float64)
    of_several = tl.simplify(SINGLE, 0.5, offsets=ENDS)
    check(assert_type(of_several, tl.Ragged[NDArray[np.float32]]), np.float32)
    of_arrays = tl.simplify([LINE, LINE], [0.5, 1])
    check(assert_type(of_arrays, list[NDArray[np.float64]]), np.float64)
    of_columns = tl.simplify((LINE[:, 0], LINE[:, 1]), 0.5)
    assert type(assert_type(of_columns, Any)) is tuple


def test_masks() -> None:
    of_line = tl.simplify_mask(LINE, 0.5, pins=MASK)
    check(assert_type(of_line, NDArray[np.bool_]), np.bool_)
    of_whole = tl.simplify_mask(WHOLE, 0.5, offsets=ENDS, out=np.ones(4, bool))
    check(assert_type(of_whole, NDArray[np.bool_]), np.bool_)
    of_arrays = tl.simplify_mask([LINE, LINE], 0.5)
    check(assert_type(of_arrays, list[NDArray[np.bool_]]), np.bool_)
    to_count = tl.simplify_to_count(LINE, 3, floor=0.1)
    check(assert_type(to_count, NDArray[np.bool_]), np.bool_)
    to_counts = tl.simplify_to_count([LINE, LINE], [2, 3])
    check(assert_type(to_counts, list[NDArray[np.bool_]]), np.bool_)
    to_ratio = tl.simplify_to_ratio(LISTS, 0.5)
    check(assert_type(to_ratio, NDArray[np.bool_]), np.bool_)


def test_significance() -> None:
    of_double = tl.significance(LINE, floor=0.5, closed=True)
    check(assert_type(of_double, NDArray[np.float64]), np.float64)
    of_single = tl.significance(SINGLE, offsets=ENDS)
    check(assert_type(of_single, NDArray[np.float32]), np.float32)
    of_arrays = tl.significance([LINE, LINE])
    check(assert_type(of_arrays, list[NDArray[np.float64]]), np.float64)


def test_indices_segments_and_counts() -> None:
    indices = tl.simplify_indices(LINE, 0.5, topology=True)
    check(assert_type(indices, NDArray[np.int64]), np.int64)
    of_several = tl.simplify_indices(WHOLE, 0.5, offsets=[0, 4])
    check(assert_type(of_several, tl.Ragged[NDArray[np.int64]]), np.int64)
    segments = tl.simplify_segments(LISTS, 0.5)
    check(assert_type(segments, NDArray[np.int64]), np.int64)
    of_arrays = tl.simplify_segments([LINE, LINE], 0.5)
    check(assert_type(of_arrays, list[NDArray[np.int64]]), np.int64)
    counts = tl.simplify_counts(LINE, 0.5, offsets=ENDS)
    check(assert_type(counts, NDArray[np.int64]), np.int64)


def test_what_a_mask_keeps() -> None:
    points = tl.select(LINE, MASK)
    check(assert_type(points, NDArray[np.float64]), np.float64)
    of_several = tl.select(SINGLE, MASK, offsets=ENDS)
    check(assert_type(of_several, tl.Ragged[NDArray[np.float32]]), np.float32)
    indices = tl.select(LINE, MASK, want="indices")
    check(assert_type(indices, NDArray[np.int64]), np.int64)
    segments = tl.select(LINE, MASK, want="segments", offsets=ENDS)
    check(assert_type(segments, tl.Ragged[NDArray[np.int64]]), np.int64)
    counts = tl.select(LINE, MASK, want="counts", offsets=ENDS)
    check(assert_type(counts, NDArray[np.int64]), np.int64)


def test_hulls() -> None:
    indices = tl.convex_hull(LINE, keep_collinear=True)
    check(assert_type(indices, NDArray[np.int64]), np.int64)
    points = tl.convex_hull_points(SINGLE)
    check(assert_type(points, NDArray[np.float32]), np.float32)
    of_several = tl.convex_hull_points(LINE, offsets=ENDS)
    check(assert_type(of_several, tl.Ragged[NDArray[np.float64]]), np.float64)


def test_images() -> None:
    image = tl.to_disparity(np.full((4, 5), 256, np.uint16), scale=0.5)
    check(assert_type(image, NDArray[np.float32]), np.float32)
    filtered = tl.median_filter(image, 3)
    check(assert_type(filtered, NDArray[np.float32]), np.float32)
    resampled = tl.resample_rows(tl.fill_columns(image), 2, on="cpu")
    check(assert_type(resampled, NDArray[np.float32]), np.float32)


def test_series() -> None:
    indices = tl.series.simplify(LINE[:, 1], 0.5)
    check(assert_type(indices, NDArray[np.int64]), np.int64)


def test_geometries() -> None:
    pytest.importorskip("geopandas")
    import shapely
    from geopandas import GeoDataFrame, GeoSeries

    line = shapely.LineString(LINE)
    simplified = tl.geo.simplify(line, 0.5)
    assert type(assert_type(simplified, shapely.LineString)) is shapely.LineString
    array = tl.geo.simplify([line, line], 0.5, rings="keep")
    check(assert_type(array, NDArray[np.object_]), np.object_)
    series = tl.geo.simplify(GeoSeries([line]), 0.5)
    assert type(assert_type(series, GeoSeries)) is GeoSeries
    levels = tl.geo.simplify_levels(GeoDataFrame(geometry=[line]), [0.5, 1.0])
    assert [type(level) for level in assert_type(levels, list[GeoDataFrame])] == [GeoDataFrame] * 2
