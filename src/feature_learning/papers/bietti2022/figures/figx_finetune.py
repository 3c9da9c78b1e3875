"""The refit's excess risk against the number of fresh samples."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.plotting import Sheet, Tables

_WIDTHS = plot.Hue(
    "growing",
    {True: plot.BLUE, False: plot.VERMILLION},
    {True: r"$N = n\prime/10$", False: "$N = 100$"},
    {True: "o", False: "s"},
)


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw risks at the target's direction, the floor, and local exponents with the bound's."""
    (ax,) = figure.panels(height=2.9)
    runs, law = tables.runs("fine_tuning", s=1), tables.theory("fine_tuning")
    steepest = runs["tau"].min()
    _say_others(figure, runs[runs["tau"] != steepest], tables)
    runs, law = runs[runs["tau"] == steepest], law[law["tau"] == steepest]
    means = plot.estimates(runs, "excess", ["growing", "samples"], "log")
    plot.simulation(ax, means, "samples", _WIDTHS, join=True, ends=True)
    fixed = runs[~runs["growing"]]
    first = fixed[fixed["samples"] == fixed["samples"].min()]
    (floor,) = plot.estimates(first, "floor", ["growing"], "log")["estimate"]
    plot.level(ax, floor, "floor", colour=_WIDTHS.colours[False], at=0.02, below=True)
    last = means[~means["growing"].astype(bool)].sort_values("samples")["estimate"].iloc[-1]
    figure.say(near=float(last / floor - 1))
    plot.logarithmic(ax, "y")
    plot.logarithmic(ax, "x", ticks=(300, 1e3, 3e3, 1e4))
    ax.set(xlabel=r"fresh samples $n\prime$", ylabel="excess risk")
    bound = float(law["exponent"].iloc[0])
    growing = runs[runs["growing"]]
    local = _exponents(ax, growing, bound)
    (whole,) = plot.exponents(growing, "samples", "excess", "growing").itertuples()
    figure.say(
        tau=steepest,
        bound=bound,
        rate=whole.estimate,
        interval=plot.measured(whole),
        first=local["estimate"].iloc[0],
        last=local["estimate"].iloc[-1],
    )


def _exponents(ax: Axes, runs: pd.DataFrame, bound: float) -> pd.DataFrame:
    """Draw the local exponents of networks that grow, and the bound's, in a strip; return them."""
    strip = plot.sheet_of(ax).strip_below(ax)
    found = plot.local_exponents(runs, "samples", "excess", "growing")
    local = plot.estimates(found, "exponent", ["growing", "samples"]).sort_values("samples")
    plot.simulation(strip, local, "samples", _WIDTHS, join=True)
    plot.level(strip, bound, "bound", colour=plot.PREDICTION)
    ends = local[["estimate", "low", "high"]].to_numpy()
    ends = ends[np.isfinite(ends)]
    low, high = ends.min(initial=-3.0), ends.max(initial=0.0)
    room = 0.1 * (high - low)
    strip.set(ylabel="local\nexponent", yticks=[-2, 0], ylim=(low - room, high + room))
    return local


def _say_others(figure: Sheet, runs: pd.DataFrame, tables: Tables) -> None:
    """Say what is not drawn: the wider spread's exponent and floor, and trained directions."""
    growing, fixed = runs[runs["growing"]], runs[~runs["growing"]]
    (wider,) = plot.exponents(growing, "samples", "excess", "growing").itertuples()
    last = fixed[fixed["samples"] == fixed["samples"].max()]
    over = plot.estimates(last.assign(over=last["excess"] / last["floor"]), "over", ["tau"], "log")
    trained = tables.runs("fine_tuning_trained", s=1)
    allowed = trained.groupby(["n", "seed"])["predicted"].transform("max")
    above = plot.estimates(
        trained.assign(above=trained["excess"] / allowed), "above", ["n", "samples"], "log"
    )
    above = above[above["samples"] == above["samples"].max()]["estimate"]
    figure.say(
        wide=float(runs["tau"].iloc[0]),
        wider=plot.measured(wider),
        over=float(over["estimate"].iloc[0]) - 1,
        above=float(above.max()) - 1,
    )
