"""The Hermite series of the mean gradient's part along the teacher, with and without i!."""

import math
from collections.abc import Callable

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.ba2022.shared.series import cubic
from feature_learning.plotting import Sheet, Tables
from feature_learning.statistics import at_points, by_seed, fitted

_PRINTED = "as printed"
_ORDERS = {f"i{order}": f"$i = {order}$" for order in range(4)}


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the gradient's part against the overlap, and its coefficients over the printed ones."""
    part, coefficients = figure.hero(1, share=0.66, height=2.5)
    runs, law = tables.runs("series"), tables.theory("series")
    _part(part, runs, law)
    found = _over_printed(runs, law)
    _coefficients(coefficients, found)
    _say(figure, runs, law, found)


def _say(figure: Sheet, runs: pd.DataFrame, law: pd.DataFrame, found: pd.DataFrame) -> None:
    off = (law["printed"] - law["signal"]).abs().max() / law["signal"].abs().max()
    means = runs.groupby("rho")["signal"].mean()
    gaps = means.to_numpy() / at_points(law, "signal", "rho", list(means.index)) - 1
    intervals = [
        f"{one['estimate']:.3f} [{one['low']:.3f}, {one['high']:.3f}]"
        for _, one in found.iterrows()
    ]
    factorials = np.array([math.factorial(order) for order in range(len(found))])
    missed = plot.excludes(found, factorials)
    figure.say(
        missed=int(missed.sum()),
        third=float(found["estimate"].iloc[-1]),
        third_low=float(found["low"].iloc[-1]),
        third_high=float(found["high"].iloc[-1]),
        off=float(off),
        gap=float(np.abs(gaps).max()),
        seeds=int(runs["seed"].nunique()),
        n=int(runs["n"].iloc[0]),
        fitted=", ".join(intervals),
    )


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


def _over_printed(runs: pd.DataFrame, law: pd.DataFrame) -> pd.DataFrame:
    """Return the fitted coefficients over the printed ones."""
    curves = by_seed(runs, "signal", "rho")
    at, known = curves.columns.to_numpy(dtype=float), cubic(*law[["rho", "printed"]].to_numpy().T)

    def coefficient(order: int) -> Callable[[np.ndarray], float]:
        return lambda mean: float(cubic(at, mean)[order] / known[order])

    found = [fitted(curves.to_numpy(), coefficient(order)) for order in range(len(known))]
    return plot.points(found, len(curves), "jackknife estimate", order=list(_ORDERS))


def _coefficients(ax: Axes, found: pd.DataFrame) -> None:
    factorials = {name: float(math.factorial(k)) for k, name in enumerate(_ORDERS)}
    plot.forest(ax, found, "order", _ORDERS, predicted=factorials, prediction="$i!$", beside=False)
    ax.axvline(1.0, color=plot.GREY, linewidth=0.5, zorder=1.5)
    ax.annotate("$i!$", (6.0, 3 - 0.36), ha="center", va="bottom")
    ax.set(title="Coefficients", xlabel="fitted over printed", xticks=[1, 2, 6])
