"""One step: the neurons of one network on a batch that grows, for a target of leap 1 and one of
leap 2.
"""

from collections.abc import Iterator
from typing import Any

import matplotlib as mpl
import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.plotting import Sheet, Tables

_TARGETS = {"example-1": "leap 1", "leap-2": "leap 2"}
_COLOURS = {"example-1": plot.VERMILLION, "leap-2": plot.GREEN}
_ALONG = np.array([1.0, 1.0]) / np.sqrt(2)  # the linear part of example 1
_MOMENTS = (0.75, 1.0, 1.25, 2.0, 2.25)  # log n/log d
_ALPHAS = {1.0: 1.0, 1.25: 4.0}  # n/d of the predictions, where d = 256
_AT = 256
_CLIMBED = 1.5  # log n/log d at which leap 1 has levelled off


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the neurons at five batch sizes, and their cosines against the batch."""
    runs = tables.runs("growing_batch")
    first = runs[runs["seed"] == runs["seed"].min()]
    names = ["$n = d$" if x == 1 else f"$n = d^{{{x:g}}}$" for x in _MOMENTS]
    rows, (growth,) = plot.frames(
        figure, names, rows=list(_TARGETS.values()), below=1, height=1.08, support=1.75
    )
    d = int(runs["d"].iloc[0])
    for row, target in zip(rows, _TARGETS, strict=True):
        for ax, x in zip(row, _MOMENTS, strict=True):
            _disc(ax, d)
            own = first[(first["target"] == target) & np.isclose(first["log_size"], x)].iloc[0]
            _neurons(ax, figure, own, target)
            if target == "example-1" and x in _ALPHAS and d == _AT:
                _points(ax, figure, tables, _ALPHAS[x])
                size = figure.target.smallest
                ax.text(0, -0.68, "+ predicted", ha="center", va="center", fontsize=size)
    _growth(growth, runs)
    last = runs[runs["log_size"] == runs["log_size"].max()]
    early = runs[(runs["target"] == "leap-2") & (runs["log_size"] <= _CLIMBED)]
    start = early.assign(size=_rms(early)).groupby("log_size")["size"].mean()
    figure.say(**_climb(runs))
    figure.say(faint=start.min(), firm=start.max(), early=start.index.max(), chance=d**-0.5)
    figure.say(met=_met(first, tables, d))
    figure.say(
        d=d,
        networks=int(runs["seed"].nunique()),
        plane=_rms(last[last["target"] == "leap-2"]).mean(),
    )


def animate(tables: Tables, figure: Sheet) -> Iterator[None]:
    """Let the batch grow: the neurons of both targets, and their cosines so far."""
    left, right, growth = figure.panels(1, 3, height=2.1)
    runs = tables.runs("growing_batch")
    first = runs[runs["seed"] == runs["seed"].min()]
    d, dots, fronts = int(runs["d"].iloc[0]), {}, {}
    for ax, (target, name) in zip((left, right), _TARGETS.items(), strict=True):
        _disc(ax, d)
        ax.set_axis_off()
        ax.set(aspect="equal", title=name.capitalize())
        dots[target] = _dots(ax, target)
        fronts[target] = growth.plot([], [], color=_COLOURS[target])[0]
        own = first[first["target"] == target]
        figure.record(growth, name, "run", x=own["log_size"], y=_rms(own))
        figure.edge_label(growth, _rms(own)[-1], name, _COLOURS[target])
    growth.set(xlim=(0.75, 2.3), ylim=(0, 0.8), xlabel=r"samples, $\log n\,/\log d$")
    growth.set(title="Both directions", ylabel="rms cosine")
    for x in sorted(first["log_size"].unique()):
        for target in _TARGETS:
            own = first[(first["target"] == target) & (first["log_size"] <= x)]
            now = own[own["log_size"] == x].iloc[0]
            dots[target].set_data(now["first"], now["second"])
            fronts[target].set_data(own["log_size"], _rms(own))
        right.set_title(f"$n = d^{{{x:.2f}}}$", loc="right")
        yield


def _disc(ax: Axes, d: int) -> None:
    """Draw the unit circle, one of twice the size of chance, and the linear part."""
    angle, width = np.linspace(0, 2 * np.pi, 200), mpl.rcParams["lines.linewidth"]
    for radius in (1.0, 2 * (2 / d) ** 0.5):
        ax.plot(radius * np.cos(angle), radius * np.sin(angle), color=plot.GREY, zorder=1.5)
        ax.lines[-1].set_linewidth(0.55 * width)
    ax.set(xlim=(-1.05, 1.05), ylim=(-1.05, 1.05))


def _dots(ax: Axes, target: str) -> mpl.lines.Line2D:
    size, colour = 0.75 * mpl.rcParams["lines.markersize"], _COLOURS[target]
    return ax.plot([], [], "o", markersize=size, color=colour, markeredgewidth=0, zorder=3)[0]


def _neurons(ax: Axes, figure: Sheet, row: pd.Series, target: str) -> None:
    first, second = np.array(row["first"]), np.array(row["second"])
    _dots(ax, target).set_data(first, second)
    figure.record(ax, _TARGETS[target], "run", x=first, y=second)


def _points(ax: Axes, figure: Sheet, tables: Tables, alpha: float) -> None:
    """Mark the two points of the line at which neurons of either sign are predicted."""
    law = tables.theory("one_step", target="example-1", alpha=alpha).iloc[0]
    x, y = np.outer(_ALONG, [law["plus_along"], law["minus_along"]])
    ax.plot(x, y, "+", color=plot.PREDICTION, markeredgewidth=0.7, markersize=6, zorder=4)
    figure.record(ax, "theory", "theory", x=x, y=y)


def _rms(rows: pd.DataFrame) -> np.ndarray:
    """Return root mean squares of the cosines with both directions, one for each row."""
    squares = [np.array([row["first"], row["second"]]) ** 2 for _, row in rows.iterrows()]
    return np.sqrt([square.sum(axis=0).mean() / 2 for square in squares])


def _met(runs: pd.DataFrame, tables: Tables, d: int) -> str:
    """Return the mean size of the drawn cosines along the line next to its prediction, where there
    is one.
    """
    found = []
    for x, alpha in _ALPHAS.items() if d == _AT else ():
        at = (runs["target"] == "example-1") & np.isclose(runs["log_size"], x)
        law = tables.theory("one_step", target="example-1", alpha=alpha).iloc[0]
        own = runs[at].iloc[0]
        along = np.abs(_ALONG @ np.array([own["first"], own["second"]])).mean()
        found.append(f"{along:.2f} (predicted {abs(law['plus_along']):.2f})")
    return " and ".join(found) or "not drawn"


def _climb(runs: pd.DataFrame) -> dict[str, float]:
    """Return the mean cosine of leap 1 at the smallest n and at d^1.5, and their exponents."""
    own = runs[runs["target"] == "example-1"]
    means = own.assign(size=_rms(own)).groupby("log_size")["size"].mean()
    late = means.index[means.index >= _CLIMBED]
    start, end = means.index[0], late[0] if len(late) else means.index[-1]
    last = runs["log_size"].max()
    return {"low": means[start], "high": means[end], "start": start, "to": end, "last": last}


def _growth(ax: Axes, runs: pd.DataFrame) -> None:
    """Draw the same neurons' root mean square cosine, faint for each seed, and its mean."""
    sheet, runs = plot.sheet_of(ax), runs.assign(size=_rms(runs)).sort_values("log_size")
    for target, name in _TARGETS.items():
        colour, of_target = _COLOURS[target], runs[runs["target"] == target]
        for _, own in of_target.groupby("seed"):
            ax.plot(own["log_size"], own["size"], color=colour, linewidth=0.4, alpha=0.75)
            sheet.record(ax, name, "run", x=own["log_size"], y=own["size"])
        means = of_target.groupby("log_size")["size"].mean()
        size = 0.8 * mpl.rcParams["lines.markersize"]
        look: dict[str, Any] = {"marker": "o", "markersize": size, "markevery": 3}
        look |= {"markerfacecolor": "white", "markeredgewidth": 0.6}
        ax.plot(means.index, means, color=colour, linewidth=0.6, zorder=3, **look)
        sheet.record(ax, name, "simulation", x=means.index, y=means.to_numpy())
        sheet.edge_label(ax, float(means.iloc[-1]), name, colour)
    plot.level(ax, float(runs["d"].iloc[0]) ** -0.5, "chance, $d^{-1/2}$")
    plot.regimes(ax, [1.0, 2.0], ["$n < d$", "$d < n < d^2$", "$n > d^2$"])
    ax.set(title="Both networks, every $n$", xlabel=r"samples, $\log n\,/\log d$")
    ax.set_ylabel("rms over both cosines")
    ax.set_ylim(bottom=0)
