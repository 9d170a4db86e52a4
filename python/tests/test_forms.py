"""What is accepted for points, and the form in which results go back."""

from __future__ import annotations

import numpy as np
import pytest

import thrustline as tl

WALK = np.random.default_rng(3).normal(size=(200, 2)).cumsum(0)
EXPECTED = tl.simplify(WALK, 2.0)


@pytest.mark.parametrize(
    "make",
    [
        lambda w: np.asfortranarray(w),
        lambda w: w[::-1][::-1],
        lambda w: np.flip(np.flip(w, 0).copy(), 0),  # negative strides
        lambda w: np.repeat(w, 2, axis=0)[::2],
        lambda w: w.astype(">f8"),
        lambda w: w.tolist(),
        lambda w: np.frombuffer(b"\0" + w.tobytes(), np.uint8)[1:].view(np.float64).reshape(-1, 2),  # not aligned
    ],
    ids=["fortran", "twice reversed", "negative strides", "strided", "big-endian", "list", "misaligned"],
)
def test_any_layout_gives_the_same(make):
    np.testing.assert_array_equal(tl.simplify(make(WALK), 2.0), EXPECTED)


def test_read_only_points_are_taken_and_untouched():
    points = WALK.copy()
    points.flags.writeable = False
    np.testing.assert_array_equal(tl.simplify(points, 2.0), EXPECTED)


@pytest.mark.parametrize(
    "form",
    [lambda a: a[::-1].copy()[::-1], lambda a: np.repeat(a, 2)[::2], np.asarray],
    ids=["negative strides", "strided", "read-only"],
)
def test_any_layout_of_the_other_arrays_gives_the_same(form):
    offsets, tolerance = np.array([0, 100, 200]), np.array([2.0, 5.0])
    pins = np.arange(200) % 50 == 0
    mask = tl.simplify_mask(WALK, tolerance, offsets=offsets, pins=pins)
    for array in (offsets, tolerance, pins, mask):
        array.flags.writeable = False
    given = form(tolerance), form(offsets), form(pins), form(mask)
    np.testing.assert_array_equal(tl.simplify_mask(WALK, given[0], offsets=given[1], pins=given[2]), mask)
    np.testing.assert_array_equal(tl.select(WALK, given[3], offsets=given[1]).values, WALK[mask])


@pytest.mark.parametrize("dtype", [np.int8, np.int64, np.uint16, bool])
def test_integers_become_float64(dtype):
    assert tl.simplify(np.ones((3, 2), dtype), 1.0).dtype == np.float64


def test_tuple_of_columns_gives_a_tuple():
    x, y = tl.simplify((WALK[:, 0], WALK[:, 1]), 2.0)
    np.testing.assert_array_equal(np.column_stack([x, y]), EXPECTED)
    np.testing.assert_array_equal(
        tl.simplify_indices((WALK[:, 0], WALK[:, 1]), 2.0), tl.simplify_indices(WALK, 2.0)
    )


def test_list_of_lines_gives_a_list():
    lines = [WALK[:50], WALK[50:], WALK[:0]]
    for result, line in zip(tl.simplify(lines, 2.0), lines):
        np.testing.assert_array_equal(result, tl.simplify(line, 2.0))
    for result, line in zip(tl.simplify_mask(lines, 2.0), lines):
        np.testing.assert_array_equal(result, tl.simplify_mask(line, 2.0))
    for result, line in zip(tl.simplify_indices(lines, 2.0), lines):
        np.testing.assert_array_equal(result, tl.simplify_indices(line, 2.0))
    for result, line in zip(tl.simplify_segments(lines, 2.0), lines):
        np.testing.assert_array_equal(result, tl.simplify_segments(line, 2.0).reshape(-1, 2))
    masks = tl.simplify_mask(lines, 2.0)
    assert tl.max_deviation(lines, masks) <= 2.0
    assert tl.simplify([], 1.0) == []


def test_stack_of_lines_gives_ragged():
    stack = WALK.reshape(4, 50, 2)
    result = tl.simplify(stack, 2.0)
    assert tl.simplify_mask(stack, 2.0).shape == (4, 50)
    for k in range(4):
        np.testing.assert_array_equal(result[k], tl.simplify(stack[k], 2.0))


