"""What weight decay does."""

import pandas as pd

from feature_learning.core.tables import Tables
from feature_learning.papers.mousavi2022.late_times import FITTED_FROM, late_slopes
from feature_learning.plotting.overlay import letter, simulation, theory
from feature_learning.plotting.sheet import Sheet

_LEFT_OUT = 0.05  # since there are only six colours


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the orthogonal part, its exponent, and what is left along the target."""
    time, exponent, end = axes = figure.panels(1, 3, height=2.7)
    runs = tables.runs("decay")
    slopes = []
    time.set_title("orthogonal part")
    series = 0
    for decay, own in runs[runs["t_over_d"] > 0].groupby("decay", sort=True):
        if decay != _LEFT_OUT:
            simulation(time, own, "t_over_d", "perp", label=rf"{decay:g}", series=series, joined=True, size=3.0)
            series += 1
        fitted = late_slopes(own, FITTED_FROM["prop-b"], float(own["step_offset"].iloc[0]))
        slopes += [{"decay": decay, "slope": slope} for slope in fitted]
    time.set_xscale("log")
    time.set_yscale("log")
    time.set_xlabel("$t/d$")
    time.set_ylim(4e-4, 2)
    time.set_ylabel(r"$\|W_\perp\|_F/\sqrt{m}$")
    time.legend(loc="lower left", title=r"$\lambda$", ncols=2, columnspacing=0.8, handletextpad=0.3)

    exponent.set_title("its exponent")
    theory(exponent, tables.theory("decay"), "decay", "exponent", label=r"$-\min(2\lambda, 1/2)$")
    simulation(exponent, pd.DataFrame(slopes), "decay", "slope", label="fitted")
    exponent.set_ylabel("exponent of $t$")
    exponent.legend(loc="upper right")

    end.set_title("at the end")
    last = runs[runs["t_over_d"] == runs["t_over_d"].max()]
    simulation(end, last, "decay", "par", label=r"$\|W_\parallel\|_F/\sqrt{m}$", series=1, joined=True)
    simulation(end, last, "decay", "risk", label="risk, readout as drawn", series=2, joined=True)
    end.set_ylim(0, 1.5)
    end.legend(loc="upper right")
    for ax in (exponent, end):
        ax.set_xlabel(r"weight decay $\lambda$")
    letter(axes)
