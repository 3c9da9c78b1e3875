"""The samples of one pass of SGD over the cited bound's."""

from feature_learning import plotting as plot
from feature_learning.papers.bietti2022.model import RECOVERED
from feature_learning.papers.bietti2022.panels import exponent_hue, name_with_exponents
from feature_learning.papers.bietti2022.quantities import sgd_predicted, sgd_samples
from feature_learning.plotting import Sheet, Tables


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the samples of one pass over the cited bound's order, with the exponents of the ratio
    in d.
    """
    cited, poster = (sgd_predicted(tables, order) for order in ("cited", "poster"))
    ratios = sgd_samples(tables).over(cited)
    (ax,) = figure.panels(width=figure.target.page * 0.75, height=2.4)
    hue = exponent_hue(ratios.points)
    plot.quantity(ax, ratios, "d", hue, join=True)
    name_with_exponents(ax, ratios, ratios, hue)
    shapes = poster.over(cited)
    for s in sorted({*shapes.points["s"]} - {1}):
        rows = shapes.at(s=s).table().sort_values("d")
        d, shape = (rows[name].to_numpy(dtype=float) for name in ("d", "estimate"))
        first = ratios.at(s=s, d="smallest").intervals()[0].estimate
        plot.guide(ax, d, first * shape / shape[0], f"$d^{s}$", at=1.0)
    plot.level(ax, 1.0, "the order itself", at=0.98)
    plot.logarithmic(ax, "x", ticks=sorted(ratios.points["d"].unique()))
    plot.logarithmic(ax, "y")
    ax.set(xlabel="dimension $d$", ylabel="samples over the cited order")
    figure.say(level=RECOVERED, few=tables.values("multi_index", "n")[0])
