"""The refit's excess risk against the number of fresh samples."""

import numpy as np

from feature_learning import plotting as plot
from feature_learning.plotting import Sheet, Tables

_CASES = plot.unordered(
    "case",
    {
        f"{width}-{tau}": rf"${width}$ neurons, $\tau = {tau}$"
        for width in (1000, 100)
        for tau in (2, 10)
    },
)


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw risks at the target's direction with their floors and bounds, and at trained directions
    with R(|m|).
    """
    exact, after = figure.panels(1, 2, height=2.4)
    runs, law = tables.runs("fine_tuning", s=1), tables.theory("fine_tuning")
    runs = runs.assign(case=runs["width"].astype(str) + "-" + runs["tau"].map("{:g}".format))
    means = plot.estimates(runs, "excess", ["case", "samples"], "log")
    plot.simulation(exact, means, "samples", _CASES, join=True)
    n = np.array(sorted(runs["samples"].unique()), dtype=float)
    for case, tau in (("100-2", 2), ("100-10", 10)):
        narrow = runs[(runs["case"] == case) & (runs["samples"] == n[0])]
        if len(narrow):
            floor, colour = (
                np.exp(np.log(narrow["floor"]).mean()),
                plot.darker(_CASES.colours[case]),
            )
            plot.level(exact, floor, rf"floor $R(1)$, $\tau = {tau}$", colour=colour)
    above = means[["estimate", "high"]].replace(np.inf, 0.0).to_numpy().max()
    for tau, power, start in zip(law["tau"], law["exponent"], (12 * above, 3 * above), strict=True):
        plot.guide(
            exact, n, start * (n / n[0]) ** power, rf"bound's slope, $\tau = {tau:g}$", at=None
        )
    exact.margins(y=0.12)
    exact.set(title="at the target's direction")

    runs = tables.runs("fine_tuning_trained", s=1)
    hue = plot.ordered("n", runs["n"], "trained on $n = {}$")
    means, predicted = (
        plot.estimates(runs, value, ["n", "samples"], "log") for value in ("excess", "predicted")
    )
    plot.simulation(after, means, "samples", hue, join=True)
    plot.theory(after, predicted, "samples", "estimate", hue)
    after.set(title="at trained directions")
    for ax in (exact, after):
        plot.logarithmic(ax)
        ax.set(xlabel=r"fresh samples $n'$", ylabel="excess risk")
