"""Simplification of geometries: of Shapely and GeoPandas, of Arrow arrays, and of whole files.

Geometries are simplified one by one, unless `topology` is given. What has no lines (points, curves), None and empty
geometries come back as they are; so do Z, M, attributes, index and CRS.

Once this module is imported or used, GeoSeries and GeoDataFrame have the accessor `gdf.thrustline.simplify(10)`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from os import PathLike
from typing import TYPE_CHECKING, Any, Optional, Union, overload

from .._executor import Place
from .._extras import names_missing_extras
from .._host import double_array, flag, whole_number
from ..errors import InvalidArgument
from ._rules import Rules

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from shapely.geometry.base import BaseGeometry
    from typing_extensions import Unpack

    from .._types import Numbers
    from ._types import FrameT, GeometryT, LevelOptions, SimplifyOptions

__all__ = ["simplify", "simplify_file", "simplify_levels", "simplify_tracks", "simplify_wkb"]


@overload
def simplify(obj: GeometryT, tolerance: Numbers, **options: Unpack[SimplifyOptions]) -> GeometryT: ...
@overload
def simplify(
    obj: Sequence[BaseGeometry], tolerance: Numbers, **options: Unpack[SimplifyOptions]
) -> NDArray[np.object_]: ...
@overload
def simplify(obj: Any, tolerance: Numbers, **options: Unpack[SimplifyOptions]) -> Any: ...

@names_missing_extras
def simplify(
    obj: Any,
    tolerance: Numbers,
    *,
    units: Optional[str] = None,
    rings: str = "geos",
    collapse: str = "keep",
    topology: Union[bool, str] = False,
    on_invalid: str = "ignore",
    on: Place = None,
) -> Any:
    """Returns the geometries without the points that are within `tolerance` of the result.

    obj : a geometry of Shapely, an array or list of them, a GeoSeries (also a Series of pandas, which comes back as
        one), a GeoDataFrame; an Arrow array of WKB or of GeoArrow, a table with such columns, or what has
        `__arrow_c_array__` or `__arrow_c_stream__`. The same type comes back, pyarrow's for other holders of Arrow arrays.
    tolerance : >= 0; a number, or one for each geometry.
    units : None, those of the coordinates; "m", metres: on the ellipsoid WGS 84 if the CRS is geographic. The CRS is that
        of the series, or in GeoArrow's metadata of the Arrow column. Plain geometries and Arrow columns without a CRS are
        taken for longitude and latitude in degrees; a geographic CRS in another unit is an error. Not with `topology` in
        a geographic CRS: project first, or give the tolerance in degrees.
    rings : "geos", the first point of a ring is dropped if it is superfluous, as GEOS does since 3.12; "keep", it is
        kept; "least", rings are cut open at their least point, so that the result is the same wherever a ring starts.
    collapse : "keep", a ring that would have fewer than four positions keeps four; "drop", it goes, and with a shell
        its holes. A polygon without a shell becomes empty and stays in its place: drop rows by `is_empty`. "drop" counts
        positions, not area, and is not possible with `topology`.
    topology : True simplifies all geometries together: borders that they share stay shared, nothing crosses that did not
        before, and nothing changes sides. Shared borders are found by equal coordinates, and cut where three meet. A
        ring that meets no other line keeps its first point then. "within" and "between": as in thrustline.simplify().
    on_invalid : what becomes of a geometry that was valid and is not any more: "ignore", "repair" it by make_valid(), or
        "fallback" to Shapely's topology-preserving simplification of it. This knows no metres: "fallback" raises
        InvalidArgument for such a geometry with units="m" on longitude and latitude. Both drop M, as GEOS does. For
        objects of Shapely and GeoPandas.
    on : where to run, as in thrustline.simplify().

    Raises InvalidArgument and TypeError with the argument; WkbError for bytes that are not WKB.

    >>> import shapely, thrustline as tl
    >>> tl.geo.simplify(shapely.LineString([(0, 0), (1, 0.1), (2, 0)]), 0.5)
    <LINESTRING (0 0, 2 0)>
    """
    rules = Rules(tolerance, units, rings, collapse, topology, on)
    obj = _with_geometries_of_pandas(obj)
    if _is_geopandas(obj):
        from ._frames import simplify_frame

        return simplify_frame(obj, rules, on_invalid)
    if _holds_arrow(obj):
        from ._holders import simplify_any

        if on_invalid != "ignore":
            raise InvalidArgument("on_invalid", f"must be 'ignore' for Arrow arrays, is {on_invalid!r}")
        return simplify_any(obj, rules)
    from ._objects import simplify_objects

    result = simplify_objects(obj, rules, on_invalid)
    return result if result.ndim else result[()]


@names_missing_extras
def simplify_wkb(
    array: Any,
    tolerance: Numbers,
    *,
    units: Optional[str] = None,
    rings: str = "geos",
    collapse: str = "keep",
    topology: Union[bool, str] = False,
    on: Place = None,
) -> Any:
    """Returns an Arrow array of WKB without the dropped points: the plug for engines that hand over Arrow arrays.

    array : pyarrow's Array or ChunkedArray of type binary, large_binary or binary_view, or what pyarrow makes one of.
        Null stays null; Z, M, SRID and byte order stay. The type of the result is that of the array.
    The other arguments are those of simplify(). Python threads run meanwhile.

    >>> import pyarrow as pa, shapely, thrustline as tl
    >>> line = pa.array([shapely.to_wkb(shapely.LineString([(0, 0), (1, 0), (2, 0)])), None])
    >>> [v and shapely.from_wkb(v) for v in tl.geo.simplify_wkb(line, 0.5).to_pylist()]
    [<LINESTRING (0 0, 2 0)>, None]
    """
    from . import _arrow
    from ._fields import rules_for
    from ._holders import read_array
    from ._lines import errors_of

    if _is_geopandas(_with_geometries_of_pandas(array)):
        raise TypeError(f"array must be an array of Arrow, is {type(array).__name__}, which simplify() takes")
    with errors_of("array"):
        array, field = read_array(array)
        rules = rules_for(field, Rules(tolerance, units, rings, collapse, topology, on))
        return _arrow.simplify_wkb(array, rules)


@overload
def simplify_levels(
    obj: GeometryT, tolerances: Sequence[float], **options: Unpack[LevelOptions]
) -> list[GeometryT]: ...
@overload
def simplify_levels(
    obj: Sequence[BaseGeometry], tolerances: Sequence[float], **options: Unpack[LevelOptions]
) -> list[NDArray[np.object_]]: ...
@overload
def simplify_levels(obj: Any, tolerances: Sequence[float], **options: Unpack[LevelOptions]) -> list[Any]: ...

@names_missing_extras
def simplify_levels(
    obj: Any,
    tolerances: Sequence[float],
    *,
    units: Optional[str] = None,
    rings: str = "geos",
    collapse: str = "keep",
    on: Place = None,
) -> list[Any]:
    """Returns one result for each tolerance, as simplify() gives it: all zoom levels of a map from one pass.

    tolerances : numbers >= 0, in any order; infinity keeps the ends of lines. The other arguments are those of simplify().

    >>> import shapely, thrustline as tl
    >>> line = shapely.LineString([(0, 0), (1, 0.1), (2, 0), (3, 2)])
    >>> [g.wkt for g in tl.geo.simplify_levels(line, [0.2, 5])]
    ['LINESTRING (0 0, 2 0, 3 2)', 'LINESTRING (0 0, 3 2)']
    """
    levels = _levels(tolerances)
    if not len(levels):
        return []
    rules = Rules(levels, units, rings, collapse, False, on).checked(len(levels))
    obj = _with_geometries_of_pandas(obj)
    if _is_geopandas(obj):
        from ._frames import frame_to_levels

        return frame_to_levels(obj, rules)
    if _holds_arrow(obj):
        from ._holders import any_to_levels

        return any_to_levels(obj, rules)
    from ._objects import objects_to_levels

    return [level if level.ndim else level[()] for level in objects_to_levels(obj, rules)]


@names_missing_extras
def simplify_tracks(
    frame: FrameT,
    tolerance: float,
    *,
    by: Any = None,
    units: Optional[str] = None,
    on: Place = None,
) -> FrameT:
    """Returns the rows that are enough for each track: those of the points that Ramer-Douglas-Peucker keeps, with all
    their columns and in their order. All tracks are simplified in one call.

    frame : a GeoDataFrame or GeoSeries of points, a row each; the rows of a track stand in its order, others may stand
        between them. A third coordinate is kept, but not looked at.
    tolerance : >= 0; the largest distance of a dropped point to the line through its kept neighbours.
    by : what tells one track from another: a column of the frame, or a value for each row. None: there is one track.
    The other arguments are those of simplify().

    Raises InvalidArgument with the argument, and the row that has no point.

    >>> import geopandas, thrustline as tl
    >>> points = geopandas.points_from_xy([0, 1, 2, 0, 1, 2], [0, 0, 0, 0, 9, 0])
    >>> fixes = geopandas.GeoDataFrame({"ship": list("aaabbb")}, geometry=points)
    >>> tl.geo.simplify_tracks(fixes, 0.5, by="ship").index.tolist()
    [0, 2, 3, 4, 5]
    """
    if not _is_geopandas(frame) or not hasattr(frame, "index"):
        raise TypeError(f"frame must be a GeoDataFrame or a GeoSeries, is {type(frame).__name__}")
    from ._tracks import rows_of_tracks

    rows: FrameT = rows_of_tracks(frame, by, Rules(tolerance, units, on=on))
    return rows


@names_missing_extras
def simplify_file(
    src: Union[str, bytes, PathLike[str], PathLike[bytes]],
    dst: Union[str, bytes, PathLike[str], PathLike[bytes]],
    tolerance: Numbers,
    *,
    layer: Optional[str] = None,
    where: Optional[str] = None,
    batch_size: int = 65_536,
    driver: Optional[str] = None,
    overwrite: bool = False,
    progress: Optional[bool] = None,
    units: Optional[str] = None,
    rings: str = "geos",
    collapse: str = "keep",
    topology: Union[bool, str] = False,
    on: Place = None,
    **creation: Any,
) -> int:
    """Simplifies a file of geometries into another; returns the number of features. Attributes and CRS stay; ids of
    features are those of the new file. Memory is bounded by a batch of features, unless `topology` is kept: then the
    whole layer is in memory.

    src, dst : files of any format that GDAL (pyogrio) reads, and writes from Arrow: not GPX, for one; src may also be a
        URL or a path of GDAL's, as zip://roads.zip or /vsizip/roads.zip. Times keep their offsets from UTC with GDAL 3.11
        and pyogrio 0.12 or later; older ones can change the instant. The layer keeps its type of geometries; one with
        curves, or of a Shapefile, whose lines and polygons may have several parts, gets the type of any. Where curves or M
        are not in the first batch, src is read, and dst written, from the beginning again.
        GeoParquet (.parquet, .geoparquet, .pq) is read and written by pyarrow, and needs no driver of GDAL. GeoParquet to
        GeoParquet goes row by row: the primary column is simplified, others stay as they are; boxes of the file and of
        rows are those of the result along x and y. GDAL's formats hold the primary column alone; times go from them to
        GeoParquet in UTC, or without an offset where the format has none, as FlatGeobuf. GeoParquet has no curves.
    layer, where : a layer of src, and a condition in OGR's SQL; not for GeoParquet.
    driver : GDAL's name of the output format. Default: by the suffix of dst, if that tells it.
    batch_size : features in memory at a time.
    overwrite : replace dst, with all its layers, all files of a Shapefile, and the folder of a .gdb. A call that fails
        leaves dst as it was. A link stays: what it leads to is replaced.
    progress : True, show a bar (tqdm); None, on a terminal if tqdm is there.
    creation : options of GDAL's layer, and pyogrio's `geometry_type`; or options of pyarrow's ParquetWriter.
    The other arguments are those of simplify(), which has `on_invalid` besides. Polygons that collapse="drop" empties
    are written as empty geometries, or as null in formats that have none: Shapefile, GML, FileGDB, and FlatGeobuf, which
    takes null with SPATIAL_INDEX="NO" only.

    Raises FileNotFoundError, FileExistsError, InvalidArgument; the errors of pyogrio and pyarrow.
    """
    from . import _files
    from ._file_options import FileOptions

    most = whole_number(batch_size, "batch_size", 1, 2**31 - 1)
    replaces, shows = flag(overwrite, "overwrite"), None if progress is None else flag(progress, "progress")
    options = FileOptions(layer, where, most, driver, replaces, shows, creation)
    return _files.simplify_file(src, dst, Rules(tolerance, units, rings, collapse, topology, on), options)


def _is_geopandas(obj: Any) -> bool:
    """Whether it is a GeoDataFrame, a GeoSeries or an array of theirs. Without the import there is none."""
    geopandas = sys.modules.get("geopandas")
    return geopandas is not None and isinstance(
        obj, (geopandas.GeoDataFrame, geopandas.GeoSeries, geopandas.array.GeometryArray)
    )


def _with_geometries_of_pandas(obj: Any) -> Any:
    """A GeoSeries of a Series of pandas that has geometries; anything else as it is."""
    pandas = sys.modules.get("pandas")
    if pandas is None or _is_geopandas(obj) or not isinstance(obj, (pandas.Series, pandas.DataFrame)):
        return obj
    from ._frames import geometries_of_pandas

    return geometries_of_pandas(obj)


def _holds_arrow(obj: Any) -> bool:
    return hasattr(obj, "__arrow_c_array__") or hasattr(obj, "__arrow_c_stream__")


def _levels(tolerances: Any) -> Any:
    """The tolerances of levels as float64, checked: their errors would name another argument."""
    import numpy as np

    if not isinstance(tolerances, Iterable):
        raise TypeError(f"tolerances must be numbers, one for each level, is {type(tolerances).__name__}")
    levels = double_array(tolerances if hasattr(tolerances, "__len__") else list(tolerances), "tolerances")
    wrong = ~(levels >= 0)
    if wrong.any():
        i = int(np.argmax(wrong))
        raise InvalidArgument("tolerances", f"must be >= 0, have {levels[i]} at index {i}")
    return levels


def _register() -> None:
    """Gives GeoPandas its accessor, if it is there."""
    import importlib.util

    if importlib.util.find_spec("pandas"):
        from .. import _accessors  # noqa: F401


_register()
