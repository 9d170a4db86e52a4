"""Depth images: against plain NumPy, and back and forth."""

from __future__ import annotations

import numpy as np
import pytest

import thrustline as tl

DISPARITY = np.random.default_rng(4).uniform(1, 60, (2, 40, 30)).astype(np.float32)
DISPARITY[:, ::7, ::3] = np.nan


def scene(frames: int = 1) -> np.ndarray:
    """A flat road with a wall on it, under a sky: 120 rows, 60 columns, horizon at row 50."""
    rows = np.arange(120, dtype=np.float32)[:, None]
    road = np.where(rows > 50, (rows - 50) * 0.4, 0.0).repeat(60, 1).astype(np.float32)
    road[40:90, 20:40] = 16
    road[:40] = 0
    return np.repeat(road[None], frames, 0) if frames > 1 else road


CAMERA = tl.StereoCamera(focal_length=500, baseline=0.5, principal_row=60)


def test_to_disparity():
    raw = np.array([[0, 256, 65535]], np.uint16)
    np.testing.assert_array_equal(tl.to_disparity(raw), np.array([[np.nan, 1, 65535 / 256]], np.float32))
    np.testing.assert_array_equal(tl.to_disparity(raw, invalid_value=None)[0, 0], 0)
    np.testing.assert_array_equal(tl.to_disparity(raw.astype(np.uint8), scale=1)[0, 2], 255)


def test_median_filter_is_the_median():
    result = tl.median_filter(DISPARITY)
    for f, r, c in [(0, 5, 5), (1, 1, 28), (0, 39, 29), (1, 20, 0)]:
        if np.isnan(DISPARITY[f, r, c]):
            continue
        window = DISPARITY[f, max(r - 1, 0) : r + 2, max(c - 1, 0) : c + 2]
        valid = np.sort(window[~np.isnan(window)])
        assert result[f, r, c] == valid[(len(valid) - 1) // 2]
    np.testing.assert_array_equal(np.isnan(result), np.isnan(DISPARITY))


def test_fill_columns_takes_the_background():
    column = np.array([[np.nan], [5], [np.nan], [3], [np.nan]], np.float32)
    np.testing.assert_array_equal(tl.fill_columns(column)[:, 0], [5, 5, 3, 3, 3])
    out = np.empty_like(column)
    assert tl.fill_columns(column, out=out).base is out or tl.fill_columns(column, out=out) is out


def test_resample_rows():
    result = tl.resample_rows(DISPARITY, 17)
    rows = (2 * np.arange(17) + 1) * 40 // 34
    np.testing.assert_array_equal(result, DISPARITY[:, rows])


@pytest.mark.parametrize("dtype", [np.uint8, np.uint16, np.float32, np.float64])
@pytest.mark.parametrize("axis", [-2, -1])
def test_columns_are_simplified_as_series(dtype, axis):
    images = np.random.default_rng(6).integers(0, 200, (2, 50, 20)).astype(dtype)
    found = tl.segment_columns(images, 20.0, axis=axis)
    series = np.moveaxis(images, axis, -1).reshape(-1, images.shape[axis]).astype(np.float64)
    for k, values in enumerate(series):
        expected = tl.simplify_segments(values, 20.0, metric="vertical")
        mine = slice(found.offsets[k], found.offsets[k + 1])
        np.testing.assert_array_equal(np.column_stack([found.first[mine], found.last[mine]]), expected)
        np.testing.assert_array_equal(found.value_first[mine], values[expected[:, 0]])


def test_columns_of_many_segments_and_of_strided_images():
    images = np.random.default_rng(6).uniform(0, 1, (30, 400)).astype(np.float32)
    found = tl.segment_columns(images, 0.0)
    np.testing.assert_array_equal(tl.segment_columns(images[:, ::2], 0.0).first, tl.segment_columns(images[:, ::2].copy(), 0.0).first)
    np.testing.assert_array_equal(tl.segment_columns(images[:, ::-1], 0.0).last, tl.segment_columns(images[:, ::-1].copy(), 0.0).last)
    assert found.offsets[-1] == len(found.first)
    capped = tl.segment_columns(images, 0.0, capacity=10)
    np.testing.assert_array_equal(capped.offsets, found.offsets)
    np.testing.assert_array_equal(capped.first, found.first[:10])
    roomy = tl.segment_columns(images, 0.0, capacity=len(found.first) + 5)
    np.testing.assert_array_equal(roomy.first, found.first)


def test_reconstruction_is_within_the_tolerance():
    smooth = np.cumsum(np.random.default_rng(8).normal(size=(60, 40)), 0).astype(np.float32)
    back = tl.reconstruct_columns(tl.segment_columns(smooth, 1.0), smooth.shape)
    assert np.abs(back - smooth).max() <= 1.0 + 1e-5


def test_stixels_of_a_scene():
    image = scene()
    road = tl.Road(slope=0.4, horizon=50)
    found = tl.stixels(image, CAMERA, road=road)
    assert len(found.offsets) == 13
    middle = slice(found.offsets[6], found.offsets[7])
    wall = found.kind[middle] == tl.StixelClass.OBJECT
    assert wall.sum() == 1 and abs(found.disparity[middle][wall][0] - 16) < 0.5
    for k in range(12):
        mine = slice(found.offsets[k], found.offsets[k + 1])
        np.testing.assert_array_equal(found.first[mine][1:], found.last[mine][:-1] + 1)
        assert (found.first[mine][0], found.last[mine][-1]) == (0, 119)
    batch = tl.stixels(scene(2), CAMERA, road=[road, road])
    np.testing.assert_array_equal(batch.first[len(found.first) :], found.first)


def test_road_is_found():
    roads = tl.estimate_road(scene(2), CAMERA, options=tl.RoadOptions(least_votes=5))
    assert len(roads) == 2 and roads[0] is not None
    assert abs(roads[0].slope - 0.4) < 0.05 and abs(roads[0].horizon - 50) < 3
    assert tl.estimate_road(np.full((20, 20), np.nan, np.float32), CAMERA) == [None]
    with pytest.raises(tl.RoadNotFound) as raised:
        tl.stixels(np.full((20, 20), np.nan, np.float32), CAMERA)
    assert raised.value.frame == 0
