"""What is accepted for points, and the form in which results go back."""

from __future__ import annotations

import pickle

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


@pytest.mark.parametrize("library", ["pandas", "polars", "pyarrow"])
def test_columns_of_any_library_are_one_line(library):
    module = pytest.importorskip(library)
    make = module.array if library == "pyarrow" else module.Series
    for n in (3, 200):
        line, expected = WALK[:n], tl.simplify(WALK[:n], 2.0)
        for columns in ((make(line[:, 0]), make(line[:, 1])), (line[:, 0], make(line[:, 1])), (make(line[:, 0]), line[:, 1].tolist())):
            np.testing.assert_array_equal(np.column_stack(tl.simplify(columns, 2.0)), expected)
        for values, column in zip(tl.simplify([make(line[:, 0]), make(line[:, 1])], 2.0), line.T):
            np.testing.assert_array_equal(values, tl.simplify(column.copy(), 2.0))


def test_tuple_of_lists_is_a_line_of_points_as_in_numpy():
    np.testing.assert_array_equal(tl.simplify(((0, 0), (1, 5), (2, 0)), 0.1), [[0, 0], [1, 5], [2, 0]])


def test_ragged_is_taken_for_its_values_and_offsets():
    offsets = np.array([0, 50, 50, 200])
    lines = tl.simplify(WALK, 1.0, offsets=offsets)
    again = tl.simplify(lines, 4.0)
    np.testing.assert_array_equal(again.values, tl.simplify(lines.values, 4.0, offsets=lines.offsets).values)
    mask = tl.simplify_mask(lines, 4.0)
    for given in (mask, tl.Ragged(mask, lines.offsets.copy()), [mask[a:b] for a, b in zip(lines.offsets, lines.offsets[1:])]):
        np.testing.assert_array_equal(tl.select(lines, given).values, again.values)
        assert tl.max_deviation(lines, given) <= 4.0
    pinned = tl.simplify_mask(lines, 50.0, pins=tl.Ragged(mask, lines.offsets))
    np.testing.assert_array_equal(pinned, mask)
    equal = tl.Ragged(np.array([0, 0, 5, 1, 1, 1, 7, 7, 9.0]), [0, 3, 6, 9])
    assert len(tl.simplify(equal, 0.1)) == 3


def test_slices_of_ragged_are_ragged():
    lines = tl.Ragged([0.0, 1, 2, 3, 4, 5], [0, 2, 2, 5, 6])
    for part in (slice(None), slice(1, 3), slice(-2, None), slice(2, 2), slice(3, 1), slice(9, 12)):
        got, wanted = lines[part], list(lines)[part]
        assert isinstance(got, tl.Ragged) and len(got) == len(wanted)
        for line, right in zip(got, wanted):
            np.testing.assert_array_equal(line, right)
    with pytest.raises(IndexError, match="step 1, has 2"):
        lines[::2]
    for bad in ([0, 1], np.array([0, 1]), 1.0):
        with pytest.raises(TypeError, match="an integer or a slice, not by"):
            lines[bad]
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        copied = pickle.loads(pickle.dumps(lines, protocol))
        np.testing.assert_array_equal(copied.values, lines.values)
        np.testing.assert_array_equal(copied.offsets, lines.offsets)


def test_flags_of_a_list_of_lines_are_a_list():
    lines = [WALK[:4], WALK[4:10]]
    pins = [np.array([0, 1, 0, 0], bool), [False] * 6]
    np.testing.assert_array_equal(tl.simplify_mask(lines, 99.0, pins=pins)[0], [True, True, False, True])
    np.testing.assert_array_equal(tl.select(lines, [[True] * 4, [True] * 6], want="counts"), [4, 6])
    assert tl.select([], []) == []
    mask = tl.simplify_mask(WALK, 2.0)
    np.testing.assert_array_equal(tl.select(WALK, list(mask)), EXPECTED)
    assert tl.max_deviation(WALK, list(mask)) == tl.max_deviation(WALK, mask)


def test_deviation_of_a_mask_without_the_ends_is_infinite():
    line = [[0, 0], [1, 100], [2, 0]]
    for mask in ([1, 0, 0], [0, 0, 1], [0, 1, 0], [0, 0, 0]):
        assert tl.max_deviation(line, np.array(mask, bool)) == np.inf
    assert tl.max_deviation(line, np.array([1, 0, 1], bool)) == 100
    two = np.array([0, 0, 0, 9.0, 9, 9])
    assert tl.max_deviation(two, np.array([1, 0, 0, 1, 0, 1], bool), offsets=[0, 3, 6], metric="vertical") == np.inf
    ring = np.array([[0, 0], [1, 0], [1, 1], [0, 0.0]])
    assert tl.max_deviation(ring, np.zeros(4, bool), rings=tl.Rings()) == 0  # dropped as a whole


def test_rings_take_a_bool_of_numpy():
    ring = [[0, 0], [4, 0], [4, 4], [0, 0.0]]
    np.testing.assert_array_equal(tl.simplify(ring, 9.0, rings=tl.Rings(np.True_)), tl.simplify(ring, 9.0, rings=tl.Rings()))


def test_modules_of_the_package_are_listed():
    assert {"geo", "series", "simplify"} <= set(dir(tl))


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
