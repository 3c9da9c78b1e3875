"""Risk after a large step against the dimension, at fixed n/d and N/d."""

from feature_learning import plotting as plot
from feature_learning.papers.ba2022.model import ROOT, THREE_ROOT
from feature_learning.papers.ba2022.panels import INITIAL, LARGE, kernel_bound
from feature_learning.papers.ba2022.quantities import risk_by_width
from feature_learning.plotting import Sheet, Tables

_STEPS = {ROOT.name: r"$\eta = \sqrt{N}$", THREE_ROOT.name: r"$\eta = 3\sqrt{N}$"}


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw simulated and predicted risks."""
    (ax,) = figure.panels(height=2.6)
    found = risk_by_width(tables)
    others = [name for name in found.points["step"].unique() if name not in _STEPS]
    names = {**_STEPS, **{name: name for name in others}}
    colours = dict.fromkeys(names, INITIAL) | {step.name: LARGE[step] for step in LARGE}
    hue = plot.Hue("step", colours, names, dict.fromkeys(names, "o") | {THREE_ROOT.name: "^"})
    plot.quantity(ax, found, "d", hue)
    bound = tables.value("step_widths", "bound")
    kernel_bound(ax, bound)
    plot.logarithmic(ax)
    ax.set(xlabel="dimension $d$", ylabel="prediction risk")
    ax.set_ylim(top=2.5 * bound)  # room for the key
    figure.key(ax, "upper right")
