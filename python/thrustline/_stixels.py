"""Stixels of disparity images: every column of a given width is split into ground, objects and sky."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from enum import IntEnum
from math import pi
from typing import TYPE_CHECKING, Any, NamedTuple, Optional, Union

from . import _core
from ._executor import Place
from ._host import Renamed, real_number, whole_number
from ._images import Images, columns_of, filled_rows
from ._names import STIXEL_MODES, STIXEL_REDUCTIONS, number_of
from .errors import InvalidArgument

if TYPE_CHECKING:
    from ._types import Points


class StixelClass(IntEnum):
    """Class of a stixel."""

    GROUND = 0
    OBJECT = 1
    SKY = 2


@dataclass(frozen=True)
class StereoCamera:
    """Pair of rectified cameras side by side. focal_length: px; baseline: m; principal_row: row of the optical axis, px
    from the top."""

    focal_length: float
    baseline: float
    principal_row: float


@dataclass(frozen=True)
class Road:
    """Flat road: its disparity at row y is slope * (y - horizon). slope: px per row; horizon: row from the top."""

    slope: float
    horizon: float


@dataclass(frozen=True)
class RoadEstimate(Road):
    """Road that estimate_road() found. tilt of the optical axis above the road, rad; height of the camera, m; votes of
    the line in the v-disparity histogram."""

    tilt: float
    height: float
    votes: int


@dataclass(frozen=True)
class RoadOptions:
    """cell_share: a cell votes if its count is more than this share of the largest; least_votes: lines with as many or
    fewer are ignored; lowest_camera, highest_camera: bounds of the camera's height, m."""

    cell_share: float = 0.2
    least_votes: int = 25
    lowest_camera: float = 0.5
    highest_camera: float = 5.0


@dataclass(frozen=True)
class StixelParameters:
    """What the model assumes about sensor and scene.

    *_noise: standard deviations of disparities, px; of the camera's height, m, and tilt, rad. object_depth: that one
    object may span, m. outliers, sky_outliers: share of wrong measurements on ground and objects, and on sky. missing:
    share of pixels without measurement; *_if_missing: P(class | missing). unordered: probability that the upper of two
    touching objects is the nearer; floating, sunken: that an object on ground stands above it, or its base below.
    ground_tolerance: largest difference from the ground's disparity of an object that stands on it, px.

    *_noise in px and ground_tolerance are 1e-6 to 1e6, other lengths and angles 0 to 1e6, shares and probabilities 1e-12
    to 1 - 1e-12 (missing: or 0). floating + sunken is less than 1, and missing times each *_if_missing less than 1/3.
    """

    ground_noise: float = 2
    object_noise: float = 1
    sky_noise: float = 0.1
    camera_height_noise: float = 0.05
    camera_tilt_noise: float = 0.05 * pi / 180
    object_depth: float = 10.2
    outliers: float = 0.15
    sky_outliers: float = 0.4
    missing: float = 0
    ground_if_missing: float = 0.28
    object_if_missing: float = 0.44
    sky_if_missing: float = 0.28
    unordered: float = 0.2
    floating: float = 0.1
    sunken: float = 0.04
    ground_tolerance: float = 3


class Stixels(NamedTuple):
    """Stixels of all columns, one column after another: those of series frame * (columns // width) + column are
    offsets[series] to offsets[series + 1], from the top of the image down. Rows `first` to `last`, both included; `kind`
    is a StixelClass as int32; `disparity` is the mean of the valid ones, px, 0 if none is. The four are views of
    `buffer`, or None for arrays without views (of other device libraries than CuPy and PyTorch), whose buffer has them;
    costs: of each column's segmentation, -ln of its probability."""

    offsets: Any
    first: Any
    last: Any
    kind: Any
    disparity: Any
    costs: Any
    buffer: Any


def estimate_road(
    disparity: Points,
    camera: StereoCamera,
    *,
    max_disparity: int = 128,
    options: Optional[RoadOptions] = None,
    on: Place = None,
    stream: Any = None,
) -> list[Optional[RoadEstimate]]:
    """Returns the road of each frame, or None where there is no line that can be one: of the lines in the Hough
    transform of the v-disparity histogram the one with the most votes.

    disparity : float32, (rows, columns) or (frames, rows, columns), px; NaN, <= 0 and >= max_disparity are ignored.

    Waits for the result. Raises InvalidArgument, TypeError, CudaError, OutOfMemory.
    """
    images = Images(disparity, "disparity", ("float32",), on, stream)
    with _fields_of("options"):
        found = _core.estimate_road(
            images.on, images.view(), _camera(camera), _road_options(options, max_disparity, "options")
        )
    return [None if r is None else RoadEstimate(r.slope, r.horizon, r.tilt, r.height, r.votes) for r in found]


