"""Risk against samples for growing steps."""

from feature_learning.plotting import (
    Sheet,
    Tables,
    estimates,
    level,
    logarithmic,
    methods,
    ordered,
    simulation,
    theory,
)

_ALPHAS = {"one": 0.0, "alpha-0.125": 0.125, "alpha-0.25": 0.25, "alpha-0.375": 0.375, "root": 0.5}
_NONE = -1.0
_NAMES = {0.0: "0", 0.125: "1/8", 0.25: "1/4", 0.375: "3/8", 0.5: "1/2"}


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the risk against n/d for each exponent."""
    (ax,) = figure.panels(height=3.2)
    ax.set_title("from $n = d$ on, larger steps lower the risk")
    runs, predicted = tables.runs("step_sizes"), tables.theory("step_sizes")
    runs, predicted = (
        frame.assign(alpha=frame["step"].map({"none": _NONE, **_ALPHAS})).dropna(subset="alpha")
        for frame in (runs, predicted)
    )
    powers = ordered("alpha", runs["alpha"][runs["alpha"] >= 0], _power, palette="flare_r")
    hue = methods("alpha", {_NONE: ("random features", "no step")}) + powers
    known = predicted.dropna(subset="risk")
    theory(ax, known, "psi1", "risk", hue, ends=True)
    found = estimates(runs, "risk", ["alpha", "psi1"], "median")
    with_theory = found["alpha"].isin(known["alpha"])
    simulation(ax, found[with_theory], "psi1", hue)
    simulation(ax, found[~with_theory], "psi1", hue, join=True, ends=True)
    level(ax, float(predicted["bound"].iloc[0]), "bound on kernels", at=0.02)
    logarithmic(ax, "y")
    logarithmic(ax, "x", ticks=sorted(runs["psi1"].unique()))
    ax.set_xlabel("samples per dimension $n/d$")
    ax.set_ylabel("risk")


def _power(alpha: float) -> str:
    return rf"$\alpha = {_NAMES[alpha]}$"
