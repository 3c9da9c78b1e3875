"""The samples of one pass of SGD, and the power of the dimension with which they grow."""

import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.bietti2022.shared.panels import exponent_hue
from feature_learning.papers.bietti2022.shared.thresholds import recovered
from feature_learning.plotting import Sheet, Tables
from feature_learning.statistics import Interval, at_best

_BOUND = "cited bound"


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the samples of one pass, and their exponents in d beside the bound's."""
    runs, law = tables.runs("sgd_exponent"), tables.theory("sgd_exponent")
    hue = exponent_hue(runs)
    samples, powers = figure.hero(1, share=0.56, height=2.3)
    means = plot.estimates(runs, "samples", ["s", "d"], "log")
    plot.simulation(samples, means, "d", hue, join=True)
    plot.logarithmic(samples)
    _powers(powers, runs, law, hue)
    samples.set(title="Samples of one pass", xlabel="dimension $d$", ylabel="samples $n$")
    _say_passes(figure, tables.runs("one_pass"))


def _powers(ax: Axes, runs: pd.DataFrame, law: pd.DataFrame, hue: plot.Hue) -> None:
    """Draw the exponents over all d, and the bound's over the same d; say those between
    neighbours.
    """
    fits = plot.exponents(runs, "d", "samples", "s")
    slopes = plot.exponents(law.assign(seed=0), "d", "cited", "s")
    bound = dict(zip(slopes["s"].tolist(), slopes["estimate"].tolist(), strict=True))
    ends = fits[["estimate", "low", "high"]].to_numpy(dtype=float)
    found = [Interval(*row) for row in ends.tolist()]
    seeds = runs["seed"].nunique()
    plot.forest(
        ax,
        plot.points(found, seeds, "fitted exponent", s=fits["s"].tolist()),
        "s",
        hue.names,
        predicted=bound,
        prediction=_BOUND,
        beside=False,
        colours=hue.colours,
    )
    ax.set_ylim(top=-1.0)
    label = ax.annotate(_BOUND, (min(bound.values()), -0.5), (-2, 1), textcoords="offset points")
    label.set(va="bottom", fontsize=plot.sheet_of(ax).target.smallest)
    ax.set(title="Exponent in $d$", xlabel="exponent of $n$ in $d$")
    sheet = plot.sheet_of(ax)
    for s, exponent in zip(fits["s"], found, strict=True):
        d = runs[runs["s"] == s]["d"]
        sheet.say(**{f"slope_{s}": plot.measured(exponent)})
        sheet.say(**{f"range_{s}": f"{d.min()} to {d.max()}"})
    own = plot.local_exponents(runs, "d", "samples", "s")
    local = plot.estimates(own, "exponent", ["s", "d"]).sort_values("d").groupby("s")["estimate"]
    for s, part in local:
        sheet.say(**{f"first_{s!s}": part.iloc[0], f"last_{s!s}": part.iloc[-1]})


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
