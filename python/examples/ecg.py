"""Draws an ECG by as many samples as are within an error bound, beside as many that LTTB chooses.

ecg.py FOLDER: the folder has ecg_mitdb_100.series.csv, 360 samples a second, 200 units a millivolt
"""

import sys
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np
from tsdownsample import LTTBDownsampler

import thrustline as tl

folder = Path(sys.argv[1])
signal = (np.loadtxt(folder / "ecg_mitdb_100.series.csv", skiprows=1) - 1024) / 200
seconds = np.arange(len(signal)) / 360
bound = 0.05

kept = tl.series.simplify(signal, bound)
lttb = LTTBDownsampler().downsample(signal, n_out=len(kept)).astype(np.int64)
shown = slice(0, 1080)
figure, axes = plt.subplots(2, 1, figsize=(9, 5.6), sharex=True, sharey=True, layout="constrained")
for axis, name, chosen in zip(axes, (f"thrustline.series.simplify, bound {bound} mV", "LTTB"), (kept, lttb)):
    drawn = np.interp(seconds, seconds[chosen], signal[chosen])
    axis.fill_between(seconds[shown], (signal - bound)[shown], (signal + bound)[shown], color="#cfe3f3", label="bound")
    axis.plot(seconds[shown], signal[shown], color="0.6", linewidth=1, label="signal")
    axis.plot(seconds[chosen], signal[chosen], ".-", color="#c0392b", linewidth=0.8, markersize=4, label="kept samples")
    axis.set_title(f"{name}: {len(chosen):,} of {len(signal):,} samples, largest error {np.abs(drawn - signal).max():.2f} mV", fontsize=10)
    axis.set(xlim=(0, seconds[shown][-1]), ylim=(-0.8, 1.1), ylabel="mV")
axes[0].legend(loc="upper right", ncols=3, fontsize=8)
axes[1].set_xlabel("seconds")
figure.savefig("ecg.png", dpi=80)
