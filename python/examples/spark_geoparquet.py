"""spark_geoparquet.py SOURCE.parquet FOLDER TOLERANCE: simplifies GeoParquet by two executors of Spark."""

import os
import sys
from collections.abc import Iterable, Iterator

import pyarrow as pa
from pyspark.sql import SparkSession

import thrustline as tl

source, folder, tolerance = sys.argv[1], sys.argv[2], float(sys.argv[3])


def simplify(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    for batch in batches:
        k = batch.schema.get_field_index("geometry")
        yield batch.set_column(k, batch.schema.field(k), tl.geo.simplify_wkb(batch.column(k), tolerance))


os.environ.setdefault("PYSPARK_PYTHON", sys.executable)  # what the executors run
spark = (
    SparkSession.builder.master("local-cluster[2,1,1024]")
    .config("spark.sql.files.maxPartitionBytes", "16m")  # bytes are points here: lines may have ten or ten million
    .config("spark.sql.execution.arrow.maxBytesPerBatch", "64m")
    .getOrCreate()
)
frame = spark.read.parquet(source)
frame.mapInArrow(simplify, frame.schema).write.parquet(folder)
spark.stop()
