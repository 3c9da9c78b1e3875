"""The exponents of the samples in d by the size of the relevant coordinates."""

from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.suzuki2023.shared.curves import against_dimension, needed
from feature_learning.papers.suzuki2023.shared.thresholds import (
    LEVEL,
    Curves,
    kernel_curves,
    network_curves,
)
from feature_learning.plotting import Sheet, Tables
from feature_learning.statistics import Interval, loglog_slope

_ALPHAS = (0.0, 0.5, 1.0)
_FITTED_FROM = 16  # the smallest dimension of the fits for k = 2, as in figure-1
_MARKERS = {2: "o", 3: "D"}
_SERIES = {
    f"{method}-{k}": (method, k, read)
    for method, read in (("network", network_curves), ("kernel", kernel_curves))
    for k in _MARKERS
}
_BAND, _THEOREM = r"with $\ln d$", r"$1 - \alpha$"
_PAIRS = ("network-2", "kernel-2")  # of which the samples are drawn, at both ends of alpha
_NAMES = {"network": "network", "kernel": "best kernel"}
_HUE = plot.Hue(
    "series",
    {name: plot.METHODS[method] for name, (method, _, _) in _SERIES.items()},
    {name: f"{_NAMES[method]}, $k = {k}$" for name, (method, k, _) in _SERIES.items()},
    {name: _MARKERS[k] for name, (_, k, _) in _SERIES.items()},
)


_SHORT = replace(_HUE, names={name: _NAMES[method] for name, (method, _, _) in _SERIES.items()})


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw fitted exponents beside the theorem's, and the samples at both ends of alpha."""
    exponents, *samples = figure.hero(2, share=0.56, height=3.8)
    curves = {
        (name, alpha): read(tables, k, alpha)
        for name, (_, k, read) in _SERIES.items()
        for alpha in _ALPHAS
    }
    fitted = {pair: _late(each) if pair[0].endswith("2") else each for pair, each in curves.items()}
    found = {pair: each.interval(Curves.exponent) for pair, each in fitted.items()}
    _exponents(exponents, found, fitted, len(curves["network-2", 0.0].runs))
    for ax, alpha in zip(samples, (_ALPHAS[0], _ALPHAS[-1]), strict=True):
        seen = [needed(curves[name, alpha], series=name) for name in _PAIRS]
        table = pd.concat(seen, ignore_index=True)
        plot.simulation(ax, table[table["reached"]], "d", _SHORT, join=True, band=False)
        against_dimension(ax, table["d"])
        plot.logarithmic(ax, "x", ticks=[8, 32, 128, 512])
        ends = table[table["reached"]].groupby("series")["estimate"].agg(["min", "max"])
        ax.set(title=rf"Samples, $k = 2$, $\alpha = {alpha:g}$", ylabel="samples $n$")
    figure.name_in_each()
    widest = max(each.d.max() for (name, _), each in curves.items() if name in _PAIRS)
    for ax in samples:
        ax.set(xlim=(7, 1.2 * widest), ylim=(1, 3000))
    for ax in samples[:-1]:
        ax.label_outer()
    figure.say(
        **{
            f"{end}_{name.partition('-')[0]}": ends[end].get(name, np.nan)
            for name in _PAIRS
            for end in ("min", "max")
        },
        network=found["network-2", 0.0].estimate,
        network_one=_to(found["network-2", 1.0]),
        kernel=found["kernel-2", 0.0].estimate,
        kernel_one=_to(found["kernel-2", 1.0]),
        level=LEVEL,
        horizon_2=tables.values("heatmap", "horizon")[-1],
        horizon_3=tables.values("growth_k3", "horizon")[-1],
        high=table.loc[table["series"] == "kernel-2", "high"].max(),
        three=plot.measured(found["network-3", 0.0]),
        sizes=_sizes(fitted),
    )


def _exponents(
    ax: Axes,
    found: dict[tuple[str, float], Interval],
    curves: dict[tuple[str, float], Curves],
    runs: int,
) -> None:
    """Draw exponents, a block for each alpha, beside the theorem's and bands that reach from it to
    that with ln d on the row's own d.
    """
    ticks: dict[float, str] = {}
    for number, alpha in enumerate(_ALPHAS):
        top = number * (len(_SERIES) + 1.3)
        fits = [found[name, alpha] for name in _SERIES]
        table = plot.points(fits, runs, "exponent", series=list(_SERIES))
        plot.forest(
            ax,
            table.dropna(subset="estimate"),
            "series",
            _HUE.names,
            colours=_HUE.colours,
            offset=top,
        )
        ticks |= {top - 1: rf"$\alpha = {alpha:g}$"}
        ticks |= {top + row: name for row, name in enumerate(_HUE.names.values())}
        above, below = top - 0.5, top + len(_SERIES) - 0.5
        for row, name in enumerate(_SERIES):
            x, y = [1 - alpha, _end(curves[name, alpha].d, alpha)], [above + row, above + row + 1]
            ax.fill_between(x, y[0], y[1], color=plot.GREY, alpha=0.2, lw=0)
            plot.sheet_of(ax).record(ax, _BAND, "guide", x=x, y=y)
        at = [1 - alpha] * 2
        ax.plot(at, [above, below], color=plot.PREDICTION, linewidth=0.8, zorder=1.8)
        plot.sheet_of(ax).record(ax, _THEOREM, "theory", x=at, y=[above, below])
        if number == 0:
            for name, place, side in ((_THEOREM, (-3, 0), "right"), (_BAND, (3, 0), "left")):
                here: dict[str, Any] = {"textcoords": "offset points", "va": "bottom", "ha": side}
                ax.annotate(name, (at[0], above), place, color="0.3", **here)
    ax.set_yticks(list(ticks), list(ticks.values()))
    ax.set_ylim(max(ticks) + 0.6, min(ticks) - 0.6)
    ax.set(title="Exponents of the samples", xlabel="exponent in $d$")


def _to(found: Interval) -> str:
    """Return an exponent with its interval, said not to be told from 0 where this holds 0."""
    return (
        "one that cannot be told from 0, " if found.low <= 0 <= found.high else ""
    ) + plot.measured(found)


def _sizes(fitted: dict[tuple[str, float], Curves]) -> str:
    """Return the first and last dimension of each fit, by series in the order of alpha."""
    return "; ".join(
        f"{name} " + ", ".join(f"{min(d):g} to {max(d):g}" for d in of_alpha)
        for series, name in _HUE.names.items()
        for of_alpha in [[fitted[series, alpha].d for alpha in _ALPHAS]]
    )


def _end(d: np.ndarray, alpha: float) -> float:
    """Return the exponent of d^(1 - alpha) ln d over these dimensions."""
    return 1 - alpha + loglog_slope(d, np.log(d))


def _late(curves: Curves) -> Curves:
    """Return the curves from d = 16 on, where two dimensions are left."""
    late = [d for d in curves.d if d >= _FITTED_FROM]
    return curves.at(late) if len(late) > 1 else curves
