"""Files that take the place of others whole, or not at all."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

# Files that belong to one of a suffix, and say something wrong beside another: by what follows the stem of their names.
_SIDECARS = {
    ".shp": {
        ".shx", ".dbf", ".prj", ".cpg", ".qix", ".qpj", ".sbn", ".sbx", ".fbn", ".fbx", ".ain", ".aih", ".atx", ".ixs",
        ".mxs", ".idm", ".ind", ".shp.xml",
    },
    ".tab": {".dat", ".map", ".id", ".ind"},
    ".mif": {".mid"},
    ".gml": {".xsd", ".gfs"},
    ".csv": {".csvt"},
    ".gpkg": {".gpkg-wal", ".gpkg-shm", ".gpkg-journal"},
    ".sqlite": {".sqlite-wal", ".sqlite-shm", ".sqlite-journal"},
}


@contextmanager
def replacing(target: Path, overwrite: bool) -> Iterator[Path]:
    """A path in a folder of its own beside the target. What is made there takes the place of the target and of its
    sidecars if all goes well."""
    _check_free(target, _files_of(target), overwrite)
    with tempfile.TemporaryDirectory(prefix=".thrustline.", dir=target.parent) as folder:
        new, old = Path(folder, "new"), Path(folder, "old")
        new.mkdir()
        old.mkdir()
        yield new / target.name
        made = sorted(new.iterdir())  # a Shapefile has several
        places = [target.parent / path.name for path in made]
        given = sorted({*_files_of(target), *filter(Path.exists, places)})
        _check_free(target, given, overwrite)
        for path, place in zip(made, places):
            if place.exists():
                shutil.copymode(place, path)
        if len(made) == 1 and given in ([], places) and not places[0].is_dir():
            os.replace(made[0], places[0])  # there is one of the two at any time
        elif made:
            _move([(path, old / path.name) for path in given] + list(zip(made, places)))


def remove_all(folder: Path) -> None:
    """Empties a folder."""
    for path in folder.iterdir():
        shutil.rmtree(path) if path.is_dir() else path.unlink()


def _files_of(target: Path) -> list[Path]:
    """The files that are there of a target, itself and its sidecars."""
    files = [target] if target.exists() else []
    suffixes = _SIDECARS.get(target.suffix.lower())
    if suffixes:
        length = len(target.stem)
        beside = (path for path in target.parent.iterdir() if path.name.startswith(target.stem))
        files += [path for path in beside if path.name[length:].lower() in suffixes]
    return files


def _check_free(target: Path, given: list[Path], overwrite: bool) -> None:
    if target.is_dir() and target.suffix.lower() != ".gdb":
        raise FileExistsError(f"{target} is a folder: only files, and folders whose names end with .gdb, are replaced")
    if given and not overwrite:
        raise FileExistsError(f"{given[0]} exists: overwrite=True replaces it")


def _move(moves: list[tuple[Path, Path]]) -> None:
    """Renames files and folders; undoes it all if one cannot be renamed."""
    done = []
    try:
        for source, place in moves:
            os.replace(source, place)
            done.append((source, place))
    except BaseException:
        for source, place in reversed(done):
            os.replace(place, source)
        raise
