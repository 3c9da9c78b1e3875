"""The theory at each dimension against simulation, up to a million dimensions."""

from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.plotting import Sheet, Tables

_LEAPS = plot.unordered("leap", {leap: rf"$\ell = {leap}$" for leap in (1, 2, 3)}, after=1)
_NAMED = 2  # the leap whose name would stand on the line of zero
_JUDGED = {2: 0.0, 3: 0.4}  # n/d^l from which claims judge the difference, 0.5 for l = 3


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the alignments at the largest d, and alignments less the theory at each d."""
    transition, residuals = figure.hero(1, share=0.56, height=2.9)
    runs, law = tables.runs("transition"), tables.theory("transition")
    keys = ["leap", "d", "ratio"]
    runs = runs.merge(law[[*keys, "finite"]], on=keys)
    # As if the neurons had been typical: the prediction for the run's neurons is exchanged for that
    # of random ones.
    runs = runs.assign(off=runs["alignment"] - runs["predicted"])
    runs = runs.assign(controlled=runs["off"] + runs["finite"])
    _residuals(residuals, runs)
    strip = _transition(transition, runs, law)
    reach = max(map(abs, (*residuals.get_ylim(), *strip.get_ylim())))
    for ax in (residuals, strip):
        ax.set_ylim(-reach, reach)

    largest = runs[runs["d"] == runs.groupby("leap")["d"].transform("max")]
    means = plot.estimates(largest, "off", ["leap", "ratio"])
    outside = plot.excludes(means, 0)
    sizes = largest.groupby("leap")["d"].max()
    each = plot.estimates(runs[runs["ratio"] == runs["ratio"].min()], "off", ["leap", "d"])
    ends = each[["low", "high"]].abs().to_numpy()
    missed = means[outside].sort_values(["leap", "ratio"])
    pairs = zip(missed["leap"], missed["ratio"], strict=True)
    places = [f"$\\ell = {leap}$ at {ratio:g}" for leap, ratio in pairs]
    first = means[means["leap"] == 1]["estimate"].abs().max()
    figure.say(
        which=f" ({', '.join(places)})" if places else "",
        first=f"${plot.number(float(f'{first:.1g}'))}$",
        off=float(means["estimate"].abs().max()),
        outside=int(outside.sum()),
        points=len(means),
        every=float(each["estimate"].abs().max()),
        reach=float(ends[np.isfinite(ends)].max(initial=0.0)),
        third=int(sizes.iloc[-1]),
        ratio=f"{runs['ratio'].min():g}",
        sizes=", ".join(f"${plot.number(float(d))}$" for d in sizes),
    )


def _residuals(ax: Axes, runs: pd.DataFrame) -> None:
    """Draw simulation less the theory at each d, at the least ratio."""
    ratio = runs["ratio"].min()
    found = plot.estimates(runs[runs["ratio"] == ratio], "off", ["leap", "d"])
    plot.simulation(ax, found, "d", _LEAPS)
    last = found[found["leap"] == _NAMED].sort_values("d").iloc[-1]
    colour = plot.written(_LEAPS.colours[_NAMED])
    place: dict[str, Any] = {"textcoords": "offset points", "ha": "center", "color": colour}
    ax.annotate(_LEAPS.names[_NAMED], (last["d"], max(last["high"], 0.0)), (0, 3), **place)
    plot.level(ax, 0.0, "", colour=plot.PREDICTION)
    plot.logarithmic(ax, "x")
    ax.margins(x=0.1)
    ax.set(
        title=rf"At every $d$, $n/d^\ell = {ratio:g}$", xlabel="dimension $d$", ylabel="difference"
    )


def _transition(ax: Axes, runs: pd.DataFrame, law: pd.DataFrame) -> Axes:
    """Draw alignments over the theory, at the largest d of each leap, and return their strip."""
    runs, law = (
        frame[frame["d"] == frame.groupby("leap")["d"].transform("max")] for frame in (runs, law)
    )
    largest = runs.groupby("leap")["d"].first()
    names = {
        leap: f"{name}, $d = {plot.number(float(largest[leap]))}$"
        for leap, name in _LEAPS.names.items()
        if leap in largest
    }
    hue = replace(_LEAPS, names={**_LEAPS.names, **names})
    plot.theory(ax, law, "ratio", "finite", hue)
    found = plot.estimates(runs, "controlled", ["leap", "ratio"])
    plot.simulation(ax, found, "ratio", hue)
    plot.logarithmic(ax, "x")
    sheet = plot.sheet_of(ax)
    bands = [
        plot.Band(sheet.region(f"transition-limit-{leap}"), leap, (least, np.inf))
        for leap, least in _JUDGED.items()
        if leap in largest
    ]
    strip = plot.residual(ax, found, law, "ratio", "finite", hue, bands=bands, relative=False)
    ax.set(title="At the largest $d$", xlabel=r"$n/d^\ell$", ylabel=r"mean squared cosine $- 1/d$")
    return strip
