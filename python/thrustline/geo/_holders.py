"""Whatever holds Arrow arrays, streams or tables of geometries; what goes back is pyarrow's."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pyarrow as pa

from ..errors import InvalidArgument
from ._arrow import array_to_levels, is_read, simplify_array
from ._fields import encoding_of, is_extension, rules_for, with_geoparquet_types
from ._lines import WrongType, errors_of
from ._rules import Rules

OfColumn = Callable[[Any, Any], list[Any]]
"""Makes arrays of one of geometries and of its field."""


def simplify_any(source: Any, rules: Rules) -> Any:
    with errors_of("obj"):
        return _of_holder(source, lambda array, field: [simplify_array(array, encoding_of(field), rules_for(field, rules))])[0]


def any_to_levels(source: Any, rules: Rules) -> list[Any]:
    """One for each tolerance of the rules, from one pass over the points."""
    with errors_of("obj"):
        return _of_holder(source, lambda array, field: array_to_levels(array, encoding_of(field), rules_for(field, rules)))


def read_array(source: Any) -> tuple[Any, Any]:
    """pyarrow's Array or ChunkedArray of a holder, and its field."""
    if isinstance(source, (list, tuple, np.ndarray)):
        try:
            source = pa.array(source)
        except pa.ArrowException as error:
            raise WrongType(f"must be an array of Arrow, or a list or array of its values: {error}") from None
    if isinstance(source, (pa.Array, pa.ChunkedArray)):
        return source, pa.field("", source.type)
    if hasattr(source, "__arrow_c_array__"):
        return pa.array(source), pa.Field._import_from_c_capsule(source.__arrow_c_array__()[0])
    if hasattr(source, "__arrow_c_schema__"):
        field = pa.Field._import_from_c_capsule(source.__arrow_c_schema__())
        return pa.chunked_array(source), field
    if not hasattr(source, "__arrow_c_stream__"):
        kind = type(source).__name__
        raise WrongType(f"must be an array of Arrow, or a list or array of its values, is {kind}")
    array = pa.chunked_array(source)
    return array, pa.field("", array.type)


def _of_holder(source: Any, of_column: OfColumn) -> list[Any]:
    """The arrays that of_column makes, or tables with them."""
    if isinstance(source, (pa.Table, pa.RecordBatch)):
        return _of_table(source, of_column)
    if hasattr(source, "column_names"):
        return _of_table(pa.table(source), of_column)
    array, field = read_array(source)
    if not encoding_of(field) and pa.types.is_struct(array.type):  # rows, as of a reader or of another library's table
        rows = pa.chunked_array([array]) if isinstance(array, pa.Array) else array
        # Table.from_struct_array() takes no array without chunks before pyarrow 25.
        batches = [pa.RecordBatch.from_struct_array(chunk) for chunk in rows.chunks]
        return _of_table(pa.Table.from_batches(batches, pa.schema(rows.type)), of_column)
    return of_column(array, field)


def _of_table(table: Any, of_column: OfColumn) -> list[Any]:
    """Tables with the columns of geometries anew: those of GeoArrow or of GeoParquet's metadata, or, without any, those of
    binary. Encodings without coordinates in columns, as of boxes, stay as they are."""
    fields = with_geoparquet_types(table.schema)
    marked = [i for i, field in enumerate(fields) if is_read(encoding_of(field))]
    if not marked:
        raise InvalidArgument("obj", "has no column of geometries: none is of binary or GeoArrow")
    extension = [i for i in marked if is_extension(fields[i])]
    tables: list[Any] = []
    for i in extension or marked:
        columns = of_column(table.column(i), fields[i])
        tables = [made.set_column(i, table.schema.field(i), c) for made, c in zip(tables or [table] * len(columns), columns)]
    return tables
