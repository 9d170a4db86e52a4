"""The table of bad input: each a clear error that names the argument."""

from __future__ import annotations

import re

import numpy as np
import pytest

import thrustline as tl

WALK = np.random.default_rng(3).normal(size=(20, 2)).cumsum(0)
NAN = np.array([[0, 0], [1, np.nan], [2, 0.0]])


def read_only(array: np.ndarray) -> np.ndarray:
    array.flags.writeable = False
    return array


RING = np.array([[0, 0], [1, 0], [1, 1], [0, 0.0]])


def finish_ring(mask: object) -> int:
    return tl.finish_rings(RING, mask, 5.0, rings=tl.Rings(minimum="keep"))


OVERLAP = np.zeros(20)
IMAGE = np.ones((2, 2), np.float32)
CAMERA = tl.StereoCamera(1, 1, 1)

INVALID = [
    ("tolerance", "-1", lambda: tl.simplify(WALK, -1)),
    ("tolerance", "nan", lambda: tl.simplify(WALK, float("nan"))),
    ("tolerance", "2 values for 1", lambda: tl.simplify(WALK, [1.0, 2.0])),
    ("tolerance", "dimension", lambda: tl.simplify(WALK, [[1.0]])),
    ("points", "1", lambda: tl.simplify(NAN, 1)),
    ("points", r"\(3, 4\)", lambda: tl.simplify(np.ones((3, 4)), 1)),
    ("points", r"\(\)", lambda: tl.simplify(np.float64(1), 1)),
    ("points", "inhomogeneous", lambda: tl.simplify([[1, 2], [3]], 1)),
    ("points", "2 or 3", lambda: tl.simplify((np.ones(3),), 1)),
    ("points", "length", lambda: tl.simplify((np.ones(3), np.ones(4)), 1)),
    ("points", "list", lambda: tl.simplify([np.ones((3, 2)), np.ones(3)], 1)),
    ("offsets", "5", lambda: tl.simplify(WALK, 1, offsets=[0, 10, 5, 20])),
    ("offsets", "21", lambda: tl.simplify(WALK, 1, offsets=[0, 21])),
    ("offsets", "-1", lambda: tl.simplify(WALK, 1, offsets=[-1, 20])),
    ("offsets", "none", lambda: tl.simplify(WALK, 1, offsets=[])),
    ("offsets", "dimension", lambda: tl.simplify(WALK, 1, offsets=[[0, 20]])),
    ("offsets", "left out", lambda: tl.simplify([WALK], 1, offsets=[0, 20])),
    ("metric", "'segment'", lambda: tl.simplify(WALK, 1, metric="euclid")),
    ("metric", "'segment'", lambda: tl.simplify(WALK, 1, metric=["segment"])),
    ("invalid", "'ignore'", lambda: tl.simplify(WALK, 1, invalid="drop")),
    ("topology", "'within'", lambda: tl.simplify(WALK, 1, topology="all")),
    ("invalid", "topology", lambda: tl.simplify(WALK, 1, topology=True, invalid="ignore")),
    ("closed", "ring", lambda: tl.simplify(WALK[:, 0], 1, closed=True)),
    ("pins", "20", lambda: tl.simplify(WALK, 1, pins=np.zeros(3, bool))),
    ("out", r"\(20,\)", lambda: tl.simplify_mask(WALK, 1, out=np.empty(3, bool))),
    ("out", r"\(2, 10\) or \(20,\)", lambda: tl.simplify_mask(WALK.reshape(2, 10, 2), 1, out=np.empty((10, 2), bool))),
    ("out", "writable", lambda: tl.simplify_mask(WALK, 1, out=read_only(np.empty(20, bool)))),
    ("out", "dense", lambda: tl.simplify_mask(WALK, 1, out=np.empty(40, bool)[::2])),
    ("mask", "20", lambda: tl.select(WALK, np.ones(3, bool))),
    ("mask", "dense", lambda: finish_ring(np.ones(8, bool)[::2])),
    ("mask", "writable", lambda: finish_ring(read_only(np.ones(4, bool)))),
    ("mask", "4", lambda: finish_ring(np.ones(3, bool))),
    ("want", "'points'", lambda: tl.select(WALK, np.ones(20, bool), want="lines")),
    ("count", "-1", lambda: tl.simplify_to_count(WALK, -1)),
    ("count", "2", lambda: tl.simplify_to_count(WALK, [1, 2])),
    ("count", "-1", lambda: tl.simplify_to_count(WALK, [-1])),
    ("count", str(2**70), lambda: tl.simplify_to_count(WALK, 2**70)),
    ("count", str(2**63 + 1), lambda: tl.simplify_to_count(WALK, np.array([2**63 + 1], np.uint64))),
    ("offsets", str(2**63 + 1), lambda: tl.simplify(WALK, 1, offsets=np.array([0, 2**63 + 1], np.uint64))),
    ("ratio", "1.5", lambda: tl.simplify_to_ratio(WALK, [1.5])),
    ("ratio", "fits in float64", lambda: tl.simplify_to_ratio(WALK, 10**400)),
    ("tolerance", "fits in float64", lambda: tl.simplify(WALK, 10**400)),
    ("floor", "-1", lambda: tl.significance(WALK, floor=-1)),
    ("floor", "-1", lambda: tl.simplify_to_count(WALK, 3, floor=-1)),
    ("floor", "-1", lambda: tl.simplify_to_ratio(WALK, 0.5, floor=-1)),
    ("sentinel", "invalid='ignore'", lambda: tl.simplify(WALK, 1, sentinel=-999)),
    ("rings.minimum", "", lambda: tl.significance(RING, rings=tl.Rings(minimum="keep"))),
    ("points", r"lines, n, 2 or 3\), has \(3, 4, 4\)", lambda: tl.simplify(np.zeros((3, 4, 4)), 1)),
    ("out", "overlaps", lambda: tl.simplify_mask(OVERLAP, 1.0, out=OVERLAP.view(bool)[:20])),
    ("on", "cuda:²", lambda: tl.simplify(WALK, 1, on="cuda:²")),
    ("on", "cuda:9999999999", lambda: tl.simplify(WALK, 1, on="cuda:9999999999")),
    ("threads", "1025", lambda: tl.Executor.cpu(1025)),
    ("bytes", "-1", lambda: tl.Executor.cpu().memory_limit(-1)),
    ("mask", r"\(20,\), has \(10, 2\)", lambda: tl.select(WALK, np.ones((10, 2), bool))),
    ("mask", "lengths are 4, 6, has the lengths 6, 4",
     lambda: tl.select([WALK[:4], WALK[:6]], [np.ones(6, bool), np.ones(4, bool)])),
    ("pins", r"\(3, 4\) or \(12,\), has \(4, 3\)",
     lambda: tl.simplify(np.ones((3, 4, 2)), 1, pins=np.ones((4, 3), bool))),
    ("mask", "masked array",
     lambda: tl.select([WALK[:2], WALK[:2]], [np.ma.array([True, True], mask=[0, 1]), np.ones(2, bool)])),
    ("mask", "offsets", lambda: tl.select(WALK, tl.Ragged(np.ones(20, bool), [0, 20]))),
    ("offsets", "Ragged", lambda: tl.simplify(tl.Ragged(WALK, [0, 20]), 1, offsets=[0, 20])),
    ("ratio", "1.5", lambda: tl.simplify_to_ratio(WALK, 1.5)),
    ("rings.which", r"for each line, the shape \(1,\), has \(2,\)",
     lambda: tl.simplify(RING, 1, rings=tl.Rings([True, False]))),
    ("rings.which", "masked array",
     lambda: tl.simplify(RING, 1, rings=tl.Rings(np.ma.array([True], mask=[True])))),
    ("device", "-1", lambda: tl.Executor.cuda(-1)),
    ("device", str(2**40), lambda: tl.Executor.cuda(2**40)),
    ("on", "gpu", lambda: tl.simplify(WALK, 1, on="gpu")),
    ("stream", "-3", lambda: tl.simplify(WALK, 1, stream=-3)),
    ("stream", "CPU", lambda: tl.simplify(WALK, 1, on="cpu", stream=7)),
    ("stream", "executor", lambda: tl.simplify(WALK, 1, on=tl.Executor.cpu(), stream=7)),
    ("stream", "> 0", lambda: tl.simplify(WALK, 1, on="cuda", stream=0)),
    ("threads", "-1", lambda: tl.Executor.cpu(-1)),
    ("points", "planar", lambda: tl.convex_hull(np.ones((3, 3)))),
    ("points", "1", lambda: tl.convex_hull(NAN)),
    ("axis", "0", lambda: tl.segment_columns(np.ones((2, 2)), 1, axis=0)),
    ("images", "shape", lambda: tl.segment_columns(np.ones(2), 1)),
    ("size", "7", lambda: tl.median_filter(np.ones((2, 2), np.float32), 7)),
    ("width", "0", lambda: tl.stixels(np.ones((2, 2), np.float32), tl.StereoCamera(1, 1, 1), width=0)),
    ("mode", "'corrected'", lambda: tl.stixels(np.ones((2, 2), np.float32), tl.StereoCamera(1, 1, 1), mode="x")),
]

