# SPDX-License-Identifier: MIT
"""Tasks from file to file."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import shapely
from checks import is_like_geos
from measuring import Program, Task
from objects import coordinates_of
from real_data import many_islands

import thrustline as tl


def file_tasks(folder: Path, scratch: Path) -> Iterator[Task]:
    """GeoPackage to FlatGeobuf, both with spatial indices, and GeoParquet to GeoParquet."""
    import geopandas
    import pyogrio

    geometries, tolerance = many_islands(folder), 0.001
    frame = geopandas.GeoDataFrame({"number": range(len(geometries))}, geometry=geometries, crs="EPSG:3857")
    source = scratch / "islands.gpkg"
    frame.to_file(source, layer="islands")
    task = Task("files", "islands, GeoPackage to FlatGeobuf", len(frame), coordinates_of(geometries), tolerance)
    is_right = is_like_geos(geometries, tolerance)
    task.add_own("geo.simplify_file", lambda: by_thrustline(source, scratch / "ours.fgb", tolerance), points_in,
                 lambda path: is_right(geometries_in(path)))
    gdal = GdalOfPyogrio.found()
    version = ".".join(map(str, pyogrio.__gdal_version__))
    if gdal:
        task.programs.append(Program(f"ogr2ogr -simplify of the same GDAL {version}",
                                     lambda: gdal.ogr2ogr(source, scratch / "gdal.fgb", tolerance), points_in))
        task.programs.append(Program(f"ogr2ogr without -simplify of the same GDAL {version}",
                                     lambda: gdal.ogr2ogr(source, scratch / "copy.fgb", None), points_in))
    else:
        print("SKIPPED ogr2ogr of the same GDAL: pyogrio has no library of its own")
    task.add("geopandas", "geopandas, read_file, simplify(preserve_topology=False), to_file",
             lambda g: by_geopandas(g, source, scratch / "frame.fgb", tolerance), points_in)
    yield task
    parquet = scratch / "islands.parquet"
    frame.to_parquet(parquet)
    task = Task("files", "islands, GeoParquet", len(frame), coordinates_of(geometries), tolerance)
    task.add_own("geo.simplify_file", lambda: by_thrustline(parquet, scratch / "ours.parquet", tolerance), points_in,
                 lambda path: is_right(geometries_in(path)))
    task.add("geopandas", "geopandas, read_parquet, simplify(preserve_topology=False), to_parquet",
             lambda g: by_geopandas(g, parquet, scratch / "frame.parquet", tolerance), points_in)
    yield task


def points_in(path: Path) -> int:
    return coordinates_of(geometries_in(path))


def geometries_in(path: Path) -> Any:
    """The geometries of a file by their numbers: a spatial index has changed their order."""
    import geopandas

    return read_frame(geopandas, path).sort_values("number").geometry.to_numpy()


def read_frame(geopandas: Any, path: Path) -> Any:
    return geopandas.read_parquet(path) if path.suffix == ".parquet" else geopandas.read_file(path)


def by_thrustline(source: Path, target: Path, tolerance: float) -> Path:
    tl.geo.simplify_file(source, target, tolerance, overwrite=True)
    return target


def by_geopandas(geopandas: Any, source: Path, target: Path, tolerance: float) -> Path:
    """GeoPandas, which loses polygons that collapse: FlatGeobuf refuses the empty ones."""
    frame = read_frame(geopandas, source)
    frame = frame.set_geometry(frame.simplify(tolerance, preserve_topology=False))
    frame = frame[~shapely.is_empty(frame.geometry.to_numpy())]
    frame.to_parquet(target) if target.suffix == ".parquet" else frame.to_file(target)
    return target


class GdalOfPyogrio:
    """GDALVectorTranslate(), which is the program ogr2ogr, of the library that pyogrio's wheel holds."""

    def __init__(self, library: ctypes.CDLL) -> None:
        self.library = library
        for name in ("GDALOpenEx", "GDALVectorTranslateOptionsNew", "GDALVectorTranslate"):
            getattr(library, name).restype = ctypes.c_void_p
        library.GDALAllRegister()

    @classmethod
    def found(cls) -> GdalOfPyogrio | None:
        import pyogrio

        libraries = list((Path(pyogrio.__file__).parents[1] / "pyogrio.libs").glob("libgdal*.so*"))
        return cls(ctypes.CDLL(str(libraries[0]))) if libraries else None

    def ogr2ogr(self, source: Path, target: Path, tolerance: float | None) -> Path:
        """ogr2ogr -overwrite [-simplify tolerance] target source"""
        target.unlink(missing_ok=True)
        words = [b"-f", b"FlatGeobuf"] + ([b"-simplify", str(tolerance).encode()] if tolerance is not None else [])
        arguments = (ctypes.c_char_p * (len(words) + 1))(*words, None)
        vector, error = 4, ctypes.c_int()
        opened = self.library.GDALOpenEx(str(source).encode(), vector, None, None, None)
        sources = (ctypes.c_void_p * 1)(opened)
        options = ctypes.c_void_p(self.library.GDALVectorTranslateOptionsNew(arguments, None))
        made = self.library.GDALVectorTranslate(str(target).encode(), None, 1, sources, options, ctypes.byref(error))
        if not made:
            raise RuntimeError(f"GDALVectorTranslate() failed with {error.value}")
        self.library.GDALClose(ctypes.c_void_p(made))
        self.library.GDALVectorTranslateOptionsFree(options)
        self.library.GDALClose(ctypes.c_void_p(opened))
        return target