def stixels(
    disparity: Points,
    camera: StereoCamera,
    *,
    width: int = 5,
    max_disparity: int = 128,
    mode: str = "corrected",
    reduction: str = "mean",
    road: Union[None, Road, Sequence[Road]] = None,
    parameters: Optional[StixelParameters] = None,
    estimation: Optional[RoadOptions] = None,
    capacity: Optional[int] = None,
    on: Place = None,
    stream: Any = None,
) -> Stixels:
    """Splits every column into stixels: the segmentation of least cost (Hernandez-Juarez et al. 2016, Eq. 6).

    disparity : float32, (rows, columns) or (frames, rows, columns), px. NaN, negative and >= max_disparity are missing.
    width : columns of pixels that make a column of stixels; those left over on the right have none.
    max_disparity : 2 to 1024.
    mode : "corrected", or "faithful" to the authors' program. reduction: "mean" or "median" of the pixels in a row.
    road : one for all frames, or one each. Default: each frame's road is estimated; RoadNotFound if there is none.
    capacity : most stixels that are stored. Default: all. If offsets[-1] > capacity, the stixels beyond it are missing.
        With a road, a capacity and images in device memory the call does not wait: the result has `capacity` rows, and
        those from offsets[-1] on are undefined.

    Raises RoadNotFound, InvalidArgument, TypeError, CudaError, OutOfMemory. Work: rows squared for each column of stixels.
    """
    images = Images(disparity, "disparity", ("float32",), on, stream)
    width = whole_number(width, "width", 1, 2**31 - 1)
    frames, rows, columns = images.shape
    series = frames * (columns // width)
    library = images.library
    options = _options(width, max_disparity, mode, reduction, parameters)
    options.estimation(_road_options(estimation, max_disparity, "estimation"))
    if isinstance(road, Road):
        options.road(*_road(road))
    elif road is not None:
        roads = [_road(r) for r in (road if isinstance(road, Iterable) else [road])]
        if len(roads) != frames:
            raise InvalidArgument("road", f"must be one, or one for each of the {frames} frames, has {len(roads)}")
        options.roads(roads)
    offsets = library.empty(series + 1, "int64")
    costs = library.empty(series, "float64")

    def run(room: int) -> Any:
        buffer = library.empty((room, 4), "float32")
        with _fields_of("estimation"):
            _core.stixels(
                images.on, images.view(), _camera(camera), options,
                library.view(offsets), library.view(buffer), library.view(costs),
            )
        return buffer

    buffer = filled_rows(images, run, capacity, usual=series * 32, most=series * rows, offsets=offsets)
    give = library.give
    first, last, kind, disparities = columns_of(buffer, library, 3, 1)
    return Stixels(give(offsets), first, last, kind, disparities, give(costs), give(buffer))


def _camera(camera: StereoCamera) -> Any:
    return _core.StereoCamera(*_numbers_of(camera, StereoCamera, "camera").values())


def _road(road: Road) -> tuple[float, float]:
    if not isinstance(road, Road):
        raise TypeError(f"road must be a Road, or a list of one for each frame, has {road!r}")
    return real_number(road.slope, "road.slope"), real_number(road.horizon, "road.horizon")


def _fields_of(name: str) -> Renamed:
    """Names the fields of RoadOptions in errors as those of an argument."""
    return Renamed(**{field: f"{name}.{field}" for field in ("cell_share", "least_votes", "lowest_camera")})


def _road_options(options: Optional[RoadOptions], max_disparity: int, name: str) -> Any:
    o = RoadOptions() if options is None else options
    numbers = _numbers_of(o, RoadOptions, name)
    return _core.RoadOptions(
        whole_number(max_disparity, "max_disparity", 2, 1024), numbers["cell_share"],
        whole_number(o.least_votes, f"{name}.least_votes", 0, 2**63 - 1), numbers["lowest_camera"],
        numbers["highest_camera"],
    )


def _numbers_of(given: Any, kind: type[Any], name: str) -> dict[str, float]:
    """The fields of an object of a class."""
    if not isinstance(given, kind):
        raise TypeError(f"{name} must be a {kind.__name__}, is {given!r}")
    return {f.name: real_number(getattr(given, f.name), f"{name}.{f.name}") for f in fields(kind)}


def _options(
    width: int, max_disparity: int, mode: str, reduction: str, parameters: Optional[StixelParameters]
) -> Any:
    options = _core.StixelOptions()
    options.width(width)
    options.max_disparity(whole_number(max_disparity, "max_disparity", 2, 1024))
    options.mode(number_of(STIXEL_MODES, "mode", mode))
    options.reduction(number_of(STIXEL_REDUCTIONS, "reduction", reduction))
    if parameters is not None:
        given = _core.StixelParameters()
        for field, number in _numbers_of(parameters, StixelParameters, "parameters").items():
            setattr(given, field, number)
        options.parameters(given)
    return options
