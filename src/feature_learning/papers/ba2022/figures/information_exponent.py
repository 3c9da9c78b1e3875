"""The first gradient of single neurons: its alignment, and its norm beside the error."""

import numpy as np
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
_JUDGED = (90.0, np.inf)  # d of the claim on the alignment, which begins at 128
_BELOW = ("he2-he3", "he3")  # their names stand below their curves


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the average's alignment, and the norm of the mean gradient beside the error."""
    alignment, norm = figure.hero(1, share=0.56, height=2.9)
    _alignments(alignment, tables)
    _norms(norm, tables)


def _alignments(ax: Axes, tables: Tables) -> None:
    runs, predicted = tables.runs("information_exponent"), tables.theory("information_exponent")
    plot.theory(ax, predicted, "d", "alignment", _TARGETS, ends=True)
    means = plot.estimates(runs, "alignment", ["target", "d"], "logit")
    plot.simulation(ax, means, "d", _TARGETS)
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
    plot.residual(ax, means, predicted, "d", "alignment", _TARGETS, bands=bands)
    weak = means[means["target"].map(_EXPONENT) > 1]
    times = weak["d"] * weak["estimate"]
    plot.sheet_of(ax).say(
        outside=_outside(means, predicted), least=float(times.min()), most=float(times.max())
    )


def _norms(ax: Axes, tables: Tables) -> None:
    """Draw quadrature and the norms from two batches; the error of an average in grey."""
    runs, law = tables.runs("gradient_norms"), tables.theory("gradient_norms")
    plot.theory(ax, law, "d", "norm", _TARGETS)
    means = plot.estimates(runs, "product", ["target", "d"])
    ends = means[["estimate", "low", "high"]].clip(lower=0) ** 0.5
    means[["estimate", "low", "high"]] = ends.where(means[["estimate", "low", "high"]] > 0)
    plot.simulation(ax, means, "d", _TARGETS)
    for name, own in _TARGETS.split(law):
        end = own.sort_values("d").iloc[-1]
        at, side = (float(end["d"]), float(end["norm"])), -3 if name in _BELOW else 3
        label = ax.annotate(_NAMES[name], at, (0, side), textcoords="offset points", ha="right")
        label.set(va="top" if side < 0 else "bottom", color=plot.written(_TARGETS.colours[name]))
    predicted = tables.theory("information_exponent")
    noise = predicted[predicted["d"] <= runs["d"].max()].groupby("d")["error"].mean()
    plot.guide(ax, noise.index.to_numpy(), noise, "error at $n = 8d$", at=1.0)
    gaps = means.merge(law, on=["target", "d"])
    off = (gaps["estimate"] / gaps["norm"] - 1).abs()
    sizes = runs.groupby("power")["ratio"].first()
    plot.sheet_of(ax).say(**{f"ratio_{power:g}": ratio for power, ratio in sizes.items()})
    plot.sheet_of(ax).say(off=float(off.max()))
    plot.logarithmic(ax)
    ax.set(title="Norm of the mean gradient", xlabel="dimension $d$", ylabel="norm")


def _outside(means: pd.DataFrame, law: pd.DataFrame) -> str:
    """Return the points whose interval leaves out their line, each with its gap."""
    found = []
    for _, row in means.iterrows():
        own = law[law["target"] == row["target"]].sort_values("d")
        known = np.exp(np.interp(np.log(row["d"]), np.log(own["d"]), np.log(own["alignment"])))
        if not row["low"] <= known <= row["high"]:
            gap = row["estimate"] / known - 1
            found.append(f"{_NAMES[row['target']]} at {row['d']} ({gap:+.1%})")
    return ", ".join(found) or "none"
