#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Counts the crossings that a simplification makes, in the layer of a flat file as shoreline.py writes it.

    new_crossings.py FILE --out new_crossings.csv [--commit HASH] [--tolerances "0.001 0.01 0.1"]

A crossing of two segments of a simplified layer is new if the pieces of line that they replace cross an even number of
times. The pairs of segments come from the tree of Shapely, the signs of orientations from exact fractions where rounding could
change them: nothing of Thrustline's search. Crossings at a vertex are not counted, so the number of new ones may be too high.
"""

from __future__ import annotations

import argparse
import csv
import datetime
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray
from real_data import read_flat_lines

import thrustline as tl

TOGETHER = 200_000  # segments whose neighbours are looked up at once


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("layer", type=Path)
    parser.add_argument("--out", type=Path, required=True, help="CSV to write")
    parser.add_argument("--commit", default="unknown")
    parser.add_argument("--tolerances", default="0.001 0.01 0.1")
    given = parser.parse_args()
    points, offsets = read_flat_lines(given.layer)
    before = crossings(points, offsets, np.arange(len(points)))
    with open(given.out, "w", newline="") as out:
        writer = csv.writer(out)
        writer.writerow(("date", "commit", "lines", "points", "tolerance", "topology", "kept", "crossings_before", "crossings",
                         "new"))
        for tolerance in map(float, given.tolerances.split()):
            for topology in (False, True):
                kept = np.flatnonzero(tl.simplify_mask(points, tolerance, offsets=offsets, topology=topology))
                found = crossings(points, offsets, kept)
                new = sum(not replaces_crossing(pair, before) for pair in found)
                row = (datetime.date.today().isoformat(), given.commit, len(offsets) - 1, len(points), tolerance, topology,
                       len(kept), len(before), len(found), new)
                writer.writerow(row)
                out.flush()
                print(*row)


def crossings(points: NDArray[np.float64], offsets: NDArray[np.int64], kept: NDArray[np.int64]) -> list[tuple[int, ...]]:
    """The pairs of segments between kept points that cross: first and last point of the one, then of the other."""
    lines = np.searchsorted(offsets, kept, side="right")
    joined = lines[1:] == lines[:-1]
    first, last = kept[:-1][joined], kept[1:][joined]
    a, b = points[first], points[last]
    boxes: Any = shapely.box(*np.minimum(a, b).T, *np.maximum(a, b).T)
    tree = shapely.STRtree(boxes)
    found: list[tuple[int, ...]] = []
    for begin in range(0, len(boxes), TOGETHER):
        i, j = tree.query(boxes[begin : begin + TOGETHER])
        i += begin
        i, j = i[i < j], j[i < j]
        may = may_cross(a[i], b[i], a[j], b[j])
        pairs = [(s, t) for s, t in zip(i[may], j[may]) if cross(a[s], b[s], a[t], b[t])]
        found += [tuple(map(int, (first[s], last[s], first[t], last[t]))) for s, t in pairs]
    return found


def may_cross(a: Any, b: Any, c: Any, d: Any) -> Any:
    """False where the segments ab and cd share an end, and where both ends of one are surely on one side of the other."""
    shared = np.any([(p == q).all(axis=1) for p in (a, b) for q in (c, d)], axis=0)
    return ~shared & ~on_one_side(a.T, b.T, c.T, d.T) & ~on_one_side(c.T, d.T, a.T, b.T)


def on_one_side(a: Any, b: Any, c: Any, d: Any) -> Any:
    """Whether c and d are surely on the same side of ab."""
    return surely_left(a, b, c) & surely_left(a, b, d) | surely_left(b, a, c) & surely_left(b, a, d)


def surely_left(a: Any, b: Any, c: Any) -> Any:
    """Whether c is left of ab by more than rounding can change: an error of 4e-16 of the terms (Shewchuk 1997)."""
    ahead, across = (b[0] - a[0]) * (c[1] - a[1]), (b[1] - a[1]) * (c[0] - a[0])
    return ahead - across > 1e-15 * (np.abs(ahead) + np.abs(across))


def turn(a: Any, b: Any, c: Any) -> Any:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def cross(*ends: NDArray[np.float64]) -> bool:
    """Whether the ends of each segment are on different sides of the other."""
    a, b, c, d = ([Fraction(float(x)) for x in p] for p in ends)
    return bool(turn(a, b, c) * turn(a, b, d) < 0 and turn(c, d, a) * turn(c, d, b) < 0)


def replaces_crossing(pair: tuple[int, ...], before: list[tuple[int, ...]]) -> bool:
    """Whether the pieces of line that two segments replace cross an odd number of times."""
    first, last, other_first, other_last = pair
    return sum(first <= a and b <= last and other_first <= c and d <= other_last for a, b, c, d in before) % 2 == 1


if __name__ == "__main__":
    main()
