"""Time series: the bound, gaps, and the accessors."""

from __future__ import annotations

from datetime import date, datetime, timedelta, timezone

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
    for gaps in ("split", "bridge"):
        assert len(tl.series.simplify(np.full(3, np.nan), 1.0, gaps=gaps)) == 0


BEYOND = 2**24  # float32 has no odd numbers from here on


@pytest.fixture(scope="module")
def late_steps() -> np.ndarray:
    """Float32 values after a long gap: a ramp by steps of two, as float32 rounds indices there."""
    y = np.full(BEYOND + 2000, np.nan, np.float32)
    y[BEYOND:] = np.arange(2000) // 2 * 2
    return y


@pytest.mark.parametrize("gaps", ["split", "bridge"])
def test_bound_holds_for_float32_with_a_gap_and_indices_that_it_rounds(late_steps, gaps):
    kept = tl.series.simplify(late_steps, 0.25, gaps=gaps)
    back = np.interp(np.arange(2000), kept - BEYOND, late_steps[kept].astype(np.float64))
    assert np.abs(back - late_steps[BEYOND:]).max() <= 0.25


def test_downsample_of_float32_has_indices_that_it_rounds(late_steps):
    kept = tl.series.downsample(late_steps, n_out=100)
    np.testing.assert_array_equal(kept - BEYOND, tl.series.downsample(late_steps[BEYOND:], n_out=100))


def test_infinite_y_is_bridged_and_dropped():
    y = np.array([0, np.inf, 1, 5, -np.inf, 2])
    np.testing.assert_array_equal(tl.series.simplify(y, 0.5, gaps="bridge"), [0, 2, 3, 5])
    np.testing.assert_array_equal(tl.series.downsample(y, n_out=4), [0, 2, 3, 5])


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
        ("y: .* inf at index 1", lambda: tl.series.simplify(np.array([0, np.inf, 1]), 1)),
        ("y: .* -inf at index 3", lambda: tl.series.simplify([0, np.nan, np.nan, -np.inf, 1], 1)),
        ("x: .* after index 1$", lambda: tl.series.simplify([0, 1, 2], 1, x=[2**60, 2**60 + 1, 2**60 + 1])),
        ("x: .* after index 1 that float64 rounds", lambda: tl.series.simplify([0, 1, 2], 1, x=[0, 2**60, 2**60 + 1])),
        ("x: .* inf at index 2", lambda: tl.series.simplify([0, 1, 2], 1, x=[0, 1, np.inf])),
        ("x: .* NaT at index 0", lambda: tl.series.simplify([0, 1], 1, x=np.array(["NaT", "2026"], "M8[s]"))),
        ("x: .* zone .* at index 1", lambda: tl.series.simplify([0, 1], 1, x=[DAYS[0].replace(tzinfo=None), DAYS[1]])),
        ("x: .* None at index 1", lambda: tl.series.simplify([0, 1], 1, x=[DAYS[0], None])),
    ],
)
def test_bad_value_is_named(argument, call):
    with pytest.raises(tl.InvalidArgument, match=f"^{argument}"):
        call()


UTC = timezone.utc
DAYS = [datetime(2026, 3, 1, tzinfo=UTC) + timedelta(days=k) for k in range(60)]
NAIVE = [day.replace(tzinfo=None) for day in DAYS]
ZONE = timezone(timedelta(hours=-7))


@pytest.mark.parametrize(
    "x",
    [
        DAYS,
        NAIVE,
        [day.astimezone(UTC if k % 2 else ZONE) for k, day in enumerate(DAYS)],
        np.array(NAIVE, "M8[ns]"),
        np.array(NAIVE, "M8[D]"),
        np.arange(60).astype("m8[h]"),
        np.arange(60) + 2**60,
        np.arange(60, dtype=np.uint64) + np.uint64(2**63),
        np.arange(60) + np.iinfo(np.int64).min,
        np.arange(60, dtype=">i2") - 30,
    ],
    ids=["UTC", "no zone", "two zones", "ns", "days", "hours", "2^60", "2^63", "-2^63", "big-endian"],
)
def test_abscissas_of_any_kind_give_the_same(x):
    y = Y[:60]
    np.testing.assert_array_equal(tl.series.simplify(y, 1.0, x=x), tl.series.simplify(y, 1.0))
    np.testing.assert_array_equal(tl.series.downsample(x, y, n_out=20), tl.series.downsample(y, n_out=20))


