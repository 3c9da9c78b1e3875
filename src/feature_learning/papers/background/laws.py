"""Distances of the neurons of a run from the law of the infinitely wide network."""

from functools import partial

import pandas as pd

from feature_learning.statistics import kolmogorov
from feature_learning.theory.mean_field import cosine_cdf


def distance_from_law(runs: pd.DataFrame, law: pd.DataFrame) -> list[float]:
    """Return the Kolmogorov-Smirnov distance of the cosines from their law in each row of
    `square_histogram`, times the root of the width.
    """
    distribution = {
        t: partial(cosine_cdf, along=along, across=across)
        for t, along, across in zip(law["t"], law["along"], law["across"], strict=True)
    }
    rows = zip(runs["t"], runs["cosines"], strict=True)
    return [kolmogorov(cosines, distribution[t]) for t, cosines in rows]
