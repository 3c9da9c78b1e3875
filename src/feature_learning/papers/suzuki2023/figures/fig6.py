"""Objective and discrepancy on the torus."""

import pandas as pd

from feature_learning.plotting import (
    Sheet,
    Tables,
    estimates,
    logarithmic,
    ordered,
    regimes,
    simulation,
    unordered,
)
from feature_learning.plotting import runs as single
from feature_learning.statistics import by_run

_SCHEDULES = unordered("noise", {"none": "no noise", "annealed": r"$\tau = 20/(t+1)$"})
_TAUS = ordered(
    "noise", ("tau-0.03", "tau-0.1", "tau-0.3"), lambda name: rf"$\tau = {name[4:]}$", "flare"
)
_ALL = _SCHEDULES + _TAUS
_DENSE, _LATE = 100, (200, 400, 800)  # the times drawn: all early ones, then one in several


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the objective at constant temperatures, and the discrepancy for three schedules."""
    objective, discrepancy, last = figure.panels(1, 3, ratios=[1, 1, 0.8], height=2.0)
    runs = by_run(tables.runs("torus"))
    end = float(runs["noisy_share"].iloc[0] * runs["steps"].iloc[0])
    runs = runs[(runs["t"] <= _DENSE) | runs["t"].isin(_LATE) | runs["t"].isin(_ends(runs, end))]
    noisy = runs[(runs["t"] > 0) & (runs["t"] <= end)]

    objective.set_title("the objective settles")
    constant = noisy[noisy["noise"].isin(_TAUS.names)]
    tau = constant["noise"].str.removeprefix("tau-").astype(float)
    constant = constant.assign(objective=constant["gap"] / 2 + tau * constant["negative_entropy"])
    simulation(objective, estimates(constant, "objective", ["noise", "t"]), "t", _ALL, join=True)
    objective.set_ylabel(r"$G/2 + \tau\,\mathrm{E}\log\mu$")

    discrepancy.set_title("falling noise wins")
    chosen = ["none", "annealed", "tau-0.1"]
    shown = runs[(runs["t"] > 0) & runs["noise"].isin(chosen)]
    simulation(discrepancy, estimates(shown, "gap", ["noise", "t"], "median"), "t", _ALL, join=True)
    regimes(discrepancy, [end], ["noise on", "off"])
    logarithmic(discrepancy, "y")
    discrepancy.set_ylabel("discrepancy $G$")
    for ax in (objective, discrepancy):
        logarithmic(ax, "x")
        ax.set_xlabel("iteration $t$")

    last.set_title("where runs end")
    final = runs[(runs["t"] == runs["t"].max()) & runs["noise"].isin(chosen)]
    final = final.assign(place=final["noise"].map(chosen.index))
    single(last, final, "place", "gap", _ALL)
    simulation(last, estimates(final, "gap", ["noise", "place"], "median"), "place", _ALL)
    logarithmic(last, "y")
    last.set_xticks(range(3), ["none", "falling", "constant"])
    last.set_xlabel("noise")
    last.set_ylabel("discrepancy $G$")
    last.set_xlim(-0.5, 2.5)


def _ends(runs: pd.DataFrame, end: float) -> list[float]:
    """Return the first and the last time without noise."""
    times = sorted(runs[runs["t"] > end]["t"].unique())
    return [*times[:1], *times[-1:]]
