"""The evidence for each claim of ``paper.yaml``: one function a claim, named after it.

Those on the gap, on samples and on the trained weights are in modules of their own.
"""

from __future__ import annotations

import itertools

import numpy as np
import pandas as pd

from feature_learning.core.tables import Tables
from feature_learning.papers.mousavi2022.evidence_gap import (
    prop_c_bound,
    prop_c_dimension,
    prop_c_exponent,
    prop_c_width,
)
from feature_learning.papers.mousavi2022.evidence_samples import (
    prop_d_alignment,
    prop_d_alignment_exponent,
    prop_d_error_exponent,
    prop_d_kernel_exponent,
    prop_d_kernel_plateau,
    prop_d_network,
    prop_d_no_bias,
    prop_d_separation,
    prop_d_steep_tanh,
)
from feature_learning.papers.mousavi2022.evidence_weights import (
    prop_e_bounds,
    prop_e_energy,
    prop_e_no_decay,
    prop_e_no_decay_error,
    prop_e_rank_one,
    prop_e_rank_zero,
    prop_e_untrained,
    prop_e_untrained_half,
    prop_f_hermite_3,
    prop_f_one_direction,
    prop_f_slope,
    prop_f_two_directions,
    prop_f_two_directions_weak,
)
from feature_learning.papers.mousavi2022.late_times import FITTED_FROM, last, late_slopes
from feature_learning.statistics.evidence import Evidence, at_points, by_seed, named
from feature_learning.statistics.exponents import loglog_slope

__all__ = [
    "fig1_end",
    "fig1_flow",
    "fig1_line",
    "fig1_signs",
    "fig1_slope",
    "fig1_start",
    "prop_a_constant",
    "prop_a_dimension",
    "prop_a_slope",
    "prop_a_theory",
    "prop_a_width",
    "prop_b_along",
    "prop_b_critical",
    "prop_b_exponent",
    "prop_b_no_decay",
    "prop_b_orthogonal",
    "prop_b_risk",
    "prop_b_second_phase",
    "prop_c_bound",
    "prop_c_dimension",
    "prop_c_exponent",
    "prop_c_width",
    "prop_d_alignment",
    "prop_d_alignment_exponent",
    "prop_d_error_exponent",
    "prop_d_kernel_exponent",
    "prop_d_kernel_plateau",
    "prop_d_network",
    "prop_d_no_bias",
    "prop_d_separation",
    "prop_d_steep_tanh",
    "prop_e_bounds",
    "prop_e_energy",
    "prop_e_no_decay",
    "prop_e_no_decay_error",
    "prop_e_rank_one",
    "prop_e_rank_zero",
    "prop_e_untrained",
    "prop_e_untrained_half",
    "prop_f_hermite_3",
    "prop_f_one_direction",
    "prop_f_slope",
    "prop_f_two_directions",
    "prop_f_two_directions_weak",
]


def _neurons(tables: Tables, value: str, *biases: str) -> Evidence:
    frame = by_seed(tables.runs("neurons"), value, "bias", biases)
    return Evidence(frame.to_numpy(), [f"biases {bias}" for bias in biases])


def fig1_end(tables: Tables) -> Evidence:
    """Orthogonal part at the end."""
    return _neurons(tables, "perp", "none", "uniform")


def fig1_start(tables: Tables) -> Evidence:
    """Orthogonal part at the start, the same for both."""
    return _neurons(tables, "start_perp", "none")


def fig1_slope(tables: Tables) -> Evidence:
    """Slope over prediction."""
    return _neurons(tables, "slope_ratio", "none")


def fig1_line(tables: Tables) -> Evidence:
    """Correlation with the readout."""
    return _neurons(tables, "correlation", "none")


def fig1_flow(tables: Tables) -> Evidence:
    """Correlation with the flow's ends."""
    return _neurons(tables, "flow_correlation", "uniform")


def fig1_signs(tables: Tables) -> Evidence:
    """Share of neurons on each side."""
    runs = tables.runs("neurons", bias="none").sort_values("seed")
    return Evidence(runs[["positive", "negative"]].to_numpy(), ["positive side", "negative side"])


