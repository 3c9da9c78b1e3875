"""The samples of one pass of SGD over the cited bound's."""

from dataclasses import replace

from feature_learning import plotting as plot
from feature_learning.papers.bietti2022.shared.model import RECOVERED
from feature_learning.papers.bietti2022.shared.panels import exponent_hue
from feature_learning.plotting import Sheet, Tables


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the samples of one pass over the cited bound's order, with the exponents of the ratio
    in d.
    """
    runs, law = tables.runs("sgd_exponent"), tables.theory("sgd_exponent")
    cited = law.drop_duplicates(["s", "d"])[["s", "d", "cited"]]
    runs = runs.merge(cited, on=["s", "d"])
    runs = runs.assign(ratio=runs["samples"] / runs["cited"])
    (ax,) = figure.panels(width=figure.target.page * 0.75, height=2.4)
    hue, fits = exponent_hue(runs), plot.exponents(runs, "d", "ratio", "s").set_index("s")
    names = {s: f"{name}: {plot.measured(fits.loc[s])}" for s, name in hue.names.items()}
    means = plot.estimates(runs, "ratio", ["s", "d"], "log")
    plot.simulation(ax, means, "d", replace(hue, names=names), join=True, ends=True)
    plot.level(ax, 1.0, "the order itself", at=0.98)
    plot.logarithmic(ax, "x", ticks=sorted(runs["d"].unique()))
    plot.logarithmic(ax, "y")
    ax.set(xlabel="dimension $d$", ylabel="samples over the cited order")
    least, most = means["estimate"].min(), means["estimate"].max()
    away = [hue.names[s] for s, fit in fits.iterrows() if fit["low"] > 0 or fit["high"] < 0]
    figure.say(level=RECOVERED, least=least, most=most, away=", ".join(away) or "no $s$")
