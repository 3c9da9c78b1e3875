"""The evidence for each claim of ``figures.yaml``: one function per claim, named after its full id."""

from __future__ import annotations

import itertools
from dataclasses import replace
from typing import cast

import numpy as np

from feature_learning.core.tables import Tables
from feature_learning.papers.mousavi2022.crossings import seeds_needing
from feature_learning.papers.mousavi2022.late_times import FITTED_FROM, last, late_slopes
from feature_learning.papers.mousavi2022.measured import (
    at_plateau,
    decay_slopes,
    final,
    gap_exponents,
    layer_values,
    neurons,
    over_bound,
    over_prediction,
    singular_ratio,
)
from feature_learning.statistics.evidence import Evidence, against_theory, at_points, by_seed, named
from feature_learning.statistics.exponents import loglog_slope


def fig1_start(tables: Tables) -> Evidence:
    """The orthogonal part of the weights at the start, which both runs share."""
    own = neurons(tables, "start_perp", "none")
    d = float(tables.runs("neurons")["d"].iloc[0])
    return replace(own, predicted=np.array([np.sqrt((d - 1) / d)]))


def fig1_end(tables: Tables) -> Evidence:
    """The orthogonal part of the weights at the end over that at the start."""
    runs = tables.runs("neurons")
    frame = by_seed(runs.assign(left=runs["perp"] / runs["start_perp"]), "left", "bias", ("none", "uniform"))
    return Evidence(frame.to_numpy(), ["biases none", "biases uniform"])


def fig1_slope(tables: Tables) -> Evidence:
    """The slope of the final component against the readout, over the prediction."""
    return neurons(tables, "slope_ratio", "none")


def fig1_line(tables: Tables) -> Evidence:
    """The correlation of the final component with the readout."""
    return neurons(tables, "correlation", "none")


def fig1_flow(tables: Tables) -> Evidence:
    """The correlation of the final component with the ends of the flow."""
    return neurons(tables, "flow_correlation", "uniform")


def fig1_signs(tables: Tables) -> Evidence:
    """The share of neurons on each side of the origin."""
    runs = tables.runs("neurons", bias="none").sort_values("seed")
    return Evidence(runs[["positive", "negative"]].to_numpy(), ["positive side", "negative side"])


def prop_a_theory(tables: Tables) -> Evidence:
    """The measured orthogonal part over the predicted one, a geometric mean over times from t = 5 d on."""
    runs = tables.runs("perp_time")
    runs = runs[runs["t_over_d"] >= 5].assign(ratio=lambda frame: np.log(frame["perp"] / frame["predicted"]))
    ratios = runs.groupby(["seed", "d"])["ratio"].mean().unstack()
    return Evidence(np.exp(ratios.to_numpy()), named("d", list(ratios.columns)))


def prop_a_slope(tables: Tables) -> Evidence:
    """The late slope of the orthogonal part, in each dimension."""
    groups = list(tables.runs("perp_time").groupby("d", sort=True))
    slopes = [late_slopes(own, FITTED_FROM["prop-a"], float(own["step_offset"].iloc[0])) for _, own in groups]
    return Evidence(np.column_stack(slopes), [f"d = {d}" for d, _ in groups])


def prop_a_dimension(tables: Tables) -> Evidence:
    """The exponent in d of the orthogonal part at the last time, for each seed."""
    matrix = by_seed(last(tables.runs("perp_time")), "perp", "d")
    d = matrix.columns.to_numpy(dtype=float)
    return Evidence(np.array([[loglog_slope(d, row)] for row in matrix.to_numpy()]), ["exponent in d"])


def prop_a_width(tables: Tables) -> Evidence:
    """The exponent in the width of the orthogonal part at the last time, for each seed."""
    matrix = by_seed(last(tables.runs("perp_width")), "perp", "width")
    widths = matrix.columns.to_numpy(dtype=float)
    return Evidence(np.array([[loglog_slope(widths, row)] for row in matrix.to_numpy()]), ["exponent in m"])


def prop_b_exponent(tables: Tables) -> Evidence:
    """The exponents of the orthogonal part away from the critical decay."""
    decays = [float(decay) for decay in sorted(tables.runs("decay")["decay"].unique()) if decay != 0.25]
    return Evidence(decay_slopes(tables, decays), named("lambda", decays), at_points(tables.theory("decay"), "exponent", "decay", decays))


def prop_b_no_decay(tables: Tables) -> Evidence:
    """The orthogonal part at the end without decay."""
    return Evidence(final(tables, "perp")[[0.0]].to_numpy(), named("lambda", [0.0]))


