"""Depth images and stixels: bad arguments, and results in the arrays of the caller."""

from __future__ import annotations

import numpy as np
import pytest

import thrustline as tl

CAMERA = tl.StereoCamera(focal_length=500, baseline=0.5, principal_row=60)


def test_reconstruct_columns_writes_to_the_given_array_or_refuses_it():
    segments = tl.segment_columns(np.arange(12, dtype=np.float32).reshape(4, 3), 0.5)
    wanted = tl.reconstruct_columns(segments, (4, 3))
    out = np.full((4, 3), -1, np.float32)
    assert tl.reconstruct_columns(segments, (4, 3), out=out) is out
    np.testing.assert_array_equal(out, wanted)
    read_only = np.zeros((4, 3), np.float32)
    read_only.flags.writeable = False
    for bad in (np.zeros((3, 4), np.float32).T, np.zeros((4, 6), np.float32)[:, ::2], read_only, np.zeros((12, 5), np.float32)):
        with pytest.raises(tl.InvalidArgument) as caught:
            tl.reconstruct_columns(segments, (4, 3), out=bad)
        assert caught.value.argument == "out"
    with pytest.raises(TypeError, match="out must be an array of float32, is list"):
        tl.reconstruct_columns(segments, (4, 3), out=[[0.0] * 3] * 4)


def test_images_are_written_to_the_array_that_is_returned():
    image, raw = np.ones((4, 3), np.float32), np.ones((4, 3), np.uint16)
    out = np.empty((4, 3), np.float32)
    for call in (lambda: tl.to_disparity(raw, out=out), lambda: tl.median_filter(image, out=out),
                 lambda: tl.fill_columns(image, out=out), lambda: tl.resample_rows(image, 4, out=out)):
        assert call() is out


def test_reconstruct_columns_names_the_types_that_it_takes():
    segments = tl.segment_columns(np.arange(12, dtype=np.float64).reshape(4, 3), 0.5)
    with pytest.raises(TypeError, match="segments.buffer must be float32, are float64"):
        tl.reconstruct_columns(segments, (4, 3))
    good = tl.segment_columns(np.arange(12, dtype=np.float32).reshape(4, 3), 0.5)
    with pytest.raises(TypeError, match="offsets must be int64, are int32"):
        tl.reconstruct_columns(good._replace(offsets=good.offsets.astype(np.int32)), (4, 3))
    with pytest.raises(tl.InvalidArgument, match=r"segments: must have the shape \(n, 4\)"):
        tl.reconstruct_columns(good._replace(buffer=good.buffer[:, :3]), (4, 3))


@pytest.mark.parametrize("call, argument", [
    (lambda d: tl.median_filter(d, 4), "size"),
    (lambda d: tl.median_filter(d, out=d), "out"),
    (lambda d: tl.fill_columns(d[1:], out=d[:-1]), "out"),
    (lambda d: tl.to_disparity(d.view(np.uint16)[:, ::2].copy(), out=d[:, :0]), "out"),
    (lambda d: tl.resample_rows(d, -1), "rows"),
    (lambda d: tl.resample_rows(d, 2**31), "rows"),
    (lambda d: tl.segment_columns(d, 1, capacity=-1), "capacity"),
    (lambda d: tl.stixels(d, CAMERA, width=0), "width"),
    (lambda d: tl.stixels(d, CAMERA, width=2**63), "width"),
    (lambda d: tl.stixels(d, CAMERA, road=[]), "road"),
    (lambda d: tl.stixels(d, CAMERA, road=[tl.Road(0.5, 3)] * 2), "road"),
    (lambda d: tl.stixels(d, CAMERA, road=[tl.Road(-1, 3)]), "road[0].slope"),
    (lambda d: tl.estimate_road(d, CAMERA, options=tl.RoadOptions(lowest_camera=-1)), "options.lowest_camera"),
    (lambda d: tl.estimate_road(d, CAMERA, options=tl.RoadOptions(least_votes=2**70)), "options.least_votes"),
    (lambda d: tl.estimate_road(d, CAMERA, options=tl.RoadOptions(cell_share=2)), "options.cell_share"),
    (lambda d: tl.stixels(d, CAMERA, estimation=tl.RoadOptions(cell_share=2)), "estimation.cell_share"),
])
def test_errors_have_the_names_of_pythons_arguments(call, argument):
    with pytest.raises(tl.InvalidArgument) as caught:
        call(np.ones((6, 8), np.float32))
    assert caught.value.argument == argument


