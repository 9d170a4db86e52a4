"""Simplifies hundreds of GPS tracks in one call, and draws twelve of them.

gps_tracks.py FOLDER: the folder has gps_deliveries.lines.csv, with the columns id, x, y in metres
"""

import sys
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np

import thrustline as tl

folder = Path(sys.argv[1])
rows = np.loadtxt(folder / "gps_deliveries.lines.csv", delimiter=",", skiprows=1)
points = np.ascontiguousarray(rows[:, 1:])
offsets = np.concatenate([[0], np.flatnonzero(np.diff(rows[:, 0])) + 1, [len(rows)]])

tracks = tl.simplify(points, 10.0, offsets=offsets)
extent = np.array([np.ptp(points[a:b], axis=0).max() for a, b in zip(offsets, offsets[1:])])
figure, axes = plt.subplots(3, 4, figsize=(9, 6.8), layout="constrained")
for axis, k in zip(axes.flat, np.argsort(extent)[-120::10]):
    axis.plot(*points[offsets[k] : offsets[k + 1]].T, ".-", color="0.75", linewidth=3, markersize=6)
    axis.plot(*tracks[k].T, "o-", color="#c0392b", linewidth=1, markersize=3)
    axis.set_title(f"{len(tracks[k])} of {offsets[k + 1] - offsets[k]} fixes", fontsize=9)
    axis.set(aspect="equal", adjustable="datalim", xticks=[], yticks=[])
figure.suptitle(f"{len(tracks)} tracks within 10 m: {len(tracks.values):,} of {len(points):,} fixes are enough")
figure.savefig("gps_tracks.png", dpi=80)
