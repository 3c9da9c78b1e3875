"""Samples against the dimension."""

from collections.abc import Iterable, Mapping

import matplotlib as mpl
import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.mousavi2022.shared.crossings import (
    ALIGNMENT,
    ERROR,
    half_learned,
    kernel_samples,
    link_samples,
    samples_needed,
)
from feature_learning.plotting import Sheet, Tables
from feature_learning.statistics import by_seed, fitted, loglog_slope, slope_per_seed
from feature_learning.statistics.intervals import Interval, median

_POWERS = (1, 2, 3)
_NETWORK = {"alignment": "network, alignment", "error": "network, error"}
_LINKS = {"cubic-mix": "$z + z^3/3$", "steep-tanh": r"$\tanh 5z$", "softplus": "softplus"}
_NEEDED = plot.Hue(
    "value",
    {"alignment": plot.METHODS["network"], "error": plot.SKY},
    {value: value for value in _NETWORK},
    {"alignment": "o", "error": "s"},
)
_KERNELS = plot.Hue(
    "p",
    dict.fromkeys(_POWERS, plot.METHODS["kernel"]),
    {p: f"$p = {p}$" for p in _POWERS},
    dict.fromkeys(_POWERS, "D"),
)
_ROWS = {f"kernel, $p = {p}$": p for p in _POWERS}
_LIMIT = r"$d \to \infty$"
_AT_THE_END = {
    "alignment": ((0, -14), "right", "top"),
    "error": ((0, 6), "right", "bottom"),
    "$p = 1$": ((5, 0), "left", "center"),
    "$p = 3$": ((5, 0), "left", "center"),
}
"""Where the names of the samples stand that are not below the first point."""


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the exponents of both methods with those expected, and the samples behind them."""
    exponents, needed = figure.hero(1, share=0.55, height=3.2)
    _exponents(exponents, tables)
    _needed(needed, tables)
    sphere = tables.runs("tangent_powers")
    sphere = sphere[(sphere["law"] == "sphere") & (sphere["p"] == max(_POWERS))]
    figure.say(error=ERROR, alignment=ALIGNMENT, sphere=plot.measured(_power(sphere)))


def _exponents(ax: Axes, tables: Tables) -> None:
    """Draw exponents in d with those expected: 1 for the network, p for the kernel."""
    curves = {name: samples_needed(tables, value) for value, name in _NETWORK.items()}
    curves = {name: table for name, table in curves.items() if table.shape[1] > 1}
    found = {name: median(slope_per_seed(table)) for name, table in curves.items()}
    limits = dict.fromkeys(found, 1.0)
    spans = {name: _span(table.columns) for name, table in curves.items()}
    colours = dict.fromkeys(found, plot.METHODS["network"])
    for name, p in _ROWS.items():
        runs = tables.runs("tangent_powers", law="gaussian")
        runs = runs[runs["p"] == p]
        power = _power(runs)
        if np.isfinite(power.estimate):
            found[name], limits[name], colours[name] = power, float(p), plot.METHODS["kernel"]
            spans[name] = _span(runs["d"])
    seeds = tables.runs("samples")["seed"].nunique()
    rows = plot.points(list(found.values()), seeds, "exponent", row=[*found])
    named = {name: name for name in found}
    plot.forest(
        ax, rows, "row", named, predicted=limits, prediction=_LIMIT, beside=False, colours=colours
    )
    at = (limits[[*found][-1]], len(found) - 1.35)
    label = ax.annotate(_LIMIT, at, (0, 1), textcoords="offset points")
    label.set(ha="center", va="bottom")
    for row, name in enumerate(found):
        plot.sheet_of(ax).edge_label(ax, row, spans[name], colours[name])
    head = ax.annotate("$d$", (1, 1), (6, 2), "axes fraction", "offset points")
    head.set(ha="left", va="bottom", color="0.42")
    ax.set(title="Exponents in $d$", xlabel="exponent")
    _say_powers(ax, found)
    _say_links(ax, tables)


def _span(dimensions: Iterable[object]) -> str:
    """Return the first and the last dimension of a row."""
    in_order = sorted(int(str(d)) for d in dimensions)
    return f"{in_order[0]} to {in_order[-1]}"


def _say_powers(ax: Axes, found: Mapping[str, Interval]) -> None:
    """Say the exponents, and for which rows of the network the interval excludes 1."""
    network = {row: power for row, power in found.items() if row not in _ROWS}
    above = [row.removeprefix("network, ") for row, power in network.items() if power.low > 1]
    plot.sheet_of(ax).say(above=", ".join(above) or "none")
    for value, row in _NETWORK.items():
        power = network[row].estimate if row in network else np.nan
        plot.sheet_of(ax).say(**{f"{value}_power": power})
    for row, p in _ROWS.items():
        power = found[row].estimate if row in found else np.nan
        plot.sheet_of(ax).say(**{f"gaussian_{p}": power})


def _say_links(ax: Axes, tables: Tables) -> None:
    """Say the exponents of the samples for the other links."""
    curves = {link: link_samples(tables, link) for link in tables.values("links", "target")}
    powers = {
        _LINKS[link]: median(slope_per_seed(table))
        for link, table in curves.items()
        if table.shape[1] > 1
    }
    written = [f"{plot.measured(power)} for {name}" for name, power in powers.items()]
    plot.sheet_of(ax).say(links=", ".join(written) or "not known")


def _power(runs: pd.DataFrame) -> Interval:
    """Return the exponent of the samples at which the kernel's mean error is a half."""
    cells = {d: by_seed(own, "error", "n") for d, own in runs.groupby("d")}
    at, ends = (
        np.array([*cells], dtype=float),
        np.cumsum([table.shape[1] for table in cells.values()]),
    )
    sizes = [table.columns.to_numpy(dtype=float) for table in cells.values()]

    def fit(mean: np.ndarray) -> float:
        curves = np.split(mean, ends[:-1])
        halves = [half_learned(n, curve) for n, curve in zip(sizes, curves, strict=True)]
        return loglog_slope(at, np.array(halves))

    if len(at) < 2:
        return Interval.unbounded(np.nan)
    return fitted(np.hstack([table.to_numpy() for table in cells.values()]), fit)


