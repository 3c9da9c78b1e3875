"""Two steps: the directions of the gradients, step by step, for a target with a staircase and one
without.
"""

import math

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.patches import Arc

from feature_learning import plotting as plot
from feature_learning.plotting import Sheet, Tables
from feature_learning.statistics import intervals

_TITLES = {"notebook-2": r"Staircase: links $z \pm H_2(z)$", "quartic": "Equal links"}
_READOUTS = {"plus": (plot.BLUE, "readout $+1$"), "minus": (plot.ORANGE, "readout $-1$")}
_RIM = 2.2  # of the sector, in steps
_TICK = 0.14  # half the length of a prediction
_FAINT = 0.12
_APART = {"plus": -0.04, "minus": 0.04}  # of the radii, so that no readout hides the other
_NAMED = {  # off the arcs
    "notebook-2": {"plus": (2.12, 0.72), "minus": (0.62, 2.24)},
    "quartic": {"plus": (0.06, 1.55), "minus": (1.68, 1.38)},
}


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the directions of all neurons' gradients, the steps as radii, for both targets."""
    planes = figure.panels(1, 2, height=2.75)
    d = tables.runs("planes")["d"].max()
    for ax, (target, title) in zip(planes, _TITLES.items(), strict=True):
        _sector(ax)
        _neurons(ax, tables.runs("planes", target=target, d=d))
        _means(ax, tables.theory("planes", target=target, d=d), named=ax is planes[0])
        _name(ax, _NAMED[target])
        ax.set(title=title, xlabel="along $w^*_1$", ylabel="along $w^*_2$")
    second = tables.theory("planes", target="notebook-2", d=d, time=2).iloc[0]
    found = tables.runs("planes", target="notebook-2", d=d, time=2)
    turned = found["plus_second"] / found["plus_first"]
    equal = tables.runs("planes", target="quartic", d=d, time=2)
    stay = equal["plus_second"] / equal["plus_first"]
    mirrored = equal["minus_second"] / equal["minus_first"]
    law = tables.theory("planes", target="quartic", d=d, time=2).iloc[0]
    alpha = tables.value("planes", "alpha")
    figure.say(
        predicted=second["plus_second"] / second["plus_first"],
        slope=_measured(turned),
        least=turned.min(),
        most=turned.max(),
        stay=_measured(stay),
        minus=_measured(mirrored),
        **_spreads(equal),
        stay_predicted=law["plus_second"] / law["plus_first"],
        d=f"${plot.number(float(d))}$",
        step=tables.value("planes", "step"),
        size="d" if alpha == 1 else f"{alpha:g} d",
        seeds=len(found),
    )


def _measured(slopes: pd.Series) -> str:
    found = intervals.mean(slopes.to_numpy())
    return f"{found.estimate:.3f} [{found.low:.3f}, {found.high:.3f}]"


def _spreads(runs: pd.DataFrame) -> dict[str, float]:
    """Return the standard deviation of the angles of each readout's gradients, in degrees."""
    angles = np.arctan2(np.stack(list(runs["second"])), np.stack(list(runs["first"])))
    plus, minus = np.split(np.degrees(angles), 2, axis=1)
    return {"plus_spread": plus.std(), "minus_spread": minus.std()}


def _sector(ax: Axes) -> None:
    """Draw the frame: one arc for each step, and the linear part as the diagonal."""
    for step in (1, 2):
        size = 2 * step
        ax.add_patch(Arc((0, 0), size, size, theta2=90, color="0.8", linewidth=0.6, zorder=1))
    end = _RIM / math.sqrt(2)
    ax.plot([0, end], [0, end], color="0.55", linewidth=0.6, zorder=1)
    ax.annotate("linear part", (end, end), ha="left", va="bottom", color="0.3")
    ax.set_aspect("equal")
    ax.set(xlim=(-0.06, 2.75), ylim=(-0.06, 2.45))
    ax.set_xticks([1, 2], ["step 1", "step 2"])
    ax.set_yticks([])
    ax.grid(False)


def _neurons(ax: Axes, runs: pd.DataFrame) -> None:
    """Draw every neuron's gradient at its steps, joined; the second half has readouts -1."""
    sheet = plot.sheet_of(ax)
    for _, of_seed in runs.groupby("seed"):
        angles = [
            np.arctan2(np.asarray(row["second"]), np.asarray(row["first"]))
            for _, row in of_seed.sort_values("time").iterrows()
        ]
        times = np.sort(of_seed["time"].to_numpy(dtype=float))[:, None]
        x, y = times * np.cos(angles), times * np.sin(angles)
        for (sign, (colour, name)), across, up in zip(
            _READOUTS.items(), np.split(x, 2, axis=1), np.split(y, 2, axis=1), strict=True
        ):
            apart = 1 + _APART[sign] / times
            across, up = apart * across, apart * up
            ax.plot(across, up, color=colour, linewidth=0.5, alpha=_FAINT, zorder=2)
            ax.plot(across.ravel(), up.ravel(), ".", color=colour, markersize=2.5, zorder=3)
            sheet.record(ax, name, "run", x=across.ravel(), y=up.ravel(), kind="neurons")


def _means(ax: Axes, means: pd.DataFrame, *, named: bool) -> None:
    """Draw the predicted direction of each step and readout as a tick along the radius."""
    sheet = plot.sheet_of(ax)
    for sign in _READOUTS:
        angles = np.arctan2(
            *(means[f"{sign}_{name}"].to_numpy(dtype=float) for name in ("second", "first"))
        )
        times = means["time"].to_numpy(dtype=float)
        for time, angle in zip(times, angles, strict=True):
            ends = np.array([time - _TICK, time + _TICK])
            ax.plot(ends * np.cos(angle), ends * np.sin(angle), color=plot.PREDICTION, zorder=5)
        sheet.record(ax, "theory", "theory", x=times * np.cos(angles), y=times * np.sin(angles))
        if named and sign == "plus":
            end = (times[-1] + _TICK) * np.array([np.cos(angles[-1]), np.sin(angles[-1])])
            ax.annotate("predicted", end, (2, 0), textcoords="offset points", va="center")


def _name(ax: Axes, places: dict[str, tuple[float, float]]) -> None:
    for sign, (colour, name) in _READOUTS.items():
        ax.annotate(name, places[sign], color=plot.written(colour), ha="left", va="center")
