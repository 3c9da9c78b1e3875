"""Universality: the talk's network against the models that stand for it."""

import numpy as np
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.plotting import Sheet, Tables

_MODELS = plot.methods(
    "model",
    {
        "talk": ("network", "trained"),
        "spikes": ("random features", "theorem's spikes"),
        "noise": ("equivalent", "spikes and noise"),
    },
)
_CASE = ["task", "alpha"]
_DODGE = 9.0  # points between the models of one case
_THEORY = "theory, trained"


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the gains of three models on a fresh batch in each case, and what the gradient's noise
    alone takes away.
    """
    gains, noise = figure.hero(1, share=0.66, height=2.8)
    _gains(gains, tables)
    _noise(noise, tables)
    runs = tables.runs("universality", batch="fresh")
    for name, pair in {"widest": ("talk", "spikes"), "rest": ("spikes", "noise")}.items():
        found = plot.paired(runs, "test_gain", "model", pair, _CASE)["estimate"]
        figure.say(**{name: found.abs().max()})


def _gains(ax: Axes, tables: Tables) -> None:
    """Draw the three models side by side, with the theory of finite n for the trained features."""
    runs = tables.runs("universality", batch="fresh")
    cases = sorted({*zip(runs["task"], runs["alpha"], strict=True)})
    place = {case: float(k) for k, case in enumerate(cases)}
    means = plot.estimates(runs, "test_gain", ["model", *_CASE])
    means["x"] = [place[case] for case in zip(means["task"], means["alpha"], strict=True)]
    plot.simulation(ax, means, "x", _MODELS, dodge=_DODGE)
    predicted = _predicted(tables, cases)
    ends = [place[case] + shift for case in cases for shift in (-0.36, 0.0)]
    ax.hlines(predicted, ends[::2], ends[1::2], color=plot.PREDICTION, zorder=3.5)
    trained = means[means["model"] == "talk"].sort_values("x")["estimate"].to_numpy()
    plot.sheet_of(ax).say(off=float(np.abs(trained - predicted).max()))
    plot.sheet_of(ax).record(ax, _THEORY, "theory", x=[*place.values()], y=predicted)
    plot.sheet_of(ax).name(plot.Entry(ax, _THEORY, "theory", plot.PREDICTION))
    settings = [task for task, _ in cases]
    edges = [k + 0.5 for k in range(len(cases) - 1) if settings[k] != settings[k + 1]]
    plot.regimes(ax, edges, [f"Setting {task}" for task in dict.fromkeys(settings)])
    ax.set_xticks([*place.values()], [f"{alpha:g}" for _, alpha in cases])
    ax.grid(False, axis="x")
    ax.set(
        title="A fresh batch",
        xlabel=r"$\alpha$, step $\eta = n^\alpha$",
        ylabel="gain in test error",
        xlim=(-0.6, len(cases) - 0.4),
    )


def _predicted(tables: Tables, cases: list[tuple[int, float]]) -> np.ndarray:
    """Return the gain of the trained features at this n, on a fresh batch."""
    law = tables.theory("one_step", batch="fresh").sort_values("alpha")
    curves = dict([*law.groupby("task")])
    found = [
        np.interp(alpha, curves[task]["alpha"], curves[task]["test_gain"]) for task, alpha in cases
    ]
    return np.array(found)


def _noise(ax: Axes, tables: Tables) -> None:
    """Draw the gain of the exact gradient less that of its rank-one part, and the theory."""
    pair = ("simplified", "rank-one")
    gaps = plot.paired(tables.runs("models"), "test_gain", "model", pair, ["alpha"])
    law = tables.theory("models").pivot(index="alpha", columns="model", values="test_gain")
    shown = law.index >= 0.8 * gaps["alpha"].min()
    curve = (law[pair[0]] - law[pair[1]])[shown].rename("gap").reset_index()
    plot.theory(ax, curve, "alpha", "gap")
    plot.simulation(ax, gaps, "alpha", colour=plot.BLUE)
    plot.level(ax, 0.0, "")
    first = gaps.sort_values("alpha").iloc[0]
    at_first = np.interp(first["alpha"], curve["alpha"], curve["gap"])
    plot.sheet_of(ax).say(first=float(first["estimate"] - at_first))
    ax.set(
        title="The noise alone",
        xlabel=r"$\alpha$, rows on the sphere",
        ylabel="exact less rank one",
    )
