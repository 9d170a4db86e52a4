#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes the shorelines of the world, GSHHG at full resolution, as one flat file for the option --shoreline.

    shoreline.py [--antarctica ice|ground|both] [--land] [binned_GSHHS_f.nc] OUTPUT

The source has two shorelines of Antarctica: the front of the ice, and the line where the ice leaves the ground. By
default the script writes the front of the ice, as GMT draws it. The two run through the same points for long stretches,
so with `both` the layer has copies of lines. Results of files of 188,612 rings are of such a layer. With --land lakes,
islands in them and ponds on these are left out: no ring lies in another one.

The input comes with the Debian package gmt-gshhg-full; python3-netcdf4 reads it. The source cuts every ring at the
edges of bins of one degree; here the pieces of a ring are put together again. Coordinates are degrees: whole numbers of
1/65535 degree in the source, divided once. Longitudes run on where a ring crosses a meridian, so one that goes around
the pole ends 360 degrees from its start; all others end in their first point.

OUTPUT, little-endian: int64 rings; int64 offsets[rings + 1]; float64 x, y of each point.
"""

import argparse

import netCDF4
import numpy

UNITS = 65535  # a degree
COLUMNS = 360  # bins around the globe; rows of them begin in the north
NOT_CUT = 4  # for the side by which a piece enters and leaves its bin
INLAND = (2, 3, 4)  # levels of the rings of lakes, of islands in them, and of ponds on these
GROUNDING_LINE = 6  # level of the rings where the ice leaves the ground; a flag marks those at the front of the ice


def read_pieces(path, antarctica, land):
    """All points as whole numbers, the pieces' bounds, the ring of each, whether it is all of one, and is left out."""
    with netCDF4.Dataset(path) as source:
        def values(name):
            return numpy.asarray(source.variables[name][...])

        packed = values("Embedded_npts_levels_exit_entry_for_a_segment")
        bounds = numpy.concatenate([[0], numpy.cumsum(packed >> 9, dtype=numpy.int64)])
        begins = values("Id_of_first_point_in_a_segment")
        if not numpy.array_equal(bounds[:-1], begins):
            raise ValueError(f"{path}: the segments do not lie one behind the other")
        bins = numpy.repeat(numpy.arange(180 * COLUMNS), values("N_segments_in_a_bin"))
        corners = numpy.stack([bins % COLUMNS, 89 - bins // COLUMNS], axis=1) * UNITS
        within = numpy.stack([values("Relative_longitude_from_SW_corner_of_bin").view(numpy.uint16),
                              values("Relative_latitude_from_SW_corner_of_bin").view(numpy.uint16)], axis=1)
        points = within + numpy.repeat(corners, numpy.diff(bounds), axis=0)
        levels = packed >> 6 & 7
        left_out = numpy.isin(levels, INLAND) if land else numpy.zeros(len(packed), bool)
        if antarctica == "ice":
            left_out |= levels == GROUNDING_LINE
        elif antarctica == "ground":
            left_out |= values("Embedded_ANT_flag") != 0
        return points, bounds, values("Id_of_GSHHS_ID"), (packed & 7) == NOT_CUT, left_out


def put_together(points, bounds, ids, whole, left_out):
    """The rings, each an array of points."""
    def place(piece, i):
        x, y = points[i]
        return int(ids[piece]), int(x) % (COLUMNS * UNITS), int(y)

    starting = {}
    for piece in numpy.flatnonzero(~whole & ~left_out):
        begin, end = place(piece, bounds[piece]), place(piece, bounds[piece + 1] - 1)
        there = starting.setdefault(begin, [])
        there.insert(0 if begin == end else len(there), piece)  # a loop back to its start comes before what goes on

    taken = whole.copy()
    for piece in numpy.flatnonzero(~left_out):
        if whole[piece]:
            yield points[bounds[piece]:bounds[piece + 1]]
            continue
        parts = []
        while not taken[piece]:
            taken[piece] = True
            part = points[bounds[piece]:bounds[piece + 1]]
            if parts:  # the first point is the last of the part before it, perhaps once around the globe
                part = part[1:] + (parts[-1][-1] - part[0])
            parts.append(part)
            following = starting[place(piece, bounds[piece + 1] - 1)]
            piece = next((other for other in following if not taken[other]), piece)
        if parts:
            yield numpy.concatenate(parts)


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--antarctica", choices=["ice", "ground", "both"], default="ice")
    options.add_argument("--land", action="store_true")
    options.add_argument("input", nargs="?", default="/usr/share/gmt-gshhg/binned_GSHHS_f.nc")
    options.add_argument("output")
    given = options.parse_args()
    rings = list(put_together(*read_pieces(given.input, given.antarctica, given.land)))
    offsets = numpy.concatenate([[0], numpy.cumsum([len(ring) for ring in rings])])
    with open(given.output, "wb") as out:
        numpy.array([len(rings)], "<i8").tofile(out)
        offsets.astype("<i8").tofile(out)
        (numpy.concatenate(rings) / UNITS).astype("<f8").tofile(out)
    closed = sum(bool((ring[0] == ring[-1]).all()) for ring in rings)
    print(f"{len(rings)} rings, {closed} of them closed, {offsets[-1]} points")


if __name__ == "__main__":
    main()
