"""Alignment of neurons with the spike after one step, and what it takes."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.ba2023.shared.half_points import predicted_exponents
from feature_learning.papers.ba2023.shared.panels import degrees, exponent_table, gamma_axis
from feature_learning.papers.ba2023.shared.rises import alignment_rise
from feature_learning.plotting import Sheet, Tables

_ORDERS = {"he1": 1, "he2": 2, "he3": 3}
_TURNING = {"he2": 2, "he3": 3}  # these need a spike
_LIMITS = {2: "1/2", 3: "2/3"}


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the alignment for each k at the largest d, and the exponents of its half point."""
    aligned, exponents = figure.hero(1, share=0.58, height=2.9)
    _aligned(aligned, tables)
    _exponents(exponents, tables)


def _ordered(frame: pd.DataFrame) -> pd.DataFrame:
    """Number the links that are shown by their degree, and drop the others."""
    return frame[frame["link"].isin(list(_ORDERS))].assign(degree=frame["link"].map(_ORDERS))


def _aligned(ax: Axes, tables: Tables) -> None:
    d, hue = tables.values("alignment", "d")[-1], degrees(_ORDERS.values())
    runs, law = (_ordered(read("alignment", d=d)) for read in (tables.runs, tables.theory))
    plot.theory(ax, law, "gamma", "alignment", hue)
    means = plot.estimates(runs, "alignment", ["degree", "gamma"], "logit")
    plot.simulation(ax, means, "gamma", hue)
    for k in (2, 3):
        own = law[law["degree"] == k].sort_values("gamma")
        reach = float(np.interp(1 - 1 / k, own["gamma"], own["alignment"]))
        plot.guide(ax, [1 - 1 / k] * 2, [0, reach], _LIMITS[k], at=0.0)
        plot.sheet_of(ax).say(**{f"at{k}": reach})
    gamma_axis(ax, -0.4)
    ax.set(title=f"$d = {d}$", ylabel=r"mean $\cos^2(w_i, \mu)$", ylim=(-0.02, 1.0))
    plot.residual(ax, means, law, "gamma", "alignment", hue, region=(-0.05, 0.05), relative=False)
    at = means[(means["degree"] == 1) & (means["gamma"] == means["gamma"].min())]["estimate"]
    plot.sheet_of(ax).say(unspiked=float(at.iloc[0]), least=float(means["gamma"].min()), d=d)


def _exponents(ax: Axes, tables: Tables) -> None:
    hue = degrees(_ORDERS.values())
    halves = tables.theory("alignment_half")
    law = [
        predicted_exponents(halves[halves["link"] == link]).assign(degree=k)
        for link, k in _TURNING.items()
    ]
    plot.theory(ax, pd.concat(law), "d", "exponent", hue)
    found = {
        link: exponent_table(alignment_rise(tables, link)).assign(degree=k)
        for link, k in _ORDERS.items()
    }
    plot.simulation(ax, pd.concat(found[link] for link in _TURNING), "d", hue)
    linear = found["he1"]
    plot.sheet_of(ax).say(least1=linear["estimate"].min(), most1=linear["estimate"].max())
    for k in _TURNING.values():
        limit = _LIMITS[k]
        plot.level(ax, 1 - 1 / k, f"$h_{k}$: {limit}")
    plot.logarithmic(ax, "x", ticks=(1e2, 1e4, 1e6))
    ax.set(title="Local exponent of the half point", xlabel="dimension $d$", xlim=(60, 1e7))
    ax.set_ylabel(r"$d \ln\theta_{1/2} / d\ln d$")
