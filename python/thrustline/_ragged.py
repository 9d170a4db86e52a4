"""Many lines in one array."""

from __future__ import annotations

from collections.abc import Iterator
from operator import index
from typing import Any, Generic, SupportsIndex, TypeVar, Union, overload

import numpy as np

from .errors import InvalidArgument

ArrayT = TypeVar("ArrayT")


class Ragged(Generic[ArrayT]):
    """Many series in one flat array: series `i` is `values[offsets[i]:offsets[i + 1]]`.

    `len()`, `[i]` and iteration are by series; each is a view of `values`. `[i:j]` is Ragged. As `points` or as a mask of
    a call it stands for its values and offsets. Lists become arrays. Calls check that the offsets fit the values; two
    objects are equal only if they are the same.

    >>> import numpy as np, thrustline as tl
    >>> lines = tl.Ragged(np.array([[0., 0.], [1., 0.], [5., 5.]]), np.array([0, 2, 3]))
    >>> len(lines), lines[1]
    (2, array([[5., 5.]]))
    """

    __slots__ = ("values", "offsets", "__weakref__")

    values: ArrayT
    offsets: Any

    def __init__(self, values: ArrayT, offsets: Any) -> None:
        self.values = np.asarray(values) if isinstance(values, (list, tuple)) else values  # type: ignore[assignment]
        self.offsets = np.asarray(offsets) if isinstance(offsets, (list, tuple)) else offsets
        if not hasattr(self.offsets, "__len__"):
            raise TypeError(f"offsets must be an array of integers, is {self.offsets!r}")
        if isinstance(self.offsets, np.ndarray):
            if self.offsets.ndim != 1 or not self.offsets.size:
                raise InvalidArgument(
                    "offsets", f"must have the shape (series + 1,), have the shape {self.offsets.shape}"
                )
            if self.offsets.dtype.kind not in "iu":
                raise TypeError(f"offsets must be integers, are {self.offsets.dtype}")

    def __len__(self) -> int:
        return len(self.offsets) - 1

    @overload
    def __getitem__(self, i: SupportsIndex) -> ArrayT: ...
    @overload
    def __getitem__(self, i: slice) -> Ragged[ArrayT]: ...

    def __getitem__(self, i: Union[SupportsIndex, slice]) -> Union[ArrayT, Ragged[ArrayT]]:
        series = len(self)
        if isinstance(i, slice):
            return self._slice(*i.indices(series))
        try:
            i = index(i)
        except TypeError:
            raise TypeError(f"series are found by an integer or a slice, not by {type(i).__name__}") from None
        if not -series <= i < series:
            raise IndexError(f"there is no series {i} of {series}")
        i %= series
        line: ArrayT = self.values[int(self.offsets[i]) : int(self.offsets[i + 1])]  # type: ignore[index]
        return line

    def _slice(self, begin: int, end: int, step: int) -> Ragged[ArrayT]:
        if step != 1:
            raise IndexError(f"slices of series must have the step 1, has {step}")
        offsets = self.offsets[begin : max(begin, end) + 1]
        values: ArrayT = self.values[int(offsets[0]) : int(offsets[-1])]  # type: ignore[index]
        return Ragged(values, offsets - offsets[0])

    def __reduce__(self) -> tuple[Any, ...]:
        return Ragged, (self.values, self.offsets)

    def __iter__(self) -> Iterator[ArrayT]:
        ends = self.offsets.tolist()
        for first, last in zip(ends, ends[1:]):
            yield self.values[first:last]  # type: ignore[index]

    def __repr__(self) -> str:
        return f"Ragged({len(self)} series, values={self.values!r}, offsets={self.offsets!r})"

    def to_list(self) -> list[ArrayT]:
        """The series, one view each."""
        return list(self)

    def to_arrow(self) -> Any:
        """A `pyarrow.LargeListArray` of the series; points are lists of fixed size. Needs pyarrow, and host memory."""
        import pyarrow as pa

        values = np.asarray(self.values)
        flat = pa.array(values.reshape(-1))
        if values.ndim == 2:
            flat = pa.FixedSizeListArray.from_arrays(flat, values.shape[1])
        return pa.LargeListArray.from_arrays(pa.array(np.asarray(self.offsets)), flat)

    def __arrow_c_array__(self, requested_schema: object | None = None) -> Any:
        return self.to_arrow().__arrow_c_array__(requested_schema)
