"""The animation's small network: neurons in the plane of their cosines with two teachers, at four
moments, and how the plateau of the risk grows with the dimension.
"""

from collections.abc import Iterator
from typing import Any

import matplotlib as mpl
import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.plotting import Sheet, Tables
from feature_learning.statistics import by_run

_MOMENTS = (0.1, 1.0, 10.0, 300.0)
_TEACHERS = {"teacher 1": (1.0, 0.0), "teacher 2": (0.0, 1.0)}
_COLOURS = (plot.BLUE, plot.VERMILLION)
_SADDLE = (0.5**0.5, 0.5**0.5)
_STRIP = (0.1, 0.3, 1.0, 3.0, 10.0, 30.0, 100.0, 300.0)
_LEAVES = ((2.5e-4, 1.1e-3), (2e-3, 5e-4))  # risks at which the smaller and the larger dimensions
_NAMED_AT = (14.0, 700.0)  # are named, from the outer ones inwards, and the ends of their names
_NEAR = 0.85  # the cosine from which on a neuron has turned to a teacher
_FRAMES = 72
_TAIL = 3.0  # the factor in time of the paths that the animation shows
_TIMES = (0.1, 300.0)


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the neurons and their flow at four moments, and risks against time."""
    run = _run(tables)
    times = run["t"].to_numpy(dtype=float)
    moments = [t for t in _MOMENTS if t in times] or list(times[:4])
    row = f"one run, $d = {run['d'].iloc[0]}$"
    (discs,), (risk,) = plot.frames(
        figure, [f"$t = {t:g}$" for t in moments], rows=[row], height=1.5, support=2.4
    )
    way, flow = _flow(run)
    ends = flow[way <= moments[-1]][-1].argmax(axis=1)
    for number, (ax, t) in enumerate(zip(discs, moments, strict=True)):
        _disc(ax, figure, named=number == 0)
        before = moments[number - 1] if number else 0.0
        _paths(ax, figure, flow[(way >= before) & (way <= t)], ends)
        at = np.stack(list(run["cosines"]))[times == t][0].reshape(-1, flow.shape[2])
        _sgd(ax, figure, at, ends)
    _risk(risk, tables, moments)
    noise = float(tables.runs("classic_limit")["noise"].max())
    last = np.stack(list(run["cosines"]))[times == moments[-1]][0].reshape(-1, len(_TEACHERS))
    figure.say(
        noise=f"noise of variance {noise:g}" if noise else "no noise",
        turned=int((last.max(axis=1) > _NEAR).sum()),
        by_flow=int((flow[way <= moments[-1]][-1].max(axis=1) > _NEAR).sum()),
        neurons=len(last),
        end=moments[-1],
        near=_NEAR,
        d=int(run["d"].iloc[0]),
    )


def animate(tables: Tables, figure: Sheet) -> Iterator[None]:
    """Let time run: each neuron with its way so far, and the risk of the flow."""
    disc, risk = figure.hero(1, share=0.5, height=2.6)
    disc.set_axis_off()
    disc.set(aspect="equal", title="Neurons")
    _disc(disc, figure, named=True)
    run = _run(tables)
    way, flow = _flow(run)
    seen = way <= _TIMES[1]
    way, flow = way[seen], flow[seen]
    ends = flow[-1].argmax(axis=1)
    colours = [_COLOURS[end] for end in ends]
    tails = [disc.plot([], [], color=colour, linewidth=0.8)[0] for colour in colours]
    heads = [disc.plot([], [], "o", color=colour, markeredgewidth=0)[0] for colour in colours]
    risk.plot(run["t"], run["ode_risk"], color="0.8", linewidth=0.6, zorder=2)
    (front,) = risk.plot([], [], color=plot.PREDICTION, zorder=4)
    dots = _dots(risk, plot.METHODS["network"])
    figure.record(risk, "theory", "theory", x=run["t"], y=run["ode_risk"])
    plot.logarithmic(risk)
    risk.set(title="Risk of this run", xlabel="time $t$", ylabel="risk", xlim=_TIMES)
    for t in np.geomspace(*_TIMES, _FRAMES):
        last = way <= t
        recent = last & (way >= t / _TAIL)
        for number, (tail, head) in enumerate(zip(tails, heads, strict=True)):
            tail.set_data(*flow[recent, number].T)
            head.set_data(*flow[last, number][-1:].T)
        done = run[run["t"] <= t * 1.001]
        front.set_data(done["t"], done["ode_risk"])
        dots.set_data(done["t"], done["risk"])
        disc.set_title(f"$t = {plot.number(float(f'{t:.2g}'))}$", loc="right")
        yield


def _run(tables: Tables) -> pd.DataFrame:
    """Return the first run, with the noise of its labels if there is any."""
    runs = tables.runs("classic_limit")
    runs = by_run(runs[runs["noise"] == runs["noise"].max()]).sort_values("t")
    return runs[runs["seed"] == runs["seed"].iloc[0]]


def _flow(run: pd.DataFrame) -> tuple[np.ndarray, np.ndarray]:
    """Return times, and the cosines of the gradient flow at them, (times, neurons, teachers)."""
    way = np.concatenate(list(run["way"]))
    return way, np.concatenate(list(run["way_cosines"])).reshape(len(way), -1, len(_TEACHERS))


def _disc(ax: Axes, figure: Sheet, *, named: bool) -> None:
    """Draw what bounds the cosines, the teachers and the unspecialised saddle."""
    angle, width = np.linspace(0, 2 * np.pi, 200), mpl.rcParams["lines.linewidth"]
    ax.plot(np.cos(angle), np.sin(angle), color=plot.GREY, linewidth=0.6 * width, zorder=1.5)
    ax.plot(*_SADDLE, "x", color="0.35", markeredgewidth=0.8 * width, zorder=3)
    for (name, end), colour in zip(_TEACHERS.items(), _COLOURS, strict=True):
        arrow = {"arrowstyle": "-|>", "color": colour, "linewidth": 1.2 * width, "shrinkB": 0}
        ax.annotate("", end, (0, 0), arrowprops={**arrow, "shrinkA": 0}, zorder=1.8)
        if named:
            flat = end[0] == 0
            ax.text(
                1.06 * end[0],
                1.06 * end[1],
                name,
                color=plot.written(colour),
                ha="center" if flat else "left",
                va="bottom" if flat else "center",
                rotation=0 if flat else 270,
            )
    if named:
        text: dict[str, Any] = {"color": "0.35", "fontsize": figure.target.smallest}
        ax.text(_SADDLE[0] + 0.08, _SADDLE[1] + 0.06, "saddle", **text)
    ax.set(xlim=(-1.08, 1.25), ylim=(-1.08, 1.25))


def _paths(ax: Axes, figure: Sheet, flow: np.ndarray, ends: np.ndarray) -> None:
    """Draw the way of each neuron, coloured by the teacher at which it ends."""
    for number, (name, colour) in enumerate(zip(_TEACHERS, _COLOURS, strict=True)):
        own = flow[:, ends == number]
        ax.plot(own[..., 0], own[..., 1], color=colour, linewidth=0.8, zorder=5)
        for way in own.swapaxes(0, 1):
            figure.record(ax, name, "theory", x=way[:, 0], y=way[:, 1])


def _sgd(ax: Axes, figure: Sheet, at: np.ndarray, ends: np.ndarray) -> None:
    """Draw the neurons of stochastic gradient descent as open dots."""
    for number, colour in enumerate(_COLOURS):
        own = at[ends == number]
        _dots(ax, colour).set_data(*own.T)
        figure.record(ax, "simulation", "run", x=own[:, 0], y=own[:, 1])


def _dots(ax: Axes, colour: str) -> Any:
    size = 1.2 * mpl.rcParams["lines.markersize"]
    look: dict[str, Any] = {
        "markerfacecolor": "white",
        "markeredgecolor": colour,
        "markeredgewidth": 0.7,
    }
    return ax.plot([], [], "o", markersize=size, zorder=4, **look)[0]


def _risk(ax: Axes, tables: Tables, moments: list[float]) -> None:
    """Draw the flow's risk in each dimension, and that of SGD over its own flow's below."""
    flows = tables.runs("plateau_by_dimension")
    dimensions = plot.ordered("d", flows["d"], "$d = {}$")
    means = plot.estimates(flows, "risk", ["d", "t"], "log")
    plot.theory(ax, means, "t", "estimate", dimensions)
    for t in moments:
        ax.axvline(t, color="0.8", linewidth=0.5, zorder=1)
    plot.logarithmic(ax)
    _name(ax, dimensions, means)
    ax.set(title="Risk of the flow", xlabel="time $t$", ylabel="risk")
    runs = tables.runs("classic_limit")
    runs = by_run(runs[runs["noise"] == runs["noise"].min()])
    runs = runs[runs["t"].isin(_STRIP)].assign(over=lambda rows: rows["risk"] / rows["ode_risk"])
    gaps = plot.estimates(runs, "over", ["t"], "log")
    plot.residual(
        ax,
        gaps,
        pd.DataFrame({"t": list(_TIMES), "one": 1.0}),
        "t",
        "one",
        colour=dimensions.colours[runs["d"].iloc[0]],
        name=f"SGD,\n$d = {runs['d'].iloc[0]}$",
    )
    plot.sheet_of(ax).say(outside=int(plot.excludes(gaps, 1).sum()), points=len(gaps))
    late = means[(means["t"] == 100.0) & means["d"].isin([means["d"].min(), means["d"].max()])]
    largest, smallest = late["estimate"].max(), late["estimate"].min()
    plot.sheet_of(ax).say(
        times=largest / smallest,
        low=int(means["d"].min()),
        high=int(means["d"].max()),
        gap=(runs["over"] - 1).abs().max(),
    )


def _name(ax: Axes, dimensions: plot.Hue, means: pd.DataFrame) -> None:
    """Name the plateau, and the dimensions where their curves leave it: the smaller ones from the
    left, the larger ones from the right.
    """
    half = len(dimensions.names) // 2
    for number, d in enumerate(dimensions.names):
        curve = means[means["d"] == d].sort_values("t", ascending=False)
        left = number < half
        risk = _LEAVES[not left][number if left else len(dimensions.names) - 1 - number]
        at = np.exp(np.interp(np.log(risk), np.log(curve["estimate"]), np.log(curve["t"])))
        beside = {"ha": "right" if left else "left", "va": "center"}
        colour = plot.darker(dimensions.colours[d])
        place = (_NAMED_AT[not left], risk)
        plot.leader(ax, dimensions.names[d], (float(at), risk), place, colour, **beside)
    flat = float(means[means["t"] == _MOMENTS[2]]["estimate"].max())
    ax.annotate("plateau", (30.0, flat), (0, 3), textcoords="offset points", color="0.42")
