"""The orthogonal part against time, by dimension and by width."""

import matplotlib as mpl
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.plotting import Sheet, Tables

_LATE = 20.0  # steps per dimension from which on the exponents are


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw simulation and prediction in the first and the last dimension and width."""
    by_dimension, by_width = figure.hero(1, share=0.58, height=3.0)
    by_dimension.set_title("By dimension")
    dimensions = plot.ordered("d", _ends(tables.values("perp_time", "d")), "$d = {}$")
    strips = [_curves(by_dimension, tables.runs("perp_time"), dimensions)]
    by_width.set_title("By width")
    shown = _ends(tables.values("perp_width", "width"))
    widths = plot.ordered("width", shown, "$m = {}$", palette="flare")
    strips.append(_curves(by_width, tables.runs("perp_width"), widths))
    figure.say(outside=figure.said["outside_d"] + figure.said["outside_width"])
    figure.say(all=figure.said["all_d"] + figure.said["all_width"])
    figure.say(m=tables.values("perp_time", "width")[0], d=tables.values("perp_width", "d")[0])
    figure.say(decay=tables.values("perp_time", "decay")[0])
    largest = max(strip.get_ylim()[1] for strip in strips)
    for strip in strips:
        strip.set_ylim(-largest, largest)
    for name in ("xlim", "ylim"):
        ends = [getattr(ax, f"get_{name}")() for ax in (by_dimension, by_width)]
        reach = min(low for low, _ in ends), max(high for _, high in ends)
        for ax in (by_dimension, by_width):
            ax.set(**{name: reach})


def _curves(ax: Axes, runs: pd.DataFrame, hue: plot.Hue) -> Axes:
    later = runs[(runs["t_over_d"] > 0) & runs[hue.column].isin(hue.names)]
    by = [hue.column, "t_over_d"]
    predicted = plot.estimates(later, "predicted", by, "log")
    found = plot.estimates(later, "perp", by, "log")
    plot.theory(ax, predicted, "t_over_d", "estimate", hue)
    plot.simulation(ax, found, "t_over_d", hue)
    late = later[later["t_over_d"] >= _LATE]
    if len({*late["t_over_d"]}) > 1:
        fits = plot.exponents(late, "t_over_d", "perp", hue.column)
        fits = fits.sort_values(hue.column)
        laws = plot.exponents(late, "t_over_d", "predicted", hue.column)
        law = float(laws.sort_values(hue.column)["estimate"].iloc[-1])
        _write(ax, f"exponent, {hue.names[fits[hue.column].iloc[-1]]}:", fits.iloc[-1], law)
        plot.sheet_of(ax).say(**{f"exponent_{hue.column}": plot.measured(fits.iloc[-1])})
    plot.logarithmic(ax)
    ax.set(xlabel="steps per dimension $t/d$", ylabel=r"$\|W_\perp\|_F/\sqrt{m}$")
    strip = plot.residual(ax, found, predicted, "t_over_d", "estimate", hue)
    known = predicted.set_index(by)["estimate"]
    gaps = found.set_index(by)[["estimate", "low", "high"]].div(known, axis=0) - 1
    outside = plot.excludes(gaps, 0)
    said = {"low": gaps["estimate"].min(), "high": gaps["estimate"].max()}
    said |= {"outside": int(outside.sum()), "all": len(gaps)}
    plot.sheet_of(ax).say(**{f"{name}_{hue.column}": value for name, value in said.items()})
    if hue.column == "d":
        for name, end in zip(("small", "large"), (min(hue.names), max(hue.names)), strict=True):
            own = gaps.loc[end, "estimate"]
            said = {name: int(end), f"{name}_low": own.min(), f"{name}_high": own.max()}
            plot.sheet_of(ax).say(**said)
    return strip


def _ends(values: list[int]) -> set[int]:
    """Return the smallest and the largest value."""
    return {min(values), max(values)}


def _write(ax: Axes, of: str, found: pd.Series, predicted: float) -> None:
    """Write the last series' exponent and its prediction into the lower left corner."""
    size = mpl.rcParams["legend.fontsize"]
    text = f"{of}\n{plot.measured(found)}\npredicted ${predicted:.2f}$"
    ax.text(0.04, 0.04, text, transform=ax.transAxes, fontsize=size, color="0.3", va="bottom")
