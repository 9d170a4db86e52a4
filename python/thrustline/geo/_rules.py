"""How geometries are simplified: the options that all calls of thrustline.geo share."""

from __future__ import annotations

import math
import sys
import warnings
from dataclasses import dataclass, replace
from typing import Any, Optional, Union

import numpy as np

from .._executor import Place
from .._host import double_array
from .._names import METRICS, TOPOLOGY, number_of
from ..errors import InvalidArgument

UNITS = {None: "segment", "m": "great_ellipse"}
_RADIUS = 6378137.0
"""Of the Earth's equator in metres, as of WGS 84."""


@dataclass(frozen=True)
class Rules:
    """tolerance: a number, or one for each geometry, or for each level; units: None, those of the coordinates, or "m";
    collapse: "keep" or "drop"; topology: as in thrustline.simplify()."""

    tolerance: Any
    units: Optional[str] = None
    rings: str = "geos"
    collapse: str = "keep"
    topology: Union[bool, str] = False
    on: Place = None

    def checked(self, geometries: int) -> Rules:
        """The same, with its words checked and an array of tolerances as float64 of the right length."""
        self._check_units()
        number_of(METRICS, "units", self.metric)
        number_of({"geos": 0, "keep": 1, "least": 2}, "rings", self.rings)
        number_of({"keep": 0, "drop": 1}, "collapse", self.collapse)
        number_of(TOPOLOGY, "topology", self.topology)
        if self.topology and self.collapse == "drop":
            raise InvalidArgument("collapse", "must be 'keep' where the topology is kept, is 'drop'")
        if np.ndim(self.tolerance) == 0:
            value = _number(self.tolerance)
            if not value >= 0:
                raise InvalidArgument("tolerance", f"must be >= 0, is {value:g}")
            return replace(self, tolerance=value)
        each = double_array(self.tolerance, "tolerance")
        if len(each) != geometries:
            raise InvalidArgument("tolerance", f"must be a number or one for each of the {geometries} geometries, "
                                               f"has {len(each)}")
        if len(bad := np.flatnonzero(~(each >= 0))):
            raise InvalidArgument("tolerance", f"tolerance[{bad[0]}] must be >= 0, is {each[bad[0]]:g}")
        if self.topology:
            raise InvalidArgument("tolerance", "must be one number where the topology is kept")
        return replace(self, tolerance=each)

    @property
    def metric(self) -> str:
        return UNITS[self.units]

    def of(self, which: Any) -> Rules:
        """The rules for some of the geometries."""
        return self if np.ndim(self.tolerance) == 0 else replace(self, tolerance=self.tolerance[which])

    def of_rows(self, begin: int, count: int) -> Rules:
        """The rules for rows of a file, whose number of rows is known at its end only."""
        if np.ndim(self.tolerance) and len(self.tolerance) < begin + count:
            raise InvalidArgument("tolerance", f"must be a number or one for each geometry, has {len(self.tolerance)} for "
                                               f"{begin + count} or more")
        return self.of(slice(begin, begin + count))

    def in_crs(self, crs: Any) -> Rules:
        """The rules for coordinates of a CRS of pyproj, or None where there is none."""
        self._check_units()
        if crs is None:
            if self.units == "m":
                raise InvalidArgument("units", "'m' needs a CRS: set one, or give coordinates in longitude and latitude "
                                               "as plain geometries")
            return self
        unit, factor = _unit_of_axes(crs)
        if self.units is None:
            if crs.is_geographic:
                hint = ": units='m' takes metres" if unit == "degree" and not self.topology else ""
                warn_caller(f"the tolerance is in {unit}s, as the CRS is geographic{hint}")
            return self
        if not factor:
            raise InvalidArgument("units", f"'m' is not possible: the axes of {crs.name} have no known unit")
        if crs.is_geographic:
            radius = crs.ellipsoid.semi_major_metre if crs.ellipsoid else _RADIUS
            if not math.isclose(radius, _RADIUS, rel_tol=0.01):
                raise InvalidArgument("units", f"'m' is for the Earth: {crs.name} has a radius of {radius:g} metres")
            if unit != "degree":
                raise InvalidArgument("units", f"'m' is not possible: the unit of {crs.name} is the {unit}, not the degree")
            return self
        tolerance = double_array(self.tolerance, "tolerance") if np.ndim(self.tolerance) else _number(self.tolerance)
        return replace(self, tolerance=tolerance / factor, units=None)

    def _check_units(self) -> None:
        if self.units not in tuple(UNITS):
            raise InvalidArgument("units", f"must be None or 'm', is {self.units!r}")


def _number(tolerance: Any) -> float:
    """One tolerance as a float."""
    if np.asarray(tolerance).dtype.kind not in "iuf":
        raise TypeError(f"tolerance must be a number, or one for each geometry, is {tolerance!r}")
    return float(tolerance)


def _unit_of_axes(crs: Any) -> tuple[str, float]:
    """The name of the unit, and its size in metres or radians; 0 if it is not known."""
    if not crs.axis_info:
        return "unit", 0.0
    axis = crs.axis_info[0]
    is_degree = math.isclose(axis.unit_conversion_factor, math.radians(1), rel_tol=1e-9)  # it has several names
    return "degree" if is_degree else axis.unit_name, axis.unit_conversion_factor


def warn_caller(text: str) -> None:
    """Warns at the line that called the package, however deep the call is."""
    level, frame = 1, sys._getframe()
    while frame.f_back and frame.f_globals.get("__name__", "").partition(".")[0] in ("thrustline", "contextlib"):
        level, frame = level + 1, frame.f_back
    warnings.warn(text, UserWarning, level)
