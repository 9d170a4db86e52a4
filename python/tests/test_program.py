"""The package against the program of the same library, which does not use it."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import thrustline as tl

PROGRAM = os.environ.get("THRUSTLINE_PROGRAM", "")
pytestmark = pytest.mark.skipif(not PROGRAM, reason="THRUSTLINE_PROGRAM does not name the program thrustline")


def run(folder: Path, points: np.ndarray, offsets: np.ndarray, *options: str) -> Path:
    """Runs the program on lines as CSV; returns the file that `options` name last."""
    with open(folder / "in.csv", "w") as file:
        file.write("id,x,y\n")
        for line, (a, b) in enumerate(zip(offsets, offsets[1:])):
            file.writelines(f"{line},{x!r},{y!r}\n" for x, y in points[a:b].tolist())
    output = folder / "values.txt"
    command = [PROGRAM, "simplify", folder / "in.csv", folder / "out.csv", "--overwrite", "-q", *options, output]
    subprocess.run(command, check=True, capture_output=True)
    return output


@given(
    seed=st.integers(0, 2**32 - 1),
    lengths=st.lists(st.integers(1, 200), min_size=1, max_size=6),
    tolerance=st.sampled_from([0.0, 0.5, 3.0, 1e9]),
    metric=st.sampled_from(["segment", "line", "vertical"]),
)
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_mask_is_the_programs(tmp_path, seed, lengths, tolerance, metric):
    offsets = np.cumsum([0, *lengths])
    points = np.random.default_rng(seed).normal(size=(offsets[-1], 2)).cumsum(0)
    options = ("--tolerance", repr(tolerance), "--metric", metric, "--mask")
    written = np.loadtxt(run(tmp_path, points, offsets, *options), dtype=int, ndmin=1)
    mask = tl.simplify_mask(points, tolerance, offsets=offsets, metric=metric)
    np.testing.assert_array_equal(mask, written == 1)


@given(seed=st.integers(0, 2**32 - 1), count=st.integers(0, 120))
@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_count_is_the_programs(tmp_path, seed, count):
    offsets = np.array([0, 60, 100])
    points = np.random.default_rng(seed).normal(size=(100, 2)).cumsum(0)
    written = np.loadtxt(run(tmp_path, points, offsets, "--count", str(count), "--mask"), dtype=int)
    np.testing.assert_array_equal(tl.simplify_to_count(points, count, offsets=offsets), written == 1)


def test_significance_is_the_programs(tmp_path):
    offsets = np.array([0, 60, 100])
    points = np.random.default_rng(9).normal(size=(100, 2)).cumsum(0)
    written = np.loadtxt(run(tmp_path, points, offsets, "--tolerance", "0", "--significance"))
    np.testing.assert_array_equal(tl.significance(points, offsets=offsets), written)
