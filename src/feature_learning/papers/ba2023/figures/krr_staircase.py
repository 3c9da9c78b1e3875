"""Risk of kernel ridge regression against the strength of the spike."""

import math

from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.ba2023.shared.panels import dimensions, gamma_axis
from feature_learning.papers.ba2023.shared.rises import distances, kernel_runs
from feature_learning.plotting import Sheet, Tables

_FAR = (1e6, 1e12)
_MIDDLES = plot.unordered(
    "case",
    {
        "he1-he4": r"$h_1 + h_4$, $\gamma = 0.55$, ridge 3",
        "mix, 0.25": r"$h_1 + h_2 + h_3$, $\gamma = 0.25$, ridge $\log d$",
        "mix, 0.58": r"$h_1 + h_2 + h_3$, $\gamma = 0.58$, ridge $\log d$",
    },
)


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw simulation, equivalents and limit for two targets, and the distance to the limit."""
    pair, mix, middle = figure.panels(1, 3)
    mix.sharey(pair)
    mix.tick_params(labelleft=False)
    sizes = dimensions(tables.runs("kernel_ridge")["d"])
    _risk(pair, tables, "he1-he4", sizes)
    plot.regimes(pair, [0, 0.75], ["", "degree 1, not 4", ""])
    far = tables.theory("staircase", target="mix")
    plot.theory(mix, far, "gamma", "risk", plot.ordered("d", _FAR, _far, "flare"), thin=True)
    _risk(mix, tables, "mix", sizes)
    plot.regimes(mix, [0, 0.5, 2 / 3], ["", "degree 1", "2", "3"])
    pair.set(title="$h_1 + h_4$: a wide step", ylim=(0, None))
    mix.set_title("$h_1 + h_2 + h_3$: narrow ones")
    _middle(middle, tables)


def _far(d: float) -> str:
    return rf"$d = 10^{{{math.log10(d):g}}}$, ridge $\log d$"


def _risk(ax: Axes, tables: Tables, name: str, sizes: plot.Hue) -> None:
    runs = kernel_runs(tables, target=name)
    far = tables.theory("staircase", target=name)
    plot.theory(ax, tables.theory("kernel_ridge", target=name), "gamma", "risk", sizes)
    plot.theory(ax, far[far["d"] == far["d"].max()], "gamma", "limit", label=r"$d \to \infty$")
    plot.simulation(ax, plot.estimates(runs, "risk", ["d", "gamma"]), "gamma", sizes)
    gamma_axis(ax, -0.3)
    ax.set_ylabel("risk")


def _middle(ax: Axes, tables: Tables) -> None:
    """Draw how far the risk is from its limit in the middle of a step, against d."""
    measured, predicted = distances(tables)
    plot.theory(ax, predicted, "d", "distance", _MIDDLES)
    plot.simulation(ax, plot.estimates(measured, "distance", ["d", "case"], "log"), "d", _MIDDLES)
    plot.logarithmic(ax)
    title = r"the limit needs ridge $\log d$"
    ax.set(title=title, xlabel="dimension $d$", ylabel="risk minus limit")