TYPES = [
    ("float16", lambda: tl.simplify(WALK.astype(np.float16), 1)),
    ("complex128", lambda: tl.simplify(WALK.astype(complex), 1)),
    ("longdouble|float128", lambda: tl.simplify(WALK.astype(np.longdouble), 1)),
    ("<U", lambda: tl.simplify(np.array(["a", "b"]), 1)),
    ("object", lambda: tl.simplify(np.array([None, object()]), 1)),
    ("object", lambda: tl.simplify(None, 1)),
    ("tolerance", lambda: tl.simplify(WALK, "1")),
    ("tolerance", lambda: tl.simplify(WALK, None)),
    ("offsets.*float64", lambda: tl.simplify(WALK, 1, offsets=[0.0, 20.0])),
    ("pins.*int64", lambda: tl.simplify(WALK, 1, pins=np.zeros(20, int))),
    ("mask.*float64", lambda: tl.select(WALK, np.ones(20))),
    ("mask.*one array.*list", lambda: finish_ring([True, False, False, True])),
    ("mask.*one array.*list", lambda: finish_ring([np.array([True, False, False, True])])),
    ("mask.*int64", lambda: finish_ring(np.ones(4, int))),
    ("count must be a whole number, is 3.0", lambda: tl.simplify_to_count(WALK, np.float64(3))),
    ("count must be a whole number, is '3'", lambda: tl.simplify_to_count(WALK, "3")),
    ("ratio must be a number, is '1'", lambda: tl.simplify_to_ratio(WALK, "1")),
    ("threads must be a whole number, is 1.5", lambda: tl.Executor.cpu(1.5)),
    ("device must be a whole number, is '0'", lambda: tl.Executor.cuda("0")),
    ("device must be a whole number, is 0.5", lambda: tl.Executor.cuda(0.5)),
    ("offsets must be an array of integers, is 3", lambda: tl.Ragged(WALK, 3)),
    ("rings.which must be bool or uint8, is int64", lambda: tl.simplify(RING, 1, rings=tl.Rings([1]))),
    ("made by Executor.cpu", lambda: tl.Executor(1)),
    ("sentinel must be a number, is 'a'", lambda: tl.simplify(WALK, 1, invalid="ignore", sentinel="a")),
    ("sentinel must be a number, is '1'", lambda: tl.simplify(WALK, 1, invalid="ignore", sentinel="1")),
    ("tolerance must be a number, is '2'", lambda: tl.segment_columns(np.ones((2, 2)), "2")),
    ("scale must be a number, is '2'", lambda: tl.segment_columns(np.ones((2, 2)), 1, scale="2")),
    ("invalid_value must be a number", lambda: tl.to_disparity(np.ones((2, 2), np.uint8), invalid_value=[0])),
    ("axis must be a whole number", lambda: tl.segment_columns(np.ones((2, 2)), 1, axis=np.array([-1, -2]))),
    ("segments must be ColumnSegments", lambda: tl.reconstruct_columns(np.ones((2, 4)), (2, 2))),
    ("camera must be a StereoCamera, is None", lambda: tl.stixels(IMAGE, None)),
    ("focal_length must be a number, is 'a'", lambda: tl.stixels(IMAGE, tl.StereoCamera("a", 1, 1))),
    ("road must be a Road", lambda: tl.stixels(IMAGE, CAMERA, road=5)),
    ("road must be a Road", lambda: tl.stixels(IMAGE, CAMERA, road=(1.0, 5.0))),
    ("parameters must be a StixelParameters", lambda: tl.stixels(IMAGE, CAMERA, parameters={})),
    ("estimation must be a RoadOptions", lambda: tl.stixels(IMAGE, CAMERA, estimation={})),
    ("ground_noise must be a number",
     lambda: tl.stixels(IMAGE, CAMERA, parameters=tl.StixelParameters(ground_noise=None))),
    ("out.*uint8", lambda: tl.simplify_mask(WALK, 1, out=np.empty(20, np.uint8))),
    ("out.*list", lambda: tl.simplify_mask(WALK, 1, out=[])),
    ("images.*int64", lambda: tl.segment_columns(np.ones((2, 2), int), 1)),
    ("disparity.*float64", lambda: tl.fill_columns(np.ones((2, 2)))),
]


