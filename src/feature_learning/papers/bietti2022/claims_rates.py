"""Evidence on risks, rates, the landscape and comparisons with other methods (the other figures)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd

from feature_learning.core.tables import Tables
from feature_learning.papers.bietti2022.model import RECOVERED
from feature_learning.papers.bietti2022.thresholds import MIDDLE, best, dimensions, null_risk
from feature_learning.statistics.evidence import Evidence, by_seed, named
from feature_learning.statistics.exponents import loglog_slope


def _from_a_thousand(tables: Tables) -> pd.DataFrame:
    runs = tables.runs("learning_curves")
    return runs[runs["n"] >= 1000]


def figx_collapse_refit_theory(tables: Tables) -> Evidence:
    """Each seed's median distance between the risk and R(|m|)."""
    runs = _from_a_thousand(tables)
    runs = runs.assign(distance=np.abs(np.log10(runs["refit"] / runs["predicted"])))
    distance = runs.groupby("seed")["distance"].median()
    return Evidence(distance.to_numpy()[:, None], ["runs with n of 1000 or more"])


def figx_collapse_unlearned_at_null(tables: Tables) -> Evidence:
    """Each seed's median risk over the null risk, of the runs that learned nothing."""
    runs = _from_a_thousand(tables)
    runs = runs[runs["overlap"] < 0.3]
    nulls = [null_risk(tables, int(s), int(d)) for s, d in zip(runs["s"], runs["d"], strict=True)]
    ratio = (runs["refit"] / np.array(nulls)).groupby(runs["seed"]).median()
    return Evidence(ratio.to_numpy()[:, None], ["runs with |m| below 0.3"])


def _recovered(tables: Tables) -> pd.DataFrame:
    runs = tables.runs("learning_curves")
    runs = runs[(runs["overlap"] > RECOVERED) & runs["d"].isin(dimensions(runs))]
    return runs.assign(distance=1 - runs["overlap"])


def figx_rate_recovery_rate(tables: Tables) -> Evidence:
    """Each seed's slope of the median 1 - |m| of recovered runs against n, mean of two dimensions.

    The slope is over the sizes at which a run recovered, two at least; a dimension without them is
    left out of the mean.
    """
    found = _recovered(tables)
    found = found[found["n"].isin([300, 1000, 3000])]
    seeds = sorted(tables.runs("learning_curves")["seed"].unique())
    columns = []
    for s in (1, 2):
        medians = found[found["s"] == s].groupby(["seed", "d", "n"])["distance"].median()
        columns.append([_mean_slope(medians, seed) for seed in seeds])
    return Evidence(np.array(columns).T, named("s", [1, 2]))


def _mean_slope(medians: pd.Series, seed: int) -> float:
    if seed not in medians.index.get_level_values("seed"):
        return float("nan")
    slopes = [
        loglog_slope(own.index.get_level_values("n").to_numpy(dtype=float), own.to_numpy())
        for _, own in medians[seed].groupby("d")
        if len(own) > 1
    ]
    return float(np.mean(slopes)) if slopes else float("nan")


def figx_rate_rate_constant(tables: Tables) -> Evidence:
    """Each seed's n (1 - |m|)/(d - 1) over V: medians over recovered runs, mean over two dimensions and exponents."""
    found = _recovered(tables)
    found = found[(found["n"] == 3000) & (found["s"] < 3)]
    ratio = found["n"] * found["distance"] / ((found["d"] - 1) * found["constant"])
    medians = ratio.groupby([found["seed"], found["d"], found["s"]]).median()
    return Evidence(medians.groupby("seed").mean().to_numpy()[:, None], ["d, s pooled"])


def figx_landscape_theorem(tables: Tables) -> Evidence:
    """How often the loss at infinite width runs against the theorem."""
    predicted = tables.theory("landscape")
    predicted = predicted[predicted["ridge"] >= 1e-3]
    points = [f"s = {s}, ridge = {ridge:g}" for s, ridge in zip(predicted["s"], predicted["ridge"], strict=True)]
    return Evidence.exact(list(map(float, predicted["violations"])), points)


