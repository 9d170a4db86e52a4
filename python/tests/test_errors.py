"""Errors go to other processes, and are copied, with all that they know."""

from __future__ import annotations

import copy
import multiprocessing
import pickle
from concurrent.futures import ProcessPoolExecutor

import numpy as np
import pytest

import thrustline as tl

NAN = np.array([[0, 0], [1, np.nan], [2, 0.0]])
ERRORS = [
    tl.InvalidArgument("points", "point 1 has coordinate 1 = nan"),
    tl.InvalidPoint("points", "has coordinate 1 = nan", 1),
    tl.GeometryError("obj", "has coordinate 0 = inf", 4),
    tl.WkbError("value 1, byte 0: no byte order", 1, 0),
    tl.CudaError("out of luck", 700),
    tl.OutOfMemory("no room", 1 << 40),
    tl.RoadNotFound("no road in frame 3", 3),
]
COPIES = [copy.copy, copy.deepcopy] + [
    lambda error, protocol=protocol: pickle.loads(pickle.dumps(error, protocol))
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1)
]


def check_same(copied: Exception, error: Exception) -> None:
    assert copied is not error and type(copied) is type(error)
    assert (str(copied), copied.args, vars(copied)) == (str(error), error.args, vars(error))


@pytest.mark.parametrize("error", ERRORS, ids=[type(e).__name__ for e in ERRORS])
@pytest.mark.parametrize("made_again", COPIES, ids=["copy", "deepcopy", *map(str, range(pickle.HIGHEST_PROTOCOL + 1))])
def test_copy_of_an_error_is_the_same(error, made_again):
    check_same(made_again(error), error)


class OwnError(tl.InvalidArgument):
    def __init__(self) -> None:
        super().__init__("tolerance", "is not allowed here")


def test_error_of_a_subclass_is_copied():
    error = OwnError()
    error.line = 7
    check_same(pickle.loads(pickle.dumps(error)), error)


def wkb_of_nothing() -> object:
    return tl.geo.simplify_wkb(pytest.importorskip("pyarrow").array([b"nothing"]), 1.0)


def geometry_of_infinity() -> object:
    shapely = pytest.importorskip("shapely")
    return tl.geo.simplify(shapely.LineString([(0, 0), (np.inf, 0)]), 1.0)


RAISED = {
    tl.InvalidArgument: lambda: tl.simplify(NAN, -1.0),
    tl.InvalidPoint: lambda: tl.simplify(NAN, 1.0),
    tl.GeometryError: geometry_of_infinity,
    tl.WkbError: wkb_of_nothing,
    tl.RoadNotFound: lambda: tl.stixels(np.full((20, 20), np.nan, np.float32), tl.StereoCamera(500, 0.5, 60)),
}


@pytest.mark.parametrize("kind", RAISED, ids=lambda kind: kind.__name__)
def test_copy_of_an_error_of_the_extension_is_the_same(kind):
    with pytest.raises(kind) as raised:
        RAISED[kind]()
    for made_again in COPIES:
        check_same(made_again(raised.value), raised.value)


def test_error_of_a_worker_arrives():
    with pytest.raises(tl.InvalidPoint, match="^points: point 1 has coordinate 1 = nan") as expected:
        tl.simplify(NAN, 1.0)
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        error = pool.submit(tl.simplify, NAN, 1.0).exception(timeout=60)
        assert isinstance(error, tl.InvalidPoint) and (error.argument, error.point) == ("points", 1)
        assert str(error) == str(expected.value)
        np.testing.assert_array_equal(pool.submit(tl.simplify, NAN[[0, 2]], 1.0).result(timeout=60), NAN[[0, 2]])
