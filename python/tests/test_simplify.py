"""Simplification against a plain reference, and the forms of its results against each other."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from reference import rdp_mask, rdp_masks

import thrustline as tl

# Coordinates of a coarse grid, and tolerances between the distances that it can have, so that rounding decides nothing.
lines = hnp.arrays(np.int64, st.tuples(st.integers(0, 60), st.just(2)), elements=st.integers(-8, 8))
tolerances = st.sampled_from([0.0, 0.3, 0.61, 1.23, 2.71, 7.13, np.inf])


def deviation(points: np.ndarray, mask: np.ndarray, closed: bool = False) -> float:
    """Largest distance of a dropped point to the chord of its kept neighbours, point by point."""
    ring = np.vstack([points, points[:1]]) if closed and len(points) else points
    kept = np.flatnonzero(np.append(mask, True) if closed and len(points) else mask)
    largest = 0.0
    for a, b in zip(kept, kept[1:]):
        d = ring[b] - ring[a]
        for p in ring[a + 1 : b]:
            t = np.clip((p - ring[a]) @ d / (d @ d), 0, 1) if d @ d else 0.0
            largest = max(largest, float(np.hypot(*(p - ring[a] - t * d))))
    return largest


@given(lines, tolerances, st.booleans())
@settings(max_examples=300, deadline=None)
def test_mask_is_the_references(points, tolerance, closed):
    np.testing.assert_array_equal(
        tl.simplify_mask(points, tolerance, closed=closed), rdp_mask(points, tolerance, closed)
    )


@given(st.integers(0, 2**32 - 1), st.integers(0, 400), st.sampled_from([0.0, 0.5, 3.0, 20.0]), st.booleans())
@settings(max_examples=100, deadline=None)
def test_mask_of_a_random_walk_is_exactly_the_references(seed, n, tolerance, closed):
    points = np.random.default_rng(seed).normal(size=(n, 2)).cumsum(0)
    np.testing.assert_array_equal(
        tl.simplify_mask(points, tolerance, closed=closed), rdp_mask(points, tolerance, closed)
    )


@given(st.lists(lines, max_size=8), tolerances, st.booleans())
@settings(max_examples=100, deadline=None)
def test_a_batch_is_its_lines_one_by_one(batch, tolerance, closed):
    offsets = np.cumsum([0] + [len(line) for line in batch])
    points = np.concatenate([*batch, np.empty((0, 2), np.int64)]).astype(float)
    masks = tl.simplify_mask(points, tolerance, offsets=offsets, closed=closed)
    for line, a, b in zip(batch, offsets, offsets[1:]):
        np.testing.assert_array_equal(masks[a:b], tl.simplify_mask(line, tolerance, closed=closed))
    in_list = tl.simplify(batch, tolerance, closed=closed)
    for i, line in enumerate(tl.simplify(points, tolerance, offsets=offsets, closed=closed)):
        np.testing.assert_array_equal(line, in_list[i])


@given(lines, st.booleans())
@settings(max_examples=100, deadline=None)
def test_significance_is_the_mask_of_every_tolerance(points, closed):
    values = tl.significance(points, closed=closed)
    for tolerance in (0.0, 0.3, 1.23, 2.71, 7.13):
        np.testing.assert_array_equal(values > tolerance, tl.simplify_mask(points, tolerance, closed=closed))


def test_threshold_of_significance_has_the_type_of_the_points():
    hill = np.array([0, 0.1, 0], np.float32)  # a little more than the double 0.1
    values = tl.significance(hill, metric="vertical")
    np.testing.assert_array_equal(values > np.float32(0.1), tl.simplify_mask(hill, 0.1, metric="vertical"))
    assert (values.astype(np.float64) > 0.1).all()
    np.testing.assert_array_equal(tl.simplify_mask(hill, np.inf), [True, False, True])
    assert not (values > np.inf).any()


def test_vertical_distance_in_space_is_that_of_both_ordinates():
    line = np.array([[0, 0, 0], [1, 3, 4], [2, 0, 0.0]])
    np.testing.assert_array_equal(tl.significance(line, metric="vertical"), [np.inf, 5, np.inf])


@pytest.mark.parametrize("rings", [tl.Rings(drop_superfluous_start=True), tl.Rings(start="least")])
def test_indices_of_a_ring_without_its_first_point_end_with_its_first_kept_one(rings):
    ring = np.array([[1, 0], [2, 0], [2, 2], [0, 2], [0, 0], [1, 0.0]])
    np.testing.assert_array_equal(tl.simplify_indices(ring, 0.1, rings=rings), [1, 2, 3, 4, 1])


@pytest.mark.parametrize("dtype", [bool, np.uint8])
@pytest.mark.parametrize("shape", [(8,), (2, 4)])
def test_finish_rings_changes_the_mask_in_place(dtype, shape):
    triangle = np.array([[0, 0], [1, 0], [0, 1], [0, 0.0]])
    mask = np.zeros(shape, dtype)
    mask.reshape(-1)[[0, 3, 4, 7]] = 1
    assert tl.finish_rings(np.stack([triangle] * 2), mask, 5.0, rings=tl.Rings(minimum="keep")) == 8
    assert mask.all()


@given(lines, tolerances, st.booleans())
@settings(max_examples=100, deadline=None)
def test_max_deviation_is_within_the_tolerance_and_that_of_the_points(points, tolerance, closed):
    mask = tl.simplify_mask(points, tolerance, closed=closed)
    largest = tl.max_deviation(points, mask, closed=closed)
    assert largest <= tolerance
    assert largest == pytest.approx(deviation(points.astype(float), mask, closed), abs=1e-12)


@pytest.fixture(scope="module")
def walks() -> tuple[np.ndarray, np.ndarray]:
    """Random walks of 0 to 300 points."""
    rng = np.random.default_rng(7)
    offsets = np.concatenate([[0], rng.integers(0, 300, 50).cumsum()])
    return rng.normal(size=(offsets[-1], 2)).cumsum(0), offsets


def test_random_batch_is_the_references(walks):
    points, offsets = walks
    np.testing.assert_array_equal(tl.simplify_mask(points, 2.0, offsets=offsets), rdp_masks(points, offsets, 2.0))


def test_results_agree_with_the_mask(walks):
    points, offsets = walks
    mask = tl.simplify_mask(points, 2.0, offsets=offsets)
    kept = tl.simplify(points, 2.0, offsets=offsets)
    counts = np.add.reduceat(np.append(mask, 0), offsets[:-1]) * (np.diff(offsets) > 0)
    np.testing.assert_array_equal(kept.values, points[mask])
    np.testing.assert_array_equal(kept.offsets, np.concatenate([[0], counts.cumsum()]))
    np.testing.assert_array_equal(tl.simplify_counts(points, 2.0, offsets=offsets), counts)
    indices = tl.simplify_indices(points, 2.0, offsets=offsets)
    np.testing.assert_array_equal(indices.values, np.flatnonzero(mask))
    np.testing.assert_array_equal(indices.offsets, kept.offsets)
    segments = tl.simplify_segments(points, 2.0, offsets=offsets)
    pairs = [(a, b) for line in indices for a, b in zip(line, line[1:])]
    np.testing.assert_array_equal(segments.values, pairs)
    np.testing.assert_array_equal(np.diff(segments.offsets), np.maximum(counts - 1, 0))


@pytest.mark.parametrize("want", ["points", "indices", "segments", "counts"])
def test_select_gives_what_simplify_gives(walks, want):
    points, offsets = walks
    call = {"points": tl.simplify, "indices": tl.simplify_indices, "segments": tl.simplify_segments,
            "counts": tl.simplify_counts}[want]
    expected = call(points, 2.0, offsets=offsets)
    mask = tl.simplify_mask(points, 2.0, offsets=offsets)
    result = tl.select(points, mask, offsets=offsets, want=want)
    if want == "counts":
        np.testing.assert_array_equal(result, expected)
    else:
        np.testing.assert_array_equal(result.values, expected.values)
        np.testing.assert_array_equal(result.offsets, expected.offsets)


def test_segments_of_a_ring_lead_back():
    square = np.array([[0, 0], [2, 0], [2, 2], [0, 2.0]])
    np.testing.assert_array_equal(tl.simplify_segments(square, 0, closed=True), [[0, 1], [1, 2], [2, 3], [3, 0]])
    assert len(tl.simplify_segments(square, 0)) == 3


def test_count_keeps_the_most_significant(walks):
    points = walks[0]
    values = tl.significance(points)
    mask = tl.simplify_to_count(points, 100)
    assert mask.sum() == 100
    assert values[mask].min() >= values[~mask].max()
    np.testing.assert_array_equal(tl.simplify_to_ratio(points, 100 / len(points)), mask)


def test_counts_for_each_line(walks):
    points, offsets = walks
    asked = np.arange(50)
    mask = tl.simplify_to_count(points, asked, offsets=offsets)
    for k, (a, b) in enumerate(zip(offsets, offsets[1:])):
        np.testing.assert_array_equal(mask[a:b], tl.simplify_to_count(points[a:b], int(asked[k])))
    ratios = np.full(50, 0.25)
    mask = tl.simplify_to_ratio(points, ratios, offsets=offsets)
    for a, b in zip(offsets, offsets[1:]):
        np.testing.assert_array_equal(mask[a:b], tl.simplify_to_ratio(points[a:b], 0.25))


def test_tolerance_for_each_line(walks):
    points, offsets = walks
    each = np.linspace(0, 10, 50)
    mask = tl.simplify_mask(points, each, offsets=offsets)
    for k, (a, b) in enumerate(zip(offsets, offsets[1:])):
        np.testing.assert_array_equal(mask[a:b], tl.simplify_mask(points[a:b], each[k]))


def test_pins_are_kept_and_split_the_line(walks):
    points = walks[0][:500]
    pins = np.zeros(500, bool)
    pins[[17, 300]] = True
    mask = tl.simplify_mask(points, 5.0, pins=pins)
    pieces = [tl.simplify_mask(points[a : b + 1], 5.0) for a, b in ((0, 17), (17, 300), (300, 499))]
    np.testing.assert_array_equal(mask, np.concatenate([pieces[0], pieces[1][1:], pieces[2][1:]]))


def test_topology_keeps_a_line_on_its_side_of_a_point():
    points = np.array([[0, 0], [5, 1], [10, 0], [5, 0.5], [5, 0.6]])  # a hill over a short line
    offsets = [0, 3, 5]
    plain = tl.simplify_mask(points, 2.0, offsets=offsets)
    np.testing.assert_array_equal(plain, [True, False, True, True, True])
    for topology in (True, "between"):
        assert tl.simplify_mask(points, 2.0, offsets=offsets, topology=topology).all()
    np.testing.assert_array_equal(tl.simplify_mask(points, 2.0, offsets=offsets, topology="within"), plain)


@pytest.mark.parametrize("metric", ["segment", "line", "vertical"])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("dimensions", [1, 2, 3])
def test_every_metric_type_and_dimension_keeps_its_bound(metric, dtype, dimensions):
    points = np.random.default_rng(1).normal(size=(2000, dimensions)).cumsum(0).astype(dtype)
    points = points[:, 0] if dimensions == 1 else points
    mask = tl.simplify_mask(points, 3.0, metric=metric)
    assert 2 < mask.sum() < 2000
    assert tl.max_deviation(points, mask, metric=metric) <= 3.0
    assert tl.significance(points, metric=metric).dtype == dtype
    assert tl.simplify(points, 3.0, metric=metric).dtype == dtype


def test_invalid_points_are_absent():
    points = np.array([[0, 0], [np.nan, 1], [1, 0], [2, 0], [-1, -1.0]])
    np.testing.assert_array_equal(tl.simplify_indices(points, 0.1, invalid="ignore", sentinel=-1.0), [0, 3])
    with pytest.raises(tl.InvalidArgument, match="points"):
        tl.simplify(points, 0.1)


def test_hull_is_counter_clockwise_and_contains_all():
    points = np.random.default_rng(2).normal(size=(500, 2))
    hull = tl.convex_hull_points(points)
    np.testing.assert_array_equal(points[tl.convex_hull(points)], hull)
    edges = np.roll(hull, -1, axis=0) - hull
    to_points = points[:, None] - hull[None]
    assert (edges[None, :, 0] * to_points[..., 1] - edges[None, :, 1] * to_points[..., 0] >= -1e-12).all()


def test_hulls_of_many_sets(walks):
    points, offsets = walks
    hulls = tl.convex_hull(points, offsets=offsets)
    for k, (a, b) in enumerate(zip(offsets, offsets[1:])):
        np.testing.assert_array_equal(hulls[k], tl.convex_hull(points[a:b]) + a)


def test_long_rings_are_checked():
    """Rings that are long enough for boxes, whose making checks the points, and many others."""
    angle = np.linspace(0, 2 * np.pi, 2001)
    ring = np.column_stack([np.cos(angle), np.sin(angle)])
    ring[-1] = ring[0]
    points = np.concatenate([ring, ring + 5, ring[[0, 500, 1000, 0]]])
    offsets = np.array([0, 2001, 4002, 4006])
    rings = tl.Rings(minimum="keep", drop_superfluous_start=True)
    mask = tl.simplify_mask(points, 0.01, offsets=offsets, rings=rings)
    for a, b in zip(offsets, offsets[1:]):
        np.testing.assert_array_equal(mask[a:b], tl.simplify_mask(points[a:b], 0.01, rings=rings))
    for index, value in ((1500, np.nan), (4004, np.inf)):
        bad = points.copy()
        bad[index, 1] = value
        with pytest.raises(tl.InvalidArgument, match=f"^points: point {index} has coordinate 1"):
            tl.simplify_mask(bad, 0.01, offsets=offsets, rings=rings)
    with pytest.raises(tl.InvalidArgument, match="^rings: series 1 is a ring"):
        tl.simplify_mask(np.delete(points, 4001, axis=0), 0.01, offsets=[0, 2001, 4001, 4005], rings=rings)
    with pytest.raises(tl.InvalidArgument, match="^offsets: .*3000"):
        tl.simplify_mask(points, 0.01, offsets=[0, 4002, 3000, 4006], rings=rings)


@pytest.mark.parametrize("n", [0, 1, 63, 64, 65, 128, 129, 70_000])
@pytest.mark.parametrize("share", [0.0, 0.3, 1.0])
def test_indices_are_those_of_the_mask(n, share):
    mask = np.random.default_rng(n).random(n) < share
    for threads in (1, 3):
        with tl.Executor.cpu(threads=threads):
            np.testing.assert_array_equal(tl.select(np.arange(float(n)), mask, want="indices"), np.flatnonzero(mask))
