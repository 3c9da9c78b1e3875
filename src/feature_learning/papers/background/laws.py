"""How far the neurons of a run are from the law of the infinitely wide network."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np
import pandas as pd

from feature_learning.theory.mean_field import cosine_cdf


def distance_from_law(runs: pd.DataFrame, law: pd.DataFrame) -> list[float]:
    """Return each row's Kolmogorov-Smirnov distance of cosines from the exact law, times the root of the width.

    Parameters
    ----------
    runs
        Rows of `square_histogram`, with columns ``t`` and ``cosines``.
    law
        Its theory.
    """
    pairs = {t: {"along": along, "across": across} for t, along, across in zip(law["t"], law["along"], law["across"], strict=True)}
    rows = zip(runs["t"], runs["cosines"], strict=True)
    return [scaled_distance(cosines, partial(cosine_cdf, **pairs[t])) for t, cosines in rows]


def scaled_distance(values: np.ndarray, cdf: Callable[[np.ndarray], np.ndarray]) -> float:
    """Return the Kolmogorov-Smirnov distance of a sample from a law, times the root of its size.

    Parameters
    ----------
    values : (n,)
        The sample.
    cdf
        The law's distribution function, elementwise.

    References
    ----------
    Kolmogorov (1933), "Sulla determinazione empirica di una legge di distribuzione": it is below 1.63
    with probability .99.
    """
    ordered = np.sort(values)
    expected, steps = cdf(ordered), np.arange(len(ordered) + 1) / len(ordered)
    return float(np.sqrt(len(ordered)) * max((steps[1:] - expected).max(), (expected - steps[:-1]).max()))
