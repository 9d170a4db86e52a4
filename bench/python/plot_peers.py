#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Draws how many times as long as Thrustline its peers take, from the results of peers.py.

    plot_peers.py python.csv OUTPUT.svg
"""

from __future__ import annotations

import csv
import sys
from collections.abc import Iterator

import matplotlib.pyplot as plt

COLOURS = {"shapely": "#8e44ad", "geopandas": "#b9770e", "simplification": "#c0392b", "rdp": "#7f8c8d",
           "tsdownsample": "#27884a", "topojson": "#16807a", "movingpandas": "#a0522d", "ogr2ogr": "#1b6ca8"}


def tasks(path: str) -> Iterator[tuple[str, list[tuple[str, float]]]]:
    """The title of each task, and its peers with their ratios."""
    found: dict[str, list[tuple[str, float]]] = {}
    with open(path, newline="") as source:
        for row in csv.DictReader(source):
            title = f"{row['row']}: {row['data']}, {int(row['points']):,} points, tolerance {row['tolerance']}"
            if row["program"].startswith("thrustline"):
                found.setdefault(title, [])
            else:
                found[title].append((row["program"], float(row["times_thrustline"])))
    return iter(found.items())


def main(source: str, target: str) -> None:
    plt.rcParams.update({"svg.hashsalt": "thrustline", "svg.fonttype": "none"})  # the same file from the same results
    rows: list[tuple[str, float | None]] = []
    for title, peers in tasks(source):
        rows += [(title, None), *sorted(peers, key=lambda peer: peer[1])]
    figure, axis = plt.subplots(figsize=(10, 0.21 * len(rows) + 0.8), layout="constrained")
    for place, (name, ratio) in enumerate(rows):
        if ratio is None:
            axis.text(0.0012, place, name, ha="left", va="center", fontsize=8, fontweight="bold")
            continue
        axis.barh(place, ratio - 1, left=1, color=COLOURS.get(name.partition(",")[0].partition(" ")[0], "0.5"), height=0.7)
        axis.text(0.0012, place, f"   {name}", ha="left", va="center", fontsize=7.5)
        axis.text(max(ratio, 1) * 1.08, place, f"{ratio:.3g}" if ratio < 100 else f"{ratio:,.0f}", ha="left", va="center", fontsize=7.5)
    axis.set(xscale="log", xlim=(0.001, 3 * max(ratio for _, ratio in rows if ratio)), ylim=(len(rows) - 0.4, -0.8), yticks=[])
    axis.axvline(1, color="black", linewidth=0.8)
    axis.spines[["top", "right", "left"]].set_visible(False)
    axis.set_xlabel("times as long as Thrustline takes: right of the line Thrustline is faster")
    figure.savefig(target, metadata={"Date": None})


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
