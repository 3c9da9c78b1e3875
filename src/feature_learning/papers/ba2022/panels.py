"""The risk after steps of order one, and its ratio to no step, against a size; shared by fig3a and fig3b."""

import pandas as pd
from matplotlib.axes import Axes

from feature_learning.core.tables import Tables
from feature_learning.plotting.estimates import Scale, estimates
from feature_learning.plotting.lines import level, logarithmic
from feature_learning.plotting.marks import simulation, theory
from feature_learning.plotting.palette import Hue, methods, ordered


def steps(tables: Tables, experiment: str) -> Hue:
    """Return the series: no step in the colour of random features, steps in shades of the network's.

    Parameters
    ----------
    tables
        The paper's tables.
    experiment
        The experiment, with a column ``eta``.
    """
    sizes = tables.runs(experiment)["eta"]
    trained = ordered("eta", sizes[sizes > 0], r"$\eta = {:g}$", palette="network")
    return methods("eta", {0.0: ("random features", "no step")}) + trained


def risk_panel(ax: Axes, tables: Tables, experiment: str, over: str, scale: Scale = "log") -> None:
    """Draw simulation and prediction for each step, and the bound on kernels.

    Parameters
    ----------
    ax
        Where to draw.
    tables
        The paper's tables.
    experiment, over
        The experiment, and the size on the axis.
    scale
        The estimate: ``median`` for a heavy-tailed risk.
    """
    runs, predicted = tables.runs(experiment), tables.theory(experiment)
    hue = steps(tables, experiment)
    theory(ax, predicted, over, "risk", hue)
    simulation(ax, estimates(runs, "risk", ["eta", over], scale), over, hue)
    level(ax, float(predicted["bound"].iloc[0]), "bound on kernels", at=0.02)
    logarithmic(ax, "y")
    ax.set_ylabel("risk")


def ratio_panel(ax: Axes, tables: Tables, experiment: str, over: str) -> None:
    """Draw the risk after a step over that without one, paired by seed; parameters as in `risk_panel`."""
    runs = _ratios(tables.runs(experiment), ["seed", over])
    predicted = _ratios(tables.theory(experiment), [over])
    hue = steps(tables, experiment)
    level(ax, 1.0, "")
    theory(ax, predicted, over, "ratio", hue)
    simulation(ax, estimates(runs, "ratio", ["eta", over], "log"), over, hue, dodge=2.5)
    ax.set_ylabel(r"risk / risk at $\eta = 0$")


def _ratios(frame: pd.DataFrame, keys: list[str]) -> pd.DataFrame:
    """Return the ratios to eta = 0 at equal keys."""
    none = frame[frame["eta"] == 0][[*keys, "risk"]].rename(columns={"risk": "untrained"})
    joined = frame[frame["eta"] > 0].merge(none, on=keys)
    return joined.assign(ratio=joined["risk"] / joined["untrained"])
