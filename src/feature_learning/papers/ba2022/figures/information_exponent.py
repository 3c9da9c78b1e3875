"""The first gradient of single neurons against the dimension."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.ba2022.shared.panels import exponents
from feature_learning.plotting import Sheet, Tables

_ERROR = "error of its average over $8d$ samples"
_NAMES = {
    "he1": "$h_1$",
    "he1-he3": "$h_1 + h_3$",
    "he2": "$h_2$",
    "he2-he3": "$h_2 + h_3$",
    "he3": "$h_3$",
}
_EXPONENT = {"he1": 1, "he1-he3": 1, "he2": 2, "he2-he3": 2, "he3": 3}
_COLOURS = exponents("k").colours
_TARGETS = plot.Hue(
    "target",
    {name: _COLOURS[k] for name, k in _EXPONENT.items()},
    {name: f"{label} ($k = {_EXPONENT[name]}$)" for name, label in _NAMES.items()},
    dict(zip(_NAMES, plot.MARKERS, strict=False)),
)


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the norm of the mean gradient, the error of its average, and the average's alignment."""
    norm, alignment = figure.panels(1, 2, height=2.4)
    runs, predicted = tables.runs("information_exponent"), tables.theory("information_exponent")
    _norms(norm, runs, predicted)
    _alignments(alignment, tables)
    for ax in (norm, alignment):
        plot.logarithmic(ax, "y")
        plot.logarithmic(ax, "x", ticks=np.sort(runs["d"].unique()))
        ax.set_xlabel("dimension $d$")


def _norms(ax: Axes, runs: pd.DataFrame, predicted: pd.DataFrame) -> None:
    plot.theory(ax, predicted, "d", "norm", _TARGETS)
    plot.simulation(ax, plot.estimates(runs, "norm", ["target", "d"], "log"), "d", _TARGETS)
    noise = predicted.groupby("d")["error"].mean().reset_index()
    plot.theory(ax, noise, "d", "error", label=_ERROR, colour=plot.PREDICTION)
    errors = runs.groupby(["seed", "d"])["error"].mean().reset_index()
    means = plot.estimates(errors, "error", ["d"], "log")
    plot.simulation(ax, means, "d", label=_ERROR, colour=plot.PREDICTION, marker="X")
    d = np.array([1.0, 2.0]) * runs["d"].min()
    for target, power, name in (("he2", -0.5, "$-1/2$"), ("he3", -1.0, "$-1$")):
        norms = predicted[predicted["target"] == target].set_index("d")["norm"]
        plot.guide(ax, d, 1.6 * norms[d[0]] * (d / d[0]) ** power, f"slope {name}", at=0.0)
    ax.set(title="only $k = 1$ stays above the noise", ylabel="norm of the mean gradient")


def _alignments(ax: Axes, tables: Tables) -> None:
    # The sum of two lies between them, and the panel has enough series.
    runs, predicted, quadratic, law = (
        frame[frame["target"] != "he2-he3"]
        for experiment in ("information_exponent", "quadratic_samples")
        for frame in (tables.runs(experiment), tables.theory(experiment))
    )
    plot.theory(ax, predicted, "d", "alignment", _TARGETS)
    means = plot.estimates(runs, "alignment", ["target", "d"], "logit")
    plot.simulation(ax, means, "d", _TARGETS)
    names = [name for name, _ in _TARGETS.split(quadratic)]
    hue = plot.Hue(
        "target",
        {name: _TARGETS.colours[name] for name in names},
        {name: f"{_NAMES[name]}, $n = d^2/8$" for name in names},
        dict.fromkeys(names, "P"),
    )
    plot.theory(ax, law, "d", "alignment", hue, dashed=True)
    plot.simulation(ax, plot.estimates(quadratic, "alignment", ["target", "d"], "logit"), "d", hue)
    title = "so the rest is lost among $n = 8d$ samples"
    ax.set(title=title, ylabel="mean squared cosine with the teacher")