@pytest.mark.parametrize("argument, problem, call", INVALID, ids=[f"{a} {p}" for a, p, _ in INVALID])
def test_bad_value_is_named(argument, problem, call):
    with pytest.raises(tl.InvalidArgument, match=f"^{argument}: .*{problem}") as raised:
        call()
    assert raised.value.argument == argument
    assert isinstance(raised.value, ValueError)


@pytest.mark.parametrize("problem, call", TYPES, ids=[p for p, _ in TYPES])
def test_bad_type_is_named(problem, call):
    with pytest.raises(TypeError, match=problem):
        call()


def test_only_geometry_is_sent_to_geo():
    with pytest.raises(TypeError) as raised:
        tl.simplify(np.array([1, None, 2]), 1)
    assert "geo" not in str(raised.value)
    shapely = pytest.importorskip("shapely")
    with pytest.raises(TypeError, match="thrustline.geo"):
        tl.simplify(shapely.LineString([(0, 0), (1, 1)]), 1)


def test_call_after_an_error_works():
    with pytest.raises(ValueError):
        tl.simplify(NAN, 1)
    assert len(tl.simplify(WALK, 0.0)) == 20


SQUARE = np.array([[0, 0], [1, 0], [1, 1], [0, 1], [0, 0.0]])


@pytest.mark.parametrize("call, name", [
    (lambda flag: tl.simplify(SQUARE, 0.1, closed=flag), "closed"),
    (lambda flag: tl.simplify_segments(SQUARE, 0.1, closed=flag), "closed"),
    (lambda flag: tl.select(SQUARE, np.ones(5, bool), closed=flag), "closed"),
    (lambda flag: tl.select(SQUARE, np.ones(5, bool), want="counts", closed=flag), "closed"),
    (lambda flag: tl.convex_hull(SQUARE, keep_collinear=flag), "keep_collinear"),
    (lambda flag: tl.simplify(SQUARE, 0.1, rings=tl.Rings(drop_superfluous_start=flag)), "rings.drop_superfluous_start"),
])
def test_words_are_no_booleans(call, name):
    for bad in ("false", "no", 2, 0.0, None, [True]):
        with pytest.raises(TypeError, match=f"^{name} must be True or False, is "):
            call(bad)
    for good in (True, False, 0, 1, np.True_, np.int8(1)):
        call(good)


