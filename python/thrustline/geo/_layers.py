"""Layers of features that are simplified batch by batch, while a writer asks for them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Optional

from ._arrow import simplify_wkb
from ._fields import read_crs
from ._rules import Rules
from ._wkb_arrays import values_counted_from
from ._wkb_types import types_in


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
        for batch in self._of_whole_layer() if self.rules.topology else map(self._simplified, self.layer.batches):
            self.handle_interrupt()
            self.rows += len(batch)
            yield batch
            bar.update(len(batch))
        self.rules.checked(self.rows)  # there may be more tolerances than features

    def _of_whole_layer(self) -> Iterator[Any]:
        """The batches, simplified at once: where the topology is kept, a layer is one."""
        import pyarrow as pa

        batches = []
        for batch in self.layer.batches:
            self.handle_interrupt()
            batches.append(batch)
        i = self.layer.column
        simple = simplify_wkb(pa.chunked_array([b.column(i) for b in batches], self.layer.schema.field(i).type), self.rules)
        for chunk in simple.chunks:
            self.types |= types_in(chunk)
        yield from map(self._with_geometries, batches, simple.chunks)

    def _simplified(self, batch: Any) -> Any:
        with values_counted_from(self.rows):
            rules = self.rules.of_rows(self.rows, len(batch))
            return self._with_geometries(batch, simplify_wkb(batch.column(self.layer.column), rules))

    def _with_geometries(self, batch: Any, geometries: Any) -> Any:
        import pyarrow as pa

        columns = batch.columns
        columns[self.layer.column] = geometries
        return pa.RecordBatch.from_arrays(columns, schema=self.layer.schema)
