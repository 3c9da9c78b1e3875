"""Gaussian equivalence."""

from matplotlib.axes import Axes

from feature_learning.papers.mei2019.figures.fig1 import RATIOS
from feature_learning.plotting import (
    Sheet,
    Tables,
    estimates,
    level,
    logarithmic,
    methods,
    ordered,
    regimes,
    simulation,
    theory,
    unordered,
)

_LAM = 1e-3
_WIDE = (1.25, 2.0, 4.0)
_MODELS = methods(
    "model",
    {
        "features": ("random features", "ReLU features"),
        "gaussian": ("equivalent", "linear + noise"),
    },
)
_PARTS = unordered(
    "target", {"linear": "linear target", "pure-quadratic": "quadratic target"}, after=4
)


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw both models' errors, their difference against d, and what they learn of two targets."""
    test, train, difference, learned = figure.panels(2, 2, height=1.75)
    dimensions = sorted(map(int, tables.runs("double_descent")["d"].unique()))
    for ax, value, name in ((test, "test", "test error"), (train, "train", "training error")):
        ax.set_title(f"same {name}, $d = {dimensions[-1]}$")
        _errors(ax, tables, value, dimensions[-1])
        ax.set_ylabel(name)
    _difference(difference, tables)
    _learned(learned, tables)
    logarithmic(learned, "y")
    for ax in (difference, learned):
        logarithmic(ax, "x", ticks=dimensions)
        ax.margins(x=0.12)
        ax.set_xlabel("dimension $d$")


def _errors(ax: Axes, tables: Tables, value: str, d: int) -> None:
    curve = tables.theory("double_descent", lam=_LAM, target="linear", d=d)
    theory(ax, curve, "ratio", value)
    runs = tables.runs("double_descent", lam=_LAM, target="linear", d=d)
    simulation(ax, estimates(runs, value, ["model", "ratio"], "log"), "ratio", _MODELS, nested=True)
    logarithmic(ax, "y")
    logarithmic(ax, "x", ticks=RATIOS)
    ax.set_xlim(0.09, 4.6)
    regimes(ax, [1.0], ["$N < n$", "$N > n$"])
    ax.set_xlabel("features per sample $N/n$")


def _difference(ax: Axes, tables: Tables) -> None:
    ax.set_title("the difference is of order $1/d$")
    law = tables.theory("double_descent", lam=_LAM, target="linear")
    law = law[law["ratio"].isin(_WIDE)].assign(lower=law["d"] * (1 - law["finite"] / law["test"]))
    runs = tables.runs("double_descent", lam=_LAM, target="linear")
    both = runs.pivot(index=["d", "seed", "ratio"], columns="model", values="test").reset_index()
    both = both.merge(law[["d", "ratio", "test"]], on=["d", "ratio"])
    both["lower"] = both["d"] * (both["gaussian"] - both["features"]) / both["test"]
    ratios = ordered("ratio", _WIDE, "$N/n = {:g}$")
    theory(ax, law, "d", "lower", ratios)
    simulation(ax, estimates(both, "lower", ["d", "ratio"]), "d", ratios, dodge=4)
    level(ax, 0.0, "")
    ax.set_ylabel(r"$d\ \times$ relative difference")


def _learned(ax: Axes, tables: Tables) -> None:
    ax.set_title("so is the learned quadratic part")
    where = {"lam": _LAM, "ratio": 2.0}
    theory(ax, tables.theory("double_descent", **where), "d", "learned", _PARTS)
    runs = tables.runs("double_descent", model="features", **where)
    simulation(ax, estimates(runs, "learned", ["target", "d"], "logit"), "d", _PARTS)
    ax.set_ylabel("learned fraction")
