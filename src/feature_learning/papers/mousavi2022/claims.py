"""The evidence for each claim of ``figures.yaml``: one function per claim, named after its full id."""

from __future__ import annotations

from typing import cast

import numpy as np

from feature_learning.core.tables import Tables
from feature_learning.papers.mousavi2022.crossings import samples_needed, seeds_needing
from feature_learning.papers.mousavi2022.late_times import FITTED_FROM, last, late_slopes
from feature_learning.papers.mousavi2022.measured import (
    at_plateau,
    decay_slopes,
    falls,
    final,
    gaps_by_size,
    layer_values,
    neurons,
    singular_ratio,
    worst_ratio,
)
from feature_learning.statistics.evidence import Evidence, at_points, by_seed, named
from feature_learning.statistics.exponents import loglog_slope


def fig1_end(tables: Tables) -> Evidence:
    """The orthogonal part of the weights at the end."""
    return neurons(tables, "perp", "none", "uniform")


def fig1_start(tables: Tables) -> Evidence:
    """The orthogonal part of the weights at the start, which both runs share."""
    return neurons(tables, "start_perp", "none")


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
    """The measured orthogonal part over the predicted one."""
    runs = tables.runs("perp_time")
    runs = runs[runs["t_over_d"] >= 5].assign(ratio=lambda frame: frame["perp"] / frame["predicted"])
    parts = []
    for d, own in runs.groupby("d", sort=True):
        ratios = by_seed(own, "ratio", "t_over_d")
        parts.append(Evidence(ratios.to_numpy(), [f"d = {d}, t/d = {time:g}" for time in ratios.columns]))
    return Evidence.joined(parts)


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
    """The largest over the smallest final value among the widths, for each seed."""
    matrix = by_seed(last(tables.runs("perp_width")), "perp", "width").to_numpy()
    return Evidence((matrix.max(axis=1) / matrix.min(axis=1))[:, None], ["largest over smallest"])


def prop_a_constant(tables: Tables) -> Evidence:
    """The final orthogonal part times ``sqrt(T/d)``."""
    matrix = by_seed(last(tables.runs("perp_time")).assign(scaled=lambda f: f["perp"] * np.sqrt(f["t_over_d"])), "scaled", "d")
    return Evidence(matrix.to_numpy(), named("d", list(matrix.columns)))


def prop_b_exponent(tables: Tables) -> Evidence:
    """The exponents of the orthogonal part away from the critical decay."""
    decays = [float(decay) for decay in sorted(tables.runs("decay")["decay"].unique()) if decay != 0.25]
    return Evidence(decay_slopes(tables, decays), named("lambda", decays), at_points(tables.theory("decay"), "exponent", "decay", decays))


def prop_b_critical(tables: Tables) -> Evidence:
    """The exponent of the orthogonal part at the critical decay."""
    return Evidence(decay_slopes(tables, [0.25]), named("lambda", [0.25]))


def prop_b_no_decay(tables: Tables) -> Evidence:
    """The orthogonal part at the end without decay."""
    return Evidence(final(tables, "perp")[[0.0]].to_numpy(), named("lambda", [0.0]))


def prop_b_orthogonal(tables: Tables) -> Evidence:
    """How much smaller the orthogonal part is at the next stronger decay."""
    return falls(tables, "perp", 1)


def prop_b_along(tables: Tables) -> Evidence:
    """How much smaller the part along the target is at the next stronger decay."""
    return falls(tables, "par", 1)


def prop_b_risk(tables: Tables) -> Evidence:
    """How much larger the risk is at the next stronger decay."""
    return falls(tables, "risk", -1)


def prop_b_second_phase(tables: Tables) -> Evidence:
    """The risk with decay over that without."""
    matrix = final(tables, "risk")
    return Evidence((matrix[1.0] / matrix[0.0]).to_numpy()[:, None], ["lambda = 1 over 0"])


def prop_c_bound(tables: Tables) -> Evidence:
    """The generalisation gap over its bound."""
    gaps, bound = gaps_by_size(tables), tables.theory("gap").set_index("t_over_d")["bound"]
    columns = cast(list[tuple[int, int, int]], list(gaps.columns))
    points = [f"d = {d}, m = {width}, T/d = {ratio}" for d, width, ratio in columns]
    return Evidence(gaps.to_numpy() / np.array([bound.loc[ratio] for _, _, ratio in columns]), points)


def prop_c_exponent(tables: Tables) -> Evidence:
    """The slope of each seed's mean gap, over the dimensions and widths that have every T."""
    runs = tables.runs("gap")
    runs = runs[runs["width"] < runs["wide"]] if (runs["width"] < runs["wide"]).any() else runs
    means = runs.groupby(["seed", "t_over_d"])["gap"].mean().unstack()
    ratios = means.columns.to_numpy(dtype=float)
    return Evidence(means.to_numpy(), ["exponent in T/d"], fit=lambda mean: loglog_slope(ratios, mean))


