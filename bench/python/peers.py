#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The package beside its peers, on one core: from arrays, whole layers, from objects of Shapely, from WKB, and from file
to file.

    peers.py --data DATA --out python.csv [--commit HASH] [--rounds 7] [--rows "arrays layers objects WKB files"]
             [--only NAME] [--longest 1000000] [--shoreline FILE]

Results of Thrustline are checked; a wrong one ends the program. Programs that are absent are skipped by name; `pip install -r requirements.txt` brings them.
"""

from __future__ import annotations

import argparse
import csv
import datetime
import os
import sys
import tempfile
import warnings
from pathlib import Path

COLUMNS = ("date", "machine", "commit", "row", "data", "lines", "points", "tolerance", "program", "kept", "median_ms",
           "min_ms", "rounds", "times_thrustline", "note")


def machine() -> str:
    names = [line.partition(":")[2].strip() for line in open("/proc/cpuinfo") if line.startswith("model name")]
    return f"{names[0] if names else 'unknown'}, one core"


def versions() -> str:
    from importlib.metadata import PackageNotFoundError, version

    names = ("shapely", "geopandas", "simplification", "rdp", "tsdownsample", "topojson", "movingpandas", "pyogrio", "numpy")
    found = []
    for name in names:
        try:
            found.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            pass
    return ", ".join(found)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="folder of real data")
    parser.add_argument("--out", type=Path, required=True, help="CSV to write")
    parser.add_argument("--commit", default="unknown")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--rows", default="arrays layers objects WKB files")
    parser.add_argument("--only", default="", help="measure tasks whose data has this in its name")
    parser.add_argument("--longest", type=int, default=1_000_000, help="points of the long random walk")
    parser.add_argument("--shoreline", type=Path, help="shorelines by ../simplify/shoreline.py --land")
    given = parser.parse_args()
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})  # before the libraries count the cores
    warnings.simplefilter("ignore")

    from arrays import array_tasks
    from files import file_tasks
    from layers import layer_tasks
    from measuring import measured
    from objects import object_tasks, wkb_tasks

    import thrustline

    common = {"date": datetime.date.today().isoformat(), "machine": machine(), "commit": given.commit}
    with tempfile.TemporaryDirectory() as scratch, open(given.out, "w", newline="") as out:
        makers = {
            "arrays": lambda: array_tasks(given.data, given.longest),
            "layers": lambda: layer_tasks(given.data, given.shoreline), "objects": lambda: object_tasks(given.data),
            "WKB": lambda: wkb_tasks(given.data), "files": lambda: file_tasks(given.data, Path(scratch)),
        }
        writer = csv.DictWriter(out, COLUMNS)
        writer.writeheader()
        print(f"thrustline {thrustline.__version__}; {versions()}", file=sys.stderr)
        for row in given.rows.split():
            for task in makers[row]():
                if given.only not in task.data:
                    continue
                for result in measured(task, given.rounds):
                    writer.writerow({**common, **result})
                    out.flush()
                    print(*(result[k] for k in ("row", "data", "program", "kept", "median_ms", "times_thrustline", "note")),
                          sep="; ", file=sys.stderr)


if __name__ == "__main__":
    main()
