"""The exponents of the samples in d by the size of the relevant coordinates."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.suzuki2023 import quantities as q
from feature_learning.papers.suzuki2023.runs import LEVEL, STEEP
from feature_learning.plotting import Sheet, Tables
from feature_learning.statistics import loglog_slope
from feature_learning.statistics.quantity import Quantity

Key = tuple[str, int, float]
"""The method, k and alpha."""
_FITTED_FROM = 16  # the smallest dimension of some fits for the smallest k, as in figure-1
_LATE = {("network", 0.0), ("kernel", 0.0), ("kernel", 0.5), ("kernel", 1.0)}
_BAND, _THEOREM = r"with $\ln d$", r"$1 - \alpha$"
_NAMES = {"network": "network", "kernel": "best kernel"}


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw fitted exponents next to the theorem's, and the samples at both ends of alpha."""
    exponents, *panels = figure.hero(2, share=0.56, height=3.8)
    samples = _samples(tables)
    series = _series(k for _, k, _ in samples)
    alphas = sorted({alpha for *_, alpha in samples})
    least = min(k for _, k, _ in samples)
    fitted = {
        (method, k, alpha): _late(each) if k == least and (method, alpha) in _LATE else each
        for (method, k, alpha), each in samples.items()
    }
    _exponents(exponents, fitted, series, alphas)
    short = replace(series, names={key: _NAMES[key.partition("-")[0]] for key in series.names})
    shown = [
        pd.concat([_table(samples, method, least, alpha) for method in _NAMES])
        for alpha in (alphas[0], alphas[-1])
    ]
    ends = [min(table["d"].min() for table in shown), max(table["d"].max() for table in shown)]
    for ax, table, alpha in zip(panels, shown, (alphas[0], alphas[-1]), strict=True):
        seen = table.dropna(subset="estimate")
        plot.simulation(ax, seen, "d", short, join=True, band=False)
        plot.logarithmic(ax, "x", ticks=[ends[0] * 4**power for power in range(10)])
        plot.logarithmic(ax, "y")
        ax.set(title=rf"Samples, $k = {least}$, $\alpha = {alpha:g}$", ylabel="samples $n$")
        ax.set(xlabel="dimension $d$", xlim=(7 / 8 * ends[0], 1.2 * ends[1]), ylim=(1, 3000))
    figure.name_in_each()
    for ax in panels[:-1]:
        ax.label_outer()
    figure.say(
        level=LEVEL,
        horizon_2=tables.values("heatmap", "horizon")[-1],
        horizon_3=tables.values("growth_k3", "horizon")[-1],
        high=shown[-1].loc[shown[-1]["series"] == f"kernel-{least}", "high"].max(),
        sizes=_sizes(fitted, series, alphas),
    )


def _samples(tables: Tables) -> dict[Key, Quantity]:
    """Return the samples by d, of all that were run."""
    found: dict[Key, Quantity] = {}
    for name in ("heatmap", "growth_k3"):
        found["network", tables.value(name, "k"), 0.0] = q.samples(tables, name)
    for name in STEEP.values():
        alpha = tables.value(name, "alpha")
        for k in tables.values(name, "k"):
            found["network", k, alpha] = q.samples(tables, name).at(k=k)
    kernel = q.samples(tables, "kernel_baseline")
    for alpha, k in kernel.points[["alpha", "k"]].drop_duplicates().to_numpy():
        found["kernel", int(k), float(alpha)] = kernel.at(alpha=alpha, k=k)
    return found


def _series(degrees: Iterable[int]) -> plot.Hue:
    """Return one series per method and k, such as ``network-2``."""
    markers = dict(zip(sorted({*degrees}), ("o", "D", *plot.MARKERS), strict=False))
    each = {f"{method}-{k}": (method, k) for method in _NAMES for k in markers}
    return plot.Hue(
        "series",
        {name: plot.METHODS[method] for name, (method, _) in each.items()},
        {name: f"{_NAMES[method]}, $k = {k}$" for name, (method, k) in each.items()},
        {name: markers[k] for name, (_, k) in each.items()},
    )


def _table(samples: dict[Key, Quantity], method: str, k: int, alpha: float) -> pd.DataFrame:
    """Return the samples with intervals in log units; NaN where the level is not reached."""
    if (method, k, alpha) not in samples:
        return pd.DataFrame()
    table, ends = samples[method, k, alpha].transformed(np.log).table(), ["estimate", "low", "high"]
    table[ends] = np.exp(table[ends])
    return table.assign(series=f"{method}-{k}")


def _exponents(
    ax: Axes, fitted: dict[Key, Quantity], series: plot.Hue, alphas: list[float]
) -> None:
    """Draw exponents, a block for each alpha, next to the theorem's and bands that reach from it to
    that with ln d on the row's own d.
    """
    ticks: dict[float, str] = {}
    for number, alpha in enumerate(alphas):
        top = number * (len(series.names) + 1.3)
        above, below = top - 0.5, top + len(series.names) - 0.5
        ticks |= {top - 1: rf"$\alpha = {alpha:g}$"}
        fits = []
        for row, (name, text) in enumerate(series.names.items()):
            ticks |= {top + row: text}
            method, _, k = name.partition("-")
            own = fitted.get((method, int(k), alpha))
            if own is None or len(own.points) < 2:
                continue
            fits.append(own.exponent("d").table().assign(series=name))
            end = 1 - alpha + _log_exponent(own)
            x, y = [1 - alpha, end], [above + row, above + row + 1]
            ax.fill_between(x, y[0], y[1], color=plot.GREY, alpha=0.2, lw=0)
            plot.sheet_of(ax).record(ax, _BAND, "guide", x=x, y=y)
        table, look = pd.concat(fits).dropna(subset="estimate"), series.colours
        plot.forest(ax, table, "series", series.names, colours=look, offset=top)
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


def _sizes(fitted: dict[Key, Quantity], series: plot.Hue, alphas: list[float]) -> str:
    """Return the first and last dimension of each fit, by series in the order of alpha."""
    parts = []
    for name, text in series.names.items():
        method, _, k = name.partition("-")
        own = [fitted[key] for alpha in alphas if (key := (method, int(k), alpha)) in fitted]
        ends = [f"{one.points['d'].min():g} to {one.points['d'].max():g}" for one in own]
        parts.append(f"{text} {', '.join(ends)}")
    return "; ".join(parts)


def _log_exponent(samples: Quantity) -> float:
    """Return the exponent of ln d at these dimensions."""
    d = samples.points["d"].to_numpy(dtype=float)
    return loglog_slope(d, np.log(d))


def _late(samples: Quantity) -> Quantity:
    """Return the samples from d = 16 on, where two dimensions are left."""
    late = [d for d in samples.points["d"] if d >= _FITTED_FROM]
    return samples.at(d=late) if len(late) > 1 else samples
