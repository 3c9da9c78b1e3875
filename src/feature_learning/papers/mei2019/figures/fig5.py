"""When no ridge is best."""

import matplotlib as mpl
import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.plotting import Sheet, Tables

_NAMED = 0.2  # of the x axis: where the curves are named


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the best penalty and its gain against the signal-to-noise ratio over its threshold."""
    penalty, gain = figure.panels(1, 2, height=2.6)
    curves = tables.theory("phase_diagram")
    figure.say(critical=float((curves["rho"] / curves["rho_over_threshold"]).iloc[0]))
    curves = curves.assign(gain=1 - curves["best_risk"] / curves["ridgeless_risk"])
    samples = plot.ordered("psi2", curves["psi2"], "$n/d = {:g}$")
    plot.theory(
        penalty, curves[curves["best_lbar"] > 0], "rho_over_threshold", "best_lbar", samples
    )
    plot.logarithmic(penalty, "y")
    penalty.set(title="Best penalty", ylabel=r"best penalty $\bar\lambda$")
    penalty.set_ylim(1e-3, 20)
    plot.theory(gain, curves, "rho_over_threshold", "gain", samples)
    gain.set(title="What it gains over none", ylabel="relative gain in risk")
    _name(penalty, curves, "best_lbar", samples)
    _name(gain, curves, "gain", samples)
    for ax in (penalty, gain):
        plot.logarithmic(ax, "x", ticks=(0.05, 0.2, 1, 4))
        plot.regimes(ax, [1.0], ["a ridge is best", "no ridge"])
        ax.set(xlabel=r"signal-to-noise ratio over critical, $\rho/\zeta^2$", xlim=(0.045, 4.4))


def _name(ax: Axes, curves: pd.DataFrame, y: str, samples: plot.Hue) -> None:
    """Name each curve where it has the same x."""
    fewest = curves["psi2"].min()
    for value, own in samples.split(curves.sort_values("rho_over_threshold")):
        above = value == fewest  # the highest curve
        at = np.interp(_NAMED, own["rho_over_threshold"], own[y])
        name = ax.text(_NAMED * (1.04 if above else 0.85), float(at), samples.names[value])
        name.set(color=plot.written(samples.colours[value]), ha="left" if above else "right")
        name.set(va="bottom" if above else "top", fontsize=mpl.rcParams["legend.fontsize"])
