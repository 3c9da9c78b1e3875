"""Gaussian equivalence."""

from feature_learning.core.tables import Tables
from feature_learning.papers.mei2019.figures.fig1 import RATIOS
from feature_learning.plotting.estimates import estimates
from feature_learning.plotting.lines import level, logarithmic, regimes
from feature_learning.plotting.marks import simulation, theory
from feature_learning.plotting.palette import methods, ordered
from feature_learning.plotting.sheet import Sheet

_LAM = 1e-3
_MODELS = methods(
    "model",
    {"features": ("random features", "ReLU features"), "gaussian": ("equivalent", "linear + noise")},
)


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw both models' errors, their difference at each dimension, and a quadratic target."""
    test, train, difference, quadratic = axes = figure.panels(2, 2, height=1.75, sharex=True)
    runs = tables.runs("double_descent", lam=_LAM)
    curve = tables.theory("double_descent", lam=_LAM)
    dimensions = sorted(runs["d"].unique())
    middle = dimensions[len(dimensions) // 2]
    for ax, value, name in ((test, "test", "test error"), (train, "train", "training error")):
        ax.set_title(f"same {name}, $d = {middle}$")
        theory(ax, curve, "ratio", value, label="theory of both")
        found = estimates(runs[runs["d"] == middle], value, ["model", "ratio"], "log")
        simulation(ax, found, "ratio", _MODELS, dodge=4)
        logarithmic(ax, "y")
        ax.set_ylabel(name)

    difference.set_title("the difference shrinks with $d$")
    both = runs.pivot(index=["d", "seed", "ratio"], columns="model", values="test").reset_index()
    both = both.merge(curve[["ratio", "test"]], on="ratio")
    both["difference"] = (both["features"] - both["gaussian"]) / both["test"]
    level(difference, 0.0, "")
    sizes = ordered("d", dimensions, "$d = {}$")
    simulation(difference, estimates(both, "difference", ["d", "ratio"]), "ratio", sizes, dodge=3.5)
    difference.set_ylabel("difference / theory")

    quadratic.set_title("neither learns $H_2$")
    theory(quadratic, tables.theory("noise", target="pure-quadratic"), "ratio", "risk", label="theory of both")
    pure = tables.runs("noise", target="pure-quadratic")
    simulation(quadratic, estimates(pure, "risk", ["model", "ratio"], "log"), "ratio", _MODELS, dodge=4)
    level(quadratic, 1.0, "null risk")
    quadratic.set_ylabel("risk")
    for ax in axes:
        logarithmic(ax, "x", ticks=RATIOS)
        ax.set_xlim(0.18, 4.6)
        regimes(ax, [1.0], ["$N < n$", "$N > n$"])
        ax.set_xlabel("features per sample $N/n$")