def test_x_of_pandas_and_of_other_libraries():
    pd = pytest.importorskip("pandas")
    x, times = np.arange(2000) ** 1.2, pd.date_range("2020", periods=2000, freq="h")
    expected, hourly = tl.series.simplify(Y, 2.0, x=x), tl.series.simplify(Y, 2.0)
    frame = pd.DataFrame({"x": x, "t": times, "y": Y})
    late = pd.DataFrame({"x": x, "t": times, "y": Y}, index=times)
    for f in (frame, late):
        np.testing.assert_array_equal(tl.series.simplify(Y, 2.0, x=f["x"]), expected)
        np.testing.assert_array_equal(tl.series.simplify(f["y"], 2.0, x=f["x"]), expected)
        np.testing.assert_array_equal(tl.series.simplify(Y, 2.0, x=f["t"]), hourly)
        np.testing.assert_array_equal(
            tl.series.downsample(f["x"], f["y"], n_out=20), tl.series.downsample(x, Y, n_out=20)
        )
    months = pd.period_range("2020-01", periods=5, freq="M")
    for periods in (months, pd.Series(months), months.array, list(months)):
        np.testing.assert_array_equal(
            tl.series.simplify(np.arange(5.0), 0.001, x=periods),
            tl.series.simplify(np.arange(5.0), 0.001, x=months.to_timestamp()),
        )
    durations = [timedelta(hours=h) for h in range(2000)]
    np.testing.assert_array_equal(tl.series.simplify(Y, 2.0, x=durations), hourly)
    pl = pytest.importorskip("polars")
    np.testing.assert_array_equal(tl.series.simplify(Y, 2.0, x=pl.Series(x)), expected)


@pytest.mark.parametrize("x, problem", [
    ([date(2020, 1, 1), datetime(2020, 1, 2)], "dates only, has datetime.datetime.* at index 1"),
    ([datetime(2020, 1, 1), date(2020, 1, 2)], "times only, has datetime.date.* at index 1"),
    ([date(2020, 1, 1), "x"], "dates only, has 'x' at index 1"),
    ([timedelta(1), 2], "durations only, has 2 at index 1"),
])
def test_times_of_two_kinds_are_refused(x, problem):
    with pytest.raises(tl.InvalidArgument, match=f"^x: must have {problem}"):
        tl.series.simplify([0.0, 1.0], 1.0, x=x)


def test_times_that_are_none_are_refused():
    pd = pytest.importorskip("pandas")
    with pytest.raises(tl.InvalidArgument, match="^x: must have times only, has NaT at index 1"):
        tl.series.simplify([0.0, 1.0], 1.0, x=[pd.Timestamp("2020", tz="UTC"), pd.NaT])


def test_index_of_numbers_that_are_objects_counts():
    pd = pytest.importorskip("pandas")
    x = [0, 1, 2, 3, 4, 50, 60, 1000]
    for kind in (x, [float(v) for v in x], [pd.Timedelta(v, "s") for v in x]):
        series = pd.Series(Y[:8], pd.Index(kind, dtype=object))
        np.testing.assert_array_equal(tl.series.simplify(series, 0.5), tl.series.simplify(Y[:8], 0.5, x=x))


def test_index_of_several_levels_counts_its_rows():
    pd = pytest.importorskip("pandas")
    series = pd.Series(Y[:6], pd.MultiIndex.from_product([["a", "b"], [0, 1, 2]]))
    np.testing.assert_array_equal(series.thrustline.simplify(0.5), Y[tl.series.simplify(Y[:6], 0.5)])


@pytest.mark.parametrize("seed", range(20))
def test_float32_keeps_the_bound_and_the_same_samples_with_x_and_with_gaps(seed):
    y = np.random.default_rng(seed).normal(size=200).cumsum().astype(np.float32)
    kept = tl.series.simplify(y, 0.5)
    exact = y.astype(np.float64)
    assert np.abs(np.interp(np.arange(200), kept, exact[kept]) - exact).max() <= 0.5
    np.testing.assert_array_equal(tl.series.simplify(y, 0.5, x=np.arange(200)), kept)
    np.testing.assert_array_equal(tl.series.simplify(np.append(y, np.float32("nan")), 0.5), kept)


