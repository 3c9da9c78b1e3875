"""Samples against the dimension."""

from collections.abc import Iterable, Mapping

import matplotlib as mpl
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.mousavi2022.quantities import (
    ALIGNMENT,
    ERROR,
    kernel_samples,
    samples_needed,
)
from feature_learning.plotting import Sheet, Tables
from feature_learning.statistics.quantity import Quantity

_NETWORK = {"alignment": "network, alignment", "error": "network, error"}
_NEEDED = plot.Hue(
    "value",
    {"alignment": plot.METHODS["network"], "error": plot.SKY},
    {value: value for value in _NETWORK},
    {"alignment": "o", "error": "s"},
)
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
    factors = tables.values("tangent_powers", "factor")
    kernels = kernel_samples(tables) if len(factors) > 1 else None
    network = {value: samples_needed(tables, value) for value in _NETWORK}
    _exponents(exponents, network, kernels)
    _needed(needed, network, kernels)
    figure.say(error=ERROR, alignment=ALIGNMENT)


def _exponents(ax: Axes, network: Mapping[str, Quantity], kernels: Quantity | None) -> None:
    """Draw exponents in d with those expected: 1 for the network, p for the kernel."""
    curves = {_NETWORK[value]: (1, found) for value, found in network.items()}
    if kernels is not None:
        degrees = kernels.points["p"].unique()
        curves |= {f"kernel, $p = {p}$": (p, kernels.at(p=p)) for p in degrees}
    curves = {name: curve for name, curve in curves.items() if len(curve[1].points) > 1}
    powers = [_exponent(found).assign(row=name) for name, (_, found) in curves.items()]
    rows = pd.concat(powers).dropna(subset="estimate")
    curves = {name: curves[name] for name in rows["row"]}
    limits = {name: float(limit) for name, (limit, _) in curves.items()}
    colours = {name: plot.METHODS[name.split(",")[0]] for name in curves}
    named = {name: name for name in curves}
    plot.forest(
        ax, rows, "row", named, predicted=limits, prediction=_LIMIT, beside=False, colours=colours
    )
    at = (limits[[*curves][-1]], len(curves) - 1.35)
    label = ax.annotate(_LIMIT, at, (0, 1), textcoords="offset points")
    label.set(ha="center", va="bottom")
    for row, (name, (_, found)) in enumerate(curves.items()):
        plot.sheet_of(ax).edge_label(ax, row, _span(found.points["d"]), colours[name])
    head = ax.annotate("$d$", (1, 1), (6, 2), "axes fraction", "offset points")
    head.set(ha="left", va="bottom", color="0.42")
    ax.set(title="Exponents in $d$", xlabel="exponent")


def _exponent(samples: Quantity) -> pd.DataFrame:
    """Return the exponent in d, of medians each seed's."""
    found = samples.exponent("d")
    return (found.per_seed() if samples.estimator == "median" else found).table()


def _kernels(powers: Iterable[int]) -> plot.Hue:
    """Return the series of the kernel, by degree."""
    colours = dict.fromkeys(powers, plot.METHODS["kernel"])
    markers = dict.fromkeys(colours, "D")
    return plot.Hue("p", colours, {p: f"$p = {p}$" for p in colours}, markers)


def _span(dimensions: Iterable[object]) -> str:
    """Return the first and the last dimension of a row."""
    in_order = sorted(int(str(d)) for d in dimensions)
    return f"{in_order[0]} to {in_order[-1]}"


def _needed(ax: Axes, network: Mapping[str, Quantity], kernels: Quantity | None) -> None:
    """Draw samples per dimension against d: flat is linear growth."""
    tables = {
        value: pd.DataFrame(found.values, columns=found.points["d"])
        for value, found in network.items()
    }
    parts = [table.melt(value_name="n").assign(value=value) for value, table in tables.items()]
    every = pd.concat(parts)
    reached = every.dropna().astype({"d": float})
    plot.sheet_of(ax).say(missing=len(every) - len(reached), crossings=len(every))
    reached["ratio"] = reached["n"] / reached["d"]
    medians = plot.estimates(reached, "ratio", ["value", "d"], "median")
    plot.simulation(ax, medians, "d", _NEEDED, join=True)
    named = {_NEEDED.names[value]: medians[medians["value"] == value] for value in _NETWORK}
    if kernels is not None:
        per_dimension = kernels.over(kernels.points["d"].to_numpy(dtype=float))
        of_kernels = per_dimension.table().dropna(subset="estimate")
        plot.simulation(ax, of_kernels, "d", _kernels(of_kernels["p"].unique()), join=True)
        named |= {f"$p = {p}$": own for p, own in of_kernels.groupby("p")}
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
