"""An extension type of Arrow for the tests."""

from __future__ import annotations

import pyarrow as pa


class WkbType(pa.ExtensionType):
    """An extension type that has its metadata in itself, as those that are registered."""

    def __init__(self, metadata: bytes) -> None:
        self.serialized = metadata
        super().__init__(pa.binary(), "geoarrow.wkb")

    def __arrow_ext_serialize__(self) -> bytes:
        return self.serialized

    @classmethod
    def __arrow_ext_deserialize__(cls, storage_type, serialized):
        return cls(serialized)
