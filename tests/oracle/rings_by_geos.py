# SPDX-License-Identifier: MIT
"""Rings as GEOS simplifies them, through the package shapely.

usage: rings_by_geos.py INPUT TOLERANCE OUTPUT

INPUT: little-endian int64 number of rings m and of points n, m + 1 int64 offsets, n points of two doubles. OUTPUT: m
int64 numbers of points, then the points. Ends with 77 where there is no shapely with GEOS 3.12 or later, which drops
superfluous starts of rings.
"""
import sys

try:
    import numpy
    import shapely
except ImportError as missing:
    print(f"no module {missing.name}")
    sys.exit(77)
if shapely.geos_version < (3, 12, 0):
    print(f"GEOS {shapely.geos_version_string} is older than 3.12")
    sys.exit(77)

data = open(sys.argv[1], "rb").read()
m, n = numpy.frombuffer(data, "<i8", 2)
offsets = numpy.frombuffer(data, "<i8", m + 1, 16)
points = numpy.frombuffer(data, "<f8", 2 * n, 16 + 8 * (m + 1)).reshape(-1, 2)
rings = shapely.linearrings(points, indices=numpy.repeat(numpy.arange(m), numpy.diff(offsets)))
small = shapely.simplify(rings, float(sys.argv[2]), preserve_topology=False)
with open(sys.argv[3], "wb") as out:
    out.write(shapely.get_num_coordinates(small).astype("<i8").tobytes())
    out.write(shapely.get_coordinates(small).astype("<f8").tobytes())
print(f"shapely {shapely.__version__}, GEOS {shapely.geos_version_string}")
