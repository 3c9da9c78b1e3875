"""The strength of the spike at which half of a degree is learned, against d."""

import pandas as pd

from feature_learning import plotting as plot
from feature_learning.papers.ba2023.shared.model import DEGREES
from feature_learning.papers.ba2023.shared.panels import degrees, half_table
from feature_learning.papers.ba2023.shared.rises import kernel_rise
from feature_learning.plotting import Sheet, Tables

_UPTO = 2e6
_SLOPES = {2: "slope 1/2", 3: "slope 2/3", 4: "slope 3/4"}
_FAN = (1.5e3, 4.0)  # where the guides begin


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw simulated half points over the equivalents', and the limit's slopes."""
    (ax,) = figure.panels()
    predicted, hue = tables.theory("kernel_half"), degrees(DEGREES.values())
    predicted = predicted[predicted["d"] <= _UPTO]
    predicted = predicted.assign(degree=predicted["target"].map(DEGREES))
    plot.theory(ax, predicted, "d", "half_wide", hue, thin=True)
    plot.theory(ax, predicted, "d", "half", hue)
    simulated = [
        half_table(kernel_rise(tables, name)).assign(degree=degree)
        for name, degree in DEGREES.items()
    ]
    plot.simulation(ax, pd.concat(simulated), "d", hue)
    last = predicted[predicted["d"] == predicted["d"].max()]
    for degree, half in zip(last["degree"], last["half_wide"], strict=True):
        figure.edge_label(ax, half, f"$h_{degree}$", plot.darker(hue.colours[degree]))
    start, height = _FAN
    end = float(last["d"].iloc[0])
    for degree, slope in _SLOPES.items():
        top = height * (end / start) ** (1 - 1 / degree)
        plot.guide(ax, [start, end], [height, top], slope, at=None)
    plot.logarithmic(ax)
    ax.set(xlabel="dimension $d$", ylabel=r"$\theta$ at which half is learned", xlim=(None, end))