@pytest.mark.parametrize("shape", [(0, 5, 2), (0, 0, 2), (3, 0, 2)])
def test_stack_without_points_has_results_of_its_shape(shape):
    empty = np.empty(shape)
    for result in (tl.simplify_mask(empty, 1.0), tl.significance(empty), tl.simplify_to_count(empty, 1),
                   tl.simplify_to_ratio(empty, 0.5)):
        assert result.shape == shape[:2]
    for result in (tl.simplify(empty, 1.0), tl.simplify_indices(empty, 1.0)):
        assert len(result) == shape[0] and len(result.values) == 0
    assert tl.max_deviation(empty, np.empty(shape[:2], bool)) == 0


@pytest.mark.parametrize("number", [np.int64, np.uint8, np.array], ids=["int64", "uint8", "no dimensions"])
def test_count_is_a_number_of_numpy(number):
    np.testing.assert_array_equal(tl.simplify_to_count(WALK, number(20)), tl.simplify_to_count(WALK, 20))


@pytest.mark.parametrize("number", [np.float32, np.float64, np.array], ids=["float32", "float64", "no dimensions"])
def test_ratio_is_a_number_of_numpy(number):
    np.testing.assert_array_equal(tl.simplify_to_ratio(WALK, number(0.25)), tl.simplify_to_ratio(WALK, 0.25))


@pytest.mark.parametrize("n", [0, 1, 2])
def test_short_lines_come_back_as_they_are(n):
    np.testing.assert_array_equal(tl.simplify(WALK[:n], 1.0), WALK[:n])


@pytest.mark.parametrize("dtype", [np.int32, np.int64, np.uint8])
def test_offsets_of_any_integers(dtype):
    result = tl.simplify(WALK, 2.0, offsets=np.array([0, 100, 200], dtype))
    np.testing.assert_array_equal(result[0], tl.simplify(WALK[:100], 2.0))
    assert result.offsets.dtype == np.int64


def test_ragged_is_a_sequence_of_lines():
    result = tl.simplify(WALK, 2.0, offsets=[0, 100, 200])
    assert len(result) == len(result.to_list()) == 2
    np.testing.assert_array_equal(result[-1], result[1])
    with pytest.raises(IndexError, match="2 of 2"):
        result[2]


def test_ragged_goes_to_arrow():
    pa = pytest.importorskip("pyarrow")
    result = tl.simplify(WALK, 2.0, offsets=[0, 100, 200])
    array = pa.array(result)
    np.testing.assert_array_equal(array[1].as_py(), result[1])


def test_out_is_written():
    out = np.empty(200, bool)
    assert tl.simplify_mask(WALK, 2.0, out=out) is out
    np.testing.assert_array_equal(out, tl.simplify_mask(WALK, 2.0))


@pytest.mark.parametrize("shape", [(4, 50), (200,)])
def test_out_of_a_stack_has_the_shape_of_the_result_or_is_flat(shape):
    stack, out = WALK.reshape(4, 50, 2), np.empty(shape, bool)
    assert tl.simplify_mask(stack, 2.0, out=out) is out
    np.testing.assert_array_equal(out, tl.simplify_mask(stack, 2.0).reshape(shape))


def test_pandas_columns():
    pd = pytest.importorskip("pandas")
    frame = pd.DataFrame(WALK, columns=["x", "y"])
    np.testing.assert_array_equal(tl.simplify(frame, 2.0), EXPECTED)
    np.testing.assert_array_equal(tl.simplify((frame.x, frame.y), 2.0)[0], EXPECTED[:, 0])


class Holder:
    """An array that has DLPack and nothing else."""

    def __init__(self, array: np.ndarray) -> None:
        self.array = array

    def __dlpack__(self, **options: object) -> object:
        return self.array.__dlpack__(**options)

    def __dlpack_device__(self) -> tuple[int, int]:
        return self.array.__dlpack_device__()


def test_dlpack_of_the_host():
    np.testing.assert_array_equal(tl.simplify(Holder(WALK), 2.0), EXPECTED)


def test_torch_on_the_host():
    torch = pytest.importorskip("torch")
    points = torch.from_numpy(WALK.copy()).requires_grad_()
    result = tl.simplify(points, 2.0)
    assert isinstance(result, torch.Tensor)
    np.testing.assert_array_equal(result.numpy(), EXPECTED)
    assert tl.simplify_mask(points.detach().t().contiguous().t(), 2.0).dtype == torch.bool
    with pytest.raises(TypeError, match="float32 or float64"):
        tl.simplify(points.half(), 2.0)
