"""Evidence for figx-finetune."""

from feature_learning.statistics import Evidence, Tables, by_seed, one_by_seed, slope_per_seed


def rate(tables: Tables) -> Evidence:
    law, gaps = tables.theory("fine_tuning").sort_values("tau"), []
    for tau, bound in zip(law["tau"], law["exponent"], strict=True):
        runs = tables.runs("fine_tuning", s=1, width=1000, tau=tau)
        slopes = slope_per_seed(by_seed(runs, "excess", "samples"))
        gaps.append((f"tau = {tau:g}", slopes - bound))
    return Evidence.stacked(gaps)


def floor(tables: Tables) -> Evidence:
    runs = tables.runs("fine_tuning", s=1, width=100, tau=10.0, samples=10000)
    ratios = one_by_seed(runs.assign(ratio=runs["excess"] / runs["floor"]), "ratio")
    return Evidence.stacked([("100 neurons, 10000 samples", ratios)])
