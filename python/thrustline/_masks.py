"""Masks that the caller gives, to be read or to be changed in place."""

from __future__ import annotations

from typing import Any

import numpy as np

from ._batch import Batch, device_offsets
from ._host import as_array, check_writable, mask_array
from ._libraries import library_of
from ._ragged import Ragged
from .errors import InvalidArgument

_TYPES = ("bool", "uint8")


def given_flags(batch: Batch, flags: Any, name: str) -> Any:
    """One flag for each point, in the memory of the points: given as one array, as Ragged, or as a list of arrays."""
    if isinstance(flags, Ragged):
        if not _are_offsets(batch, flags.offsets):
            raise InvalidArgument(name, "must have the offsets of the points")
        flags = flags.values
    library, array = library_of(flags, name)
    if library.is_device:
        return batch.device_array(library, array, name, _TYPES)
    if isinstance(array, (list, tuple)) and array and np.ndim(array[0]) > 0:
        array = _joined(batch, array, name)
    array = mask_array(array, name, batch.shapes_of_mask)
    return batch.library.copy(array, "uint8") if batch.library.is_device else array


def _are_offsets(batch: Batch, offsets: Any) -> bool:
    """Whether these are the offsets of the points."""
    if offsets is batch.offsets or batch.offsets is None:
        return offsets is batch.offsets
    if batch.library.is_device:
        return batch.library.are_equal(device_offsets(offsets, batch.library), batch.offsets)
    library, array = library_of(offsets, "offsets")
    return not library.is_device and np.array_equal(np.asarray(array), batch.offsets)


def _joined(batch: Batch, parts: Any, name: str) -> Any:
    """A list of the flags of each line as one array."""
    arrays = [as_array(library_of(part, name)[1], name) for part in parts]
    if batch.offsets is not None and not batch.library.is_device:
        lengths = np.diff(batch.offsets).tolist()
        if [a.shape for a in arrays] != [(length,) for length in lengths]:
            raise InvalidArgument(name, f"must have an element for each point of the lines, whose lengths are "
                                        f"{_few(lengths)}, has the lengths {_few([len(a) for a in arrays])}")
    return np.concatenate(arrays)


def _few(numbers: list[int]) -> str:
    return ", ".join(map(str, numbers[:8])) + (", ..." if len(numbers) > 8 else "")


def mask_in_place(batch: Batch, mask: Any) -> Any:
    """The caller's own array, which the call changes: no copy of it."""
    library, array = library_of(mask, "mask")
    if library.is_device:
        dense = batch.device_array(library, array, "mask", _TYPES)
        if not library.is_dense(array):
            raise InvalidArgument("mask", "must be dense, in C order: it is changed in place")
        return dense
    if not isinstance(array, np.ndarray):
        raise TypeError("mask must be one array of bool or uint8, which is changed in place, "
                        f"is {type(mask).__name__}")
    if batch.library.is_device:
        raise InvalidArgument("mask", "must be in device memory, as the points are: it is changed in place")
    own = mask_array(array, "mask", batch.shapes_of_mask)
    check_writable(array, "mask")
    return own
