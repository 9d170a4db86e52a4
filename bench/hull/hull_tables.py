#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Prints the two tables of the paper from the results of bench_hull and bench_hull_device, as Markdown.

    hull_tables.py cpu.csv device.csv > OUTPUT.md

Milliseconds, double points: Qhull and CGAL on one core, the paper's two modes and convex_hull on a GPU, and how many
times as fast as Qhull these are. Points in a square by their number; then real sets, where the paper had 3-D models.
"""

import csv
import sys

PROGRAMS = ("quickhull, mode 1", "quickhull, mode 2", "thrustline")
HEADINGS = ("Qhull", "CGAL", "Mode 1", "Mode 2", "Ours", "Speedup, mode 1", "Speedup, mode 2", "Speedup, ours")


def times(path, wanted):
    """{(kind, points): {program: milliseconds}} of the rows that have `wanted`."""
    found = {}
    with open(path, newline="") as file:
        for row in csv.DictReader(file):
            if all(row[name] == value for name, value in wanted.items()):
                key = row["kind"], int(float(row["points"]))
                found.setdefault(key, {})[row["program"].split(" ")[0] if row["program"].startswith("CGAL")
                                          else row["program"]] = float(row["median_ms"])
    return found


def line(cells):
    return "| " + " | ".join(cells) + " |"


def table(title, keys, name, on_cpu, on_gpu):
    print(line((title,) + HEADINGS))
    print(line(("---",) * (1 + len(HEADINGS))))
    for key in keys:
        qhull = on_cpu[key]["Qhull"]
        own = [on_gpu[key][program] for program in PROGRAMS]
        cells = [f"{ms:.3g}" for ms in (qhull, on_cpu[key]["CGAL"], *own)] + [f"{qhull / ms:.3g}" for ms in own]
        print(line([name(key)] + cells))
    print()


def main():
    on_cpu = times(sys.argv[1], {"executor": "cpu, 1 thread"})
    on_gpu = times(sys.argv[2], {"real": "double", "sets": "1"})
    both = [key for key in sorted(on_cpu, key=lambda key: key[1]) if key in on_gpu]
    table("Points in a square", [key for key in both if key[0] == "square"], lambda key: f"{key[1]:,}", on_cpu, on_gpu)
    table("Real points", [key for key in both if "." in key[0]], lambda key: f"{key[0].split('.')[0]}, {key[1]:,}",
          on_cpu, on_gpu)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main()
