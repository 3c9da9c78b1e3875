"""Risk of the network and of kernel ridge regression for two degrees of the target."""

import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.core.errors import MissingError
from feature_learning.plotting import Sheet, Tables

_TITLES = {"h2": "Target $h_2$", "h2-h4": r"Target $(h_2 - h_4)/\sqrt{2}$"}
_DEGREES = {"h2": 2, "h2-h4": 4}
_SHORT = {"risk": "network", "kernel_risk": "kernel"}
_METHODS = plot.methods(
    "method", {"risk": ("network", "network"), "kernel_risk": ("kernel", "kernel")}
)


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw risks against the spike's strength, one panel for each target."""
    for ax, target in figure.facets(list(_TITLES), _TITLES.__getitem__, height=2.2):
        means = _risks(ax, tables, target).sort_values("strength")
        for method, part in means.groupby("method")["estimate"]:
            name = f"{_SHORT[str(method)]}_{_DEGREES[target]}"
            figure.say(**{f"{name}_none": part.iloc[0], f"{name}_spike": part.iloc[-1]})
        figure.say(strongest=means["strength"].max())
    figure.say(d=tables.value("risk", "d"), width=tables.values("risk", "width")[-1])
    figure.say(ratio=f"{_ratio(tables):g}")


def _ratio(tables: Tables) -> float:
    """Return the largest n/d at which both methods were run."""
    network, kernel = (set(tables.values(name, "ratio")) for name in _SHORT)
    if not network & kernel:
        raise MissingError("risk and kernel_risk have no ratio in common")
    return float(max(network & kernel))


def _risks(ax: Axes, tables: Tables, target: str) -> pd.DataFrame:
    """Draw and return risks with the spike along the target; gamma2 = 0 is not a spike."""
    ratio, parts = _ratio(tables), []
    for method, more in (
        ("risk", {"width": tables.values("risk", "width")[-1]}),
        ("kernel_risk", {}),
    ):
        runs = tables.runs(method, target=target, ratio=ratio, gamma1=0.0, **more)
        parts.append(runs.assign(method=method, strength=runs["gamma2"].clip(lower=0.0)))
    means = plot.estimates(pd.concat(parts), "risk", ["method", "strength"], "log")
    spiked = means["strength"] > 0
    plot.simulation(ax, means[~spiked], "strength", _METHODS)
    plot.simulation(ax, means[spiked], "strength", _METHODS, join=True)
    strengths = sorted(means["strength"].unique())
    ax.set_xticks(strengths, ["none" if not each else f"{each:g}" for each in strengths])
    if _DEGREES[target] == 4:
        plot.level(ax, 0.5, "$h_2$ learned", at=0.02)
    plot.logarithmic(ax, "y")
    ax.set(xlabel=r"strength $\gamma_2$ of the spike", ylabel="risk")
    return means
