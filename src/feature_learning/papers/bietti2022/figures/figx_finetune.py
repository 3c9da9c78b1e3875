"""The refit's excess risk against the number of fresh samples."""

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.ticker import PercentFormatter

from feature_learning import plotting as plot
from feature_learning.plotting import Sheet, Tables

_WIDTHS = {"growing": "$n'/10$ neurons", "fixed": "$100$ neurons"}


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw risks at the target's direction with their floors, and at trained directions over what
    these allow.
    """
    exact, after = figure.hero(1, share=0.6)
    runs, law = tables.runs("fine_tuning", s=1), tables.theory("fine_tuning")
    taus = sorted(runs["tau"].unique())
    cases = {
        f"{width}-{tau:g}": rf"{name}, $\tau = {tau:g}$"
        for width, name in _WIDTHS.items()
        for tau in taus
    }
    hue = plot.unordered("case", cases)
    kind = runs["growing"].map({True: "growing", False: "fixed"})
    runs = runs.assign(case=kind + "-" + runs["tau"].map("{:g}".format))
    means = plot.estimates(runs, "excess", ["case", "samples"], "log")
    plot.simulation(exact, means, "samples", hue, join=True)
    _floors(exact, runs, hue)
    slopes = plot.exponents(runs, "samples", "excess", "case").set_index("case")["estimate"]
    steepest = taus[0]
    figure.say(
        rate=slopes[f"growing-{steepest:g}"],
        bound=float(law[law["tau"] == steepest]["exponent"].iloc[0]),
    )
    plot.logarithmic(exact)
    exact.set_ylim(top=max(0.1, 1.6 * means["estimate"].max()))
    exact.set(title="At the target's direction", xlabel="fresh samples $n'$", ylabel="excess risk")
    trained = tables.runs("fine_tuning_trained", s=1)
    floors = trained.groupby(["n", "seed"])["predicted"].transform("max")
    ratios = plot.estimates(
        trained.assign(ratio=trained["excess"] / floors), "ratio", ["n", "samples"], "log"
    )
    sizes = plot.ordered("n", trained["n"], "trained on $n = {}$")
    ends = ["estimate", "low", "high"]
    ratios[ends] -= 1.0
    plot.simulation(after, ratios, "samples", sizes, join=True)
    plot.level(after, 0.0, "")
    plot.logarithmic(after, "x", ticks=[1e3, 1e4])
    after.yaxis.set_major_formatter(PercentFormatter(1.0, decimals=0))
    after.set(title="At trained directions", xlabel="fresh samples $n'$")
    after.set(ylabel="risk above $R(|m|)$")


def _floors(ax: Axes, runs: pd.DataFrame, hue: plot.Hue) -> None:
    """Draw the floor of the narrow networks at the right end of the axis."""
    for case, part in hue.split(runs[~runs["growing"]]):
        first = part[part["samples"] == part["samples"].min()]
        (floor,) = plot.estimates(first, "floor", ["case"], "log")["estimate"]
        plot.level(ax, floor, rf"floor, $\tau = {part['tau'].iloc[0]:g}$", colour=hue.colours[case])
