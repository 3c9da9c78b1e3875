"""Panels of risks after small steps, and the colours of information exponents."""

import math
from collections.abc import Mapping

import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.plotting import Tables

NO_TAIL = (0.0, 0.0)
_JUDGED = ((0.0, 1.2), (2.7, math.inf))  # n/d at which claims judge ratios, away from n = N
TEACHERS = plot.methods(
    "teacher", {"relu": ("network", "ReLU"), "he2": ("random features", r"$H_2/\sqrt{2}$")}
)
"""The teachers of the spike's figures: with a linear part, and without one."""


def exponents(column: str) -> plot.Hue:
    """Return the series of the information exponents 1, 2 and 3."""
    return plot.ordered(column, [1, 2, 3], "$k = {}$", palette="flare")


def steps(runs: pd.DataFrame) -> plot.Hue:
    """Return the series: no step in the colour of random features, steps in shades of the
    network's.
    """
    sizes = runs["eta"]
    trained = plot.ordered("eta", sizes[sizes > 0], r"$\eta = {:g}$", palette="network")
    return plot.methods("eta", {0.0: ("random features", "no step")}) + trained


def in_own_colours(
    ax: Axes, frame: pd.DataFrame, x: str, y: str, hue: plot.Hue, *, ends: bool = False
) -> None:
    """Draw predictions in the colours of their markers: darker ones are those of the next step."""
    for value, part in hue.split(frame):
        name, colour = hue.names[value], hue.colours[value]
        plot.theory(ax, part, x, y, label=name, colour=colour, ends=ends)


def ratio_panel(
    ax: Axes,
    tables: Tables,
    experiment: str,
    over: str,
    claims: Mapping[float, str],
    heavy: tuple[float, float] = NO_TAIL,
) -> None:
    """Draw the ratio of the risk after a step to the risk without one, paired by seed, and the
    difference from the prediction with the regions of the claims on this ratio, by step.
    """
    runs, predicted = tables.runs(experiment), tables.theory(experiment)
    hue = steps(runs)
    plot.level(ax, 1.0, "no gain")
    ratios, law = _ratios(runs, ["seed", over]), _ratios(predicted, [over])
    in_own_colours(ax, law, over, "ratio", hue)
    found = _estimated(ratios, "ratio", over, heavy)
    plot.simulation(ax, found, over, hue)
    ax.set(ylabel="risk over that without a step")
    sheet = plot.sheet_of(ax)
    bands = [
        plot.Band(sheet.region(claim), of=eta, span=span)
        for eta, claim in claims.items()
        for span in (_JUDGED if heavy != NO_TAIL else [(0.0, math.inf)])
    ]
    plot.residual(ax, found, law, over, "ratio", hue, bands=bands, relative=False)
    keys = ["eta", over]
    ends = found.set_index(keys)[["estimate", "low", "high"]]
    every = ends.sub(law.set_index(keys)["ratio"].reindex(ends.index), axis=0)
    gaps = every["estimate"]
    outside = ~gaps.index.get_level_values(over).to_series().between(*heavy).to_numpy()
    end = found[found["eta"] == found["eta"].max()].set_index(over)["estimate"].sort_index()
    sheet.say(
        **{f"accepted_{eta:g}": sheet.region(claim).high for eta, claim in claims.items()},
        off=float(gaps[outside].abs().max()),
        gain=1 - float(end.iloc[-1] if heavy != NO_TAIL else end.iloc[0]),
        least=1 - float(end.iloc[-1]),
        d=tables.value(experiment, "d"),
        near_off=float(gaps[~outside].abs().max()),
        near_low=float(every["low"][~outside].min()),
        near_high=float(every["high"][~outside].max()),
    )


def _estimated(
    runs: pd.DataFrame, value: str, over: str, heavy: tuple[float, float]
) -> pd.DataFrame:
    """Return geometric means; between the heavy sizes medians."""
    inside = runs[over].between(*heavy)
    parts = [plot.estimates(runs[~inside], value, ["eta", over], "log")]
    if inside.any():
        parts.append(plot.estimates(runs[inside], value, ["eta", over], "median"))
    return pd.concat(parts)


def _ratios(frame: pd.DataFrame, keys: list[str]) -> pd.DataFrame:
    """Return the ratios to eta = 0 at equal keys."""
    none = frame[frame["eta"] == 0][[*keys, "risk"]].rename(columns={"risk": "untrained"})
    trained = frame[frame["eta"] > 0].merge(none, on=keys)
    return trained.assign(ratio=trained["risk"] / trained["untrained"])
