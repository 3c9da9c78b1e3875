"""The quantities of this paper's figures, claims and captions."""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pandas as pd

from feature_learning.papers.reduction.experiments.law import METHODS, NUMBERS
from feature_learning.statistics import (
    Interval,
    Tables,
    by_seed,
    distance_interval,
    kolmogorov_smirnov,
)
from feature_learning.statistics.quantity import Quantity
from feature_learning.statistics.sources import exact, joined, of_runs, quantity
from feature_learning.statistics.terms import averages

SYMBOLS = {"ratio": "n/d^l", "number": ""}
"""What coordinates are called in the names of points."""
_LARGE = 1000  # the dimension from which on the mean square across the line is averaged


def one_step(tables: Tables, value: str) -> Quantity:
    """Mean cosine ``along`` the target's linear part after one step, with its limit, or cosine
    ``across`` it, by d.
    """
    return quantity(tables, "one_step", value, ("d",))


def one_step_off_limit(tables: Tables) -> Quantity:
    """Mean cosine along the target's linear part minus its limit, by d."""
    return one_step(tables, "along").minus_prediction().predicted_by(None)


def scaled_square_across(tables: Tables) -> Quantity:
    """The mean squared cosine across the line times d, averaged over dimensions from 1000 on."""
    runs = tables.runs("one_step")
    scaled = runs[runs["d"] >= _LARGE].assign(scaled=runs["d"] * runs["across"] ** 2)
    means = scaled.groupby("seed")["scaled"].mean().reset_index()
    limit = exact(tables.theory("one_step"), "scaled_across", [])
    return of_runs(means, "scaled", (), "one_step").predicted_by(limit)


def alignment(tables: Tables) -> Quantity:
    """Mean squared cosine of the first gradient with the direction minus that of a random one, by
    leap, d and n/d^l, predicted in the limit of infinite dimension.
    """
    return _without_factor(_transition(tables, "alignment"))


def alignment_off_theory(tables: Tables) -> Quantity:
    """The same minus the theory for the same neurons at the same d."""
    off = _transition(tables, "alignment").minus(_transition(tables, "predicted"))
    return _without_factor(off)


def off_at_largest(tables: Tables) -> Quantity:
    """The same at the largest d of each leap, by leap and n/d^l; predicted to be zero."""
    off = alignment_off_theory(tables)
    leaps = sorted(off.points["leap"].unique())
    found = joined([off.at(leap=leap, d="largest") for leap in leaps], leap=leaps)
    return found.predicted_by(exact(found.points.assign(off=0.0), "off", ["leap", "ratio"]))


def limit_at_smaller_ratio(tables: Tables) -> Quantity:
    """The limit of the alignment at the next smaller n/d^l that is run, by leap, d and n/d^l."""
    limits = alignment(tables).table()
    limits["smaller"] = limits.groupby(["leap", "d"])["predicted"].shift()
    return exact(limits, "smaller", ["leap", "d", "ratio"])


def distance_of_methods(tables: Tables) -> Quantity:
    """The largest gap between the distribution functions of direct and of reduced runs, by d and
    number of the network.
    """
    runs = tables.runs("law")
    points = [(d, number) for d in sorted(runs["d"].unique()) for number in NUMBERS]
    samples = np.stack(
        [
            by_seed(runs[(runs["d"] == d) & (runs["method"] == method)], number, "replica")
            for d, number in points
            for method in METHODS
        ],
        axis=1,
    )  # (seeds, points of both methods in turn, runs of a seed)

    def bounds(values: np.ndarray, level: float) -> list[Interval]:
        by_sample = values.reshape(len(values), len(points), len(METHODS), -1)
        return [
            distance_interval(direct.ravel(), reduced.ravel(), level)
            for direct, reduced in by_sample.transpose(1, 2, 0, 3)
        ]

    return Quantity(
        pd.DataFrame([{"number": number, "d": d} for d, number in points]),
        samples.reshape(len(samples), -1),
        averages(len(points)),
        experiment="law",
        seeds=tuple(range(len(samples))),
        bounds=bounds,
    )


def distance_of_dimensions(tables: Tables) -> Quantity:
    """The same gap between direct runs at each d and at the next one; at the last there is none."""
    runs = tables.runs("law")
    direct = [*runs[runs["method"] == METHODS[0]].groupby("d")]
    rows = [
        {
            "number": number,
            "d": d,
            "distance": kolmogorov_smirnov(one[number].to_numpy(), other[number].to_numpy()),
        }
        for (d, one), (_, other) in pairwise(direct)
        for number in NUMBERS
    ]
    rows += [{"number": number, "d": direct[-1][0], "distance": np.nan} for number in NUMBERS]
    return exact(pd.DataFrame(rows), "distance", ["number", "d"])


def _transition(tables: Tables, value: str) -> Quantity:
    return quantity(tables, "transition", value, ("leap", "factor", "d", "ratio"))


def _without_factor(found: Quantity) -> Quantity:
    """Return the quantity without the factor: d, which is the factor times the smallest d of a
    leap, names the points.
    """
    limit = found.prediction
    if limit is not None:
        limit = replace(limit, points=limit.points.drop(columns="factor"))
    return replace(found, points=found.points.drop(columns="factor"), prediction=limit)
