"""Layers of features that are simplified batch by batch, while a writer asks for them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Optional

from ._arrow import simplify_wkb
from ._fields import read_crs
from ._rules import Rules
from ._wkb_arrays import values_counted_from


@dataclass
class Layer:
    """A layer that is open.

    batches: its features, of the schema. column: the index of the geometries, which are WKB. crs: in words of GDAL and
    pyproj; None if it is not known. geometry_type: in pyogrio's words. driver: GDAL's name of the format. count: of
    features; None if it is not known.
    """

    batches: Iterable[Any]
    schema: Any
    column: int
    crs: Optional[str]
    geometry_type: Optional[str]
    driver: str
    count: Optional[int]


class Features:
    """The batches of a layer, simplified. rows: the number of features so far; types: those of WKB that the layer is known
    to have."""

    def __init__(self, layer: Layer, types: set[int], rules: Rules, handle_interrupt: Callable[[], None]) -> None:
        """handle_interrupt: is called between batches, where an exception is not lost."""
        self.layer = layer
        self.types = types
        self.rules = rules.in_crs(read_crs(layer.crs) if layer.crs else None)
        self.handle_interrupt = handle_interrupt
        self.rows = 0

    def batches(self, bar: Any) -> Iterator[Any]:
        for batch in self._whole_layer() if self.rules.topology else self.layer.batches:
            self.handle_interrupt()
            yield self._simplified(batch)
            bar.update(len(batch))
        self.rules.checked(self.rows)  # there may be more tolerances than features

    def _whole_layer(self) -> Iterator[Any]:
        """All features in one batch: where the topology is kept, a layer is one."""
        import pyarrow as pa

        batches = []
        for batch in self.layer.batches:
            self.handle_interrupt()
            batches.append(batch)
        yield from pa.Table.from_batches(batches, self.layer.schema).combine_chunks().to_batches()

    def _simplified(self, batch: Any) -> Any:
        import pyarrow as pa

        columns = batch.columns
        with values_counted_from(self.rows):
            rules = self.rules.of_rows(self.rows, len(batch))
            columns[self.layer.column] = simplify_wkb(columns[self.layer.column], rules)
        self.rows += len(batch)
        return pa.RecordBatch.from_arrays(columns, schema=self.layer.schema)
