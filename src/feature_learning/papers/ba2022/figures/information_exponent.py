"""The first gradient of single neurons: norm, alignment, series, and the samples it takes.

Four panels: the talk's slide and its continuation go from the series to the norm, from there to the
samples, and so to the alignment.
"""

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
    """Draw the norm of the mean gradient, the average's alignment, the series and its samples."""
    norm, alignment, series, required = figure.panels(2, 2, height=2.1)
    _norms(norm, tables)
    _alignments(alignment, tables)
    _series(series, tables)
    _required(required, tables)
    sizes = pd.concat(
        tables.runs(name)["d"]
        for name in ("gradient_norms", "required_samples", "information_exponent")
    )
    for ax in (norm, alignment, required):
        ax.set_xlim(0.85 * sizes.min(), 1.18 * sizes.max())
    known = tables.theory("series")
    gap = (known["printed"] - known["signal"]).abs().max() / known["signal"].abs().max()
    figure.say(off=float(gap))


def _norms(ax: Axes, tables: Tables) -> None:
    """Draw quadrature and the norms from two batches; the error of an average in grey."""
    runs, law = tables.runs("gradient_norms"), tables.theory("gradient_norms")
    plot.theory(ax, law, "d", "norm", _TARGETS)
    means = plot.estimates(runs, "product", ["target", "d"])
    ends = means[["estimate", "low", "high"]].clip(lower=0) ** 0.5
    means[["estimate", "low", "high"]] = ends.where(means[["estimate", "low", "high"]] > 0)
    plot.simulation(ax, means, "d", _TARGETS)
    predicted = tables.theory("information_exponent")
    noise = predicted.groupby("d")["error"].mean()
    plot.guide(ax, noise.index.to_numpy(), noise, "error of the average, $n = 8d$", at=0.0)
    plot.logarithmic(ax)
    ax.set(title="Norm of the mean", xlabel="dimension $d$", ylabel="norm of the mean gradient")


def _alignments(ax: Axes, tables: Tables) -> None:
    # The sum of two lies between them, and the panel has enough series.
    runs, predicted = (
        frame[frame["target"] != "he2-he3"]
        for frame in (tables.runs("information_exponent"), tables.theory("information_exponent"))
    )
    plot.theory(ax, predicted, "d", "alignment", _TARGETS)
    means = plot.estimates(runs, "alignment", ["target", "d"], "logit")
    plot.simulation(ax, means, "d", _TARGETS)
    plot.logarithmic(ax)
    ax.set(title="Alignment, $n = 8d$", xlabel="dimension $d$", ylabel="mean squared cosine")


def _series(ax: Axes, tables: Tables) -> None:
    law = tables.theory("series")
    colour = plot.METHODS["equivalent"]
    plot.theory(ax, law, "rho", "printed", label="without $i!$", dashed=True)
    plot.theory(ax, law, "rho", "signal", label="expectation", colour=plot.darker(colour))
    means = plot.estimates(tables.runs("series"), "signal", ["rho"])
    plot.simulation(ax, means, "rho", label="expectation", colour=colour)
    ax.set(title="Part along the teacher", xlabel=r"overlap $\langle w, \beta_* \rangle$")
    ax.set_ylabel("coefficient of the teacher")


def _required(ax: Axes, tables: Tables) -> None:
    runs, law = tables.runs("required_samples"), tables.theory("required_samples")
    plot.theory(ax, law, "d", "relative", _TARGETS)
    plot.simulation(ax, plot.estimates(runs, "relative", ["target", "d"], "log"), "d", _TARGETS)
    found = plot.exponents(runs, "d", "relative", "target").set_index("target")["estimate"]
    last = _last(law)
    for target in map(str, found.index):
        slope = found[target]
        colour = _TARGETS.colours[target]
        plot.sheet_of(ax).edge_label(ax, last[target], f"${slope:+.2f}$", colour)
    plot.logarithmic(ax)
    ax.set(title="Error at $n \\sim d^k$", xlabel="dimension $d$", ylabel="error over norm")


def _last(law: pd.DataFrame) -> pd.Series:
    """Return the value at the largest d of each target."""
    return law.sort_values("d").groupby("target")["relative"].last()
