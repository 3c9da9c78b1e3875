"""The phase transition at n of order d^l."""

from dataclasses import replace
from functools import partial

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.dandi2023.claims.fig2 import (
    CLEAR,
    THRESHOLD,
    controlled,
    threshold_fit,
)
from feature_learning.papers.dandi2023.shared.leaps import LEAPS, largest
from feature_learning.papers.dandi2023.shared.panels import from_zero
from feature_learning.plotting import Sheet, Tables
from feature_learning.statistics import Interval, by_seed, crossing, fitted, loglog_slope

_SHOWN = 2  # the leap of the panel on the collapse
_ALIGNMENT = "squared cosine"
_NAMED_AT = 0.55  # of the thresholds, the height of their names
_ROOM = 6.0  # for names, the factor from the end of the axis to the first point
_BESIDE = 0.04  # of a band, beyond its points
_BETWEEN = 0.12  # names at least, in units of the axis


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the alignment of each leap against log n/log d, its collapse for one leap, and the
    thresholds against d.
    """
    hero, collapse, last = figure.hero(2, share=0.58, height=3.2)
    runs, law = controlled(tables), tables.theory("transition")
    _transitions(hero, runs, law)
    shown = _SHOWN if _SHOWN in set(runs["leap"]) else 1
    of_leap, predicted = (frame[frame["leap"] == shown] for frame in (runs, law))
    _collapse(collapse, of_leap, predicted)
    collapse.set(title=rf"Collapse of $\ell = {shown}$")
    collapse.set(xlabel="$n/d$" if shown == 1 else f"$n/d^{shown}$")
    powers, known = _thresholds(last, runs, law)
    exponents = dict.fromkeys(LEAPS.names, Interval.unbounded(np.nan)) | {
        leap: fitted(*threshold_fit(tables, leap)) for leap in powers
    }
    means = of_leap[of_leap["ratio"] >= 0.5].groupby(["ratio", "d"])["controlled"].mean().unstack()
    figure.say(
        known=known,
        apart=float((means.max(axis=1) - means.min(axis=1)).max()),
        **{f"exponent{leap}": plot.measured(found) for leap, found in exponents.items()},
        **{f"power{leap}": powers.get(leap, np.nan) for leap in exponents},
    )


def _collapse(ax: Axes, runs: pd.DataFrame, law: pd.DataFrame) -> None:
    """Draw the alignment of one leap less its limit, in each dimension, named at the left."""
    law = law.assign(limit=law["alignment"], off=law["finite"] - law["alignment"])
    runs = runs.merge(law[["d", "ratio", "limit"]], on=["d", "ratio"])
    runs = runs.assign(off=runs["controlled"] - runs["limit"])
    sizes = plot.ordered("d", runs["d"], "$d = {}$")
    plot.theory(ax, law, "ratio", "off", sizes)
    plot.simulation(ax, plot.estimates(runs, "off", ["d", "ratio"]), "ratio", sizes)
    plot.level(ax, 0.0, "")
    plot.logarithmic(ax, "x", ticks=(0.1, 0.2, 0.5, 1, 2, 5))
    start = law["ratio"].min()
    ax.set_xlim(left=start / _ROOM)
    ax.set_ylabel(r"less limit $d \to \infty$")
    found = plot.estimates(runs, "off", ["d", "ratio"]).merge(law, on=["d", "ratio"])
    missed = int(plot.excludes(found, found["off"]).sum())
    plot.sheet_of(ax).say(outside_b=missed, points_b=len(found))
    apart = _BETWEEN * float(np.ptp(ax.get_ylim()))
    first = law[law["ratio"] == start].set_index("d")["off"]
    ends = [(first[d], name, plot.darker(sizes.colours[d])) for d, name in sizes.names.items()]
    plot.name_left(ax, ends, start, apart)


def _transitions(ax: Axes, runs: pd.DataFrame, law: pd.DataFrame) -> None:
    """Draw the largest dimension of each leap with its theory, and the difference below."""
    runs, law = largest(runs), largest(law)
    sizes = runs.groupby("leap")["d"].first()
    names = {leap: f"{name}, $d = {sizes.get(leap)}$" for leap, name in LEAPS.names.items()}
    hue = replace(LEAPS, names=names)
    plot.theory(ax, law, "x", "finite", hue)
    found = plot.estimates(runs, "controlled", ["leap", "x"])
    plot.simulation(ax, found, "x", hue)
    plot.level(ax, THRESHOLD, f"{THRESHOLD:g}", at=0.98)
    for leap in LEAPS.names:
        ax.axvline(leap, color="0.8", linewidth=0.5, zorder=1)
    ax.set_xticks([1, 2, 3])
    both = found.merge(law[["leap", "x", "finite"]], on=["leap", "x"])
    plot.sheet_of(ax).say(outside=int(plot.excludes(both, both["finite"]).sum()), strip=len(both))
    bands = [
        plot.Band(
            plot.sheet_of(ax).region(f"finite-d-{leap}"), leap, _judged(runs[runs["leap"] == leap])
        )
        for leap in sizes.index
    ]
    plot.residual(ax, found, law, "x", "finite", hue, bands=bands, relative=False)
    ax.set(title="Largest dimension of each leap", ylabel=_ALIGNMENT)
    ax.set_xlabel(r"samples, $\log n\,/\log d$")


def _judged(runs: pd.DataFrame) -> tuple[float, float]:
    """Return the ends of the band of one leap: the points that its claim judges, and a margin."""
    at = runs["x"][runs["ratio"] >= CLEAR]
    return at.min() - _BESIDE, at.max() + _BESIDE


def _thresholds(ax: Axes, runs: pd.DataFrame, law: pd.DataFrame) -> tuple[dict[int, float], float]:
    """Draw the n at which the mean alignment crosses, over d^l, read at the runs' ratios in theory
    and simulation; return the exponents in d, and the relative half width of the interval of the
    largest leap at its smallest d.
    """
    thresholds, predicted = [], []
    for (leap, d), rows in runs.groupby(["leap", "d"]):
        matrix = by_seed(rows, "controlled", "ratio")
        ratios = matrix.columns.to_numpy(dtype=float)
        interval = fitted(matrix.to_numpy(), partial(crossing, ratios, level=THRESHOLD))
        thresholds.append(
            plot.points([interval], len(matrix), "jackknife estimate", leap=leap, d=d)
        )
        curve = law[(law["leap"] == leap) & (law["d"] == d)].sort_values("ratio")
        there = np.interp(np.log(ratios), np.log(curve["ratio"]), curve["finite"])
        ratio = crossing(ratios, there, THRESHOLD)
        predicted.append({"leap": leap, "d": d, "ratio": ratio})
    expected = pd.DataFrame(predicted)
    plot.theory(ax, expected, "d", "ratio", LEAPS)
    found = pd.concat(thresholds)
    plot.simulation(ax, found, "d", LEAPS)
    both = found.merge(expected, on=["leap", "d"])
    for leap, own in LEAPS.split(found):
        at, colour = own["d"].astype(float), plot.written(LEAPS.colours[leap])
        place = float(np.exp(np.log(at).mean())), float(own["estimate"].min())
        ax.annotate(LEAPS.names[leap], (place[0], _NAMED_AT * place[1]), color=colour, ha="center")
    missed = int(plot.excludes(both, both["ratio"]).sum())
    plot.sheet_of(ax).say(outside_c=missed, thresholds=len(both))
    plot.logarithmic(ax, "x")
    ax.set(title=r"Threshold over $d^\ell$", xlabel="dimension $d$")
    from_zero(ax, found)
    ax.set_ylabel(r"$n/d^\ell$ at $\frac{1}{4}$")
    slopes = {
        leap: leap + loglog_slope(own["d"].to_numpy(dtype=float), own["ratio"].to_numpy())
        for leap, own in LEAPS.split(expected)
    }
    steepest = found[found["leap"] == found["leap"].max()].sort_values("d").iloc[0]
    return slopes, (steepest["high"] - steepest["low"]) / 2 / steepest["estimate"]
