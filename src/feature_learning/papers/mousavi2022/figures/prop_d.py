"""Samples against the dimension."""

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
_MIDDLE = 60  # about the dimension of the errors
_NEEDED = plot.Hue(
    "value",
    {"alignment": plot.METHODS["network"], "error": plot.SKY, "links": plot.PURPLE},
    {"alignment": "network, alignment", "error": "network, error", "links": "other links"},
    {"alignment": "o", "error": "s", "links": "^"},
)
_LINKS = {"cubic-mix": "$z + z^3/3$", "steep-tanh": r"$\tanh 5z$", "softplus": "softplus"}


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the samples per dimension that both methods need, their exponents, and errors at one
    dimension.
    """
    needed, exponents, errors = figure.hero(2, share=0.58, height=3.6)
    _needed(needed, tables)
    _exponents(exponents, tables)
    _errors(errors, tables)
    figure.say(error=ERROR, alignment=ALIGNMENT)


def _needed(ax: Axes, tables: Tables) -> None:
    """Draw samples per dimension against d: flat is linear growth."""
    parts = [
        samples_needed(tables, value).median().rename("n").to_frame().assign(value=value)
        for value in ("alignment", "error")
    ]
    links = [link_samples(tables, name).median() for name in tables.values("links", "target")]
    middle = pd.concat(links, axis=1).median(axis=1)
    parts.append(middle.rename("n").to_frame().assign(value="links"))
    network = pd.concat(parts).rename_axis("d").reset_index()
    plot.simulation(ax, _bare(network), "d", _NEEDED, join=True)

    law, colour = tables.theory("tangent_samples"), plot.METHODS["kernel"]
    measured = kernel_samples(tables)
    gaussian, sphere = (_bare(measured[measured["law"] == law]) for law in ("gaussian", "sphere"))
    names = dict.fromkeys(_POWERS, "kernel")
    kernels = plot.Hue("p", dict.fromkeys(_POWERS, colour), names, dict.fromkeys(_POWERS, "D"))
    plot.simulation(ax, gaussian, "d", kernels, join=True)
    if len(sphere):
        plot.simulation(ax, sphere, "d", label="kernel, on a sphere", colour=colour, marker="P")
    for p in _POWERS:
        own = law[law["p"] == p].assign(y=lambda rows: rows["n"] / rows["d"])
        seen = gaussian[gaussian["p"] == p].rename(columns={"estimate": "y"})
        name = f"$p = {p}$"
        if len(own):
            plot.theory(ax, own, "d", "y", label=name, colour=plot.darker(colour))
        place = (own if len(own) else seen).sort_values("d")[["d", "y"]].to_numpy(float)
        if len(place):
            _power_name(ax, name, p, place)
    plot.logarithmic(ax)
    ax.margins(x=0.08)
    ax.set(title="Samples needed", xlabel="dimension $d$", ylabel="samples per dimension $n/d$")


def _power_name(ax: Axes, name: str, p: int, curve: np.ndarray) -> None:
    """Write a power beside a curve of the kernel: a steep one above, a flat one below its end."""
    at, shift, across, up = {
        1: (curve[-1], (0, -3), "right", "top"),
        2: (curve[0], (5, -3), "left", "top"),
        3: (curve[-2:].mean(axis=0), (-3, 3), "right", "bottom"),
    }[p]
    ax.annotate(
        name,
        (at[0], at[1]),
        shift,
        textcoords="offset points",
        ha=across,
        va=up,
        color=plot.written(plot.METHODS["kernel"]),
    )


def _bare(table: pd.DataFrame) -> pd.DataFrame:
    """Return samples per dimension as estimates without intervals."""
    table = table.dropna().assign(estimate=lambda rows: rows["n"] / rows["d"].astype(float))
    ends = {"low": table["estimate"], "high": table["estimate"]}
    return table.astype({"d": float}).assign(**ends, seeds=1, diverged=0, kind="median")


def _exponents(ax: Axes, tables: Tables) -> None:
    """Draw exponents in d with those expected: 1 for the network, p for the kernel."""
    network = {
        "alignment": samples_needed(tables, "alignment"),
        "error": samples_needed(tables, "error"),
    }
    links = {_LINKS[name]: link_samples(tables, name) for name in tables.values("links", "target")}
    found = {
        name: median(slope_per_seed(curves))
        for name, curves in {**network, **links}.items()
        if curves.shape[1] > 1
    }
    predicted = dict.fromkeys(found, 1.0)
    colours = {name: plot.BLUE if name in network else plot.PURPLE for name in found}
    powers = tables.runs("tangent_powers", law="gaussian")
    for p in _POWERS:
        power = _power(powers[powers["p"] == p])
        if np.isfinite(power.estimate):
            name = f"kernel, $p = {p}$"
            found[name], predicted[name], colours[name] = power, p, plot.METHODS["kernel"]
    seeds = tables.runs("samples")["seed"].nunique()
    rows = plot.points(list(found.values()), seeds, "exponent", row=[*found])
    names = {name: name for name in found}
    plot.forest(ax, rows, "row", names, predicted=predicted, colours=colours, beside=False)
    ax.set(title="Exponents in $d$", xlabel="exponent (tick: theory)")


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


def _errors(ax: Axes, tables: Tables) -> None:
    """Draw the errors of both methods on the cube at about one dimension."""
    network, kernel = (
        tables.runs("samples", target="cube"),
        tables.runs("tangent", target="cube", bias=True),
    )
    network = network[network["d"] != network["plateau_d"]]
    network, kernel = (_nearest(runs, _MIDDLE) for runs in (network, kernel))
    both = pd.concat(
        [network.assign(method="network"), kernel.assign(method="kernel")], ignore_index=True
    )
    both = both.assign(n_over_d=both["n"] / both["d"])
    hue = plot.methods(
        "method", {"network": ("network", "network"), "kernel": ("kernel", "tangent kernel")}
    )
    errors = plot.estimates(both, "error", ["method", "n_over_d"], "median")
    plot.simulation(ax, errors, "n_over_d", hue, join=True)
    plot.level(ax, tables.value("tangent", "plateau", target="cube"), "best linear", at=0.98)
    plot.logarithmic(ax, "y", ticks=(0.1, 0.2, 0.4, 1))
    plot.logarithmic(ax, "x", ticks=(3, 10, 30))
    ax.set(title="Error on the cube", xlabel="samples $n/d$", ylabel="relative error")
    sizes = {name: int(runs["d"].iloc[0]) for name, runs in both.groupby("method")}
    plot.sheet_of(ax).say(d_network=sizes["network"], d_kernel=sizes["kernel"])


def _nearest(runs: pd.DataFrame, d: int) -> pd.DataFrame:
    off = (runs["d"] - d).abs()
    return runs[off == off.min()]
