"""Ramer-Douglas-Peucker in plain NumPy. On small integers all of it is exact, ties too."""

from __future__ import annotations

import numpy as np


def ranks(v: np.ndarray, d: np.ndarray) -> tuple[np.ndarray, float]:
    """Squared distances of points v to the segment from 0 to d, times a scale, and the scale."""
    squares, along, scale = (v * v).sum(1), v @ d, d @ d
    if scale == 0:
        return squares, 1
    across = (d[0] * v[:, 1] - d[1] * v[:, 0]) ** 2
    beyond = ((v - d) ** 2).sum(1) * scale
    return np.where(along <= 0, squares * scale, np.where(along >= scale, beyond, across)), scale


def rdp_mask(points: np.ndarray, tolerance: float, closed: bool = False) -> np.ndarray:
    """The keep mask of one line in the plane, by the distance to the segment."""
    n = len(points)
    line = np.vstack([points, points[:1]]) if closed and n else points  # the edge back to the first point
    keep = np.zeros(len(line), bool)
    keep[:1], keep[len(line) - 1 :] = True, True
    open_segments = [(0, len(line) - 1)]
    while open_segments:
        a, b = open_segments.pop()
        if b - a < 2:
            continue
        rank, scale = ranks(line[a + 1 : b] - line[a], line[b] - line[a])
        farthest = int(np.argmax(rank))
        if rank[farthest] > tolerance * tolerance * scale:
            i = a + 1 + farthest
            keep[i] = True
            open_segments += [(a, i), (i, b)]
    return keep[:n]


def rdp_masks(points: np.ndarray, offsets: np.ndarray, tolerance: float, closed: bool = False) -> np.ndarray:
    """The masks of many lines, one after another."""
    lines = [rdp_mask(points[a:b], tolerance, closed) for a, b in zip(offsets, offsets[1:])]
    return np.concatenate(lines) if lines else np.zeros(0, bool)
