"""The type of geometries that an output layer declares."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Optional

from ._layers import Layer
from ._rules import warn_caller
from ._wkb_types import types_in

_SINGLE = ("LineString", "Polygon")


class OtherType(Exception):
    """A layer that is written has features which its type does not hold."""


class LayerType:
    """The type of a layer that is written, which holds all features so far.

    types: those of WKB that features are known to have. pyogrio tells the type of the source without M and curves, so that
    features alone show these, be it late in the file.
    """

    def __init__(self, layer: Layer, target: str, types: set[int]) -> None:
        """target: the format of the output. types: is added to."""
        self.layer = layer
        self.target = target
        self.types = types

    def add(self, batch: Any) -> None:
        self.types |= types_in(batch.column(self.layer.column))

    def name(self) -> str:
        """The name in pyogrio's words."""
        given = self.layer.geometry_type
        if not given or given == "Unknown":
            return "Unknown"
        base, _, z = given.partition(" ")
        # A Shapefile's lines and polygons may have several parts.
        may_be_multi = self.layer.driver == "ESRI Shapefile" != self.target and base in _SINGLE
        if may_be_multi or any(type % 1000 in range(8, 18) for type in self.types):
            return "Unknown"
        if self._has_m():
            return f"Measured {'3D ' if z or max(self.types) >= 3000 else ''}{base}"
        return given

    def warn_of_loss(self) -> None:
        """Warns if the output cannot hold M."""
        is_known = self.layer.geometry_type not in (None, "", "Unknown")
        if is_known and self.name() == "Unknown" and self._has_m() and self.target == "FlatGeobuf":
            warn_caller("M is lost: FlatGeobuf holds it in layers of one type only, and the source has several")

    def checked(self, batches: Iterable[Any]) -> Iterator[Any]:
        """The batches. Raises OtherType before one that the type does not hold."""
        declared = self.name()
        for batch in batches:
            if declared != "Unknown":
                self.add(batch)
                if self.name() != declared:
                    raise OtherType
            yield batch

    def _has_m(self) -> bool:
        return any(type >= 2000 for type in self.types)
