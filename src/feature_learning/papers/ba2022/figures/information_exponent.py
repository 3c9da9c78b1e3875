"""The first gradient of single neurons: its alignment, its norm, and the samples it takes."""

import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.ba2022.shared.panels import exponents
from feature_learning.plotting import Sheet, Tables

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
    _NAMES,
    dict(zip(_NAMES, plot.MARKERS, strict=False)),
)


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the average's alignment, the norm of the mean gradient, and the samples it takes."""
    alignment, norm, required = figure.hero(2, share=0.56, height=3.5)
    _alignments(alignment, tables)
    _norms(norm, tables)
    _required(required, tables)
    known = tables.theory("series")
    gap = (known["printed"] - known["signal"]).abs().max() / known["signal"].abs().max()
    figure.say(off=float(gap))


def _norms(ax: Axes, tables: Tables) -> None:
    """Draw quadrature and the norms from two batches; the error of an average in grey."""
    runs, law = tables.runs("gradient_norms"), tables.theory("gradient_norms")
    plot.theory(ax, law, "d", "norm", _TARGETS, ends=True)
    means = plot.estimates(runs, "product", ["target", "d"])
    ends = means[["estimate", "low", "high"]].clip(lower=0) ** 0.5
    means[["estimate", "low", "high"]] = ends.where(means[["estimate", "low", "high"]] > 0)
    plot.simulation(ax, means, "d", _TARGETS)
    predicted = tables.theory("information_exponent")
    noise = predicted[predicted["d"] <= runs["d"].max()].groupby("d")["error"].mean()
    plot.guide(ax, noise.index.to_numpy(), noise, "error of the average, $n = 8d$", at=0.0)
    plot.logarithmic(ax)
    ax.set(title="Norm of the mean", xlabel="dimension $d$", ylabel="norm of the mean gradient")


def _alignments(ax: Axes, tables: Tables) -> None:
    # The sum of two lies between them, and the panel has enough series.
    runs, predicted = (
        frame[frame["target"] != "he2-he3"]
        for frame in (tables.runs("information_exponent"), tables.theory("information_exponent"))
    )
    plot.theory(ax, predicted, "d", "alignment", _TARGETS, ends=True)
    means = plot.estimates(runs, "alignment", ["target", "d"], "logit")
    plot.simulation(ax, means, "d", _TARGETS)
    plot.logarithmic(ax)
    ax.set(
        title="Alignment with the teacher",
        xlabel="dimension $d$, $n = 8d$",
        ylabel="mean squared cosine",
    )


def _required(ax: Axes, tables: Tables) -> None:
    runs, law = tables.runs("required_samples"), tables.theory("required_samples")
    plot.theory(ax, law, "d", "relative", _TARGETS)
    plot.simulation(ax, plot.estimates(runs, "relative", ["target", "d"], "log"), "d", _TARGETS)
    found = plot.exponents(runs, "d", "relative", "target").set_index("target")["estimate"]
    last = _last(law)
    for target in map(str, found.index):
        slope = found[target]
        colour = _TARGETS.colours[target]
        plot.sheet_of(ax).edge_label(ax, last[target], f"{_NAMES[target]}: ${slope:+.2f}$", colour)
    plot.logarithmic(ax)
    ax.set(title="Error at $n \\sim d^k$", xlabel="dimension $d$", ylabel="error over norm")


def _last(law: pd.DataFrame) -> pd.Series:
    """Return the value at the largest d of each target."""
    return law.sort_values("d").groupby("target")["relative"].last()
