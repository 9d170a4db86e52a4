"""Time series: the bound, gaps, and the accessors."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import thrustline as tl

Y = np.random.default_rng(12).normal(size=2000).cumsum()


@given(st.integers(0, 2**32 - 1), st.integers(0, 300), st.floats(0.01, 10), st.booleans())
@settings(max_examples=100, deadline=None)
def test_no_sample_is_farther_than_the_tolerance(seed, n, tolerance, with_x):
    rng = np.random.default_rng(seed)
    y, x = rng.normal(size=n).cumsum(), rng.uniform(0.1, 2, n).cumsum()
    kept = tl.series.simplify(y, tolerance, x=x if with_x else None)
    if n:
        x = x if with_x else np.arange(n)
        assert np.abs(np.interp(x, x[kept], y[kept]) - y).max() <= tolerance * (1 + 1e-9)
    assert len(kept) == len(set(kept)) and (np.diff(kept) > 0).all()


def test_gaps_split_or_are_bridged():
    y = Y.copy()
    y[[0, 100, 101, 500, 1999]] = np.nan
    kept = set(tl.series.simplify(y, 3.0).tolist())
    assert {1, 99, 102, 499, 501, 1998} <= kept and not {0, 100, 101, 500, 1999} & kept
    pieces = [np.arange(a, b) for a, b in ((1, 100), (102, 500), (501, 1999))]
    assert sorted(kept) == [int(p[i]) for p in pieces for i in tl.series.simplify(Y[p], 3.0)]
    assert not {99, 102} <= set(tl.series.simplify(y, 50.0, gaps="bridge").tolist())
    assert len(tl.series.simplify(np.full(3, np.nan), 1.0)) == 0


def test_downsample_has_the_signature_of_tsdownsample():
    x = np.arange(2000.0)
    kept = tl.series.downsample(x, Y, n_out=100)
    assert len(kept) == 100
    np.testing.assert_array_equal(kept, tl.series.downsample(Y, n_out=100))
    np.testing.assert_array_equal(kept, np.flatnonzero(tl.simplify_to_count(Y, 100, metric="vertical")))


@pytest.mark.parametrize(
    "argument, call",
    [
        ("x", lambda: tl.series.simplify(Y, 1, x=Y)),
        ("x", lambda: tl.series.simplify(Y, 1, x=[1, 2])),
        ("y", lambda: tl.series.simplify(Y.reshape(2, -1), 1)),
        ("gaps", lambda: tl.series.simplify(Y, 1, gaps="x")),
        ("tolerance", lambda: tl.series.simplify(Y, -1)),
        ("points", lambda: tl.series.simplify(np.array([0, np.inf, 1]), 1)),
    ],
)
def test_bad_value_is_named(argument, call):
    with pytest.raises(tl.InvalidArgument, match=f"^{argument}"):
        call()


def test_pandas():
    pd = pytest.importorskip("pandas")
    times = pd.Series(Y, index=pd.to_datetime("2026-01-01") + pd.to_timedelta(np.arange(2000) ** 1.2, unit="s"))
    result = times.thrustline.simplify(2.0)
    seconds = (times.index - times.index[0]) / pd.Timedelta(seconds=1)
    np.testing.assert_array_equal(result, times.iloc[tl.series.simplify(Y, 2.0, x=np.asarray(seconds))])
    named = pd.Series(Y[:3], index=list("abc"))
    np.testing.assert_array_equal(tl.series.simplify(named, 0.1), tl.series.simplify(Y[:3], 0.1))
    with pytest.raises(AttributeError, match="GeoDataFrame"):
        pd.DataFrame({"a": [1]}).thrustline


def test_xarray():
    xr = pytest.importorskip("xarray")
    array = xr.DataArray(np.stack([Y, -Y, Y[::-1]]), dims=("k", "t"), coords={"t": np.arange(2000) * 0.5})
    small = array.thrustline.simplify(2.0, dim="t")
    for k in range(3):
        back = np.interp(array.t.to_numpy(), small.t.to_numpy(), small[k].to_numpy())
        assert np.abs(back - array[k].to_numpy()).max() <= 2.0 + 1e-9
    assert small.sizes["t"] < 2000


def test_polars():
    pl = pytest.importorskip("polars")
    np.testing.assert_array_equal(tl.series.simplify(pl.Series(Y), 2.0), tl.series.simplify(Y, 2.0))