def prop_c_width(tables: Tables) -> Evidence:
    """The worst ratio of mean gaps between widths, at fixed d and T."""
    return worst_ratio(tables, "width")


def prop_c_dimension(tables: Tables) -> Evidence:
    """The worst ratio of mean gaps between dimensions, at fixed T/d and width."""
    return worst_ratio(tables, "d")


def prop_d_alignment(tables: Tables) -> Evidence:
    """The samples per dimension that alignment 0.9 takes."""
    needed = samples_needed(tables, "alignment")
    return Evidence(needed.to_numpy() / needed.columns.to_numpy(dtype=float), named("d", list(needed.columns)), estimate="median")


def prop_d_alignment_exponent(tables: Tables) -> Evidence:
    """Each seed's exponent in d of the samples for alignment 0.9."""
    return Evidence(seeds_needing(tables, "alignment")[:, None], ["exponent in d"], estimate="median")


def prop_d_error_exponent(tables: Tables) -> Evidence:
    """Each seed's exponent in d of the samples for error 0.2."""
    return Evidence(seeds_needing(tables, "error")[:, None], ["exponent in d"], estimate="median")


def prop_d_kernel_exponent(tables: Tables) -> Evidence:
    """Each seed's exponent in d of the kernel's samples for error 0.2."""
    return Evidence(seeds_needing(tables, "kernel")[:, None], ["exponent in d"])


def prop_d_separation(tables: Tables) -> Evidence:
    """The kernel's exponents minus the median of the network's, which varies less."""
    return Evidence(seeds_needing(tables, "kernel")[:, None] - np.median(seeds_needing(tables, "error")), ["difference"])


def prop_d_kernel_plateau(tables: Tables) -> Evidence:
    """The kernel's error on the cube."""
    return Evidence(at_plateau(tables, "tangent", "cube", bias=True).to_numpy(), ["d = 100, n = 1600"])


def prop_d_network(tables: Tables) -> Evidence:
    """The network's error on the cube."""
    return Evidence(at_plateau(tables, "samples", "cube").to_numpy(), ["d = 100, n = 1600"], estimate="median")


def prop_d_steep_tanh(tables: Tables) -> Evidence:
    """The kernel's error on tanh(5z)."""
    return Evidence(at_plateau(tables, "tangent", "steep-tanh", bias=True).to_numpy(), ["d = 100, n = 1600"])


def prop_d_no_bias(tables: Tables) -> Evidence:
    """The smallest error over sample sizes of the kernel without biases."""
    matrix = by_seed(tables.runs("tangent", target="cube", bias=False), "error", "n")
    return Evidence(matrix.to_numpy().min(axis=1)[:, None], ["least over n"])


def prop_e_energy(tables: Tables) -> Evidence:
    """The share of the squared norm in the top direction, with decay."""
    return Evidence(layer_values(tables, "decay", "energy", 0), ["lambda = 1"])


def prop_e_rank_one(tables: Tables) -> Evidence:
    """The error at rank 1 minus that of the full layer, with decay."""
    return Evidence(layer_values(tables, "decay", "error", 1) - layer_values(tables, "decay", "full", 1), ["lambda = 1"])


def prop_e_untrained(tables: Tables) -> Evidence:
    """The error at rank 1 of the untrained layer."""
    return Evidence(layer_values(tables, "untrained", "error", 1), ["untrained"])


def prop_e_untrained_half(tables: Tables) -> Evidence:
    """The error at rank 50 over that of the full layer, untrained."""
    return Evidence(layer_values(tables, "untrained", "error", 50) / layer_values(tables, "untrained", "full", 50), ["untrained"])


def prop_e_rank_zero(tables: Tables) -> Evidence:
    """The error at rank 0."""
    layers = sorted(tables.runs("compress")["layer"].unique())
    return Evidence(np.hstack([layer_values(tables, layer, "error", 0) for layer in layers]), layers)


def prop_e_bounds(tables: Tables) -> Evidence:
    """The largest ratio of the two sides of both inequalities over all ranks and layers.

    It is exact in every run: a bound, not a sample of a law.
    """
    largest = tables.runs("compress")[["lost_ratio", "error_ratio"]].max()
    return Evidence.exact(largest.to_list(), ["norms", "errors"])


def prop_e_no_decay(tables: Tables) -> Evidence:
    """The share of the squared norm in the top direction, without decay."""
    return Evidence(layer_values(tables, "no-decay", "energy", 0), ["lambda = 0"])


def prop_e_no_decay_error(tables: Tables) -> Evidence:
    """The error at rank 1 minus that of the full layer, without decay."""
    return Evidence(layer_values(tables, "no-decay", "error", 1) - layer_values(tables, "no-decay", "full", 1), ["lambda = 0"])


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
