"""The first gradient of single neurons: its alignment, and its norm next to the error."""

import re
from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.ba2022.panels import exponents
from feature_learning.plotting import Sheet, Tables

_DEGREE = re.compile(r"he(\d+)")
_JUDGED = (90.0, np.inf)  # d of the claim on the alignment, which begins at 128
_BELOW = ("he2-he3", "he3")  # their names are below their curves


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the average's alignment, and the norm of the mean gradient next to the error."""
    alignment, norm = figure.hero(1, share=0.56, height=2.9)
    targets = _series(tables.values("information_exponent", "target"))
    _alignments(alignment, tables, targets)
    _norms(norm, tables, targets)


def _series(targets: Sequence[str]) -> plot.Hue:
    """Return the series of targets such as he2-he3, in the colours of their lowest degrees."""
    degrees = {name: [int(degree) for degree in _DEGREE.findall(name)] for name in targets}
    colours = exponents("k", max(map(min, degrees.values()))).colours
    return plot.Hue(
        "target",
        {name: colours[min(each)] for name, each in degrees.items()},
        {name: f"${' + '.join(f'h_{k}' for k in each)}$" for name, each in degrees.items()},
        dict(zip(targets, plot.MARKERS, strict=False)),
    )


def _alignments(ax: Axes, tables: Tables, targets: plot.Hue) -> None:
    runs, predicted = tables.runs("information_exponent"), tables.theory("information_exponent")
    plot.theory(ax, predicted, "d", "alignment", targets, ends=True)
    means = plot.estimates(runs, "alignment", ["target", "d"], within=(0, 1))
    plot.simulation(ax, means, "d", targets)
    d = np.sort(predicted["d"].unique()).astype(float)
    plot.guide(ax, d, 1 / d, "random", at=None)
    plot.logarithmic(ax)
    ax.set_ylim(top=1.15)
    ax.set(
        title="Alignment with the teacher",
        xlabel="dimension $d$, $n = 8d$",
        ylabel="mean squared cosine",
    )
    bands = [plot.Band(plot.sheet_of(ax).region("align-theory"), span=_JUDGED)]
    plot.residual(ax, means, predicted, "d", "alignment", targets, bands=bands)


def _norms(ax: Axes, tables: Tables, targets: plot.Hue) -> None:
    """Draw quadrature and the norms from two batches; the error of an average in grey."""
    runs, law = tables.runs("gradient_norms"), tables.theory("gradient_norms")
    plot.theory(ax, law, "d", "norm", targets)
    means = plot.estimates(runs, "product", ["target", "d"])
    ends = means[["estimate", "low", "high"]].clip(lower=0) ** 0.5
    means[["estimate", "low", "high"]] = ends.where(means[["estimate", "low", "high"]] > 0)
    plot.simulation(ax, means, "d", targets)
    for name, own in targets.split(law):
        end = own.sort_values("d").iloc[-1]
        at, side = (float(end["d"]), float(end["norm"])), -3 if name in _BELOW else 3
        label = ax.annotate(
            targets.names[name], at, (0, side), textcoords="offset points", ha="right"
        )
        label.set(va="top" if side < 0 else "bottom", color=plot.written(targets.colours[name]))
    predicted = tables.theory("information_exponent")
    noise = predicted[predicted["d"] <= runs["d"].max()].groupby("d")["error"].mean()
    plot.guide(ax, noise.index.to_numpy(), noise, "error at $n = 8d$", at=1.0)
    sizes = runs.groupby("power")["ratio"].first()
    plot.sheet_of(ax).say(**{f"ratio_{k}": sizes.get(k - 1) for k in (1, 2, 3)})
    plot.logarithmic(ax)
    ax.set(title="Norm of the mean gradient", xlabel="dimension $d$", ylabel="norm")