@pytest.mark.parametrize("dtype", ["int64", "uint64", "int8"])
def test_distances_of_large_integers_are_exact(dtype):
    offsets = np.array([0, 100, 0, 0])
    for base in (np.iinfo(dtype).max - 100, np.iinfo(dtype).min) if dtype != "int8" else (0,):
        y = (offsets.astype(dtype) + np.array(base, dtype)).astype(dtype)
        np.testing.assert_array_equal(tl.series.simplify(y, 0.5), [0, 1, 2, 3])
        np.testing.assert_array_equal(tl.series.downsample(y, n_out=3), [0, 1, 3])


@pytest.mark.parametrize("y, x, argument, index", [
    ([np.nan, np.nan, 0, 1e308, 0], None, "y", 3),
    ([0, -1e308, 0], [0, 1, 2], "y", 1),
    ([0, 0, 0, np.nan], [0, 1, 1e308, 1.1e308], "x", 2),
    ([0, 5, 0], [-1.7e308, 0, 1], "x", 0),
])
def test_numbers_that_are_too_large_are_named(y, x, argument, index):
    for call in (lambda: tl.series.simplify(y, 1.0, x=x), lambda: tl.series.simplify(y, 1.0, x=x, gaps="bridge"),
                 lambda: tl.series.downsample(y, n_out=3, x=x)):
        with pytest.raises(tl.InvalidArgument, match=f"^{argument}: must be 4.49e.307 at most, is .* at index {index}$"):
            call()


@pytest.mark.parametrize("x", [["2020", "2021"], [1j, 2j], [object(), object()]])
def test_x_of_other_types_names_those_that_are_taken(x):
    with pytest.raises(TypeError, match="x must be numbers, dates, times or durations"):
        tl.series.simplify([0.0, 1.0], 1.0, x=x)


def test_index_that_does_not_increase_is_named():
    pd = pytest.importorskip("pandas")
    with pytest.raises(tl.InvalidArgument, match="^the index of y: must increase or decrease throughout, does not after index 1"):
        pd.Series([0.0, 1, 2], [0, 2, 1]).thrustline.simplify(1)


@pytest.mark.parametrize("tolerance", [[0.5], [0.5, 0.5], "1"])
def test_one_tolerance_is_taken(tolerance):
    with pytest.raises(TypeError, match="tolerance must be a number"):
        tl.series.simplify([1, 2, np.nan, 3], tolerance)


@pytest.mark.parametrize("coordinates", [["a", "b", "c", "d"], None])
def test_xarray_with_names_counts_its_samples(coordinates):
    xr = pytest.importorskip("xarray")
    tl.series  # brings the accessor
    array = xr.DataArray(Y[:4], dims="c", coords={} if coordinates is None else {"c": coordinates})
    np.testing.assert_array_equal(array.thrustline.simplify(0.5, dim="c"), Y[tl.series.simplify(Y[:4], 0.5)])


@pytest.mark.parametrize("unit", ["Y", "M"])
def test_years_and_months_have_their_days(unit):
    x = np.arange(60).astype(f"M8[{unit}]")
    days = x.astype("M8[D]").astype(np.float64)
    np.testing.assert_array_equal(tl.series.simplify(days, 0.0, x=x), [0, 59])
    assert len(tl.series.simplify(days, 0.0)) > 2


def test_pandas():
    pd = pytest.importorskip("pandas")
    times = pd.Series(Y, index=pd.to_datetime("2026-01-01") + pd.to_timedelta(np.arange(2000) ** 1.2, unit="s"))
    result = times.thrustline.simplify(2.0)
    seconds = (times.index - times.index[0]) / pd.Timedelta(seconds=1)
    np.testing.assert_array_equal(result, times.iloc[tl.series.simplify(Y, 2.0, x=np.asarray(seconds))])
    for zone in ("UTC", "Europe/Berlin"):
        zoned = times.tz_localize("UTC").tz_convert(zone)
        np.testing.assert_array_equal(zoned.thrustline.simplify(2.0), result)
        np.testing.assert_array_equal(tl.series.downsample(zoned, n_out=50), tl.series.downsample(times, n_out=50))
        for x in (zoned.index, pd.Series(zoned.index), zoned.index.astype(object)):
            np.testing.assert_array_equal(Y[tl.series.simplify(Y, 2.0, x=x)], result)
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