def figx_landscape_finite_width(tables: Tables) -> Evidence:
    """How often the losses of a seed's draws run against the theorem."""
    runs = tables.runs("landscape")
    totals = runs[runs["ridge"] >= 1e-4].groupby(["seed", "s"])["violations"].sum().unstack("s")
    return Evidence(totals.to_numpy(), named("s", list(totals.columns)))


def figx_flow_escape_law(tables: Tables) -> Evidence:
    """The exponents of the speed at small overlaps, and 2 s - 1."""
    law = tables.theory("population_flow", ridge=0.1, link="zigzag-half").sort_values("s")
    return Evidence.exact(law["exponent"].tolist(), named("s", law["s"].tolist()), [2 * s - 1 for s in law["s"]])


def figx_flow_code_link_slower(tables: Tables) -> Evidence:
    """The exponent of the speed with the public code's link at s = 3."""
    law = tables.theory("population_flow", ridge=0.1, link="zigzag", s=3)
    return Evidence.exact(law["exponent"].tolist(), ["s = 3"])


def _kernel_over_network(tables: Tables, cells: Sequence[tuple[int, int]]) -> Evidence:
    """Return the kernel's excess risk over the network's on as many samples, paired by number."""
    columns = []
    for s, n in cells:
        kernel = by_seed(tables.runs("kernel_baseline", s=s), "excess", "total", [2 * n])[2 * n].to_numpy()
        network = by_seed(best(tables.runs("learning_curves", s=s, d=MIDDLE, n=n)), "refit", "n", [n])[n].to_numpy()
        both = min(len(kernel), len(network))
        columns.append(kernel[:both] / network[:both])
    return Evidence(np.column_stack(columns), [f"s = {s}, {2 * n} samples" for s, n in cells])


def figx_linear_beats_kernels(tables: Tables) -> Evidence:
    """The ratio with 2000 samples."""
    return _kernel_over_network(tables, [(1, 1000), (2, 1000)])


def figx_linear_no_gap_before(tables: Tables) -> Evidence:
    """The ratio for s = 3 with 200 samples."""
    return _kernel_over_network(tables, [(3, 100)])


def _features_over_network(tables: Tables, features: int, network: int) -> Evidence:
    """Return the ratios of excess risks of random features to the network, at two widths."""
    runs, columns, points = tables.runs("width"), [], []
    for s in (1, 2):
        own = runs[(runs["s"] == s) & (runs["method"] == "network") & (runs["width_after"] == network)]
        for spread in sorted(runs[runs["method"] == "features"]["offsets"].unique()):
            others = runs[(runs["s"] == s) & (runs["method"] == "features") & (runs["offsets"] == spread)]
            ratio = by_seed(others, "excess", "width_after", [features]).to_numpy() / by_seed(own, "excess", "width_after").to_numpy()
            columns.append(ratio[:, 0])
            points.append(f"s = {s}, tau = {spread:g}")
    return Evidence(np.column_stack(columns), points)


def figx_linear_narrower_than_features(tables: Tables) -> Evidence:
    """The ratio with 100 neurons each."""
    return _features_over_network(tables, 100, 100)


def figx_linear_thirty_beat_a_thousand(tables: Tables) -> Evidence:
    """The ratio of a thousand features to thirty neurons."""
    return _features_over_network(tables, 1000, 30)


def _unforced(tables: Tables, s: int) -> np.ndarray:
    runs = tables.runs("signs", s=s, force_signs=False)
    runs = runs[runs["d"] == runs["d"].min()]
    return (runs["overlap"] > RECOVERED).to_numpy()


def _probability(tables: Tables, s: int) -> Evidence:
    found = _unforced(tables, s)
    return Evidence(found[:, None], [f"s = {s}, {len(found)} inits"], estimate="fraction")


