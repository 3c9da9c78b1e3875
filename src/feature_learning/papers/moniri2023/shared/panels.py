"""Colours of the networks, panels of gains, ranges of alpha."""

from collections.abc import Sequence

import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot

ALPHA = r"$\alpha = \log\eta\,/\log n$"
NETWORKS = plot.methods(
    "network",
    {"slides": ("network", "talk's network"), "simplified": ("variant", "simplified network")},
)
RANK_ONE = plot.methods("network", {"rank-one": ("equivalent", "rank-one weights")})
TALK = plot.methods("network", {"slides": ("network", "talk's network, limit")})

_EDGES = (1 / 4, 1 / 3, 3 / 8)
_SAME = 1e-3  # limits closer than this are one line


def gain_panel(
    ax: Axes,
    runs: pd.DataFrame,
    curves: pd.DataFrame,
    value: str,
    hue: plot.Hue,
    *,
    levels: bool = True,
) -> None:
    """Draw simulation and theory of one quantity against alpha, and the levels of large steps."""
    plot.theory(ax, curves, "alpha", value, hue)
    shown = runs[runs[hue.column].isin(hue.names)]
    plot.simulation(ax, plot.estimates(shown, value, [hue.column, "alpha"]), "alpha", hue)
    step_regimes(ax)
    if levels:
        theorem_levels(ax, curves, value)
        talk_levels(ax, curves, value)


def theorem_levels(
    ax: Axes, curves: pd.DataFrame, value: str, degrees: Sequence[int] = (1, 2)
) -> None:
    """Draw the theorem's limits at infinite steps, named at the right edge; equal ones are one
    line.
    """
    for name, limit in _named({k: float(curves[f"{value}_l{k}"].iloc[0]) for k in degrees}):
        plot.level(ax, limit, name)


def talk_levels(ax: Axes, curves: pd.DataFrame, value: str) -> None:
    """Draw the limits of the talk's own network, dashed in its colour and named at the right
    edge.
    """
    talk = curves[curves["network"] == "slides"]
    columns = {degree: f"own_{value}_l{degree}" for degree in (1, 2)}
    for column in columns.values():
        plot.theory(ax, talk, "alpha", column, TALK, dashed=True)
    for name, limit in _named({k: float(talk[column].iloc[0]) for k, column in columns.items()}):
        plot.sheet_of(ax).edge_label(ax, limit, name, TALK.colours["slides"])


def _named(limits: dict[int, float]) -> list[tuple[str, float]]:
    """Name limits by their degrees; equal ones are one."""
    if max(limits.values()) - min(limits.values()) < _SAME:
        return [(rf"$\ell \geq {min(limits)}$", limits[min(limits)])]
    return [(rf"$\ell = {degree}$", limit) for degree, limit in limits.items()]


def step_regimes(ax: Axes) -> None:
    """Shade the theorem's ranges of alpha, name them by their number of spikes, label the axis."""
    plot.regimes(ax, _EDGES, (r"$\ell=1$", "$2$", "$3$", r"$\geq4$"))
    ax.set_xlabel(ALPHA)


def paired_gap(
    frame: pd.DataFrame, keys: Sequence[str], column: str, first: str, second: str
) -> pd.DataFrame:
    """Return the test gain of one value of a column less that of another at the same keys, as
    ``gap``.
    """
    wide = frame.pivot(index=list(keys), columns=column, values="test_gain")
    return (wide[first] - wide[second]).rename("gap").reset_index()