def prop_b_orthogonal(tables: Tables) -> Evidence:
    """The logarithm of the orthogonal part at the end over that at the next stronger decay."""
    matrix = final(tables, "perp")
    decays = list(map(float, matrix.columns))
    points = [f"lambda = {one:g} and {two:g}" for one, two in itertools.pairwise(decays)]
    return Evidence(-np.diff(np.log(matrix.to_numpy()), axis=1), points)


def prop_b_along(tables: Tables) -> Evidence:
    """The part along the target at the end over that where the flow ends."""
    return over_prediction(tables, "par", [0.25, 0.5, 1.0, 2.0])


def prop_b_risk(tables: Tables) -> Evidence:
    """The excess risk at the end over that where the flow ends."""
    return over_prediction(tables, "risk", [0.1, 0.25, 0.5, 1.0, 2.0])


def prop_c_bound(tables: Tables) -> Evidence:
    """The generalisation gap over its bound."""
    return over_bound(tables.runs("gap"), tables.theory("gap"), ["d", "width", "t_over_d"])


def prop_c_exponent(tables: Tables) -> Evidence:
    """The slope of each seed's mean gap, over the dimensions and widths that have every T."""
    runs = tables.runs("gap")
    runs = runs[runs["width"] < runs["wide"]] if (runs["width"] < runs["wide"]).any() else runs
    means = runs.groupby(["seed", "t_over_d"])["gap"].mean().unstack()
    ratios = means.columns.to_numpy(dtype=float)
    return Evidence(means.to_numpy(), ["exponent in T/d"], fit=lambda mean: loglog_slope(ratios, mean))


def prop_c_width(tables: Tables) -> Evidence:
    """The exponent of the gap in the width at each T/d that all networks have."""
    return gap_exponents(tables, "width")


def prop_c_dimension(tables: Tables) -> Evidence:
    """The exponent of the gap in the dimension at each T/d that all networks have."""
    return gap_exponents(tables, "d")


def prop_c_k(tables: Tables) -> Evidence:
    """The exponent of the gap in k at the smallest T/d, for each link."""
    runs = tables.runs("gap_k")
    runs = runs[runs["t_over_d"] == runs["t_over_d"].min()]
    matrix = runs.pivot(index="seed", columns=["link", "k"], values="gap").sort_index(axis=1)
    links, counts = (sorted(matrix.columns.unique(level=name)) for name in ("link", "k"))

    def fit(mean: np.ndarray) -> np.ndarray:
        return np.array([loglog_slope(np.array(counts, dtype=float), row) for row in mean.reshape(len(links), len(counts))])

    return Evidence(matrix.to_numpy(), links, fit=fit)


def prop_c_k_bound(tables: Tables) -> Evidence:
    """The gap over its bound for each link, k and T."""
    return over_bound(tables.runs("gap_k"), tables.theory("gap_k"), ["link", "k", "t_over_d"])


def prop_d_alignment_exponent(tables: Tables) -> Evidence:
    """Each seed's exponent in d of the samples for alignment 0.9."""
    return Evidence(seeds_needing(tables, "alignment")[:, None], ["exponent in d"], estimate="median")


def prop_d_error_exponent(tables: Tables) -> Evidence:
    """Each seed's exponent in d of the samples for error 0.2."""
    return Evidence(seeds_needing(tables, "error")[:, None], ["exponent in d"], estimate="median")


def prop_d_kernel_theory(tables: Tables) -> Evidence:
    """The kernel's error over the prediction at the same d and n, from d = 30 and n = 240 on."""
    runs = tables.runs("tangent", target="cube", bias=True)
    runs = runs[(runs["d"] >= 30) & (runs["n"] >= 240)]
    theory = tables.theory("tangent", target="cube")
    parts = [against_theory(own, theory[theory["d"] == d], "error", "n", symbol="n", of=f"d = {d}") for d, own in runs.groupby("d")]
    return Evidence.joined([Evidence(part.observed / part.predicted, part.points) for part in parts])


def prop_d_kernel_power(tables: Tables) -> Evidence:
    """The exponents in d of the samples for the cubic and the linear part, between d = 40 and 80."""
    needed = tables.theory("tangent_samples")
    slopes = []
    for p in (1, 3):
        two = needed[(needed["p"] == p) & needed["d"].isin([40, 80])].sort_values("d")
        slopes.append(loglog_slope(two["d"].to_numpy(dtype=float), two["n"].to_numpy()))
    return Evidence.exact(slopes, ["p = 1", "p = 3"], [1.0, 3.0])


