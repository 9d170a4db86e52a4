#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The most memory that simplify_file() holds while it works on a large GeoParquet file.

    memory_of_files.py make SHORELINE SOURCE.parquet [--gigabytes 2]
    memory_of_files.py measure SOURCE.parquet TARGET.parquet [--tolerance 0.01] [--batch-size 65536] [--commit HASH]

`make` writes the shorelines of the world, as often as the size asks for, each copy a little farther east: SHORELINE is
the file that ../simplify/shoreline.py writes. `measure` prints, as CSV, the peak of the process's resident memory beside what the
imports alone take. The first rows are checked; a wrong one ends the program.
"""

from __future__ import annotations

import argparse
import datetime
import platform
import resource
import sys
import time
from pathlib import Path


def make(shoreline: Path, source: Path, gigabytes: float) -> None:
    import geopandas
    import numpy
    import pyarrow.parquet
    import shapely
    from real_data import read_flat_lines

    points, offsets = read_flat_lines(shoreline)
    lines = numpy.diff(offsets)
    whole = numpy.flatnonzero((lines > 3) & (points[offsets[:-1]] == points[offsets[1:] - 1]).all(axis=1))
    kept = numpy.repeat(numpy.isin(numpy.arange(len(lines)), whole), lines)
    numbers = numpy.repeat(numpy.arange(len(whole)), lines[whole])
    points = points[kept]
    writer, copy = None, 0
    while copy == 0 or source.stat().st_size < gigabytes * 1e9:
        rings = shapely.linearrings(points + [copy * 1e-3, 0], indices=numbers)
        frame = geopandas.GeoDataFrame({"copy": copy, "ring": whole}, geometry=shapely.polygons(rings), crs="EPSG:4326")
        frame.to_parquet(source.with_suffix(".copy"))
        table = pyarrow.parquet.read_table(source.with_suffix(".copy"))
        writer = writer or pyarrow.parquet.ParquetWriter(source, table.schema, compression="none")
        writer.write_table(table, row_group_size=65_536)
        copy += 1
    assert writer
    writer.close()
    source.with_suffix(".copy").unlink()
    print(f"{copy} times {len(whole)} polygons with {len(points)} points: {source.stat().st_size / 1e9:.2f} GB")


def peak() -> int:
    """Megabytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 // 1_000_000


def measure(source: Path, target: Path, tolerance: float, batch_size: int, commit: str) -> None:
    import geopandas  # noqa: F401
    import pyarrow.parquet  # noqa: F401

    import thrustline as tl

    before, began = peak(), time.perf_counter()
    rows = tl.geo.simplify_file(source, target, tolerance, units=None, batch_size=batch_size, overwrite=True)
    seconds, most = time.perf_counter() - began, peak()
    check(source, target, tolerance)
    print("date,machine,commit,file,rows,gigabytes,tolerance,batch_size,peak_mb,before_call_mb,seconds")
    print(datetime.date.today().isoformat(), platform.processor() or platform.machine(), commit, source.name, rows,
          f"{source.stat().st_size / 1e9:.2f}", tolerance, batch_size, most, before, f"{seconds:.0f}", sep=",")


def check(source: Path, target: Path, tolerance: float, rows: int = 10_000) -> None:
    """Ends the process if the first rows of the target are wrong."""
    import pyarrow.parquet
    import shapely
    from checks import is_like_geos

    columns = (next(pyarrow.parquet.ParquetFile(path).iter_batches(rows))["geometry"] for path in (source, target))
    geometries, result = (shapely.from_wkb(column.to_numpy(zero_copy_only=False)) for column in columns)
    if not is_like_geos(geometries, tolerance)(result):
        sys.exit(f"the first rows of {target} are wrong")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    making = commands.add_parser("make")
    making.add_argument("shoreline", type=Path)
    making.add_argument("source", type=Path)
    making.add_argument("--gigabytes", type=float, default=2)
    making.set_defaults(run=make)
    measuring = commands.add_parser("measure")
    measuring.add_argument("source", type=Path)
    measuring.add_argument("target", type=Path)
    measuring.add_argument("--tolerance", type=float, default=0.01)
    measuring.add_argument("--batch-size", type=int, default=65_536)
    measuring.add_argument("--commit", default="unknown")
    measuring.set_defaults(run=measure)
    given = vars(parser.parse_args())
    given.pop("run")(**given)


if __name__ == "__main__":
    main()