def _needed(ax: Axes, tables: Tables) -> None:
    """Draw samples per dimension against d: flat is linear growth."""
    parts = [
        samples_needed(tables, value).melt(var_name="d", value_name="n").assign(value=value)
        for value in _NETWORK
    ]
    every = pd.concat(parts)
    network = every.dropna().astype({"d": float})
    plot.sheet_of(ax).say(missing=len(every) - len(network), crossings=len(every))
    network["ratio"] = network["n"] / network["d"]
    medians = plot.estimates(network, "ratio", ["value", "d"], "median")
    plot.simulation(ax, medians, "d", _NEEDED, join=True)
    kernels = _of_kernels(tables.runs("tangent_powers", law="gaussian"))
    plot.simulation(ax, kernels, "d", _KERNELS, join=True)
    named = {_NEEDED.names[value]: medians[medians["value"] == value] for value in _NETWORK}
    named |= {_KERNELS.names[p]: own for p, own in kernels.groupby("p")}
    for name, table in named.items():
        at = table.sort_values("d").iloc[-1 if name in _AT_THE_END else 0]
        _name(ax, name, (float(at["d"]), float(at["estimate"])))
    plot.logarithmic(ax)
    ax.margins(x=0.08)
    ax.set(title="Samples needed", xlabel="dimension $d$", ylabel="samples per dimension $n/d$")


def _name(ax: Axes, name: str, at: tuple[float, float]) -> None:
    """Name a series at its last point, or below its first."""
    shift, across, up = _AT_THE_END.get(name, ((0, -6), "center", "top"))
    colour = _NEEDED.colours.get(name, plot.METHODS["kernel"])
    ax.annotate(
        name,
        at,
        shift,
        textcoords="offset points",
        fontsize=mpl.rcParams["legend.fontsize"],
        color=plot.written(colour),
        ha=across,
        va=up,
    )


def _of_kernels(runs: pd.DataFrame) -> pd.DataFrame:
    """Return the kernel's samples per dimension with their intervals, by degree and d."""
    cells = {key: kernel_samples(own) for key, own in runs.groupby(["p", "d"])}
    powers, dimensions = zip(*cells, strict=True)
    seeds = runs["seed"].nunique()
    keys = {"p": [*powers], "d": [*dimensions]}
    table = plot.points([*cells.values()], seeds, "crossing of the mean", **keys)
    ends = ["estimate", "low", "high"]
    table[ends] = table[ends].div(table["d"], axis=0)
    return table.dropna(subset="estimate")