@pytest.mark.parametrize("call", [
    lambda d: tl.median_filter(d, 3.9), lambda d: tl.median_filter(d, "3"), lambda d: tl.resample_rows(d, 2.7),
    lambda d: tl.segment_columns(d, 1, capacity=2.5), lambda d: tl.stixels(d, CAMERA, width=2.5),
    lambda d: tl.stixels(d, CAMERA, width=np.nan), lambda d: tl.estimate_road(d, CAMERA, max_disparity=128.9),
])
def test_numbers_that_are_not_whole_are_refused(call):
    with pytest.raises(TypeError, match="must be a whole number"):
        call(np.ones((6, 8), np.float32))


def test_results_that_no_memory_can_hold_are_out_of_memory():
    for capacity in (2**50, 2**57):
        with pytest.raises(tl.OutOfMemory):
            tl.segment_columns(np.ones((6, 8), np.float32), 1, capacity=capacity)


def test_masked_arrays_are_refused_if_something_is_masked():
    image = np.ma.masked_equal(np.arange(12, dtype=np.float32).reshape(4, 3), 5)
    with pytest.raises(tl.InvalidArgument, match="masked array"):
        tl.median_filter(image)
    with pytest.raises(tl.InvalidArgument, match="masked array"):
        tl.simplify_mask(np.ma.masked_equal(np.arange(5.0), 2), 1)
    np.testing.assert_array_equal(tl.median_filter(np.ma.array(image.data)), tl.median_filter(image.data))


@pytest.mark.parametrize("view", [
    lambda a: a[:1][::-1], lambda a: a[-1:-2:-1], lambda a: a[:, :, :1][:, :, ::-1], lambda a: a[:, :1][:, ::-1],
    lambda a: a[::-1, ::-1], lambda a: np.asfortranarray(a),
])
@pytest.mark.parametrize("axis", [-1, -2])
def test_images_of_any_strides(view, axis):
    images = view(np.arange(2 * 5 * 4, dtype=np.float32).reshape(2, 5, 4) ** 2 % 17)
    found, expected = (tl.segment_columns(given, 1, axis=axis) for given in (images, np.array(images, order="C", copy=True)))
    for mine, other in zip(found, expected):
        np.testing.assert_array_equal(mine, other)


def test_scale_of_a_disparity_follows_the_type():
    for dtype, scale in ((np.uint8, 1), (np.uint16, 1 / 256)):
        raw = np.array([[0, 40, 200]], dtype)
        np.testing.assert_array_equal(tl.to_disparity(raw), [[np.nan, 40 * scale, 200 * scale]])
        np.testing.assert_array_equal(tl.to_disparity(raw, scale=0.5), [[np.nan, 20, 100]])


def test_many_segments_a_column():
    image = np.random.default_rng(5).uniform(0, 99, (400, 30)).astype(np.float32)
    found = tl.segment_columns(image, 0.5)
    assert found.offsets[-1] > 8 * 30 and found.buffer.base is None
    for mine, other in zip(found, tl.segment_columns(image, 0.5, capacity=int(found.offsets[-1]))):
        np.testing.assert_array_equal(mine, other)


def test_masked_outputs_are_refused():
    out = np.ma.masked_all((1, 2), np.float32)
    with pytest.raises(TypeError, match="^out must not have masked elements"):
        tl.to_disparity(np.array([[1, 2]], np.uint8), out=out)
