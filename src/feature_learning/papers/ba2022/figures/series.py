"""The Hermite series of the mean gradient's part along the teacher, with and without i!."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.ba2022.quantities import coefficients
from feature_learning.plotting import Sheet, Tables
from feature_learning.statistics import at_points

_PRINTED = "as printed"


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the gradient's part against the overlap, and its coefficients over the printed ones."""
    part, ratios = figure.hero(1, share=0.66, height=2.5)
    law = tables.theory("series")
    _part(part, tables.runs("series"), law)
    _coefficients(ratios, coefficients(tables, "printed").table())
    off = (law["printed"] - law["signal"]).abs().max() / law["signal"].abs().max()
    figure.say(off=float(off))


def _part(ax: Axes, runs: pd.DataFrame, law: pd.DataFrame) -> None:
    """Draw what is measured, its expectation, and the printed series."""
    plot.theory(ax, law, "rho", "signal", label="expectation")
    plot.theory(
        ax, law, "rho", "printed", label=f"series {_PRINTED}", colour=plot.VERMILLION, dashed=True
    )
    means = plot.estimates(runs, "signal", ["rho"])
    plot.simulation(ax, means, "rho")
    ax.set(title="Part along the teacher", ylabel="coefficient of the teacher")
    ax.set_xlabel(r"overlap $\rho = \langle w, \beta_* \rangle$")
    bands = [plot.Band(plot.sheet_of(ax).region("stein"))]
    strip = plot.residual(
        ax, means, law, "rho", "signal", bands=bands, relative=False, colour=plot.BLUE
    )
    reach = means[["low", "high"]].sub(
        np.array(at_points(law, "signal", "rho", list(means["rho"]))), axis=0
    )
    most = np.abs(reach.to_numpy())
    if np.isfinite(most).any():
        most = 1.3 * most[np.isfinite(most)].max()
        strip.set_ylim(-most, most)


def _coefficients(ax: Axes, found: pd.DataFrame) -> None:
    found["order"] = [f"i{order}" for order in found["i"]]
    names = dict(zip(found["order"], (f"$i = {order}$" for order in found["i"]), strict=True))
    predicted = dict(zip(found["order"], found["predicted"], strict=True))
    plot.forest(ax, found, "order", names, predicted=predicted, prediction="$i!$", beside=False)
    ax.axvline(1.0, color=plot.GREY, linewidth=0.5, zorder=1.5)
    ax.annotate("$i!$", (6.0, 3 - 0.36), ha="center", va="bottom")
    ax.set(title="Coefficients", xlabel="fitted over printed", xticks=[1, 2, 6])