def test_xarray_with_times_of_a_zone():
    xr, pd = pytest.importorskip("xarray"), pytest.importorskip("pandas")
    tl.series  # brings the accessor
    times = pd.date_range("2026-03-29", periods=2000, freq="h", tz="Europe/Berlin")
    small = xr.DataArray(Y, dims="t", coords={"t": times}).thrustline.simplify(2.0, dim="t")
    np.testing.assert_array_equal(small, Y[tl.series.simplify(Y, 2.0)])


@pytest.mark.parametrize("shape", [(0,), (2, 0), (0, 0), (0, 3)])
def test_xarray_without_samples(shape):
    xr = pytest.importorskip("xarray")
    tl.series  # brings the accessor
    empty = xr.DataArray(np.empty(shape), dims=("k", "t")[-len(shape) :])
    assert empty.thrustline.simplify(1.0, dim="t").sizes["t"] == 0


def test_polars():
    pl = pytest.importorskip("polars")
    np.testing.assert_array_equal(tl.series.simplify(pl.Series(Y), 2.0), tl.series.simplify(Y, 2.0))


@pytest.mark.parametrize("n_out", [0, 1, -1, 2**70])
def test_two_samples_are_the_least(n_out):
    with pytest.raises(tl.InvalidArgument, match="n_out: must be 2 to"):
        tl.series.downsample(Y, n_out=n_out)


@pytest.mark.parametrize("n_out", [1.5, "3", None])
def test_numbers_of_samples_are_whole(n_out):
    with pytest.raises(TypeError, match="n_out must be a whole number"):
        tl.series.downsample(Y, n_out=n_out)


def test_x_is_taken_once():
    with pytest.raises(TypeError, match="x once"):
        tl.series.downsample(np.arange(3.0), np.arange(3.0), n_out=2, x=np.arange(3.0))


def test_dates_and_periods_are_times():
    pd = pytest.importorskip("pandas")
    months = pd.PeriodIndex(["2020-01", "2020-02", "2020-11"], freq="M")
    times = months.to_timestamp()
    dates = [time.date() for time in times]
    for x in (months, times, dates, np.array(dates, object), [time.to_pydatetime() for time in times]):
        np.testing.assert_array_equal(tl.series.simplify([0.0, 1.0, 10.0], 0.5, x=x), [0, 2])
        index = pd.Index(x, dtype=object) if isinstance(x, list) else x
        np.testing.assert_array_equal(tl.series.simplify(pd.Series([0.0, 1.0, 10.0], index=index), 0.5), [0, 2])


@pytest.mark.parametrize("make", [
    lambda x: x, lambda x: (1000 * x).astype(np.int64), lambda x: (1000 * x).astype(np.int64).astype("M8[s]")
], ids=["floats", "integers", "times"])
def test_decreasing_x_is_mirrored(make):
    x = make(np.arange(2000) ** 1.2)
    back = x[::-1].copy()
    expected = 1999 - tl.series.simplify(Y[::-1].copy(), 2.0, x=x)[::-1]
    kept = tl.series.simplify(Y, 2.0, x=back)
    mirrored = tl.series.simplify(Y, 2.0, x=-back.astype(np.float64))
    np.testing.assert_array_equal(kept, mirrored)
    assert len(set(kept) ^ set(expected)) <= 4  # of equally far points the first one splits
    numbers = x.astype(np.float64)
    assert np.abs(np.interp(numbers, numbers[::-1][kept][::-1], Y[kept][::-1]) - Y[::-1]).max() <= 2 + 1e-9


def test_xarray_with_descending_coordinates():
    xr = pytest.importorskip("xarray")
    tl.series  # brings the accessor
    latitude = np.linspace(80, 10, 2000)
    small = xr.DataArray(Y, dims="lat", coords={"lat": latitude}).thrustline.simplify(2.0, dim="lat")
    np.testing.assert_array_equal(small, Y[tl.series.simplify(Y, 2.0, x=-latitude)])


@pytest.mark.parametrize("x, index", [([0, 1, 1], 1), ([2, 1, 1], 1), ([1, 1], 0)])
def test_x_that_turns_back_is_refused(x, index):
    with pytest.raises(tl.InvalidArgument, match=f"^x: must increase or decrease throughout, does not after index {index}$"):
        tl.series.simplify(np.zeros(len(x)), 1.0, x=x)
