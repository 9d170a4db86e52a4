"""Calls without options on one short line take a short way: results and errors are those of all other calls."""

from __future__ import annotations

import inspect
import pickle

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import thrustline as tl
from thrustline._plain import MOST_POINTS

CALLS = [tl.simplify, tl.simplify_mask, tl.simplify_indices]
DEFAULT = {"invalid": "raise"}  # any keyword leads the long way


def walk(n: int, dimensions: int, dtype: type = np.float64) -> np.ndarray:
    points = np.random.default_rng(n).normal(size=(n, max(dimensions, 1))).cumsum(0).astype(dtype)
    return points if dimensions else points[:, 0].copy()


def check_same(short: np.ndarray, long: np.ndarray) -> None:
    np.testing.assert_array_equal(short, long, strict=True)
    assert type(short) is type(long)
    assert short.flags.owndata and short.flags.c_contiguous and short.flags.writeable


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("dimensions", [0, 1, 2, 3])
@pytest.mark.parametrize("n", [0, 1, 2, 3, 100, MOST_POINTS, MOST_POINTS + 1])
def test_results_are_the_same(call, dtype, dimensions, n):
    points = walk(n, dimensions, dtype)
    for tolerance in (0.0, 1.0, np.inf):
        check_same(call(points, tolerance), call(points, tolerance, **DEFAULT))


@given(st.integers(0, 2**32 - 1), st.integers(0, 300), st.floats(0, 20))
@settings(max_examples=100, deadline=None)
def test_results_of_random_walks_are_the_same(seed, n, tolerance):
    points = np.random.default_rng(seed).normal(size=(n, 2)).cumsum(0)
    for call in CALLS:
        check_same(call(points, tolerance), call(points, tolerance, **DEFAULT))


NAN = np.array([[0, 0], [1, np.nan], [2, 0.0]])
BAD = {
    "NaN among the points": (NAN, 1.0),
    "infinity in float32": (np.array([0, np.inf, 1], np.float32), 1.0),
    "negative tolerance": (walk(9, 2), -1.0),
    "tolerance NaN": (walk(9, 2), float("nan")),
    "four coordinates": (np.ones((3, 4)), 1.0),
    "no coordinates": (np.ones((3, 0)), 1.0),
    "no dimension": (np.array(1.0), 1.0),
    "four dimensions": (np.ones((2, 2, 2, 2)), 1.0),
    "negative integer for a tolerance": (walk(9, 2), -1),
    "tolerance None": (walk(9, 2), None),
}


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("arguments", BAD.values(), ids=BAD)
def test_errors_are_the_same(call, arguments):
    with pytest.raises((tl.InvalidArgument, TypeError)) as short:
        call(*arguments)
    with pytest.raises((tl.InvalidArgument, TypeError)) as long:
        call(*arguments, **DEFAULT)
    assert type(short.value) is type(long.value)
    assert str(short.value) == str(long.value)
    assert getattr(short.value, "argument", None) == getattr(long.value, "argument", None)


def test_arrays_that_need_reading_are_read():
    points = walk(50, 2)
    expected = tl.simplify(points, 1.0)
    unaligned = np.frombuffer(b"\0" + points.tobytes(), np.uint8)[1:].view(points.dtype).reshape(points.shape)
    read_only = points.copy()
    read_only.flags.writeable = False
    for other in (np.asfortranarray(points), np.repeat(points, 2, axis=0)[::2], points.astype(">f8"), unaligned, read_only,
                  points.tolist()):
        np.testing.assert_array_equal(tl.simplify(other, 1.0), expected)
    for tolerance in (1, np.float64(1), np.float32(1), np.array(1)):
        np.testing.assert_array_equal(tl.simplify(points, tolerance), expected)
    for tolerance in (True, np.True_):
        with pytest.raises(TypeError, match="^tolerance must be a number"):
            tl.simplify(points, tolerance)


def test_executor_of_the_block_is_used():
    points = walk(50, 2)
    expected = tl.simplify(points, 1.0, **DEFAULT)
    with tl.Executor.cpu(threads=1):
        check_same(tl.simplify(points, 1.0), expected)


@pytest.mark.parametrize("call", CALLS)
def test_function_is_described_as_before(call):
    assert list(inspect.signature(call).parameters)[:3] == ["points", "tolerance", "offsets"]
    assert ">>> " in call.__doc__
    assert pickle.loads(pickle.dumps(call)) is call
    with pytest.raises(TypeError, match=rf"^{call.__name__}\(\) missing 1 required positional argument: 'tolerance'"):
        call(walk(9, 2))
    with pytest.raises(TypeError, match=rf"^{call.__name__}\(\) got an unexpected keyword argument 'epsilon'"):
        call(walk(9, 2), 1.0, epsilon=1.0)
    with pytest.raises(TypeError, match=rf"^{call.__name__}\(\) takes 2 positional arguments but 3"):
        call(walk(9, 2), 1.0, None)