@pytest.mark.parametrize("want", ["points", "indices", "segments", "counts"])
def test_rings_of_select_are_checked_whatever_is_wanted(want):
    for rings in ("junk", tl.Rings([True, False])):
        with pytest.raises((TypeError, tl.InvalidArgument), match="^rings"):
            tl.select(SQUARE, np.ones(5, bool), want=want, rings=rings)


def test_rings_of_no_lines_may_be_an_empty_list():
    assert tl.simplify([], 1, rings=tl.Rings([])) == []


def test_bad_numbers_of_series_are_named_as_the_argument_is():
    two = {"points": WALK, "offsets": [0, 10, 20]}
    for text, call in {
        "tolerance: tolerance[1] must be >= 0, is -1": lambda: tl.simplify(**two, tolerance=[1, -1]),
        "count: count[1] must be >= 0, is -1": lambda: tl.simplify_to_count(**two, count=[1, -1]),
        "ratio: ratio[1] must be 0 to 1, is 2": lambda: tl.simplify_to_ratio(**two, ratio=[1, 2]),
        "floor: floor[1] must be >= 0, is -1": lambda: tl.significance(**two, floor=[1, -1]),
    }.items():
        with pytest.raises(tl.InvalidArgument, match=f"^{re.escape(text)}"):
            call()


