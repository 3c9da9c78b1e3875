"""The gradient is nearly rank one."""

import numpy as np

from feature_learning import plotting as plot
from feature_learning.plotting import Sheet, Tables

_FORMS = plot.unordered(
    "quantity",
    {
        "dropped": r"interaction dropped, $c_1 a\beta^\top$",
        "kept": r"interaction kept, $c_1 a\beta^\top$",
        "kept_corrected": r"interaction kept, $c_1 a\,(X^\top(y-f_0)/n)^\top$",
    },
)


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the three relative distances against n."""
    (ax,) = figure.panels()
    runs, predicted = tables.runs("gradient_rank"), tables.theory("gradient_rank")
    means = plot.estimates(runs, list(_FORMS.names), ["n"], "log")
    plot.simulation(ax, means, "n", _FORMS, join=True)
    limit = float(predicted["kept"].iloc[0])
    plot.level(ax, limit, r"theory, $n \to \infty$", colour=plot.PREDICTION)
    sizes = np.sort(runs["n"].unique())
    if len(sizes) > 1:
        at = means.pivot(index="n", columns="quantity", values="estimate")
        figure.say(apart=float((at["dropped"] / at["kept_corrected"] - 1).abs().max()))
        long = runs.melt(["seed", "n"], list(_FORMS.names), "quantity")
        fits = plot.exponents(long, "n", "value", "quantity").itertuples()
        figure.say(**{str(fit.quantity): plot.measured(fit) for fit in fits})
    plot.logarithmic(ax, "x", ticks=sizes)
    plot.logarithmic(ax, "y")
    ylabel = r"$\|G-L\|_{\mathrm{op}}\,/\,\|L\|_{\mathrm{op}}$"
    ax.set(xlabel="sample size $n$", ylabel=ylabel)
