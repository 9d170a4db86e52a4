"""Masks that the caller gives, to be read or to be changed in place."""

from __future__ import annotations

from typing import Any

import numpy as np

from ._batch import Batch
from ._host import check_writable, mask_array
from ._libraries import library_of
from .errors import InvalidArgument

_TYPES = ("bool", "uint8")


def given_mask(batch: Batch, mask: Any) -> Any:
    """The mask in the memory of the points: one array, or a list of them."""
    library, array = library_of(mask)
    if library.is_device:
        return batch.device_array(library, array, "mask", _TYPES)
    if isinstance(array, (list, tuple)) and array and hasattr(array[0], "dtype"):
        array = np.concatenate(array)
    array = mask_array(array, "mask", batch.points)
    return batch.library.copy(array, "uint8") if batch.library.is_device else array


def mask_in_place(batch: Batch, mask: Any) -> Any:
    """The caller's own array, which the call changes: no copy of it."""
    library, array = library_of(mask)
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
    own = mask_array(array, "mask", batch.points)
    check_writable(array, "mask")
    return own
