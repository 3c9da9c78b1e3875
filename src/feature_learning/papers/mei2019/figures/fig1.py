"""Double descent."""

from feature_learning.plotting import (
    Sheet,
    Tables,
    estimates,
    logarithmic,
    ordered,
    pole,
    regimes,
    simulation,
    theory,
)

_PANELS = (
    ("no ridge: a pole at $N = n$", "test", 0.0),
    ("a small ridge removes it", "test", 1e-3),
    ("training error: no peak", "train", 1e-3),
)
_NAMES = {"test": "test error", "train": "training error"}
RATIOS = (0.2, 0.5, 1, 2, 4)
"""Labelled values of N/n."""


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw test errors without and with a ridge, and training errors, against N/n."""
    runs = tables.runs("double_descent", model="features", target="linear")
    largest = sorted(map(int, runs["d"].unique()))[-2:]
    dimensions = ordered("d", largest, "simulation, $d = {}$")
    for ax, (title, value, lam) in zip(figure.panels(1, 3), _PANELS, strict=True):
        ax.set_title(title)
        # The theory at each d is within a line's width of its limit: figure 6 shows what lies
        # between them.
        limit = tables.theory("double_descent", lam=lam, target="linear").drop_duplicates("ratio")
        theory(
            ax, limit, "ratio", value, label=r"theory, $d \to \infty$", poles=[] if lam else [1.0]
        )
        own = runs[
            (runs["lam"] == lam) & runs["d"].isin(largest) & ((runs["ratio"] != 1) | (lam > 0))
        ]
        simulation(
            ax,
            estimates(own, value, ["d", "ratio"], "log" if lam else "median"),
            "ratio",
            dimensions,
            nested=True,
        )
        ax.annotate(rf"$\lambda = {lam:g}$", (0.03, 0.05), xycoords="axes fraction")
        logarithmic(ax, "y")
        logarithmic(ax, "x", ticks=RATIOS)
        ax.set_xlim(0.09, 4.6)
        if not lam:
            ax.set_ylim(0.05, 30)
            pole(ax, 1.0)
        regimes(ax, [1.0], ["$N < n$", "$N > n$"])
        ax.set_xlabel("features per sample $N/n$")
        ax.set_ylabel(_NAMES[value])
