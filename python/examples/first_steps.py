"""Simplifies a spiral, and draws the points that are left."""

import matplotlib.pyplot as plt
import numpy as np

import thrustline as tl

angle = np.linspace(0, 6 * np.pi, 10_000)
spiral = np.column_stack([angle * np.cos(angle), angle * np.sin(angle)])
small = tl.simplify(spiral, 0.2)
plt.plot(*spiral.T, "0.8", *small.T, "o-")
plt.title(f"{len(small)} of {len(spiral)} points are enough")
plt.savefig("spiral.png")
