"""Draws counties whose shared borders stay shared, beside counties that are simplified one by one.

counties.py FOLDER: the folder has us_counties.lines.csv, the arcs between counties with the columns id, x, y
"""

import sys
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np
import shapely

import thrustline as tl

folder = Path(sys.argv[1])
rows = np.loadtxt(folder / "us_counties.lines.csv", delimiter=",", skiprows=1)
ends = np.flatnonzero(np.diff(rows[:, 0])) + 1
arcs = [shapely.LineString(arc) for arc in np.split(rows[:, 1:], ends)]
counties = shapely.get_parts(shapely.polygonize(arcs))

tolerance = 0.1
layers = {
    "as they are": counties,
    f"one by one, {tolerance}°": tl.geo.simplify(counties, tolerance),
    f"topology=True, {tolerance}°": tl.geo.simplify(counties, tolerance, topology=True),
}
figure, axes = plt.subplots(1, 3, figsize=(10, 4.4), sharex=True, sharey=True, layout="constrained")
for axis, (name, layer) in zip(axes, layers.items()):
    near = layer[shapely.intersects(layer, shapely.box(-90, 36, -83, 42))]
    axis.set_facecolor("#c0392b")  # what shows between the counties is a gap
    for county in near:
        axis.fill(*np.array(county.exterior.coords).T, facecolor="#e8e2d0", edgecolor="#31506e", linewidth=0.6)
    near = shapely.make_valid(near)
    pairs = shapely.STRtree(near).query(near)
    first, second = near[pairs[:, pairs[0] < pairs[1]]]
    for part in shapely.get_parts(shapely.intersection(first, second)):
        if part.geom_type == "Polygon":
            axis.fill(*np.array(part.exterior.coords).T, color="#8e44ad")
    axis.set(xlim=(-88.6, -85.4), ylim=(37.2, 40.2), aspect=1.28, xticks=[], yticks=[])
    axis.set_title(f"{name}: {shapely.get_num_coordinates(layer).sum():,} points", fontsize=10)
figure.suptitle("Counties of the USA: gaps in red, overlaps in purple", fontsize=11)
figure.savefig("counties.png", dpi=80)
