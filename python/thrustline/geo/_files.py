"""Files of geometries: read and written in batches, so that memory is bounded by a batch and not by the file."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Optional

from ._arrow import simplify_wkb
from ._geoparquet import is_geoparquet, simplify_geoparquet
from ._rules import Rules


def simplify_file(source: Path, target: Path, rules: Rules, options: dict[str, Any]) -> int:
    """Returns the number of features. options: layer, where, batch_size, driver, overwrite, progress, and those of the
    layer's creation."""
    if not source.exists() and "://" not in str(source) and not str(source).startswith("/vsi"):
        raise FileNotFoundError(f"there is no {source}")
    if target.exists() and not options["overwrite"]:
        raise FileExistsError(f"{target} exists: overwrite=True replaces it")
    with _whole_or_nothing(target) as part:
        if is_geoparquet(source) and is_geoparquet(target):
            return simplify_geoparquet(source, part, rules, options)
        return _simplify_by_gdal(source, part, rules, options)


@contextmanager
def _whole_or_nothing(target: Path) -> Iterator[Path]:
    """A path in a folder of its own beside the target, which takes the target's place if all goes well."""
    with tempfile.TemporaryDirectory(prefix=f".{target.name}.", dir=target.parent) as folder:
        part = Path(folder) / target.name
        yield part
        for made in Path(folder).iterdir():  # a Shapefile has several
            os.replace(made, target.parent / made.name)


def _simplify_by_gdal(source: Path, part: Path, rules: Rules, options: dict[str, Any]) -> int:
    import pyarrow as pa
    import pyogrio

    driver = options["driver"] or pyogrio.detect_write_driver(str(part))
    reading = {"layer": options["layer"], "where": options["where"], "batch_size": options["batch_size"]}
    with pyogrio.open_arrow(source, use_pyarrow=True, **reading) as (meta, reader):
        rules = _rules_in(meta.get("crs"), rules)
        name = meta.get("geometry_name") or "wkb_geometry"
        bar = progress_bar(options["progress"], _count(source, reading), source)
        schema = _schema(reader.schema, meta.get("fid_column"))
        rows = 0
        problem: Optional[Exception] = None

        def batches() -> Iterator[Any]:
            nonlocal rows, problem
            try:
                for batch in _joined(reader, rules):
                    column = batch.schema.get_field_index(name)
                    simple = simplify_wkb(batch.column(column), rules.of(slice(rows, rows + len(batch))))
                    batch = batch.set_column(column, batch.schema.field(column), simple).select(schema.names)
                    rows += len(batch)
                    bar.update(len(batch))
                    yield batch
            except Exception as error:  # GDAL, which asks for the batches, would give a text of its own
                problem = error
                raise

        with bar:
            try:
                pyogrio.write_arrow(
                    pa.RecordBatchReader.from_batches(schema, batches()), part, driver=driver, geometry_name=name,
                    geometry_type=meta.get("geometry_type") or "Unknown", crs=meta.get("crs"),
                    layer=options["layer"] if _has_layers(driver) else None, **options["creation"],
                )
            except Exception:
                if problem is not None:
                    raise problem from None
                raise
        return rows


def _joined(reader: Any, rules: Rules) -> Iterator[Any]:
    """The batches; one of all features where the topology is kept, as a layer is one."""
    import pyarrow as pa

    if not rules.topology:
        yield from reader
        return
    table = reader.read_all().combine_chunks()
    yield from table.to_batches() or [pa.RecordBatch.from_pylist([], table.schema)]


def _schema(schema: Any, fid: Optional[str]) -> Any:
    """The fields to write: the feature ids of the source are no attribute."""
    import pyarrow as pa

    return pa.schema([field for field in schema if field.name not in (fid, "OGC_FID")], schema.metadata)


def _has_layers(driver: str) -> bool:
    return driver in ("GPKG", "SQLite", "OpenFileGDB")


def _rules_in(crs: Optional[str], rules: Rules) -> Rules:
    from pyproj import CRS

    return rules.in_crs(CRS.from_user_input(crs) if crs else None)


def _count(source: Path, reading: dict[str, Any]) -> Optional[int]:
    import pyogrio

    if reading["where"]:
        return None
    count = pyogrio.read_info(source, layer=reading["layer"])["features"]
    return count if count >= 0 else None


def progress_bar(wanted: Optional[bool], total: Optional[int], source: Path) -> Any:
    """A bar of tqdm on a terminal, if tqdm is there."""
    if wanted or wanted is None and sys.stderr.isatty():
        try:
            from tqdm import tqdm
        except ImportError:
            if wanted:
                raise
        else:
            return tqdm(total=total, unit=" features", desc=source.name)
    return _NoBar()


class _NoBar:
    """A progress bar that shows nothing."""

    def __enter__(self) -> _NoBar:
        return self

    def __exit__(self, *error: object) -> None:
        pass

    def update(self, features: int) -> None:
        pass
