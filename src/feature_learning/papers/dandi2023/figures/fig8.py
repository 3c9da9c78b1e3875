"""Plateaus of random features."""

from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.plotting import Sheet, Tables

_STAIRCASE = pd.DataFrame({"x": [0.25, 1, 1, 2, 2, 3, 3, 3.25], "left": [3, 3, 2, 2, 1, 1, 0, 0]})
_TITLES = {"samples": "Infinitely many features", "width": "Infinitely many samples"}
_LABELS = {"samples": r"samples, $\log n\,/\log d$", "width": r"features, $\log p\,/\log d$"}
_THEOREM = r"theorem, $d \to \infty$"
_SIMULATED = {
    "random_features": "theory",
    "random_features_medium": "theory-medium",
    "random_features_large": "theory-large",
}  # the experiments, and the claim on each
_MARKERS = ("^", "o", "s", "D")  # the larger below
_TREAD = 2.5  # the middle of one
_FALLS = (0.6, 0.25)  # errors at which the simulated dimensions are named,
_NAMED_AT = 2.15  # and the end of their names


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw exact risks against samples and against features over the deterministic equivalents and
    the staircase.
    """
    law = tables.theory("plateaus")
    runs = pd.concat(tables.runs(name) for name in _SIMULATED)
    both = runs[runs["d"].isin(law["d"].unique())]
    runs = runs if both.empty else both  # at small scales no dimension has both
    shown = sorted({*runs["d"], law["d"].max()})
    law = law[law["d"].isin(shown)]
    dimensions = plot.ordered("d", shown, lambda d: f"$d = {plot.number(float(d))}$")
    dimensions = replace(dimensions, markers=dict(zip(shown, _MARKERS, strict=False)))
    claimed = {tables.value(name, "d"): claim for name, claim in _SIMULATED.items()}
    off = []
    for ax, varied in figure.facets(list(_TITLES), _TITLES.__getitem__, height=2.6):
        ax.plot(_STAIRCASE["x"], _STAIRCASE["left"], color=plot.GREY, linewidth=0.6, zorder=1.5)
        figure.record(ax, _THEOREM, "guide", x=_STAIRCASE["x"], y=_STAIRCASE["left"])
        figure.name(plot.Entry(ax, _THEOREM, "theory", plot.GREY))
        own, predicted = (rows[rows["varied"] == varied] for rows in (runs, law))
        errors = plot.estimates(own, "error", ["d", "log_size"], "log")
        plot.simulation(ax, errors, "log_size", dimensions)
        plot.theory(ax, predicted, "log_size", "error", dimensions)
        known = errors[errors["d"].isin(predicted["d"].unique())]
        if not known.empty:
            bands = [
                plot.Band(figure.region(claim), of=d)
                for d, claim in claimed.items()
                if d in set(known["d"])
            ]
            plot.residual(ax, known, predicted, "log_size", "error", dimensions, bands=bands)
            off.append(_gaps(known, predicted))
        ax.set(xlabel=_LABELS[varied], ylabel="test error")
    _names(figure.axes[0], dimensions, law[law["varied"] == "samples"])
    tread = law[(law["log_size"] - _TREAD).abs().lt(1e-9)].set_index("d")
    at, at_b = (tread[tread["varied"] == varied]["error"] for varied in _TITLES)
    gaps = pd.concat(off) if off else pd.DataFrame(columns=["estimate", "low", "high"])
    outside = gaps[plot.excludes(gaps, 0)]
    figure.say(
        simulated=" and ".join(str(d) for d in sorted(runs["d"].unique())),
        points=len(gaps),
        outside=len(outside),
        most=outside["estimate"].abs().max() if len(outside) else 0.0,
    )
    figure.say(
        few=at.get(law["d"].min()),
        many=at.get(law["d"].max()),
        few_b=at_b.get(law["d"].min()),
        many_b=at_b.get(law["d"].max()),
        least=int(law["d"].min()),
        largest=f"${plot.number(float(law['d'].max()))}$",
        tread=_TREAD,
    )


def _names(ax: Axes, dimensions: plot.Hue, law: pd.DataFrame) -> None:
    """Name the staircase at its second riser, the limit on its last tread, and the simulated
    dimensions left of where they fall below it, the larger lower.
    """
    look: dict[str, Any] = {"textcoords": "offset points", "va": "center"}
    ax.annotate(_THEOREM, (2, 1.65), (3, 0), color="0.42", **look)
    *simulated, last = dimensions.names
    colours = {d: plot.darker(colour) for d, colour in dimensions.colours.items()}
    ax.annotate(
        dimensions.names[last], (_TREAD, 1), (0, 8), color=colours[last], ha="center", **look
    )
    for y, d in zip(_FALLS, simulated, strict=False):
        curve = law[(law["d"] == d) & (law["log_size"] > 2)].sort_values("error")
        if len(curve):
            at = float(np.interp(y, curve["error"], curve["log_size"]))
            beside = {"ha": "right", "va": "center"}
            plot.leader(ax, dimensions.names[d], (at, y), (_NAMED_AT, y), colours[d], **beside)


def _gaps(errors: pd.DataFrame, predicted: pd.DataFrame) -> pd.DataFrame:
    """Return the errors over the deterministic equivalent at the same sizes, minus one."""
    law = predicted.assign(log_size=predicted["log_size"].round(6))[["d", "log_size", "error"]]
    both = errors.assign(log_size=errors["log_size"].round(6)).merge(law, on=["d", "log_size"])
    return both[["estimate", "low", "high"]].div(both["error"], axis=0) - 1
