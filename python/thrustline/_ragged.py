"""Many lines in one array."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Generic, TypeVar

ArrayT = TypeVar("ArrayT")


class Ragged(Generic[ArrayT]):
    """Many series in one flat array: series `i` is `values[offsets[i]:offsets[i + 1]]`.

    `len()`, `[i]` and iteration are by series; each is a view of `values`.

    >>> import numpy as np
    >>> lines = Ragged(np.array([[0., 0.], [1., 0.], [5., 5.]]), np.array([0, 2, 3]))
    >>> len(lines), lines[1]
    (2, array([[5., 5.]]))
    """

    __slots__ = ("values", "offsets")

    values: ArrayT
    offsets: Any

    def __init__(self, values: ArrayT, offsets: Any) -> None:
        self.values = values
        self.offsets = offsets

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def __getitem__(self, i: int) -> ArrayT:
        series = len(self)
        if not -series <= i < series:
            raise IndexError(f"there is no series {i} of {series}")
        i %= series
        line: ArrayT = self.values[int(self.offsets[i]) : int(self.offsets[i + 1])]  # type: ignore[index]
        return line

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
        import numpy as np
        import pyarrow as pa

        values = np.asarray(self.values)
        flat = pa.array(values.reshape(-1))
        if values.ndim == 2:
            flat = pa.FixedSizeListArray.from_arrays(flat, values.shape[1])
        return pa.LargeListArray.from_arrays(pa.array(np.asarray(self.offsets)), flat)

    def __arrow_c_array__(self, requested_schema: object | None = None) -> Any:
        return self.to_arrow().__arrow_c_array__(requested_schema)
