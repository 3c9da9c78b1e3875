"""The exponent of the orthogonal part by weight decay."""

import pandas as pd

from feature_learning import plotting as plot
from feature_learning.papers.mousavi2022.shared.late_times import FITTED_FROM, late_slopes
from feature_learning.plotting import Sheet, Tables

# The decay from which on the flow along the target ends within the run.
_ENDS_FROM = 0.25


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
    offset, name = tables.value("decay", "step_offset"), "fit to predicted curves"
    ending = _slopes(later[later["decay"] >= _ENDS_FROM], offset, "predicted_perp")
    plot.simulation(exponent, ending, "decay", label=name, colour=plot.PREDICTION, marker="s")
    found = _slopes(later, offset, "perp")
    plot.simulation(exponent, found, "decay", decays)
    exponent.set(title="Exponent in time", xlabel=r"weight decay $\lambda$")
    exponent.set_ylabel("exponent of $t$")
    last = found.sort_values("decay")["estimate"]
    both = ending.merge(found, on="decay")
    scatter = (both["estimate_x"] - both["estimate_y"]).abs().max()
    small = found[found["decay"] > 0].sort_values("decay").iloc[0]
    short = float(small["estimate"]) + min(2 * float(small["decay"]), 0.5)
    figure.say(scatter=scatter, short=short)
    figure.say(none=last.iloc[0] + 0.0, most=last.iloc[-1])


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
