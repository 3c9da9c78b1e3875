"""What weight decay does."""

import pandas as pd

from feature_learning.core.tables import Tables
from feature_learning.papers.mousavi2022.shared.late_times import FITTED_FROM, late_slopes
from feature_learning.plotting.estimates import estimates
from feature_learning.plotting.lines import logarithmic
from feature_learning.plotting.marks import simulation, theory
from feature_learning.plotting.palette import PREDICTION, ordered
from feature_learning.plotting.sheet import Sheet

_ENDS_FROM, _DRAWN_FROM = 0.25, 0.1  # the decays from which on the flow along the target ends, and nearly ends, within the run


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the orthogonal part, its exponent, and what is left along the target."""
    time, exponent, along, risk = figure.panels(2, 2, height=1.75)
    runs = tables.runs("decay")
    later = runs[runs["t_over_d"] > 0]
    decays = ordered("decay", runs["decay"], r"$\lambda = {:g}$", palette="flare")
    time.set_title("decay removes the orthogonal part")
    simulation(time, estimates(later, "perp", ["decay", "t_over_d"], "log"), "t_over_d", decays, join=True)
    logarithmic(time)
    time.set_xlabel("steps per dimension $t/d$")
    time.set_ylabel(r"$\|W_\perp\|_F/\sqrt{m}$")

    exponent.set_title(r"at most as $t^{-1/2}$")
    theory(exponent, tables.theory("decay"), "decay", "exponent", label=r"exponent $-\min(2\lambda, 1/2)$")
    ending = estimates(_slopes(later[later["decay"] >= _ENDS_FROM], "predicted_perp"), "slope", ["decay"])
    simulation(exponent, ending, "decay", label="exponent of the predicted curves", colour=PREDICTION, marker="s")
    simulation(exponent, estimates(_slopes(later, "perp"), "slope", ["decay"]), "decay", decays)
    exponent.set_ylabel("exponent of $t$")

    last = runs[(runs["t_over_d"] == runs["t_over_d"].max())]
    for ax, value, title, name in (
        (along, "par", "the part along the target shrinks", r"$\|W_\parallel\|_F/\sqrt{m}$"),
        (risk, "risk", "so the readout must be refitted", "excess risk"),
    ):
        ax.set_title(title)
        ended = estimates(last[last["decay"] >= _DRAWN_FROM], f"predicted_{value}", ["decay"], "log")
        theory(ax, ended, "decay", "estimate", label="end of the flow along the target")
        simulation(ax, estimates(last, value, ["decay"], "log"), "decay", decays)
        ax.set_ylabel(name)
    for ax in (along, risk):
        logarithmic(ax, "y")
    for ax in (exponent, along, risk):
        ax.set_xlabel(r"weight decay $\lambda$")


def _slopes(later: pd.DataFrame, value: str) -> pd.DataFrame:
    offset = float(later["step_offset"].iloc[0])
    found = [
        pd.DataFrame({"decay": decay, "slope": late_slopes(own, FITTED_FROM["prop-b"], offset, value)}).reset_index(names="seed")
        for decay, own in later.groupby("decay")
    ]
    return pd.concat(found)
