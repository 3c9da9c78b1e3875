"""Thresholds at three sizes of the relevant coordinates."""

import numpy as np

from feature_learning.core.tables import Tables
from feature_learning.papers.suzuki2023.curves import predicted, threshold_curve
from feature_learning.papers.suzuki2023.thresholds import kernel, network
from feature_learning.plotting.overlay import letter
from feature_learning.plotting.sheet import Sheet

_ALPHAS = (0.0, 0.5, 1.0)


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw one panel per alpha."""
    axes = figure.panels(1, 3, height=2.7)
    for ax, alpha in zip(axes, _ALPHAS, strict=True):
        ax.set_title(rf"$\alpha$ = {alpha:g}")
        for k in (2, 3):
            threshold_curve(ax, network(tables, k, alpha), label=f"network, k = {k}", series=k - 2)
            threshold_curve(ax, kernel(tables, k, alpha), label=f"best kernel, k = {k}", series=k)
        at = np.geomspace(8, 64, 20)
        first = float(np.nanmean(network(tables, 2, alpha).to_numpy()[:, 0]))
        predicted(ax, at, first * (at / at[0]) ** (1 - alpha), label=r"$d^{1-\alpha}$")
        if alpha < 1:
            logs = np.log(at) / np.log(at[0])
            predicted(ax, at, first * (at / at[0]) ** (1 - alpha) * logs, label=r"$d^{1-\alpha}\,\ln d$", dash=1)
        ax.set_xscale("log", base=2)
        ax.set_yscale("log")
        ax.set_xlabel("d")
    axes[0].set_ylabel("samples to accuracy 0.8")
    low, high = min(ax.get_ylim()[0] for ax in axes), max(ax.get_ylim()[1] for ax in axes)
    for ax in axes:
        ax.set_ylim(low, high)
    axes[0].legend(*axes[1].get_legend_handles_labels(), loc="lower right")
    letter(axes)
