"""How far the neurons of a run are from the law of the infinitely wide network."""

from __future__ import annotations

from functools import partial

import pandas as pd

from feature_learning.statistics.distances import kolmogorov
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
    return [kolmogorov(cosines, partial(cosine_cdf, **pairs[t])) for t, cosines in rows]