class BrainFloats:
    """A tensor of PyTorch in host memory, of a type that NumPy has not."""

    __module__ = "torch.tensors"
    is_cuda = False
    dtype = "torch.bfloat16"

    def detach(self):
        return self

    def numpy(self):
        raise TypeError("Got unsupported ScalarType BFloat16")


@pytest.mark.parametrize("name, call", [
    ("points", lambda tensor: tl.simplify(tensor, 1)),
    ("tolerance", lambda tensor: tl.simplify(WALK, tensor)),
    ("offsets", lambda tensor: tl.simplify(WALK, 1, offsets=tensor)),
    ("pins", lambda tensor: tl.simplify(WALK, 1, pins=tensor)),
    ("mask", lambda tensor: tl.select(WALK, tensor)),
    ("mask", lambda tensor: finish_ring(tensor)),
    ("rings.which", lambda tensor: tl.simplify(RING, 1, rings=tl.Rings(tensor))),
    ("count", lambda tensor: tl.simplify_to_count(WALK, tensor)),
    ("images", lambda tensor: tl.segment_columns(tensor, 1)),
    ("tolerance", lambda tensor: tl.segment_columns(IMAGE, tensor)),
    ("out", lambda tensor: tl.fill_columns(IMAGE, out=tensor)),
    ("y", lambda tensor: tl.series.simplify(tensor, 1)),
    ("x", lambda tensor: tl.series.simplify([1, 2], 1, x=tensor)),
])
def test_tensor_of_a_type_that_numpy_has_not_is_named(name, call):
    with pytest.raises(TypeError, match=f"^{name} must be of a type that NumPy has, is torch.bfloat16"):
        call(BrainFloats())


def test_floor_is_named():
    for call in (lambda f: tl.significance(SQUARE, floor=f), lambda f: tl.simplify_to_count(SQUARE, 3, floor=f),
                 lambda f: tl.simplify_to_ratio(SQUARE, 0.5, floor=f)):
        for bad in ("x", None, 1j, ["a"]):
            with pytest.raises(TypeError, match="^floor must be"):
                call(bad)
        with pytest.raises(tl.InvalidArgument, match=r"^floor: floor\[0\] must be >= 0, is -1"):
            call([-1.0])


@pytest.mark.parametrize("offsets, error", [([], tl.InvalidArgument), ([[0, 3]], tl.InvalidArgument), ([0.0, 3.0], TypeError)])
def test_ragged_offsets_are_checked(offsets, error):
    with pytest.raises(error, match="^offsets"):
        tl.Ragged(np.arange(3.0), offsets)


def test_errors_name_arguments_of_python():
    points = np.zeros((100, 2))
    with pytest.raises(tl.InvalidArgument, match="^out: overlaps points$"):
        tl.simplify_mask(points, 0.5, out=points.view(bool).reshape(-1)[:100])
    with pytest.raises(tl.InvalidArgument, match=r"line 0 has \(5, 2\), line 1 \(3, 3\)"):
        tl.simplify([np.zeros((5, 2)), np.zeros((3, 3))], 1)
    with pytest.raises(TypeError, match="^rings must be a thrustline.Rings, is None"):
        tl.finish_rings(points, np.ones(100, bool), 1, rings=None)
    with pytest.raises(tl.InvalidArgument, match=r"^points: must be planar, of shape \(n, 2\), have 3 coordinates"):
        tl.convex_hull(np.zeros((3, 3)))
    with pytest.raises(tl.InvalidArgument, match="^disparity: has 0 rows, but 3 are asked for$"):
        tl.resample_rows(np.zeros((0, 4), np.float32), 3)


def test_rings_are_equal_if_they_are_the_same():
    rings = tl.Rings(np.array([True, False]))
    assert rings == rings and rings != tl.Rings(np.array([True, False])) and hash(rings) == hash(rings)
