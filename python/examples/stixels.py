"""From a depth frame to segments of its columns, and to stixels.

stixels.py FOLDER: the folder has street.pgm, disparities times 256 as 16-bit PGM
"""

import sys
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.patches import Rectangle

import thrustline as tl

folder = Path(sys.argv[1])
header, size, _, data = (folder / "street.pgm").read_bytes().split(b"\n", 3)
columns, rows = map(int, size.split())
raw = np.frombuffer(data, ">u2").reshape(rows, columns).astype(np.uint16)

disparity = tl.median_filter(tl.to_disparity(raw), 3)
segments = tl.segment_columns(tl.fill_columns(disparity), 2.0)
camera = tl.StereoCamera(focal_length=700, baseline=0.5, principal_row=95)
found = tl.stixels(tl.to_disparity(raw, invalid_value=None), camera, width=5)

figure, axes = plt.subplots(3, 1, figsize=(6, 7.2), layout="constrained")
axes[0].imshow(disparity, cmap="turbo")
axes[0].set_title("disparity, near in red; no measurement in white", fontsize=10)
drawn = tl.reconstruct_columns(segments, disparity.shape)
axes[1].imshow(np.where(np.isnan(disparity), np.nan, drawn), cmap="turbo")
axes[1].set_title(f"{len(segments.first):,} segments within 2 px of {disparity.size:,} pixels", fontsize=10)
axes[2].imshow(disparity, cmap="gray")
near = plt.get_cmap("turbo")
for column, (begin, end) in enumerate(zip(found.offsets, found.offsets[1:])):
    for k in range(begin, end):
        if found.kind[k] == tl.StixelClass.OBJECT and found.disparity[k] >= 1:  # below it is as far as the sky
            corner, height = (5 * column, found.first[k]), found.last[k] - found.first[k] + 1
            axes[2].add_patch(Rectangle(corner, 5, height, color=near(found.disparity[k] / 64), alpha=0.75, linewidth=0))
axes[2].set_title(f"{len(found.kind):,} stixels; objects are drawn", fontsize=10)
for axis in axes:
    axis.set(xticks=[], yticks=[])
figure.savefig("stixels.png", dpi=65)
