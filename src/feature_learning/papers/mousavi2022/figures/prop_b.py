"""Effects of weight decay."""

import pandas as pd

from feature_learning import plotting as plot
from feature_learning.papers.mousavi2022.shared.late_times import FITTED_FROM, last, late_slopes
from feature_learning.plotting import Sheet, Tables

# The decays from which on the flow along the target ends, and nearly ends, within the run.
_ENDS_FROM, _DRAWN_FROM = 0.25, 0.1


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the orthogonal part, its exponent, and what is left along the target."""
    time, exponent, along, risk = figure.panels(2, 2, height=1.75)
    runs = tables.runs("decay")
    later = runs[runs["t_over_d"] > 0]
    decays = plot.ordered("decay", runs["decay"], r"$\lambda = {:g}$", palette="flare")
    sizes = plot.estimates(later, "perp", ["decay", "t_over_d"], "log")
    plot.simulation(time, sizes, "t_over_d", decays, join=True)
    plot.logarithmic(time)
    time.set(title="decay removes the orthogonal part", xlabel="steps per dimension $t/d$")
    time.set_ylabel(r"$\|W_\perp\|_F/\sqrt{m}$")

    law, name = tables.theory("decay"), r"exponent $-\min(2\lambda, 1/2)$"
    plot.theory(exponent, law, "decay", "exponent", label=name)
    offset, name = tables.value("decay", "step_offset"), "exponent of the predicted curves"
    ending = _slopes(later[later["decay"] >= _ENDS_FROM], offset, "predicted_perp")
    plot.simulation(exponent, ending, "decay", label=name, colour=plot.PREDICTION, marker="s")
    plot.simulation(exponent, _slopes(later, offset, "perp"), "decay", decays)
    exponent.set(title=r"at most as $t^{-1/2}$", ylabel="exponent of $t$")

    along.set(title="the part along the target shrinks", ylabel=r"$\|W_\parallel\|_F/\sqrt{m}$")
    risk.set(title="so the readout must be refitted", ylabel="excess risk")
    end = last(runs)
    for ax, value in ((along, "par"), (risk, "risk")):
        ended = end[end["decay"] >= _DRAWN_FROM]
        flow = plot.estimates(ended, f"predicted_{value}", ["decay"], "log")
        plot.theory(ax, flow, "decay", "estimate", label="end of the flow along the target")
        plot.simulation(ax, plot.estimates(end, value, ["decay"], "log"), "decay", decays)
        plot.logarithmic(ax, "y")
    for ax in (exponent, along, risk):
        ax.set_xlabel(r"weight decay $\lambda$")


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
