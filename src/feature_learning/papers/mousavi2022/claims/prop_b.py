"""Evidence for prop-b."""

import itertools

import numpy as np

from feature_learning.core.tables import Tables
from feature_learning.papers.mousavi2022.shared.measured import decay_slopes, final, over_prediction
from feature_learning.statistics.evidence import Evidence, at_points, named


def exponent(tables: Tables) -> Evidence:
    decays = [float(decay) for decay in sorted(tables.runs("decay")["decay"].unique()) if decay != 0.25]
    return Evidence(decay_slopes(tables, decays), named("lambda", decays), at_points(tables.theory("decay"), "exponent", "decay", decays))


def no_decay(tables: Tables) -> Evidence:
    return Evidence(final(tables, "perp")[[0.0]].to_numpy(), named("lambda", [0.0]))


def orthogonal(tables: Tables) -> Evidence:
    matrix = final(tables, "perp")
    decays = list(map(float, matrix.columns))
    points = [f"lambda = {one:g} and {two:g}" for one, two in itertools.pairwise(decays)]
    return Evidence(-np.diff(np.log(matrix.to_numpy()), axis=1), points)


def along(tables: Tables) -> Evidence:
    return over_prediction(tables, "par", [0.25, 0.5, 1.0, 2.0])


def risk(tables: Tables) -> Evidence:
    return over_prediction(tables, "risk", [0.1, 0.25, 0.5, 1.0, 2.0])
