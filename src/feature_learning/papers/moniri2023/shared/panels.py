"""What several figures of this paper share: the colours of its networks, panels of gains, the ranges of alpha."""

from collections.abc import Sequence

import pandas as pd
from matplotlib.axes import Axes

from feature_learning.plotting.estimates import estimates
from feature_learning.plotting.lines import level, regimes
from feature_learning.plotting.marks import simulation, theory
from feature_learning.plotting.palette import Hue, methods
from feature_learning.plotting.sheet import sheet_of

ALPHA = r"$\alpha = \log\eta\,/\log n$"
NETWORKS = methods("network", {"slides": ("network", "talk's network"), "simplified": ("variant", "simplified network")})
RANK_ONE = methods("network", {"rank-one": ("equivalent", "rank-one weights")})
TALK = methods("network", {"slides": ("network", "talk's network, limit")})

_EDGES = (1 / 4, 1 / 3, 3 / 8)
_SAME = 1e-3  # limits closer than this are one line


def gain_panel(ax: Axes, runs: pd.DataFrame, curves: pd.DataFrame, value: str, hue: Hue, label: str) -> None:
    """Draw one quantity against alpha: theory in the colours of its series, and the simulation.

    Parameters
    ----------
    ax
        Where to draw.
    runs, curves
        Simulation and theory, with the hue's column.
    value
        The column of the quantity.
    hue
        The series.
    label
        The y label.
    """
    theory(ax, curves, "alpha", value, hue)
    found = runs[runs[hue.column].isin(hue.names)]
    simulation(ax, estimates(found, value, [hue.column, "alpha"]), "alpha", hue, nested=True)
    step_regimes(ax)
    ax.set_ylabel(label)


def theorem_levels(ax: Axes, curves: pd.DataFrame, value: str, degrees: Sequence[int] = (1, 2)) -> None:
    """Draw the theorem's limits at infinite steps, named at the right edge; equal ones are one line.

    Parameters
    ----------
    ax
        Where to draw.
    curves
        A theory table with a column ``<value>_l<degree>`` for each degree.
    value
        The column of the quantity.
    degrees
        l of the limits.
    """
    for name, limit in _named({degree: float(curves[f"{value}_l{degree}"].iloc[0]) for degree in degrees}):
        level(ax, limit, name)


def own_levels(ax: Axes, curves: pd.DataFrame, value: str) -> None:
    """Draw the limits of the talk's own network, dashed in its colour and named at the right edge.

    Parameters
    ----------
    ax
        Where to draw.
    curves
        A theory table with the columns ``own_<value>_l1`` and ``own_<value>_l2``.
    value
        The column of the quantity.
    """
    own = curves[curves["network"] == "slides"]
    for degree in (1, 2):
        theory(ax, own, "alpha", f"own_{value}_l{degree}", TALK, dashed=True)
    for name, limit in _named({degree: float(own[f"own_{value}_l{degree}"].iloc[0]) for degree in (1, 2)}):
        sheet_of(ax).edge_label(ax, limit, name, TALK.colours["slides"])


def _named(limits: dict[int, float]) -> list[tuple[str, float]]:
    """Name limits by their degrees; equal ones are one."""
    if max(limits.values()) - min(limits.values()) < _SAME:
        return [(rf"$\ell \geq {min(limits)}$", limits[min(limits)])]
    return [(rf"$\ell = {degree}$", limit) for degree, limit in limits.items()]


def step_regimes(ax: Axes, names: Sequence[str] = (r"$\ell=1$", "$2$", "$3$", r"$\geq4$")) -> None:
    """Shade the theorem's ranges of step sizes, name them by their number of spikes, and label the axis.

    Parameters
    ----------
    ax
        Where to draw.
    names
        Of the ranges, whose ends are 1/4, 1/3 and 3/8.
    """
    regimes(ax, _EDGES, names)
    ax.set_xlabel(ALPHA)
