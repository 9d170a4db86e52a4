"""Calls from several Python threads, and in the child of a fork."""

from __future__ import annotations

import asyncio
import os
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Optional

import numpy as np
import pytest

import thrustline as tl

WALK = np.random.default_rng(5).normal(size=(200_000, 2)).cumsum(0)


@pytest.mark.parametrize("shared", [False, True], ids=["an executor each", "one executor"])
def test_eight_threads_get_the_right_answer(shared):
    on = tl.Executor.cpu(2) if shared else None
    pieces = [WALK[k * 20_000 : (k + 1) * 20_000] for k in range(8)]
    expected = [tl.simplify(p, 3.0) for p in pieces]
    with ThreadPoolExecutor(8) as pool:
        for _ in range(5):
            results = list(pool.map(lambda p: tl.simplify(p, 3.0, on=on), pieces))
            for result, right in zip(results, expected):
                np.testing.assert_array_equal(result, right)


def calls_of_all_kinds() -> list:
    """Functions without arguments, each of which returns arrays."""
    track, values = WALK[:20_000], WALK[:20_000, 0].copy()
    offsets = np.arange(0, 20_001, 500)
    image = np.random.default_rng(6).integers(0, 60, size=(96, 128)).astype(np.float32)
    calls = [
        lambda: [tl.simplify(track, 3.0)],
        lambda: [tl.simplify(track, 3.0, offsets=offsets).values],
        lambda: tl.simplify([track[:7000], track[7000:]], 3.0),
        lambda: [tl.simplify_mask(values, 2.0, pins=values > 30)],
        lambda: [tl.significance(track)],
        lambda: [tl.simplify_to_count(track, 100)],
        lambda: [tl.simplify_mask(track[:2000], 3.0, topology=True)],
        lambda: [tl.convex_hull(track)],
        lambda: [tl.series.downsample(values, n_out=100)],
        lambda: [tl.median_filter(image), tl.segment_columns(image, 2.0).offsets],
        lambda: [np.frombuffer(str(pytest.raises(ValueError, tl.simplify, track, -1.0).value).encode(), np.uint8)],
    ]
    try:
        import pyarrow
        import shapely
    except ImportError:
        return calls
    lines = shapely.linestrings(track, indices=np.repeat(np.arange(40), 500))
    column = pyarrow.array(shapely.to_wkb(lines))
    return calls + [
        lambda: [shapely.get_coordinates(tl.geo.simplify(lines, 3.0))],
        lambda: [np.frombuffer(tl.geo.simplify_wkb(column, 3.0).buffers()[2], np.uint8)],
    ]


def test_eight_threads_make_calls_of_all_kinds_at_once():
    calls = calls_of_all_kinds()
    expected = [call() for call in calls]
    together = threading.Barrier(8)

    def work(begin: int) -> None:
        together.wait(30)
        for k in range(2 * len(calls)):
            which = (begin + k) % len(calls)
            for result, right in zip(calls[which](), expected[which], strict=True):
                np.testing.assert_array_equal(result, right, strict=True)

    with ThreadPoolExecutor(8) as pool:
        for done in [pool.submit(work, begin) for begin in range(8)]:
            done.result()


def test_other_python_threads_run_during_a_call():
    points = np.random.default_rng(5).normal(size=(4_000_000, 2)).cumsum(0)
    ended = threading.Event()
    ticks = 0

    def count() -> None:
        nonlocal ticks
        while not ended.is_set():  # wait() is late in CPython 3.13 without a global lock, during any call
            time.sleep(0.001)
            ticks += 1

    counter = threading.Thread(target=count)
    counter.start()
    while not ticks:
        time.sleep(0.001)
    before = ticks
    with tl.Executor.cpu(1):
        tl.simplify_mask(points, 1.0)
    during = ticks - before
    ended.set()
    counter.join()
    assert during >= 5


def in_child(check) -> int:
    """Runs check() in the child of a fork(); 0 if it returned true, within 30 seconds."""
    child = os.fork()
    if child == 0:
        try:
            os._exit(0 if check() else 1)
        except BaseException:
            os._exit(2)
    end = time.monotonic() + 30
    while time.monotonic() < end:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.01)
    os.kill(child, 9)
    os.waitpid(child, 0)
    return -1


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_child_of_a_fork_computes():
    on = tl.Executor.cpu()
    expected = tl.simplify_mask(WALK, 3.0, on=on)
    tl.simplify_mask(WALK, 3.0)
    assert in_child(lambda: (tl.simplify_mask(WALK, 3.0) == expected).all()) == 0
    assert in_child(lambda: (tl.simplify_mask(WALK, 3.0, on=on) == expected).all()) == 0
    assert in_child(lambda: False) == 1  # the test can fail


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_child_of_a_fork_computes_while_a_thread_of_the_parent_calls():
    on = tl.Executor.cpu()
    expected = tl.simplify_mask(WALK, 3.0)
    stop = threading.Event()

    def work() -> None:
        while not stop.is_set():
            tl.simplify_mask(WALK, 3.0, on=on)

    worker = threading.Thread(target=work)
    worker.start()
    try:
        for _ in range(5):
            assert in_child(lambda: (tl.simplify_mask(WALK, 3.0, on=on) == expected).all()) == 0
    finally:
        stop.set()
        worker.join()


def default_executor() -> Optional[tl.Executor]:
    """The one whose `with` block was entered last."""
    return (tl._executor._entered.get() or [None])[-1]


def test_blocks_that_take_turns_choose_the_last_one_that_is_entered():
    def block(executor: tl.Executor) -> Iterator[None]:
        with executor:
            yield

    first, second = tl.Executor.cpu(1), tl.Executor.cpu(2)
    a, b = block(first), block(second)
    next(a), next(b)
    assert default_executor() is second
    a.close()
    assert default_executor() is second
    b.close()
    assert default_executor() is None


def test_asyncio_tasks_have_executors_of_their_own():
    async def task(executor: tl.Executor, others: Any) -> bool:
        with executor:
            await others.wait()
            return default_executor() is executor

    async def tasks() -> list[bool]:
        barrier = Barrier(2)
        return await asyncio.gather(*(task(tl.Executor.cpu(threads), barrier) for threads in (1, 2)))

    class Barrier:  # asyncio has one from Python 3.11 on
        def __init__(self, count: int) -> None:
            self.left, self.free = count, asyncio.Event()

        async def wait(self) -> None:
            self.left -= 1
            if not self.left:
                self.free.set()
            await self.free.wait()

    assert asyncio.run(tasks()) == [True, True]


def test_chosen_executor_is_that_of_the_thread():
    seen = []
    with tl.Executor.cpu(1) as one:
        with tl.Executor.cpu(2):
            pass
        thread = threading.Thread(target=lambda: seen.append(default_executor()))
        thread.start()
        thread.join()
        assert default_executor() is one
    assert seen == [None] and default_executor() is None


def test_one_executor_in_blocks_of_two_threads_is_left_for_what_each_had_chosen():
    shared = tl.Executor.cpu(1)
    entered, left = threading.Event(), threading.Event()
    seen = []

    def other() -> None:
        with shared:
            entered.set()
            left.wait(30)
        seen.append(default_executor())

    thread = threading.Thread(target=other)
    with tl.Executor.cpu(2) as mine:
        with shared:
            thread.start()
            entered.wait(30)
        assert default_executor() is mine
        left.set()
        thread.join()
    assert seen == [None]
