"""The theory at each dimension against simulation, up to a million dimensions."""

from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.reduction.quantities import alignment_off_theory, off_at_largest
from feature_learning.plotting import Sheet, Tables

_LEAPS = plot.unordered("leap", {leap: rf"$\ell = {leap}$" for leap in (1, 2, 3)}, after=1)
_NAMED = 2  # the leap whose name would stand on the line of zero
_JUDGED = {2: 0.0, 3: 0.4}  # n/d^l from which claims judge the difference, 0.5 for l = 3


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the alignments at the largest d, and alignments minus the theory at each d."""
    transition, residuals = figure.hero(1, share=0.56, height=2.9)
    least = tables.values("transition", "ratio")[0]
    each = alignment_off_theory(tables).pooled().at(ratio=least).table()
    _residuals(residuals, each, least)
    law = tables.theory("transition")
    law = law[law["d"] == law.groupby("leap")["d"].transform("max")]
    strip = _transition(transition, off_at_largest(tables).pooled().predicted_by(None).table(), law)
    reach = max(map(abs, (*residuals.get_ylim(), *strip.get_ylim())))
    for ax in (residuals, strip):
        ax.set_ylim(-reach, reach)

    ends = each[["low", "high"]].abs().to_numpy()
    reach = float(ends[np.isfinite(ends)].max(initial=0.0))
    figure.say(reach=reach, third=int(law.sort_values("leap")["d"].iloc[-1]))


def _residuals(ax: Axes, found: pd.DataFrame, ratio: float) -> None:
    """Draw simulation minus the theory at each d, at the least ratio."""
    plot.simulation(ax, found, "d", _LEAPS)
    for _, last in found[found["leap"] == _NAMED].sort_values("d").tail(1).iterrows():
        place: dict[str, Any] = {"textcoords": "offset points", "ha": "center"}
        place |= {"color": plot.written(_LEAPS.colours[_NAMED])}
        ax.annotate(_LEAPS.names[_NAMED], (last["d"], max(last["high"], 0.0)), (0, 3), **place)
    plot.level(ax, 0.0, "", colour=plot.PREDICTION)
    plot.logarithmic(ax, "x")
    ax.margins(x=0.1)
    ax.set(
        title=rf"At every $d$, $n/d^\ell = {ratio:g}$", xlabel="dimension $d$", ylabel="difference"
    )


def _transition(ax: Axes, off: pd.DataFrame, law: pd.DataFrame) -> Axes:
    """Draw alignments over the theory, at the largest d of each leap, and return their strip.

    The points are as if the neurons had been typical: the prediction for the run's neurons is
    exchanged for that of random ones.
    """
    largest = law.groupby("leap")["d"].first()
    names = {
        leap: f"{name}, $d = {plot.number(float(largest[leap]))}$"
        for leap, name in _LEAPS.names.items()
        if leap in largest
    }
    hue = replace(_LEAPS, names={**_LEAPS.names, **names})
    plot.theory(ax, law, "ratio", "finite", hue)
    found = off.merge(law[["leap", "ratio", "finite"]], on=["leap", "ratio"])
    ends = ["estimate", "low", "high"]
    found[ends] = found[ends].add(found["finite"], axis=0)
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
