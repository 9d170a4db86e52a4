"""The part of docstrings that the functions of simplification share."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, TypeVar

CallT = TypeVar("CallT", bound=Callable[..., Any])

_SHARED = """
    points : the lines, float32 or float64:
        (n, 2) or (n, 3)        one line
        (n,)                    one series of values against their index
        (n, D) and `offsets`    many lines in one array
        (m, n, D)               m lines of n points each
        list of arrays          many lines; copied into one array
        tuple (x, y[, z])       of arrays: one line with its coordinates apart; copied into one array
        Ragged                  many lines, as of another call
        Arrays of NumPy, PyTorch, CuPy, JAX, Numba, or any owner of DLPack or `__cuda_array_interface__`; results belong
        to the same library, and lie on the same device. Integers and lists of numbers become float64. The library
        treats numbers greater than a quarter of the largest one of their type as infinite. A list whose first element
        is an array is many lines: one line of such points is np.array(points).
    tolerance : the largest distance of a dropped point to its chord, in units of the coordinates, >= 0; infinity keeps
        the ends only. A number, or one for each line. It is rounded to the type of the points, in which distances are
        computed.
    offsets : (m + 1,) integers; line i has the points offsets[i] to offsets[i + 1].
    closed : every line is a ring: an edge leads from its last point back to its first, which is not repeated.
    metric : which distance a point has to the chord between its kept neighbours.
        "segment", to the segment; "line", to the infinite line through its ends;
        "vertical", along the ordinates, |y - chord(x)|: for series; for D = 3, y and z together at the same x;
        "great_ellipse", metres on the ellipsoid WGS 84: points are longitude and latitude in degrees, tolerances metres;
        a third coordinate changes no distance;
        "synchronised", to where the chord is at the same time: points are x, y, t.
        Values of shape (n,) have their index for x.
    invalid : "raise", or "ignore" points with a coordinate that is NaN, infinite, or equal to `sentinel`.
    sentinel : with invalid="ignore", a value that marks a point as invalid.
    pins : (n,) bool, or for a list of lines a list; points that are kept whatever their distance.
    rings : a `Rings` says which lines are rings that repeat their first point, and how they are treated. The last point
        of a result repeats the first one that is kept.
    topology : True keeps the topology of all lines together: no crossings that the input does not have, and no point on
        another side. "within" looks at points of the same line only, "between" at those of other lines. For lines in
        the plane, with one tolerance. Cut lines where three meet, so that a shared border is one line;
        thrustline.geo.simplify() does that by itself.
    on : where to run: "cpu", "cuda", "cuda:1", or an Executor. None, the device of the points; for points in host
        memory the CPU, or a GPU if there is one and they are 300,000 or more. The result is the same everywhere, bit by
        bit.
    stream : the CUDA stream to run on. Default: that of an entered Executor of the same device, else the current one of
        the points' library. Work on another stream than the library's waits for it, and it waits for the call.

    Raises InvalidArgument (a ValueError), whose text names the argument and the index; TypeError for other types of
    elements; CudaError (a RuntimeError), or RuntimeError where CUDA is asked for and the build or the machine has none;
    OutOfMemory (a MemoryError). Returns when the result is there, also on a GPU;
    other Python threads run meanwhile.
    Work: at most points times the depth of the split tree, about 2 log2(points kept).
"""


def shared_doc(function: CallT) -> CallT:
    """Puts the shared text in place of {shared} in the docstring of a function."""
    if function.__doc__:  # python -OO has none
        function.__doc__ = _with_shared(function.__doc__, _shared_of(function))
    return function


def _shared_of(function: Any) -> str:
    """The entries of _SHARED for the parameters that the function has, and what follows them."""
    parameters, end, rest = _SHARED.partition("\n\n")
    entries = re.split(r"\n    (?=\w+ : )", parameters)[1:]
    names = function.__code__.co_varnames
    return "".join(f"\n    {entry}" for entry in entries if entry.partition(" ")[0] in names) + end + rest


def _with_shared(doc: str, shared: str) -> str:
    """The docstring with the shared entries in it. From Python 3.13 on docstrings lose their indentation when they are
    compiled."""
    if "\n    {shared}\n" not in doc:
        shared = re.sub("^    ", "", shared, flags=re.MULTILINE)
    return re.sub(r"^ *\{shared\}\n", lambda _: shared, doc, flags=re.MULTILINE)
