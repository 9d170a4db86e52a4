"""Draws a coastline at four tolerances, from one pass over its points.

coastline.py FOLDER: the folder has world_coastline_50m.geojson
"""

import json
import sys
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.collections import LineCollection

import thrustline as tl

folder = Path(sys.argv[1])
features = json.loads((folder / "world_coastline_50m.geojson").read_text())["features"]
lines = [np.array(feature["geometry"]["coordinates"]) for feature in features]
points = np.concatenate(lines)
offsets = np.cumsum([0] + [len(line) for line in lines])
offsets = np.union1d(offsets, np.flatnonzero(np.abs(np.diff(points[:, 0])) > 180) + 1)  # lines end at the 180th meridian

significance = tl.significance(points, offsets=offsets)  # the mask of tolerance t is significance > t
figure, axes = plt.subplots(2, 2, figsize=(9, 7.2), sharex=True, sharey=True, layout="constrained")
for axis, tolerance in zip(axes.flat, (0.02, 0.1, 0.5, 2.0)):
    mask = significance > tolerance
    axis.add_collection(LineCollection(list(tl.select(points, mask, offsets=offsets)), color="#31506e", linewidth=0.8))
    axis.set(xlim=(-12, 32), ylim=(50, 72), aspect=1.8)  # a degree of latitude is about twice as long as one of longitude
    axis.set_title(f"tolerance {tolerance:g}°: {np.count_nonzero(mask):,} of {len(points):,} points", fontsize=10)
figure.savefig("coastline.png", dpi=80)