def prop_d_separation(tables: Tables) -> Evidence:
    """The kernel's error on the cube less the network's."""
    gap = (at_plateau(tables, "tangent", "cube", bias=True) - at_plateau(tables, "samples", "cube")).dropna()
    return Evidence(gap.to_numpy()[:, None], ["d = 100, n = 1600"])


def prop_d_steep_tanh(tables: Tables) -> Evidence:
    """The kernel's error on tanh(5z) over that of the best quadratic."""
    plateau = float(tables.theory("tangent", target="steep-tanh")["plateau"].iloc[0])
    return Evidence(at_plateau(tables, "tangent", "steep-tanh", bias=True).to_numpy()[:, None] / plateau, ["d = 100, n = 1600"])


def prop_d_no_bias(tables: Tables) -> Evidence:
    """The smallest error over sample sizes of the kernel without biases."""
    matrix = by_seed(tables.runs("tangent", target="cube", bias=False), "error", "n")
    return Evidence(matrix.to_numpy().min(axis=1)[:, None], ["least over n"])


def prop_e_energy(tables: Tables) -> Evidence:
    """The share of the squared norm in the top direction, with decay."""
    return Evidence(layer_values(tables, "decay", "energy", 0), ["lambda = 1"])


def prop_e_rank_one(tables: Tables) -> Evidence:
    """The error at rank 1 over that of the full layer, with decay."""
    return Evidence(layer_values(tables, "decay", "error", 1) / layer_values(tables, "decay", "full", 1), ["lambda = 1"])


def prop_e_floor(tables: Tables) -> Evidence:
    """The error of each truncation less the least error of any function of the directions that it keeps."""
    runs = tables.runs("compress")
    matrix = (
        runs.assign(above=runs["error"] - runs["floor"]).pivot(index="seed", columns=["layer", "rank"], values="above").sort_index(axis=1)
    )
    return Evidence(matrix.to_numpy(), [f"{layer}, r = {rank}" for layer, rank in cast(list[tuple[str, int]], list(matrix.columns))])


def prop_e_bounds(tables: Tables) -> Evidence:
    """The largest ratio of the two sides of both inequalities over all ranks and layers.

    It is exact in every run: a bound, not a sample of a law.
    """
    largest = tables.runs("compress")[["lost_ratio", "error_ratio"]].max()
    return Evidence.exact(largest.to_list(), ["norms", "errors"])


def prop_e_no_decay(tables: Tables) -> Evidence:
    """The share of the squared norm in the top direction with decay less that without."""
    gap = layer_values(tables, "decay", "energy", 0) - layer_values(tables, "no-decay", "energy", 0)
    return Evidence(gap, ["lambda = 1 less 0"])


def prop_e_no_decay_error(tables: Tables) -> Evidence:
    """The error at rank 1 over that of the full layer, without decay."""
    return Evidence(layer_values(tables, "no-decay", "error", 1) / layer_values(tables, "no-decay", "full", 1), ["lambda = 0"])


def prop_f_slope(tables: Tables) -> Evidence:
    """The late slopes of the orthogonal part for every target and decay."""
    columns, points = [], []
    for key, own in tables.runs("subspace").groupby(["target", "decay"], sort=True):
        target, decay = cast(tuple[str, float], key)
        offset = float(own["step_offset"].iloc[0]) / min(decay, 1.0)
        columns.append(late_slopes(own, FITTED_FROM["prop-f"], offset))
        points.append(f"{target}, lambda = {decay:g}")
    return Evidence(np.column_stack(columns), points)


def prop_f_one_direction(tables: Tables) -> Evidence:
    """The second over the first singular value for a sum of equal links."""
    return singular_ratio(tables, "two-tanh", 0.25, 1.0)


def prop_f_two_directions(tables: Tables) -> Evidence:
    """The second over the first singular value for different links, strong decay."""
    return singular_ratio(tables, "tanh-and-square", 1.0)


def prop_f_two_directions_weak(tables: Tables) -> Evidence:
    """The second over the first singular value for different links, weak decay."""
    return singular_ratio(tables, "tanh-and-square", 0.25)


def prop_f_hermite_3(tables: Tables) -> Evidence:
    """The part along the target for He3 over that for the sum of tanh."""
    parts = {target: by_seed(last(tables.runs("subspace", target=target)), "par", "decay") for target in ("hermite-3", "two-tanh")}
    ratio = parts["hermite-3"] / parts["two-tanh"]
    return Evidence(ratio.to_numpy(), named("lambda", list(map(float, ratio.columns))))