def prop_a_theory(tables: Tables) -> Evidence:
    """Measured over predicted."""
    runs = tables.runs("perp_time")
    runs = runs[runs["t_over_d"] >= 5].assign(ratio=lambda frame: frame["perp"] / frame["predicted"])
    columns, points = [], []
    for d, own in runs.groupby("d", sort=True):
        ratios = by_seed(own, "ratio", "t_over_d")
        columns.append(ratios.to_numpy())
        points += [f"d = {d}, t/d = {time:g}" for time in ratios.columns]
    return Evidence(np.hstack(columns), points)


def prop_a_slope(tables: Tables) -> Evidence:
    """Late slopes in each dimension."""
    groups = list(tables.runs("perp_time").groupby("d", sort=True))
    slopes = [late_slopes(own, FITTED_FROM["prop-a"], float(own["step_offset"].iloc[0])) for _, own in groups]
    return Evidence(np.column_stack(slopes), [f"d = {d}" for d, _ in groups])


def prop_a_dimension(tables: Tables) -> Evidence:
    """Exponent in d of each seed's last value."""
    matrix = by_seed(last(tables.runs("perp_time")), "perp", "d")
    d = matrix.columns.to_numpy(dtype=float)
    return Evidence(np.array([[loglog_slope(d, row)] for row in matrix.to_numpy()]), ["exponent in d"])


def prop_a_width(tables: Tables) -> Evidence:
    """Largest over smallest of each seed's last values."""
    matrix = by_seed(last(tables.runs("perp_width")), "perp", "width").to_numpy()
    return Evidence((matrix.max(axis=1) / matrix.min(axis=1))[:, None], ["largest over smallest"])


def prop_a_constant(tables: Tables) -> Evidence:
    """Last value times ``sqrt(T/d)``."""
    matrix = by_seed(last(tables.runs("perp_time")).assign(scaled=lambda f: f["perp"] * np.sqrt(f["t_over_d"])), "scaled", "d")
    return Evidence(matrix.to_numpy(), named("d", list(matrix.columns)))


def _decay_slopes(tables: Tables, decays: list[float]) -> np.ndarray:
    runs = tables.runs("decay")
    offset = float(runs["step_offset"].iloc[0])
    return np.column_stack([late_slopes(runs[runs["decay"] == decay], FITTED_FROM["prop-b"], offset) for decay in decays])


def prop_b_exponent(tables: Tables) -> Evidence:
    """Exponents away from the critical decay."""
    decays = [float(decay) for decay in sorted(tables.runs("decay")["decay"].unique()) if decay != 0.25]
    return Evidence(_decay_slopes(tables, decays), named("lambda", decays), at_points(tables.theory("decay"), "exponent", "decay", decays))


def prop_b_critical(tables: Tables) -> Evidence:
    """Exponent at the critical decay."""
    return Evidence(_decay_slopes(tables, [0.25]), named("lambda", [0.25]))


def _final(tables: Tables, value: str) -> pd.DataFrame:
    return by_seed(last(tables.runs("decay")), value, "decay")


def prop_b_no_decay(tables: Tables) -> Evidence:
    """Orthogonal part at the end without decay."""
    return Evidence(_final(tables, "perp")[[0.0]].to_numpy(), named("lambda", [0.0]))


def _falls(tables: Tables, value: str, sign: float) -> Evidence:
    matrix = _final(tables, value)
    decays = list(map(float, matrix.columns))
    points = [f"lambda = {one:g} and {two:g}" for one, two in itertools.pairwise(decays)]
    return Evidence(-sign * np.diff(matrix.to_numpy(), axis=1), points)


def prop_b_orthogonal(tables: Tables) -> Evidence:
    """What a neighbour's stronger decay takes off the orthogonal part."""
    return _falls(tables, "perp", 1)


def prop_b_along(tables: Tables) -> Evidence:
    """What it takes off the part along the target."""
    return _falls(tables, "par", 1)


def prop_b_risk(tables: Tables) -> Evidence:
    """What it adds to the risk."""
    return _falls(tables, "risk", -1)


def prop_b_second_phase(tables: Tables) -> Evidence:
    """Risk with decay over that without."""
    matrix = _final(tables, "risk")
    return Evidence((matrix[1.0] / matrix[0.0]).to_numpy()[:, None], ["lambda = 1 over 0"])
