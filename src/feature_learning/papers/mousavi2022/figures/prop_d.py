"""Samples against the dimension."""

from collections.abc import Mapping

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
_LINKS = {
    "cubic-mix": "network, $z + z^3/3$",
    "steep-tanh": r"network, $\tanh 5z$",
    "softplus": "network, softplus",
}
_CUBE = 3
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
_SPHERE = f"kernel, $p = {_CUBE}$, on a sphere"
_ROWS = {**{f"kernel, $p = {p}$": ("gaussian", p) for p in _POWERS}, _SPHERE: ("sphere", _CUBE)}
_PREDICTED = ("kernel, $p = 1$", _SPHERE)
_TICK = 0.32  # half the height of a prediction, in rows
_SAME_D, _LIMIT = "theory at these $d$", r"$d \to \infty$"


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the exponents of both methods with those expected, and the samples behind them."""
    exponents, needed = figure.hero(1, share=0.58, height=3.2)
    _exponents(exponents, tables)
    _needed(needed, tables)
    figure.say(error=ERROR, alignment=ALIGNMENT)


def _exponents(ax: Axes, tables: Tables) -> None:
    """Draw exponents in d with those expected: 1 for the network, p for the kernel."""
    links = tables.values("links", "target")
    curves = {name: samples_needed(tables, value) for value, name in _NETWORK.items()}
    curves |= {_LINKS[link]: link_samples(tables, link) for link in links}
    curves = {name: table for name, table in curves.items() if table.shape[1] > 1}
    found = {name: median(slope_per_seed(table)) for name, table in curves.items()}
    limits, same = dict.fromkeys(found, 1.0), {}
    colours = dict.fromkeys(found, plot.METHODS["network"])
    if _NETWORK["error"] in curves:
        d = curves[_NETWORK["error"]].columns.to_numpy(dtype=float)
        same[_NETWORK["error"]] = loglog_slope(d, d * np.log(d))
    for name, (law, p) in _ROWS.items():
        runs = tables.runs("tangent_powers")
        runs = runs[(runs["law"] == law) & (runs["p"] == p)]
        power = _power(runs)
        if np.isfinite(power.estimate):
            found[name], limits[name], colours[name] = power, float(p), plot.METHODS["kernel"]
            if name in _PREDICTED:
                same[name] = _predicted(tables, p, runs["d"].min(), runs["d"].max())
    seeds = tables.runs("samples")["seed"].nunique()
    rows = plot.points(list(found.values()), seeds, "exponent", row=[*found])
    plot.forest(ax, rows, "row", {name: name for name in found}, colours=colours)
    place = {name: float(k) for k, name in enumerate(found)}
    _ticks(ax, place, limits, _LIMIT, plot.GREY)
    _ticks(ax, place, same, _SAME_D, plot.PREDICTION)
    ax.set(title="Exponents in $d$", xlabel="exponent")


def _ticks(
    ax: Axes, place: Mapping[str, float], values: Mapping[str, float], name: str, colour: str
) -> None:
    """Draw an upright tick for what is predicted in each row."""
    x = np.array([*values.values()])
    y = np.array([place[row] for row in values])
    ax.vlines(x, y - _TICK, y + _TICK, color=colour, zorder=3.5)
    plot.sheet_of(ax).record(ax, name, "theory", x=x, y=y, of=[*values])
    plot.sheet_of(ax).name(plot.Entry(ax, name, "theory", colour))


def _predicted(tables: Tables, p: int, low: int, high: int) -> float:
    """Return the exponent of the predicted samples over the same d."""
    law = tables.theory("tangent_samples", p=p)
    law = law[law["d"].between(low, high)]
    at, n = law["d"].to_numpy(dtype=float), law["n"].to_numpy(dtype=float)
    return loglog_slope(at, n) if len(law) > 1 else np.nan


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
        samples_needed(tables, value).median().rename("n").to_frame().assign(value=value)
        for value in _NETWORK
    ]
    network = pd.concat(parts).rename_axis("d").reset_index()
    plot.simulation(ax, _bare(network), "d", _NEEDED, join=True)
    measured = kernel_samples(tables)
    gaussian, sphere = (_bare(measured[measured["law"] == law]) for law in ("gaussian", "sphere"))
    plot.simulation(ax, gaussian, "d", _KERNELS, join=True)
    colour, law = plot.METHODS["kernel"], tables.theory("tangent_samples")
    if len(sphere):
        plot.simulation(ax, sphere, "d", label=_KERNELS.names[_CUBE], colour=colour, marker="P")
    for p in _POWERS:
        of_p = measured[measured["p"] == p]["d"]
        own = law[(law["p"] == p) & law["d"].between(of_p.min(), of_p.max())]
        if len(own):
            own = own.assign(y=own["n"] / own["d"])
            plot.theory(ax, own, "d", "y", colour=plot.darker(colour))
    plot.logarithmic(ax)
    ax.margins(x=0.08)
    ax.set(title="Samples needed", xlabel="dimension $d$", ylabel="samples per dimension $n/d$")


def _bare(table: pd.DataFrame) -> pd.DataFrame:
    """Return samples per dimension as estimates without intervals."""
    table = table.dropna().assign(estimate=lambda rows: rows["n"] / rows["d"].astype(float))
    ends = {"low": table["estimate"], "high": table["estimate"]}
    return table.astype({"d": float}).assign(**ends, seeds=1, diverged=0, kind="median")
