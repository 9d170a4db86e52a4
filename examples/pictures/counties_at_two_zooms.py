#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes a TopoJSON file of the counties of the USA by one command of the program, and draws it at two zooms: the picture
of docs/topology.md.

    counties_at_two_zooms.py THRUSTLINE us_counties.lines.csv OUTPUT.png [--tolerance T]

THRUSTLINE is the program. The file has the arcs between counties with the columns id, x, y. Red shows where no county is but
was before, purple where counties overlap. Needs matplotlib and Shapely.
"""

import argparse
import io
import json
import pathlib
import subprocess
import tempfile

import matplotlib.pyplot as plt
import numpy as np
import shapely
from matplotlib.collections import PathCollection
from matplotlib.path import Path
from PIL import Image

WINDOWS = ((-125.0, 24.0, -66.5, 49.8), (-88.6, 36.4, -84.6, 39.5))  # west, south, east, north


def polygons_between(path):
    """The polygons that the arcs of a file bound."""
    rows = np.loadtxt(path, delimiter=",", skiprows=1)
    ends = np.flatnonzero(np.diff(rows[:, 0])) + 1
    return shapely.get_parts(shapely.polygonize([shapely.LineString(arc) for arc in np.split(rows[:, 1:], ends)]))


def write_geojson(polygons, path):
    features = [{"type": "Feature", "properties": {}, "geometry": json.loads(shapely.to_geojson(p))} for p in polygons]
    path.write_text(json.dumps({"type": "FeatureCollection", "features": features}))


def read_topojson(path):
    """The polygons of a quantised TopoJSON file."""
    topology = json.loads(path.read_text())
    scale, origin = (np.array(topology["transform"][name]) for name in ("scale", "translate"))
    arcs = [np.cumsum(arc, axis=0) * scale + origin for arc in topology["arcs"]]

    def ring(numbers):
        parts = [arcs[k] if k >= 0 else arcs[~k][::-1] for k in numbers]
        return np.concatenate([parts[0]] + [part[1:] for part in parts[1:]])

    collection = next(iter(topology["objects"].values()))
    shapes = (g["arcs"] if g["type"] == "MultiPolygon" else [g["arcs"]] for g in collection["geometries"])
    return np.array([shapely.Polygon(ring(p[0]), [ring(hole) for hole in p[1:]]) for each in shapes for p in each])


def path_of(polygon):
    """The outline and the holes of a polygon."""
    rings = (polygon.exterior, *polygon.interiors)
    return Path.make_compound_path(*[Path(np.array(ring.coords), closed=True) for ring in rings])


def fill(axis, shapes, **style):
    polygons = [p for p in shapely.get_parts(shapely.get_parts(shapes)) if p.geom_type == "Polygon" and not p.is_empty]
    axis.add_collection(PathCollection([path_of(p) for p in polygons], **style))


def draw(axis, polygons, original, window):
    west, south, east, north = window
    axis.set_facecolor("#c0392b")  # what nothing is drawn over
    frame = shapely.box(*window)
    fill(axis, [shapely.difference(frame, shapely.union_all(original))], facecolor="#dbe7ee")
    near = polygons[shapely.intersects(polygons, frame)]
    fill(axis, near, facecolor="#e8e2d0", edgecolor="#31506e", linewidth=0.35)
    pairs = shapely.STRtree(near).query(near, predicate="overlaps")
    fill(axis, shapely.intersection(near[pairs[0]], near[pairs[1]]), facecolor="#8e44ad")
    axis.set(xlim=(west, east), ylim=(south, north), aspect=1.28, xticks=[], yticks=[])


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("program")
    arguments.add_argument("arcs", type=pathlib.Path)
    arguments.add_argument("output", type=pathlib.Path)
    arguments.add_argument("--tolerance", type=float, default=0.05)
    given = arguments.parse_args()
    original = polygons_between(given.arcs)
    with tempfile.TemporaryDirectory() as folder:
        layer, result = (pathlib.Path(folder) / name for name in ("counties.geojson", "counties.topojson"))
        write_geojson(original, layer)
        subprocess.run([given.program, "simplify", layer, result, "--tolerance", str(given.tolerance), "--topology",
                        "--quantization", "100000"], check=True)
        polygons = read_topojson(result)
    figure, axes = plt.subplots(1, 2, figsize=(11, 4.2), layout="constrained", width_ratios=(1.47, 1))
    for axis, window in zip(axes, WINDOWS):
        draw(axis, polygons, original, window)
    with io.BytesIO() as picture:
        figure.savefig(picture, dpi=90)
        Image.open(picture).convert("RGB").quantize(48).save(given.output, optimize=True)


if __name__ == "__main__":
    main()
