#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Draws points per second against the length of a line, from the results of bench_device and bench_peers.

    plot_speed.py device.csv peers.csv OUTPUT.svg

A random walk of double points, metric segment, a panel for each tolerance. Shaded: lengths up to which the best engine
on CPU cores is faster than a GPU that has the points already (darker), and than one that gets them from host memory.
"""

import csv
import math
import sys
from html import escape

PANEL_WIDTH, PANEL_HEIGHT, LEFT, TOP, GAP, LEGEND_HEIGHT = 430, 380, 64, 56, 64, 96
TOLERANCES = ("1", "30")
CHOSEN = {"metric": "segment", "kind": "walk", "real": "double"}

# Name, colour, dashes, file, what its rows have beside CHOSEN, and the column of milliseconds.
GPU, GPU_AND_BACK = "GPU, points there", "GPU, from and to the host"
CURVES = (
    (GPU, "#1b6ca8", "", "device", {"engine": ("fused", "bounded")}, "device_ms"),
    (GPU_AND_BACK, "#1b6ca8", "6 3", "device", {"engine": ("fused", "bounded")}, "end_to_end_ms"),
    ("GPU, composed", "#8fbbd9", "", "device", {"engine": ("composed",)}, "device_ms"),
    ("bounded, 2 threads", "#27884a", "", "peers", {"engine": ("bounded",), "executor": ("cpu, 2 threads",)}, "median_ms"),
    ("bounded, 1 thread", "#27884a", "6 3", "peers", {"engine": ("bounded",), "executor": ("cpu, 1 thread",)}, "median_ms"),
    ("recursive, 1 thread", "#b9770e", "", "peers", {"engine": ("recursive",), "executor": ("cpu, 1 thread",)}, "median_ms"),
    ("Boost.Geometry", "#c0392b", "", "peers", {"program": "Boost.Geometry"}, "median_ms"),
    ("GEOS", "#8e44ad", "", "peers", {"program": "GEOS"}, "median_ms"),
)


def points_per_second(rows, wanted, column, tolerance):
    """{points: points a second}, the best row where several fit."""
    found = {}
    for row in rows:
        fits = all(row[name] == value for name, value in CHOSEN.items()) and row["tolerance"] == tolerance
        for name, value in wanted.items():
            fits = fits and (row[name] in value if isinstance(value, tuple) else row[name].startswith(value))
        if fits:
            points = int(float(row["points"]))
            found[points] = max(found.get(points, 0), points / float(row[column]) * 1e3)
    return dict(sorted(found.items()))


def at(curve, points):
    """Between its points a curve is a straight line, both axes logarithmic."""
    sizes = list(curve)
    for low, high in zip(sizes, sizes[1:]):
        if low <= points <= high:
            share = math.log(points / low) / math.log(high / low)
            return curve[low] ** (1 - share) * curve[high] ** share
    return None


def loses_up_to(gpu, others):
    """The length from which on no other curve is above that of the GPU, as far as both are known."""
    steps = [10 ** (k / 200) for k in range(2 * 200, 8 * 200 + 1)]
    behind = [n for n in steps if (own := at(gpu, n)) and any((at(other, n) or 0) > own for other in others)]
    return max(behind, default=None)


def draw_panel(out, left, curves, tolerance):
    sizes = [n for curve in curves.values() for n in curve]
    rates = [rate for curve in curves.values() for rate in curve.values()]
    low_x, high_x = math.floor(math.log10(min(sizes))), math.ceil(math.log10(max(sizes)))
    low_y, high_y = math.floor(math.log10(min(rates))), math.ceil(math.log10(max(rates)))
    bottom = TOP + PANEL_HEIGHT

    def x(points):
        return left + (math.log10(points) - low_x) / (high_x - low_x) * PANEL_WIDTH

    def y(rate):
        return bottom - (math.log10(rate) - low_y) / (high_y - low_y) * PANEL_HEIGHT

    others = [curves[name] for name, *_, where, _, _ in CURVES if where == "peers"]
    notes = []
    for name, shade, what in ((GPU_AND_BACK, "#f4f4f4", "with transfers"), (GPU, "#e6e6e6", "the GPU loses")):
        if end := loses_up_to(curves[name], others):
            out.append(f'<rect x="{left}" y="{TOP}" width="{x(end) - left:.1f}" height="{PANEL_HEIGHT}" fill="{shade}"/>')
            notes.insert(0, f'<text x="{left + 8}" y="{TOP + (18 if name == GPU else 36)}" fill="#555">{what} below '
                           f'{round_to_two(end)}</text>')
    for power in range(low_x, high_x + 1):
        out.append(f'<path d="M{x(10 ** power):.1f},{TOP}V{bottom}" stroke="#ddd"/>')
        out.append(f'<text x="{x(10 ** power):.1f}" y="{bottom + 18}" text-anchor="middle">10<tspan dy="-5" '
                   f'font-size="9">{power}</tspan></text>')
    for power in range(low_y, high_y + 1):
        out.append(f'<path d="M{left},{y(10 ** power):.1f}H{left + PANEL_WIDTH}" stroke="#ddd"/>')
        out.append(f'<text x="{left - 8}" y="{y(10 ** power) + 4:.1f}" text-anchor="end">10<tspan dy="-5" '
                   f'font-size="9">{power}</tspan></text>')
    out.extend(notes)
    out.append(f'<text x="{left + PANEL_WIDTH / 2}" y="{TOP - 10}" text-anchor="middle">tolerance {tolerance}</text>')
    for name, colour, dashes, *_ in CURVES:
        line = " ".join(f"{x(n):.1f},{y(rate):.1f}" for n, rate in curves[name].items())
        out.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2" '
                   f'stroke-dasharray="{dashes or "none"}"/>')
    out.append(f'<text x="{left + PANEL_WIDTH / 2}" y="{bottom + 36}" text-anchor="middle">points of the line</text>')


def round_to_two(value):
    return f"{int(float(f'{value:.1e}')):,}"


def main(device, peers, output):
    rows = {}
    for name, path in (("device", device), ("peers", peers)):
        with open(path, newline="", encoding="utf-8") as source:
            rows[name] = list(csv.DictReader(source))
    width = LEFT + len(TOLERANCES) * (PANEL_WIDTH + GAP) - GAP + 20
    height = TOP + PANEL_HEIGHT + LEGEND_HEIGHT + 44
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" '
           'font-size="13">', '<rect width="100%" height="100%" fill="white"/>']
    hosts = " and ".join(dict.fromkeys(rows["device"][0]["device"].split(", ")[1:] + [rows["peers"][0]["machine"]]))
    out.append(f'<text x="{LEFT}" y="22" font-size="15">Points per second, random walk of double points, metric '
               f'segment: {escape(hosts)}</text>')
    for k, tolerance in enumerate(TOLERANCES):
        curves = {name: points_per_second(rows[where], wanted, column, tolerance)
                  for name, _, _, where, wanted, column in CURVES}
        missing = [name for name, curve in curves.items() if not curve]
        if missing:
            sys.exit(f"no rows of tolerance {tolerance} for: {', '.join(missing)}")
        draw_panel(out, LEFT + k * (PANEL_WIDTH + GAP), curves, tolerance)
    for k, (name, colour, dashes, *_) in enumerate(CURVES):
        left, top = LEFT + k % 4 * 240, TOP + PANEL_HEIGHT + 68 + k // 4 * 24
        out.append(f'<path d="M{left},{top - 4}h28" stroke="{colour}" stroke-width="2" '
                   f'stroke-dasharray="{dashes or "none"}"/><text x="{left + 34}" y="{top}">{escape(name)}</text>')
    out.append("</svg>")
    with open(output, "w", encoding="utf-8") as target:
        target.write("\n".join(out) + "\n")


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    main(*sys.argv[1:])
