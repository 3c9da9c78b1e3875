"""Small and large steps, with and without biases, for targets with and without a linear part."""

from collections.abc import Iterator, Mapping

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.ba2022.shared.model import FOUR, NO_STEP, ROOT, THREE_ROOT, StepLaw
from feature_learning.papers.ba2022.shared.panels import exponents
from feature_learning.plotting import Sheet, Tables

_STEPS = {NO_STEP: 0, FOUR: 1, ROOT: 2, THREE_ROOT: 3}
_NAMES = {1: r"$\eta = 4$", 2: r"$\eta = \sqrt{N}$", 3: r"$\eta = 3\sqrt{N}$"}
_SIZES = plot.methods("size", {0: ("random features", "no step")}) + plot.ordered(
    "size", _NAMES, _NAMES.__getitem__, palette="network"
)
_STUDENTS = plot.Hue(
    "student",
    {"untrained": _SIZES.colours[0], "odd": _SIZES.colours[3], "biased": plot.METHODS["variant"]},
    {
        "untrained": "no step",
        "odd": r"$3\sqrt{N}$, no biases",
        "biased": r"$3\sqrt{N}$, biases $N(0, 1)$",
    },
    {"untrained": _SIZES.markers[0], "odd": _SIZES.markers[3], "biased": "P"},
)
_EXPONENT = {"he1-he3": 1, "he2-he3": 2}


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the risk for each step, what biases do, and what the information exponent does."""
    samples, students, targets = axes = figure.panels(1, 3, height=2.1)
    _against_samples(samples, tables)
    _students(students, tables)
    _targets(targets, tables)
    targets.sharey(students)
    targets.tick_params(labelleft=False)
    for ax in axes:
        plot.logarithmic(ax, "y")
        ax.set_xlabel("samples per dimension $n/d$")


def _against_samples(ax: Axes, tables: Tables) -> None:
    runs, predicted = _sized(tables.runs("step_sizes")), _sized(tables.theory("step_sizes"))
    plot.theory(ax, predicted.dropna(subset="risk"), "psi1", "risk", _SIZES)
    risks = plot.estimates(runs, "risk", ["size", "psi1"], "median")
    _simulations(ax, risks, risks["size"] < 2, _SIZES)
    plot.level(ax, tables.value("step_sizes", "bound"), "kernels", at=0.02, below=True)
    lowest, ratios = float(risks["estimate"].min()), np.array([2.0, 6.0])
    plot.guide(ax, ratios, lowest * ratios[0] / ratios, "slope $-1$", at=0.0)
    plot.logarithmic(ax, "x", ticks=(0.5, 1, 2, 4, 8, 16, 32))
    ax.set(title="large steps beat every kernel", ylabel="risk")


def _simulations(ax: Axes, risks: pd.DataFrame, known: pd.Series, hue: plot.Hue) -> None:
    """Draw estimates; lines join the points of steps without a theory."""
    plot.simulation(ax, risks[known], "psi1", hue)
    plot.simulation(ax, risks[~known], "psi1", hue, join=True)


def _over_bound(tables: Tables, teacher: str) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Return runs and theory of one teacher, with the risk over the bound on kernels."""
    runs, predicted = (read("biases", teacher=teacher) for read in (tables.runs, tables.theory))
    bound = tables.value("biases", "bound", teacher=teacher)
    return runs.assign(over=runs["risk"] / bound), predicted.assign(over=predicted["risk"] / bound)


def _students(ax: Axes, tables: Tables) -> None:
    labels = {(NO_STEP, 0): "untrained", (THREE_ROOT, 0): "odd", (THREE_ROOT, 1): "biased"}
    runs, predicted = (_labelled(frame, labels) for frame in _over_bound(tables, "relu"))
    plot.theory(ax, predicted.dropna(subset="risk"), "psi1", "over", _STUDENTS)
    risks = plot.estimates(runs, "over", ["student", "psi1"], "log")
    _simulations(ax, risks, risks["student"] == "untrained", _STUDENTS)
    plot.level(ax, 1.0, "kernels", at=0.98, below=True)
    plot.logarithmic(ax, "x", ticks=np.sort(runs["psi1"].unique()))
    ax.set(title="biases let it learn a ReLU", ylabel="risk / bound on kernels")


def _targets(ax: Axes, tables: Tables) -> None:
    parts = [_over_bound(tables, teacher)[0].assign(k=k) for teacher, k in _EXPONENT.items()]
    runs = pd.concat(parts)
    runs = runs[(runs["alpha"] == THREE_ROOT.alpha) & (runs["scale"] == THREE_ROOT.scale)]
    runs = runs[runs["bias"] == 1]
    risks = plot.estimates(runs, "over", ["k", "psi1"], "log")
    plot.simulation(ax, risks, "psi1", exponents("k"), join=True, ends=True)
    plot.level(ax, 1.0, "")
    plot.logarithmic(ax, "x", ticks=np.sort(runs["psi1"].unique()))
    ax.set(title="one step works only if $k = 1$", ylabel="risk / bound on kernels")


def _labelled(frame: pd.DataFrame, labels: Mapping[tuple[StepLaw, int], str]) -> pd.DataFrame:
    """Name the students that are shown, and drop the others."""
    keys = zip(_steps(frame), frame["bias"], strict=True)
    named = frame.assign(student=[labels.get(key, "") for key in keys])
    return named[named["student"] != ""]


def _sized(frame: pd.DataFrame) -> pd.DataFrame:
    """Number the step sizes that are shown, and drop the others."""
    sized = frame.assign(size=[_STEPS.get(step, np.nan) for step in _steps(frame)])
    return sized.dropna(subset="size").astype({"size": int})


def _steps(frame: pd.DataFrame) -> Iterator[StepLaw]:
    """Return the step of each row."""
    return map(StepLaw, frame["scale"], frame["alpha"])
