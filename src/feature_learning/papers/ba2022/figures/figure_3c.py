"""The paper's figure 3c: risk for growing exponents of the step, against the samples."""

from feature_learning import plotting as plot
from feature_learning.papers.ba2022.panels import by_size, half, kernel_bound, risk_panel
from feature_learning.plotting import Sheet, Tables

_NAMES = {0.125: "1/8", 0.25: "1/4", 0.375: "3/8", 0.5: "1/2"}


def _power(alpha: float) -> str:
    return rf"$\alpha = {_NAMES.get(alpha, f'{alpha:g}')}$"


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the risk against n/d for each exponent."""
    (ax,) = figure.panels(height=2.9)
    runs, law = (read("step_sizes", scale=1) for read in (tables.runs, tables.theory))
    hue = by_size("alpha", runs["alpha"], _power)
    found = risk_panel(ax, runs, law, "psi1", hue)
    kernel_bound(ax, tables.value("step_sizes", "bound"))
    plot.logarithmic(ax)
    ax.set(xlabel="$n/d$", ylabel="prediction risk")
    ax.set_ylim(top=4 * float(found["estimate"].max()))  # room for the key
    figure.key(ax, "upper right")
    width = tables.value("step_sizes", "psi2") * tables.value("step_sizes", "d")
    figure.say(spread=half(found), neurons=round(width))
