"""Double descent."""

from feature_learning.core.tables import Tables
from feature_learning.plotting.estimates import estimates
from feature_learning.plotting.lines import logarithmic, regimes
from feature_learning.plotting.marks import simulation, theory
from feature_learning.plotting.palette import ordered
from feature_learning.plotting.sheet import Sheet

_PANELS = (
    ("no ridge: a pole at $N = n$", "test", 0.0),
    ("a small ridge removes it", "test", 1e-3),
    ("training error: no peak", "train", 1e-3),
)
RATIOS = (0.2, 0.5, 1, 2, 4)
"""Labelled values of N/n."""


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw test errors without and with a ridge, and training errors, against N/n."""
    runs = tables.runs("double_descent", model="features")
    largest = sorted(runs["d"].unique())[-2:]
    runs = runs[runs["d"].isin(largest)]
    dimensions = ordered("d", largest, "$d = {}$")
    for ax, (title, value, lam) in zip(figure.panels(1, 3), _PANELS, strict=True):
        ax.set_title(title)
        curve = tables.theory("double_descent", lam=lam)
        theory(ax, curve, "ratio", value, label=r"theory, $d \to \infty$", poles=[] if lam else [1.0])
        own = runs[runs["lam"] == lam]
        found = estimates(own, value, ["d", "ratio"], "log" if lam else "median")
        simulation(ax, found, "ratio", dimensions, dodge=3)
        logarithmic(ax, "y")
        logarithmic(ax, "x", ticks=RATIOS)
        ax.set_xlim(0.18, 4.6)
        regimes(ax, [1.0], ["$N < n$", "$N > n$"])
        ax.set_xlabel("features per sample $N/n$")
        name = "training error" if value == "train" else "test error"
        ax.set_ylabel(rf"{name}, $\lambda = {lam:g}$")
