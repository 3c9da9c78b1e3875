"""The notebook's two pictures: cosines of the gradients with both directions, at six steps."""

import math
from typing import Any

import matplotlib as mpl
import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.patches import Circle

from feature_learning import plotting as plot
from feature_learning.papers.dandi2023.shared import model
from feature_learning.papers.dandi2023.shared.published_centres import published_centres
from feature_learning.plotting import Sheet, Tables

_TARGETS = {
    "notebook-1": r"$\frac{1}{2}(4z_1 + z_1^2 + z_2)$",
    "notebook-2": r"$\frac{1}{2}(z_1 + z_1^2 + z_2 - z_2^2)$",
}
_SIGNS = {"plus": 1.0, "minus": -1.0}
_SHOWN = 40  # neurons, as in the original
_RIM = 1.05
_TICKS = (-1.0, -0.5, 0.0, 0.5, 1.0)
_THEIRS = "notebook"


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw neurons at every step with the predicted means, and the notebook's means at three."""
    panels = figure.panels(1, 2, height=3.05, sharey=True)
    d = tables.values("multi_step", "d")[0]
    times = tables.values("multi_step", "time")
    steps = plot.ordered("time", times, "$T = {}$", "flare")
    gaps = []
    for ax, (target, title) in zip(panels, _TARGETS.items(), strict=True):
        runs = tables.runs("multi_step", target=target, d=d)
        law = tables.theory("multi_step", target=target, d=d)
        _frame(ax, d, model.line(model.target(target, 2)))
        _neurons(ax, runs, steps)
        _predicted(ax, law)
        _published(ax, target)
        gaps.append(_gap(runs, published_centres(target)))
        ax.set(title=title, xlabel=r"$\cos(G, w_1)$", ylabel=r"$\cos(G, w_2)$")
    apart = pd.concat(gaps)
    figure.say(
        d=d,
        last=max(times),
        first=apart[1:2].max().item(),
        gap=apart.max(),
        typical=math.sqrt((apart**2).mean()),
        chance=1 / math.sqrt(d),
        width=len(tables.runs("multi_step", d=d)["first"].iloc[0]),
    )


def _frame(ax: Axes, d: int, along: np.ndarray) -> None:
    """Draw the unit circle, that of chance, 2/sqrt d, and the target's linear part."""
    ax.add_patch(Circle((0, 0), 1, fill=False, edgecolor="0.3", linewidth=0.7, zorder=1))
    blue = {"edgecolor": plot.BLUE, "linewidth": 0.9, "zorder": 4}
    ax.add_patch(Circle((0, 0), 2 / math.sqrt(d), fill=False, **blue))
    ends = np.outer(along, [-1.0, 1.0])
    ax.plot(*ends, color="0.5", linewidth=0.7, zorder=1.5)
    ax.set_aspect("equal")
    ax.set(xlim=(-_RIM, _RIM), ylim=(-_RIM, _RIM))
    ax.set(xticks=_TICKS, yticks=_TICKS)
    ax.grid(False)


def _neurons(ax: Axes, runs: pd.DataFrame, steps: plot.Hue) -> None:
    """Draw the first neurons, half of each sign, from as many networks as that takes."""
    size = 0.6 * mpl.rcParams["lines.markersize"]
    for time, own in steps.split(runs):
        own = own.sort_values("seed")
        columns = [np.stack(list(own[name])) for name in ("first", "second")]
        half = columns[0].shape[1] // 2
        signs = np.repeat(list(_SIGNS.values()), half)
        networks = max(1, min(len(own), _SHOWN // (2 * half)))
        x, y = ((signs * part)[:networks, _both(half)].ravel() for part in columns)
        name, colour = steps.names[time], steps.colours[time]
        ax.plot(x, y, "o", color=colour, markersize=size, markeredgewidth=0, zorder=3)
        sheet = plot.sheet_of(ax)
        sheet.record(ax, name, "run", x=x, y=y)
        sheet.name(plot.Entry(ax, name, "simulation", colour, hue=steps))


def _both(half: int) -> np.ndarray:
    """Return the numbers of the first neurons of each sign."""
    each = np.arange(min(half, _SHOWN // 2))
    return np.concatenate([each, half + each])


def _predicted(ax: Axes, law: pd.DataFrame) -> None:
    """Draw the predicted means from step to step, for each sign."""
    law = law.sort_values("time")
    for sign, side in _SIGNS.items():
        x, y = (side * law[f"{sign}_{name}"].to_numpy(dtype=float) for name in ("first", "second"))
        ax.plot(x, y, color=plot.PREDICTION, linewidth=0.7, zorder=5)
        plot.sheet_of(ax).record(ax, "theory", "theory", x=x, y=y)


def _published(ax: Axes, target: str) -> None:
    """Draw the means that the notebook's picture shows as crosses, and name one of them."""
    centres, size = published_centres(target), 1.6 * mpl.rcParams["lines.markersize"]
    look: dict[str, Any] = {"color": "black", "markersize": size, "markeredgewidth": 0.8}
    for sign, side in _SIGNS.items():
        x, y = (side * centres[f"{sign}_{name}"].to_numpy() for name in ("first", "second"))
        ax.plot(x, y, "x", zorder=6, **look)
        plot.sheet_of(ax).record(ax, _THEIRS, "paper", x=x, y=y)
    if target == "notebook-1":
        last = centres.iloc[-1]
        at, centred = (last["plus_first"], last["plus_second"]), {"ha": "center", "va": "top"}
        plot.leader(ax, _THEIRS, at, (0.4, -0.35), "black", **centred)


def _gap(runs: pd.DataFrame, centres: pd.DataFrame) -> pd.Series:
    """Return how far our mean of each sign and step is from the notebook's."""
    ours = runs.groupby("time")[list(centres.columns[1:])].mean()
    gap = (ours - centres.set_index("time")).dropna()
    return pd.concat(
        [np.hypot(gap[f"{sign}_first"], gap[f"{sign}_second"]) for sign in _SIGNS]
    ).reset_index(drop=True)