def figx_signs_probability_first(tables: Tables) -> Evidence:
    """Whether an init with signs as drawn recovers at infinite n, s = 1."""
    return _probability(tables, 1)


def figx_signs_probability_half(tables: Tables) -> Evidence:
    """The same for s = 2."""
    return _probability(tables, 2)


def figx_signs_probability_third(tables: Tables) -> Evidence:
    """The same for s = 3."""
    return _probability(tables, 3)


def figx_signs_sign_decides(tables: Tables) -> Evidence:
    """Each seed's share of inits that recover as drawn, less half of that with forced signs, s = 2."""
    runs = tables.runs("signs", s=2)
    runs = runs[runs["d"] == runs["d"].min()]
    share = runs.assign(found=runs["overlap"] > RECOVERED).groupby(["seed", "force_signs"])["found"].mean().unstack()
    return Evidence((share[False] - share[True] / 2).to_numpy()[:, None], ["s = 2"])


def figx_signs_one_sign_enough_for_first(tables: Tables) -> Evidence:
    """Whether a run with signs as drawn recovers from 3000 samples, s = 1; inits of a seed share its sample."""
    runs = tables.runs("signs_sampled", s=1)
    runs = runs[runs["d"] == runs["d"].min()]
    return Evidence((runs["overlap"] > RECOVERED).to_numpy()[:, None], [f"{len(runs)} runs"], estimate="fraction")


def _concentration(tables: Tables, value: str) -> Evidence:
    columns = []
    for s in (1, 2, 3):
        curves = by_seed(tables.runs("concentration", s=s), value, "n")
        columns.append([loglog_slope(curves.columns.to_numpy(dtype=float), row) for row in curves.to_numpy()])
    return Evidence(np.array(columns).T, named("s", [1, 2, 3]))


def figx_uniform_gradients(tables: Tables) -> Evidence:
    """The slope of each seed's largest distance of gradients against n."""
    return _concentration(tables, "gradient")


def figx_uniform_concentration(tables: Tables) -> Evidence:
    """The slope of each seed's largest distance of losses against n."""
    return _concentration(tables, "distance")


def figx_finetune_rate(tables: Tables) -> Evidence:
    """The slope of each seed's excess risk against n', less the bound's exponent, 1000 neurons."""
    law, columns, points = tables.theory("fine_tuning"), [], []
    for tau in sorted(law["tau"].unique()):
        curves = by_seed(tables.runs("fine_tuning", s=1, width=1000, tau=tau), "excess", "samples")
        bound = float(law[law["tau"] == tau]["exponent"].iloc[0])
        columns.append([loglog_slope(curves.columns.to_numpy(dtype=float), row) - bound for row in curves.to_numpy()])
        points.append(f"tau = {tau:g}")
    return Evidence(np.array(columns).T, points)


def figx_finetune_floor(tables: Tables) -> Evidence:
    """The excess risk with 10000 samples and 100 neurons over the floor R(1)."""
    runs = tables.runs("fine_tuning", s=1, width=100, tau=10.0, samples=10000)
    ratio = by_seed(runs.assign(ratio=runs["excess"] / runs["floor"]), "ratio", "samples")
    return Evidence(ratio.to_numpy(), ["100 neurons, 10000 samples"])


def figx_online_many_passes(tables: Tables) -> Evidence:
    """The share of inits that recover with many passes, less that of one pass at the rate best for it."""
    runs = tables.runs("one_pass")
    runs = runs.assign(found=runs["overlap"] > RECOVERED)
    columns, cells = [], [(1, 1000), (2, 1000), (2, 3000)]
    for s, n in cells:
        own = runs[(runs["s"] == s) & (runs["n"] == n)]
        many = own[own["passes"] == "many"].groupby("seed")["found"].mean()
        once = own[own["passes"] == "one"].groupby(["seed", "factor"])["found"].mean().unstack("factor")
        columns.append((many - once[once.mean().idxmax()]).to_numpy())
    return Evidence(np.column_stack(columns), [f"s = {s}, n = {n}" for s, n in cells])
