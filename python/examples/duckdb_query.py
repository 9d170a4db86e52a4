"""duckdb_query.py SOURCE.parquet TARGET.parquet TOLERANCE: simplifies GeoParquet in a query of DuckDB, 2.0 or later."""

import sys

import duckdb
import pyarrow as pa

import thrustline as tl


def simplify(wkb: pa.ChunkedArray, tolerance: pa.ChunkedArray) -> pa.ChunkedArray:
    """DuckDB streams the rows, and calls this for a few thousand at a time: each may have a tolerance of its own."""
    return tl.geo.simplify_wkb(wkb, tolerance)


source, target, tolerance = sys.argv[1], sys.argv[2], float(sys.argv[3])
connection = duckdb.connect()
connection.create_function("simplify_wkb", simplify, ["BLOB", "DOUBLE"], "BLOB", type="arrow")
connection.execute(f"""
    CREATE MACRO simplify(g) AS st_geomfromwkb(simplify_wkb(st_aswkb(g), {tolerance}));
    COPY (SELECT * REPLACE (coalesce(st_setcrs(simplify(geometry), st_crs(geometry)), simplify(geometry)) AS geometry)
          FROM '{source}') TO '{target}'
""")
