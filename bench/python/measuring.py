# SPDX-License-Identifier: MIT
"""Processor times of several programs at one task, taken in turns.

All programs are Python modules of one process on one core, so the processor time is the time on an idle machine, whatever
else runs. It leaves out what waits for a disk.
"""

from __future__ import annotations

import importlib
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

LONG = 0.5  # seconds from which on a call is measured twice only
VERY_LONG = 30.0  # seconds from which on it is measured once


@dataclass
class Program:
    """name: the program and how it is called; run: the call; kept: how many points its result has; note: what else
    is worth knowing of the result; check: whether the result is right, which is asked after the timing. Peers have no
    check: their rules for ties, rings and validity differ."""

    name: str
    run: Callable[[], Any]
    kept: Callable[[Any], Any]
    note: Callable[[Any], str] = lambda result: ""
    check: Callable[[Any], bool] = lambda result: True


@dataclass
class Task:
    """row: "arrays", "layers", "objects", "WKB" or "files"; programs: the first one is Thrustline's; repeat: calls in one
    round, for those that take microseconds."""

    row: str
    data: str
    lines: int
    points: int
    tolerance: float
    programs: list[Program] = field(default_factory=list)
    repeat: int = 1

    def add_own(self, name: str, run: Callable[[], Any], kept: Callable[[Any], Any], check: Callable[[Any], bool],
                note: Callable[[Any], str] = lambda result: "") -> None:
        """Adds a program of Thrustline."""
        self.programs.append(Program(f"thrustline, {name}", run, kept, note, check))

    def add(self, module: str, name: str, run: Callable[..., Any], kept: Callable[[Any], Any], **more: Any) -> None:
        """Adds a program of a module, which `run` gets; says so where the module is absent."""
        try:
            peer = importlib.import_module(module)
        except ImportError:
            print(f"SKIPPED {name}: there is no {module}")
            return
        self.programs.append(Program(name, lambda: run(peer), kept, **more))


def measured(task: Task, rounds: int) -> Iterator[dict[str, Any]]:
    """A row for each program: median and least time of rounds in which all programs run in turn, how many times as long as
    the first one it takes, by the least times, to which other load adds little; and the points that it keeps. Ends the
    process if a result is wrong."""
    results: list[Any] = [None for _ in task.programs]
    times: list[list[float]] = [[] for _ in task.programs]
    for turn in range(rounds):
        for k, (program, taken) in enumerate(zip(task.programs, times)):
            if (turn >= 2 and taken[0] > LONG) or (turn >= 1 and taken[0] > VERY_LONG):
                continue
            began = time.process_time()
            for _ in range(task.repeat):
                results[k] = program.run()
            taken.append((time.process_time() - began) / task.repeat)
    for program, taken, result in zip(task.programs, times, results):
        if not program.check(result):
            sys.exit(f"{task.row}, {task.data}: the result of {program.name} is wrong")
        yield {
            "row": task.row, "data": task.data, "lines": task.lines, "points": task.points, "tolerance": task.tolerance,
            "program": program.name, "kept": program.kept(result), "median_ms": f"{statistics.median(taken) * 1e3:.5g}",
            "min_ms": f"{min(taken) * 1e3:.5g}", "rounds": len(taken), "times_thrustline": f"{min(taken) / min(times[0]):.4g}",
            "note": program.note(result),
        }
