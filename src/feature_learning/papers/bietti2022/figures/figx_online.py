"""The power of the dimension with which the samples of one pass of SGD grow."""

import matplotlib as mpl
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.bietti2022.shared.panels import exponent_hue
from feature_learning.papers.bietti2022.shared.thresholds import recovered
from feature_learning.plotting import Sheet, Tables
from feature_learning.statistics import at_best, loglog_slope

_LAWS = {"poster": "$d^s$", "cited": "cited bound"}
_TICK = 0.36  # half the height of both laws' ticks together, in rows


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the exponents in d of the samples of one pass beside those of d^s and of the cited
    bound, and the samples.
    """
    runs, law = tables.runs("sgd_exponent"), tables.theory("sgd_exponent")
    hue = exponent_hue(runs)
    powers, samples = figure.hero(1, share=0.6, height=2.3)
    _powers(powers, runs, law, hue)
    means = plot.estimates(runs, "samples", ["s", "d"], "log")
    plot.simulation(samples, means, "d", hue, join=True)
    plot.logarithmic(samples)
    samples.set(title="Samples of one pass", xlabel="dimension $d$", ylabel="samples $n$")
    _say_passes(figure, tables.runs("one_pass"))


def _powers(ax: Axes, runs: pd.DataFrame, law: pd.DataFrame, hue: plot.Hue) -> None:
    """Draw one row for each s: the measured exponent, and the laws' on the same dimensions."""
    ax.set(title="Power of the dimension", xlabel="exponent of $n$ in $d$", ylabel=" ")
    ax.margins(x=0.08)
    runs, sheet = runs[runs.groupby("s")["d"].transform("nunique") > 1], plot.sheet_of(ax)
    if runs.empty:
        return
    fits = plot.exponents(runs, "d", "samples", "s")
    table = fits.assign(seeds=runs["seed"].nunique(), diverged=0, kind="exponent")
    plot.forest(ax, table, "s", {s: hue.names[s] for s in fits["s"]}, colours=dict(hue.colours))
    ends = {"poster": (plot.PREDICTION, -_TICK), "cited": (plot.GREY, _TICK)}
    for row, fit in enumerate(fits.itertuples()):
        s, slopes = fit.s, _slopes(law[law["s"] == fit.s])
        for column, (colour, end) in ends.items():
            at = slopes[column]
            ax.plot([at, at], [row, row + end], color=colour, zorder=2.5)
            sheet.record(ax, _LAWS[column], "guide", x=[at], y=[row], s=s)
            if row == len(fits) - 1:
                _name(ax, _LAWS[column], (at, row + 0.75 * end))
        d = runs[runs["s"] == s]["d"]
        sheet.edge_label(ax, row, plot.measured(fit), hue.colours[s])
        sheet.say(**{f"slope_{s}": fit.estimate, f"cited_{s}": slopes["cited"]})
        sheet.say(**{f"range_{s}": f"{d.min()} to {d.max()}"})


def _slopes(law: pd.DataFrame) -> dict[str, float]:
    """Return the exponents of both laws on the dimensions of one s."""
    d = law["d"].to_numpy(float)
    return {column: loglog_slope(d, law[column].to_numpy(float)) for column in _LAWS}


def _name(ax: Axes, text: str, at: tuple[float, float]) -> None:
    """Name a tick at its left."""
    size = mpl.rcParams["legend.fontsize"]
    placed = {"textcoords": "offset points", "color": "0.42", "fontsize": size}
    ax.annotate(text, at, (-4, 0), ha="right", va="center", **placed)


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
