"""Growth with d of the spike that is needed: locally predicted, measured, and in the limit."""

import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.ba2023.shared.half_points import predicted_exponents
from feature_learning.papers.ba2023.shared.model import DEGREES
from feature_learning.papers.ba2023.shared.panels import degrees, exponent_table
from feature_learning.papers.ba2023.shared.rises import (
    alignment_rise,
    kernel_exponents,
    kernel_rise,
)
from feature_learning.plotting import Sheet, Tables

_LIMITS = {1: "0", 2: "1/2", 3: "2/3", 4: "3/4"}
_LINKS = {
    "he1": "$h_1$",
    "he2": "$h_2$",
    "he3": "$h_3$",
    "he2-he3": "$h_2 + h_3$",
    "he2-he4": "$h_2 + h_4$",
}


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the local exponents of both methods against d."""
    kernel, network = figure.panels(1, 2, sharey=True)
    kernel.set_title("kernel: the degree sets the exponent")
    network.set_title("network: the information exponent alone")
    plot.theory(kernel, kernel_exponents(tables), "d", "exponent", degrees(DEGREES.values()))
    simulated = [
        exponent_table(kernel_rise(tables, name)).assign(degree=degree)
        for name, degree in DEGREES.items()
    ]
    plot.simulation(kernel, pd.concat(simulated), "d", degrees(DEGREES.values()))
    _network(network, tables)
    for degree, limit in _LIMITS.items():
        plot.level(kernel, 1 - 1 / degree, f"limit {limit}", at=0.98, below=degree in (2, 3))
        if degree < 4:
            plot.level(network, 1 - 1 / degree, f"limit {limit}")
    for ax in (kernel, network):
        plot.logarithmic(ax, "x", ticks=(1e2, 1e4, 1e6))
        ax.set(xlabel="dimension $d$", ylabel=r"$d \ln\theta_{1/2} / d\ln d$")
        ax.set_xlim(60, 1e7)  # by then the limits are reached


def _network(ax: Axes, tables: Tables) -> None:
    hue = _links()
    for link, halves in hue.split(tables.theory("alignment_half")):
        curve = predicted_exponents(halves).assign(link=link)
        plot.theory(ax, curve, "d", "exponent", hue, dashed="-" in link)
    rises = {link: alignment_rise(tables, link) for link in _LINKS}
    simulated = [exponent_table(rise).assign(link=link) for link, rise in rises.items()]
    plot.simulation(ax, pd.concat(simulated), "d", hue)


def _links() -> plot.Hue:
    """Return the links, coloured by information exponent, each with a marker of its own."""
    colours = degrees(DEGREES.values()).colours
    shades = {link: colours[DEGREES[link.split("-")[0]]] for link in _LINKS}
    markers = dict.fromkeys(DEGREES, "o") | {"he2-he3": "s", "he2-he4": "^"}
    return plot.Hue("link", shades, _LINKS, markers)
