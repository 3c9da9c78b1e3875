"""Evidence for histogram."""

import numpy as np
import pandas as pd

from feature_learning.papers.background.shared.laws import distance_from_law
from feature_learning.papers.background.shared.published import HISTOGRAM
from feature_learning.statistics import (
    Evidence,
    Tables,
    against_theory,
    at_points,
    by_run,
    by_seed,
    named,
    slope_of_mean,
    slope_per_seed,
)


def published(tables: Tables) -> Evidence:
    """Return the relative difference from the stored risk; the rival falls as 1/t from the first
    time.
    """
    risks = by_seed(by_run(tables.runs("square_histogram")), "risk", "t")
    stored = pd.Series(HISTOGRAM)
    stored = stored[stored.index.isin(risks.columns)]
    first = stored.index[0]
    slow = stored[first] * first / stored.index.to_numpy() / stored.to_numpy() - 1
    gaps = risks[stored.index] / stored - 1
    found = Evidence(gaps.to_numpy(), named("t", list(stored.index)))
    return found.against(np.where(stored.index == first, np.nan, slow))


def law(tables: Tables) -> Evidence:
    runs, theory = by_run(tables.runs("square_histogram")), tables.theory("square_histogram")
    times = sorted(runs["t"].unique())
    later = pd.DataFrame({"t": times})
    for column in ("along", "across"):
        later[column] = np.interp(1.5 * later["t"], theory["t"], theory[column])
    own, other = (
        by_seed(runs.assign(distance=distance_from_law(runs, law)), "distance", "t", times)
        for law in (theory, later)
    )
    return Evidence(own.to_numpy(), named("t", times)).against(other.mean().to_numpy())


def risk(tables: Tables) -> Evidence:
    runs, theory = by_run(tables.runs("square_histogram")), tables.theory("square_histogram")
    found = against_theory(runs[runs["t"] >= 1], theory, "risk", "t", symbol="t")
    return found.against(at_points(theory, "risk", "t", [0.0])[0])


def exponent(tables: Tables) -> Evidence:
    risks = by_seed(by_run(tables.runs("square_histogram")), "risk", "t", [3.0, 10.0, 30.0])
    return Evidence(slope_per_seed(risks)[:, None], ["t = 3 to 30"])


def fluctuation_exponent(tables: Tables) -> Evidence:
    runs = by_run(tables.runs("width_fluctuations"))
    return slope_of_mean(by_seed(runs, "fluctuation", "width"), "slope")


def fluctuation_constant(tables: Tables) -> Evidence:
    runs, theory = by_run(tables.runs("width_fluctuations")), tables.theory("width_fluctuations")
    found = against_theory(runs[runs["width"] >= 300], theory, "fluctuation", "width", symbol="p")
    assert found.predicted is not None
    return found.against(2 * found.predicted)
