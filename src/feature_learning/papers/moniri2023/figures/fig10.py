"""The barrier of linear predictors."""

import math

from feature_learning.core.tables import Tables
from feature_learning.plotting.overlay import REFERENCE, letter, level, simulation, theory
from feature_learning.plotting.sheet import Sheet

_SHOWN = (0.2, 0.39)


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw test errors against the ridge, and the best of them against alpha."""
    axes = figure.panels(1, 2, height=2.8)
    runs, predicted = tables.runs("barrier"), tables.theory("barrier")
    barrier = predicted["barrier"].iloc[0]
    shown = [("inputs", -math.inf, "inputs"), ("features", -math.inf, "untrained")]
    shown += [("features", alpha, rf"$\alpha$ = {alpha}") for alpha in _SHOWN]
    ax = axes[0]
    ax.set_title("against the ridge")
    for number, (predictor, alpha, label) in enumerate(shown):
        own = runs[(runs["predictor"] == predictor) & (runs["alpha"] == alpha)]
        curve = predicted[(predicted["predictor"] == predictor) & (predicted["alpha"] == alpha)]
        simulation(ax, own, "ridge", "test", label=label, series=number)
        theory(ax, curve, "ridge", "test", label="theory" if number == 0 else f"_theory, {label}", dash=number)
    ax.axhline(barrier, label="barrier of linear predictors", **REFERENCE)
    ax.set_xscale("log")
    ax.set_ylim(0.5, 2.6)
    ax.set_xlabel(r"ridge $\lambda$")
    ax.set_ylabel("test error")
    ax.legend(loc="upper right")

    ax = axes[1]
    ax.set_title("at the best ridge")
    best = runs[(runs["predictor"] == "features") & (runs["alpha"] > 0)]
    means = best.groupby(["alpha", "ridge"], as_index=False)["test"].mean()
    chosen = means.loc[means.groupby("alpha")["test"].idxmin(), ["alpha", "ridge"]]
    simulation(ax, best.merge(chosen, on=["alpha", "ridge"]), "alpha", "test", label="after a step", series=0)
    curve = predicted[(predicted["predictor"] == "features") & (predicted["alpha"] > 0)].drop_duplicates("alpha")
    theory(ax, curve, "alpha", "best_test", label="theory at this $n$")
    for predictor, label, dash in (("inputs", "inputs", 4), ("features", "untrained", 3)):
        row = predicted[(predicted["predictor"] == predictor) & (predicted["alpha"] == -math.inf)]
        level(ax, row["best_test"].iloc[0], label=f"theory: {label}", dash=dash)
    for degree, dash in ((1, 2), (2, 1)):
        level(
            ax, predicted[predicted["predictor"] == f"l = {degree}"]["best_test"].iloc[0], label=rf"theorem, $\ell$ = {degree}", dash=dash
        )
    ax.axhline(barrier, **REFERENCE)
    ax.set_xlabel(r"$\alpha = \log\eta/\log n$")
    ax.set_ylabel("best test error")
    ax.set_ylim(0.5, 1.75)
    ax.legend(loc="upper right", ncols=2)
    letter(axes)
