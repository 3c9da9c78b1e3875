"""The strength of the spike at which half of a degree is learned, against d."""

import pandas as pd

from feature_learning.core.tables import Tables
from feature_learning.papers.ba2023.shared.model import DEGREES
from feature_learning.papers.ba2023.shared.panels import degrees, half_table
from feature_learning.papers.ba2023.shared.rises import kernel_rise
from feature_learning.plotting.lines import guide, logarithmic
from feature_learning.plotting.marks import simulation, theory
from feature_learning.plotting.palette import darker
from feature_learning.plotting.sheet import Sheet

_UPTO = 2e6
_SLOPES = {2: "slope 1/2", 3: "slope 2/3", 4: "slope 3/4"}
_FAN = (1.5e3, 4.0)  # where the guides begin


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw simulated half points over the equivalents', and the limit's slopes."""
    (ax,) = figure.panels()
    predicted = tables.theory("kernel_half")
    predicted = predicted[predicted["d"] <= _UPTO]
    predicted = predicted.assign(degree=predicted["target"].map(DEGREES))
    hue = degrees(DEGREES.values())
    theory(ax, predicted, "d", "half_wide", hue, thin=True)
    theory(ax, predicted, "d", "half", hue)
    rises = {degree: kernel_rise(tables, name) for name, degree in DEGREES.items()}
    simulation(
        ax,
        pd.concat(half_table(rise).assign(degree=degree) for degree, rise in rises.items()),
        "d",
        hue,
    )
    last = predicted[predicted["d"] == predicted["d"].max()]
    for degree, half in zip(last["degree"], last["half_wide"], strict=True):
        figure.edge_label(ax, half, f"$h_{degree}$", darker(hue.colours[degree]))
    start, height = _FAN
    end = float(last["d"].iloc[0])
    for degree, slope in _SLOPES.items():
        guide(ax, [start, end], [height, height * (end / start) ** (1 - 1 / degree)], slope, at=None)
    logarithmic(ax)
    ax.set_xlim(right=end)
    ax.set(xlabel="dimension $d$", ylabel=r"$\theta$ at which half is learned")
