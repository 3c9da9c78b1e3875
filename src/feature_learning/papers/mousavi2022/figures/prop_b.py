"""The exponent of the orthogonal part by weight decay."""

import numpy as np
import pandas as pd

from feature_learning import plotting as plot
from feature_learning.papers.mousavi2022.shared.late_times import FITTED_FROM, late_slopes
from feature_learning.plotting import Sheet, Tables

_MEETING = 0.25  # the decay at which two rates meet


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the exponent of the orthogonal part, and the part itself."""
    exponent, time = figure.hero(1, share=0.58, height=2.7)
    runs = tables.runs("decay")
    later = runs[runs["t_over_d"] > 0]
    decays = plot.ordered("decay", runs["decay"], r"$\lambda = {:g}$", palette="flare")
    sizes = plot.estimates(later, "perp", ["decay", "t_over_d"], "log")
    plot.simulation(time, sizes, "t_over_d", decays, join=True)
    plot.logarithmic(time)
    time.set(title="Orthogonal part", xlabel="steps per dimension $t/d$")
    time.set_ylabel(r"$\|W_\perp\|_F/\sqrt{m}$")

    law, name = tables.theory("decay"), r"$-\min(2\lambda, 1/2)$"
    plot.theory(exponent, law, "decay", "exponent", label=name, kinks=True)
    offset = tables.value("decay", "step_offset")
    found = _slopes(later, offset, "perp")
    plot.simulation(exponent, found, "decay", decays)
    exponent.set(title="Exponent in time", xlabel=r"weight decay $\lambda$")
    exponent.set_ylabel("exponent of $t$")
    measured = found.set_index("decay")["estimate"]
    at_meeting = later[later["decay"] == _MEETING]
    known = _slopes(at_meeting, offset, "predicted_perp")["estimate"].mean()
    off = measured - np.interp(measured.index, law["decay"], law["exponent"])
    figure.say(
        meeting=measured.get(_MEETING, np.nan),
        predicted=known,
        below=off[off.index < _MEETING].abs().max(),
        above=off[off.index > _MEETING].abs().max(),
        size=sizes.loc[sizes["decay"] == 0, "estimate"].iloc[-1],
        offset=offset,
    )


def _slopes(later: pd.DataFrame, offset: float, value: str) -> pd.DataFrame:
    """Return estimates of the late exponents at each decay."""
    exponents = {
        decay: pd.Series(late_slopes(runs, FITTED_FROM["prop-b"], offset, value))
        for decay, runs in later.groupby("decay")
    }
    table = pd.DataFrame(exponents).rename_axis("seed").reset_index()
    return plot.estimates(
        table.melt("seed", var_name="decay", value_name="slope"), "slope", ["decay"]
    )
