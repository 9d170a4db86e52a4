#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Draws a part of a layer twice, simplified without and with --topology: the picture of docs/topology.md.

    zoom_of_islands.py THRUSTLINE LAYER.geojson OUTPUT.svg [--tolerance T] [--window WEST SOUTH EAST NORTH]

THRUSTLINE is the program. Segments that cross are red. Without --window the part with most crossings is drawn.
"""

import argparse
import collections
import json
import pathlib
import subprocess
import tempfile

SIZE, GAP, TITLE = 460, 20, 30  # pixels


def rings(path):
    """All rings of a GeoJSON file of polygons."""
    for feature in json.loads(path.read_text())["features"]:
        geometry = feature["geometry"]
        polygons = [geometry["coordinates"]] if geometry["type"] == "Polygon" else geometry["coordinates"]
        for polygon in polygons:
            yield from polygon


def simplified(program, layer, tolerance, options):
    with tempfile.TemporaryDirectory() as folder:
        output = pathlib.Path(folder) / "out.geojson"
        subprocess.run([program, "simplify", layer, output, "--tolerance", str(tolerance), "--quiet", *options], check=True)
        return [[tuple(p[:2]) for p in ring] for ring in rings(output)]


def turn(a, b, c):
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def cross(s, t):
    return turn(*s, t[0]) * turn(*s, t[1]) < 0 and turn(*t, s[0]) * turn(*t, s[1]) < 0


def crossings(layer, cell):
    """The segments that cross another one, by a grid of cells."""
    segments = [(a, b) for ring in layer for a, b in zip(ring, ring[1:])]
    grid = collections.defaultdict(list)
    found = set()
    for i, (a, b) in enumerate(segments):
        low, high = [[int(f(a[k], b[k]) // cell) for k in (0, 1)] for f in (min, max)]
        for x in range(low[0], high[0] + 1):
            for y in range(low[1], high[1] + 1):
                for j in grid[x, y]:
                    if cross(segments[i], segments[j]):
                        found.update((i, j))
                grid[x, y].append(i)
    return [segments[i] for i in found]


def densest(segments, size):
    """The square window of that size with most of the segments."""
    counts = collections.Counter((int(a[0] // size), int(a[1] // size)) for a, _ in segments)
    x, y = counts.most_common(1)[0][0]
    return x * size, y * size, (x + 1) * size, (y + 1) * size


def panel(original, layer, red, window, left, title):
    west, south, east, north = window
    scale = SIZE / (east - west)

    def path(points):
        return " ".join(f"{(x - west) * scale:.1f},{(north - y) * scale:.1f}" for x, y in points)

    def inside(points):
        xs, ys = zip(*points)
        return min(xs) < east and max(xs) > west and min(ys) < north and max(ys) > south

    lines = [f'<g transform="translate({left} {TITLE})"><text y="-10">{title}</text>',
             f'<svg width="{SIZE}" height="{SIZE}"><rect width="100%" height="100%" fill="#eef3f7"/>']
    lines += [f'<polyline points="{path(r)}" fill="none" stroke="#b9c4cc"/>' for r in original if inside(r)]
    lines += [f'<polygon points="{path(r)}" fill="#2b6f4a" fill-opacity="0.25" stroke="#2b6f4a" stroke-width="1.5"/>'
              for r in layer if inside(r)]
    lines += [f'<polyline points="{path(s)}" stroke="#d7191c" stroke-width="3"/>' for s in red if inside(s)]
    return lines + ["</svg></g>"]


def main():
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    arguments.add_argument("program")
    arguments.add_argument("layer")
    arguments.add_argument("output", type=pathlib.Path)
    arguments.add_argument("--tolerance", type=float, default=0.01)
    arguments.add_argument("--window", type=float, nargs=4)
    given = arguments.parse_args()
    original = [[tuple(p[:2]) for p in ring] for ring in rings(pathlib.Path(given.layer))]
    layers = [simplified(given.program, given.layer, given.tolerance, options) for options in ([], ["--topology"])]
    reds = [crossings(layer, 2 * given.tolerance) for layer in layers]
    window = given.window or densest(reds[0], 15 * given.tolerance)
    width, height = 2 * SIZE + 3 * GAP, SIZE + TITLE + GAP
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" font-family="sans-serif" '
             'font-size="15">', '<rect width="100%" height="100%" fill="white"/>']
    for k, name in enumerate(("line by line", "--topology")):
        title = f"{name}: {len(reds[k]):,} segments of the layer cross"
        lines += panel(original, layers[k], reds[k], window, GAP + k * (SIZE + GAP), title)
    given.output.write_text("\n".join(lines + ["</svg>"]) + "\n")


if __name__ == "__main__":
    main()
