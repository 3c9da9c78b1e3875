"""The power of the dimension with which the samples of one pass of SGD grow."""

import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.bietti2022.shared.panels import exponent_hue
from feature_learning.papers.bietti2022.shared.thresholds import recovered
from feature_learning.plotting import Sheet, Tables
from feature_learning.statistics import at_best


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the exponents in d of the samples of one pass and of the bound, and the samples."""
    runs, law = tables.runs("sgd_exponent"), tables.theory("sgd_exponent")
    hue = exponent_hue(runs)
    powers, samples = figure.hero(1, share=0.6, height=2.3)
    _powers(powers, runs, law, hue)
    means = plot.estimates(runs, "samples", ["s", "d"], "log")
    plot.simulation(samples, means, "d", hue, join=True)
    plot.logarithmic(samples)
    powers.set_xlim(samples.get_xlim())
    samples.set(title="Samples of one pass", xlabel="dimension $d$", ylabel="samples $n$")
    _say_passes(figure, tables.runs("one_pass"))


def _powers(ax: Axes, runs: pd.DataFrame, law: pd.DataFrame, hue: plot.Hue) -> None:
    """Draw the exponents between neighbouring d, and the bound's; say those over all d."""
    ax.set(
        title="Exponent between neighbours", xlabel="dimension $d$", ylabel="exponent of $n$ in $d$"
    )
    sheet = plot.sheet_of(ax)
    bounds = plot.local_exponents(law, "d", "cited", "s")
    plot.theory(ax, bounds, "d", "exponent", hue, dashed=True, kinks=True)
    own = plot.local_exponents(runs, "d", "samples", "s")
    found = plot.estimates(own, "exponent", ["s", "d"]).sort_values("d")
    plot.simulation(ax, found, "d", hue, join=True)
    plot.logarithmic(ax, "x")
    ax.set_yticks([1, 2, 3])
    for s, part in found.groupby("s"):
        first, last = part["estimate"].iloc[[0, -1]]
        sheet.say(**{f"first_{s}": float(first), f"last_{s}": float(last)})
    fits = plot.exponents(runs, "d", "samples", "s")
    for fit in fits.itertuples():
        d = runs[runs["s"] == fit.s]["d"]
        sheet.say(**{f"slope_{fit.s}": plot.measured(fit)})
        sheet.say(**{f"range_{fit.s}": f"{d.min()} to {d.max()}"})


def _say_passes(figure: Sheet, runs: pd.DataFrame) -> None:
    """Say how many more inits recover with many passes than with one at its best step size."""
    shares = recovered(runs, "s", "n", "passes", "factor")
    shares["missed"] = 1 - shares["recovered"]
    many, one = (shares[shares["passes"] == name] for name in ("many", "one"))
    chosen = pd.concat([many, at_best(one, "missed", "factor", ["s", "n"])])
    gaps = plot.paired(chosen, "recovered", "passes", ("many", "one"), ["s", "n"])
    first, last = (
        gaps[gaps["n"] == n].set_index("s")["estimate"] for n in (gaps["n"].min(), gaps["n"].max())
    )
    figure.say(tied=int(runs["d"].iloc[0]), steps=int(runs["iterations"].iloc[0]))
    figure.say(few=f"{gaps['n'].min():g}", many=f"{gaps['n'].max():g}")
    figure.say(**{f"gain_{s}": gap for s, gap in first.items()})
    figure.say(**{f"late_{s}": gap for s, gap in last.items()})
