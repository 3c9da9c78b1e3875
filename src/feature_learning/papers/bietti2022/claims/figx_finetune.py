"""Evidence for figx-finetune."""

import numpy as np

from feature_learning.papers.bietti2022.shared.model import RECOVERED
from feature_learning.statistics import (
    Evidence,
    Tables,
    by_seed,
    named,
    one_by_seed,
    slope_per_seed,
)


def rate(tables: Tables) -> Evidence:
    law, gaps = tables.theory("fine_tuning").sort_values("tau"), []
    for tau, bound in zip(law["tau"], law["exponent"], strict=True):
        for s in tables.values("fine_tuning", "s"):
            runs = tables.runs("fine_tuning", s=s, growing=True, tau=tau)
            slopes = slope_per_seed(by_seed(runs, "excess", "samples"))
            gaps.append((f"s = {s}, tau = {tau:g}", slopes - bound))
    return Evidence.stacked(gaps)


def floor(tables: Tables) -> Evidence:
    runs = tables.runs("fine_tuning", s=1, growing=False, tau=10.0, samples=10000)
    ratios = one_by_seed(runs.assign(ratio=runs["excess"] / runs["floor"]), "ratio")
    return Evidence.stacked([("100 neurons, 10000 samples", ratios)])


def trained_rate(tables: Tables) -> Evidence:
    """The slope of the recovered runs' geometric mean, a fit to the mean curves of their number and
    of the sum of their logarithms.
    """
    runs = tables.runs("fine_tuning_trained", samples=10000)
    recovered = (runs["overlap"] > RECOVERED).astype(float)
    runs = runs.assign(recovered=recovered, log=np.log(runs["excess"]) * recovered)
    exponents, sizes = (tables.values("fine_tuning_trained", name) for name in ("s", "n"))
    curves = [
        by_seed(runs[runs["s"] == s], name, "n")[sizes].to_numpy()
        for s in exponents
        for name in ("log", "recovered")
    ]

    def fit(mean: np.ndarray) -> np.ndarray:
        logs, counts = mean.reshape(len(exponents), 2, len(sizes)).swapaxes(0, 1)
        return np.array([np.polyfit(np.log(sizes), row, 1)[0] for row in logs / counts])

    return Evidence(np.hstack(curves), named("s", exponents), fit=fit)
