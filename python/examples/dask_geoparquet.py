"""dask_geoparquet.py SOURCE.parquet FOLDER TOLERANCE: simplifies GeoParquet by two processes of Dask."""

import os
import sys

import pyarrow.parquet as pq
from dask.distributed import Client

import thrustline as tl


def parts(source: str, points: int) -> list[list[int]]:
    """Runs of row groups with about `points` points, each of 16 bytes in a column of WKB."""
    metadata = pq.read_metadata(source)
    leaf = [metadata.schema.column(k).path for k in range(metadata.num_columns)].index("geometry")
    jobs: dict[int, list[int]] = {}
    size = 0
    for i in range(metadata.num_row_groups):
        jobs.setdefault(size // (16 * points), []).append(i)
        size += metadata.row_group(i).column(leaf).total_uncompressed_size
    return list(jobs.values())


def simplify_part(source: str, target: str, groups: list[int], tolerance: float) -> int:
    """Writes these row groups to a file of their own, whole or not at all: a job can run again, even twice at once."""
    table = pq.ParquetFile(source).read_row_groups(groups)
    k = table.schema.get_field_index("geometry")
    simple = table.set_column(k, table.schema.field(k), tl.geo.simplify_wkb(table.column(k), tolerance))
    part = f"{os.path.dirname(target)}/.{os.urandom(16).hex()}"  # readers of the folder pass over hidden files
    pq.write_table(simple, part, compression="zstd")
    os.replace(part, target)
    return len(table)


if __name__ == "__main__":
    source, folder, tolerance = sys.argv[1], sys.argv[2], float(sys.argv[3])
    jobs = [(source, f"{folder}/part-{k:05}.parquet", groups, tolerance) for k, groups in enumerate(parts(source, 1_000_000))]
    with Client(n_workers=2, threads_per_worker=1) as client:
        print(sum(client.gather(client.map(simplify_part, *zip(*jobs), pure=False))), "rows")
