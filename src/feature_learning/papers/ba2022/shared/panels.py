"""What figures of this paper share: risks after small steps, colours of information exponents."""

import pandas as pd
from matplotlib.axes import Axes

from feature_learning.core.tables import Tables
from feature_learning.plotting.estimates import estimates, medians
from feature_learning.plotting.lines import level, logarithmic
from feature_learning.plotting.marks import simulation, theory
from feature_learning.plotting.palette import Hue, methods, ordered


def exponents(column: str) -> Hue:
    """Return the series of the information exponents 1, 2 and 3.

    Parameters
    ----------
    column
        The column of the exponent.
    """
    return ordered(column, [1, 2, 3], "$k = {}$", palette="flare")


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


def risk_panel(ax: Axes, tables: Tables, experiment: str, over: str, heavy: tuple[float, float] = (0.0, 0.0)) -> None:
    """Draw simulation and prediction for each step, and the bound on kernels.

    Parameters
    ----------
    ax
        Where to draw.
    tables
        The paper's tables.
    experiment, over
        The experiment, and the size on the axis.
    heavy
        Between these sizes the risk has a heavy tail.
    """
    runs, predicted = tables.runs(experiment), tables.theory(experiment)
    hue = steps(tables, experiment)
    theory(ax, predicted, over, "risk", hue)
    simulation(ax, _estimated(runs, "risk", over, heavy), over, hue)
    level(ax, float(predicted["bound"].iloc[0]), "bound on kernels", at=0.02)
    logarithmic(ax, "y")
    ax.set_ylabel("risk")


def ratio_panel(ax: Axes, tables: Tables, experiment: str, over: str, heavy: tuple[float, float] = (0.0, 0.0)) -> None:
    """Draw the risk after a step over that without one, paired by seed; parameters as in `risk_panel`."""
    runs = _ratios(tables.runs(experiment), ["seed", over])
    predicted = _ratios(tables.theory(experiment), [over])
    hue = steps(tables, experiment)
    level(ax, 1.0, "no gain")
    theory(ax, predicted, over, "ratio", hue)
    simulation(ax, _estimated(runs, "ratio", over, heavy), over, hue)
    ax.set_ylabel(r"risk / risk at $\eta = 0$")


def _estimated(runs: pd.DataFrame, value: str, over: str, heavy: tuple[float, float]) -> pd.DataFrame:
    """Return geometric means with intervals; between the heavy sizes medians without."""
    inside = runs[over].between(*heavy)
    found = [estimates(runs[~inside], value, ["eta", over], "log")]
    if inside.any():
        found.append(medians(runs[inside], value, ["eta", over]))
    return pd.concat(found)


def _ratios(frame: pd.DataFrame, keys: list[str]) -> pd.DataFrame:
    """Return the ratios to eta = 0 at equal keys."""
    none = frame[frame["eta"] == 0][[*keys, "risk"]].rename(columns={"risk": "untrained"})
    joined = frame[frame["eta"] > 0].merge(none, on=keys)
    return joined.assign(ratio=joined["risk"] / joined["untrained"])
