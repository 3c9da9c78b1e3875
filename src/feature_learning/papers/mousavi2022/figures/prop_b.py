"""What weight decay does."""

import pandas as pd

from feature_learning.core.tables import Tables
from feature_learning.papers.mousavi2022.late_times import FITTED_FROM, late_slopes
from feature_learning.plotting.estimates import estimates
from feature_learning.plotting.lines import logarithmic
from feature_learning.plotting.marks import simulation, theory
from feature_learning.plotting.palette import ordered
from feature_learning.plotting.sheet import Sheet


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
    theory(exponent, tables.theory("decay"), "decay", "exponent", label=r"$-\min(2\lambda, 1/2)$")
    offset = float(runs["step_offset"].iloc[0])
    slopes = [
        pd.DataFrame({"decay": decay, "slope": late_slopes(own, FITTED_FROM["prop-b"], offset)}).reset_index(names="seed")
        for decay, own in later.groupby("decay")
    ]
    simulation(exponent, estimates(pd.concat(slopes), "slope", ["decay"]), "decay", decays)
    exponent.set_ylabel("exponent of $t$")

    last = runs[runs["t_over_d"] == runs["t_over_d"].max()]
    along.set_title("the part along the target shrinks")
    simulation(along, estimates(last, "par", ["decay"], "log"), "decay", decays)
    along.set_ylabel(r"$\|W_\parallel\|_F/\sqrt{m}$")
    risk.set_title("so the readout must be refitted")
    simulation(risk, estimates(last, "risk", ["decay"], "log"), "decay", decays)
    risk.set_ylabel("excess risk")
    for ax in (along, risk):
        logarithmic(ax, "y")
    for ax in (exponent, along, risk):
        ax.set_xlabel(r"weight decay $\lambda$")
