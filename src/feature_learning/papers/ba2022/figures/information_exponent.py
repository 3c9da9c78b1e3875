"""The first gradient of single neurons: its alignment, its norm, and the samples it takes."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.ba2022.shared.panels import exponents
from feature_learning.plotting import Sheet, Tables
from feature_learning.statistics import loglog_slope

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
_REGION = (-0.2, 0.2)  # of the claim on the alignment
_FLAT = (-0.25, 0.25)  # of that on the samples
_FEWER = 0.5  # the exponent if n were of order d^(k - 1): its rival
_BELOW = "he2-he3"  # its name stands below its curve


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the average's alignment, the norm of the mean gradient, and the samples it takes."""
    alignment, norm, required = figure.hero(2, share=0.56, height=3.7)
    _alignments(alignment, tables)
    _norms(norm, tables)
    _required(required, tables)


def _alignments(ax: Axes, tables: Tables) -> None:
    runs, predicted = tables.runs("information_exponent"), tables.theory("information_exponent")
    plot.theory(ax, predicted, "d", "alignment", _TARGETS, ends=True)
    means = plot.estimates(runs, "alignment", ["target", "d"], "logit")
    plot.simulation(ax, means, "d", _TARGETS)
    plot.logarithmic(ax)
    ax.set(
        title="Alignment with the teacher",
        xlabel="dimension $d$, $n = 8d$",
        ylabel="mean squared cosine",
    )
    plot.residual(ax, means, predicted, "d", "alignment", _TARGETS, region=_REGION)
    plot.sheet_of(ax).say(outside=_outside(means, predicted))


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
        at, side = (float(end["d"]), float(end["norm"])), -3 if name == _BELOW else 3
        label = ax.annotate(_NAMES[name], at, (0, side), textcoords="offset points", ha="right")
        label.set(va="top" if side < 0 else "bottom", color=plot.written(_TARGETS.colours[name]))
    predicted = tables.theory("information_exponent")
    noise = predicted[predicted["d"] <= runs["d"].max()].groupby("d")["error"].mean()
    plot.guide(ax, noise.index.to_numpy(), noise, "error", at=1.0)
    plot.logarithmic(ax)
    ax.set(title="Norm of the mean gradient", xlabel="dimension $d$", ylabel="norm")


def _required(ax: Axes, tables: Tables) -> None:
    """Draw the exponents in d of the error over the norm, and those of quadrature at these d."""
    runs, law = tables.runs("required_samples"), tables.theory("required_samples")
    rows = {name: _NAMES[name] for name in _NAMES if name in set(runs["target"])}
    found = plot.exponents(runs, "d", "relative", "target")
    means = runs.groupby(["target", "d"])["relative"].mean()
    expected = law.set_index(["target", "d"])["relative"].reindex(means.index)
    slopes = {
        name: loglog_slope(own.index.to_numpy(dtype=float), own.to_numpy())
        for name in rows
        for own in [expected.loc[name]]
    }
    found = found.assign(seeds=runs["seed"].nunique(), diverged=0, kind="jackknife estimate")
    plot.forest(
        ax,
        found,
        "target",
        rows,
        colours=_TARGETS.colours,
        predicted=slopes,
        prediction="quadrature",
        beside=False,
    )
    ax.axvline(0, color=plot.GREY, linewidth=0.5, zorder=1.5)
    ax.axvline(_FEWER, color=plot.GREY, linewidth=0.5, zorder=1.5)
    ax.axvspan(*_FLAT, color="0.94", linewidth=0, zorder=0)
    last = list(rows)[-1]
    ax.annotate("quadrature", (slopes[last], len(rows) - 1.36), ha="left", va="bottom")
    ax.annotate("$n \\sim d^{k-1}$", (_FEWER - 0.02, 0.3), ha="right", color="0.42")
    ax.set(title=r"Error over norm at $n \sim d^k$", xlabel="exponent in $d$")
    gaps = (means / expected - 1).loc[last]
    slope = found.set_index("target").loc[last]
    plot.sheet_of(ax).say(
        last=rows[last],
        law=slopes[last],
        slope=slope["estimate"],
        low=slope["low"],
        high=slope["high"],
        first=float(gaps.iloc[0]),
        end=float(gaps.iloc[-1]),
    )


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
