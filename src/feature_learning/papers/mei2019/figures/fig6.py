"""Gaussian equivalence."""

from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.mei2019.shared.panels import SPAN, features_axis
from feature_learning.plotting import Sheet, Tables

_LAM = 1e-3
_WIDE = (1.25, 2.0, 4.0)
_MODELS = plot.methods(
    "model",
    {
        "features": ("random features", "ReLU features"),
        "gaussian": ("equivalent", "linear + noise"),
    },
)
_PARTS = plot.unordered(
    "target", {"linear": "linear target", "pure-quadratic": "quadratic target"}, after=4
)


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw both models' errors, their difference against d, and what they learn of two targets."""
    test, train, difference, learned = figure.panels(2, 2, height=1.75)
    dimensions = tables.values("double_descent", "d")
    for ax, value, name in ((test, "test", "test error"), (train, "train", "training error")):
        _errors(ax, tables, value, dimensions[-1])
        ax.set(title=f"same {name}, $d = {dimensions[-1]}$", ylabel=name)
    _difference(difference, tables)
    _learned(learned, tables)
    for ax in (difference, learned):
        plot.logarithmic(ax, "x", ticks=dimensions)
        ax.margins(x=0.12)
        ax.set_xlabel("dimension $d$")


def _errors(ax: Axes, tables: Tables, value: str, d: int) -> None:
    runs, curve = (
        read("double_descent", lam=_LAM, target="linear", d=d)
        for read in (tables.runs, tables.theory)
    )
    plot.theory(ax, curve, "ratio", value)
    plot.simulation(ax, plot.estimates(runs, value, ["model", "ratio"], "log"), "ratio", _MODELS)
    plot.logarithmic(ax, "y")
    features_axis(ax)
    ax.set_xlim(SPAN)


def _difference(ax: Axes, tables: Tables) -> None:
    runs, law = (
        read("double_descent", lam=_LAM, target="linear") for read in (tables.runs, tables.theory)
    )
    law = law[law["ratio"].isin(_WIDE)].assign(lower=law["d"] * (1 - law["finite"] / law["test"]))
    both = runs.pivot(index=["d", "seed", "ratio"], columns="model", values="test").reset_index()
    both = both.merge(law[["d", "ratio", "test"]], on=["d", "ratio"])
    both["lower"] = both["d"] * (both["gaussian"] - both["features"]) / both["test"]
    hue = plot.ordered("ratio", _WIDE, "$N/n = {:g}$")
    plot.theory(ax, law, "d", "lower", hue)
    plot.simulation(ax, plot.estimates(both, "lower", ["d", "ratio"]), "d", hue)
    plot.level(ax, 0.0, "")
    title = "the difference is of order $1/d$"
    ax.set(title=title, ylabel=r"$d\ \times$ relative difference")


def _learned(ax: Axes, tables: Tables) -> None:
    runs, curves = (
        read("double_descent", lam=_LAM, ratio=2.0) for read in (tables.runs, tables.theory)
    )
    plot.theory(ax, curves, "d", "learned", _PARTS)
    runs = runs[runs["model"] == "features"]
    plot.simulation(ax, plot.estimates(runs, "learned", ["target", "d"], "logit"), "d", _PARTS)
    plot.logarithmic(ax, "y")
    ax.set(title="so is the learned quadratic part", ylabel="learned fraction")
