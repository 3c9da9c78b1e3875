"""Gaussian equivalence."""

import numpy as np
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.mei2019.shared.panels import SPAN, features_axis
from feature_learning.plotting import Sheet, Tables

_LAM = 1e-3
_PARTS = plot.unordered(
    "target", {"linear": "linear target", "pure-quadratic": "quadratic target"}, after=4
)


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw both models' difference times d against N/n, and what the features learn of two targets
    against d.
    """
    difference, learned = figure.hero(1, share=0.62, height=2.4)
    _difference(difference, tables, figure)
    _learned(learned, tables)


def _difference(ax: Axes, tables: Tables, figure: Sheet) -> None:
    """Draw the paired difference of the test errors, relative to their limit and times d."""
    runs, law = (
        read("double_descent", lam=_LAM, target="linear") for read in (tables.runs, tables.theory)
    )
    law = law[law["ratio"].between(*SPAN)]
    law = law.assign(lower=law["d"] * (1 - law["finite"] / law["test"]))
    both = runs.pivot(index=["d", "seed", "ratio"], columns="model", values="test").reset_index()
    both = both.merge(law[["d", "ratio", "test"]], on=["d", "ratio"])
    both["lower"] = both["d"] * (both["gaussian"] - both["features"]) / both["test"]
    means = plot.estimates(both, "lower", ["d", "ratio"])
    largest = means[means["d"] == means["d"].max()]
    shown = law[law["d"] == law["d"].max()]
    plot.theory(ax, shown, "ratio", "lower", colour=plot.darker(plot.BLUE))
    name = f"$d = {largest['d'].max()}$"
    plot.simulation(ax, largest, "ratio", label=name, colour=plot.BLUE, join=True)
    plot.level(ax, 0.0, "")
    features_axis(ax)
    ax.set(
        title="Test error: linear + noise less ReLU",
        ylabel=r"$d\ \times$ relative difference",
        xlim=SPAN,
    )
    figure.say(
        share=float((largest["estimate"].abs() / largest["d"]).max()),
        d=int(means["d"].max()),
        seeds=int(largest["seeds"].max()),
    )


def _learned(ax: Axes, tables: Tables) -> None:
    runs, curves = (
        read("double_descent", lam=_LAM, ratio=2.0) for read in (tables.runs, tables.theory)
    )
    runs = runs[runs["model"] == "features"]
    plot.theory(ax, curves, "d", "learned", _PARTS)
    plot.simulation(ax, plot.estimates(runs, "learned", ["target", "d"], "logit"), "d", _PARTS)
    quadratic = runs[runs["target"] == "pure-quadratic"]
    (slope,) = plot.exponents(quadratic, "d", "learned", "target").itertuples()
    curve = curves[curves["target"] == "pure-quadratic"].sort_values("d")
    at, learned = (curve[name].to_numpy() for name in ("d", "learned"))
    plot.triangle(ax, at, learned, -1.0, f"${slope.estimate:.2f}$")
    plot.logarithmic(ax, "y")
    plot.logarithmic(ax, "x", ticks=np.unique(runs["d"]))
    ax.margins(x=0.12)
    ax.set(title="Learned at $N = 2n$", xlabel="dimension $d$", ylabel="learned fraction")
