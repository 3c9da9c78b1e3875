"""The evidence on the trained weights: their rank (prop-e) and their place inside the subspace (prop-f)."""

from __future__ import annotations

from typing import cast

import numpy as np

from feature_learning.core.tables import Tables
from feature_learning.papers.mousavi2022.late_times import FITTED_FROM, last, late_slopes
from feature_learning.statistics.evidence import Evidence, by_seed, named


def _layers(tables: Tables, layer: str, value: str, *ranks: int) -> np.ndarray:
    return by_seed(tables.runs("compress", layer=layer), value, "rank", ranks).to_numpy()


def prop_e_energy(tables: Tables) -> Evidence:
    """Energy of the top direction with decay."""
    return Evidence(_layers(tables, "decay", "energy", 0), ["lambda = 1"])


def prop_e_rank_one(tables: Tables) -> Evidence:
    """Error at rank 1 minus that of the full layer, with decay."""
    return Evidence(_layers(tables, "decay", "error", 1) - _layers(tables, "decay", "full", 1), ["lambda = 1"])


def prop_e_untrained(tables: Tables) -> Evidence:
    """Error at rank 1, untrained."""
    return Evidence(_layers(tables, "untrained", "error", 1), ["untrained"])


def prop_e_untrained_half(tables: Tables) -> Evidence:
    """Error at rank 50 over that of the full layer, untrained."""
    return Evidence(_layers(tables, "untrained", "error", 50) / _layers(tables, "untrained", "full", 50), ["untrained"])


def prop_e_rank_zero(tables: Tables) -> Evidence:
    """Error at rank 0."""
    layers = sorted(tables.runs("compress")["layer"].unique())
    return Evidence(np.hstack([_layers(tables, layer, "error", 0) for layer in layers]), layers)


def prop_e_bounds(tables: Tables) -> Evidence:
    """Largest ratio of the sides of both inequalities over all ranks and layers, a seed; exact, no sample of a law."""
    largest = tables.runs("compress")[["lost_ratio", "error_ratio"]].max()
    return Evidence.exact(largest.to_list(), ["norms", "errors"])


def prop_e_no_decay(tables: Tables) -> Evidence:
    """Energy of the top direction without decay."""
    return Evidence(_layers(tables, "no-decay", "energy", 0), ["lambda = 0"])


def prop_e_no_decay_error(tables: Tables) -> Evidence:
    """Error at rank 1 minus that of the full layer, without decay."""
    return Evidence(_layers(tables, "no-decay", "error", 1) - _layers(tables, "no-decay", "full", 1), ["lambda = 0"])


def prop_f_slope(tables: Tables) -> Evidence:
    """Late slopes for every target and decay."""
    columns, points = [], []
    for key, own in tables.runs("subspace").groupby(["target", "decay"], sort=True):
        target, decay = cast(tuple[str, float], key)
        offset = float(own["step_offset"].iloc[0]) / min(decay, 1.0)
        columns.append(late_slopes(own, FITTED_FROM["prop-f"], offset))
        points.append(f"{target}, lambda = {decay:g}")
    return Evidence(np.column_stack(columns), points)


def _ratio(tables: Tables, target: str, *decays: float) -> Evidence:
    runs = last(tables.runs("subspace", target=target)).assign(ratio=lambda frame: frame["second"] / frame["first"])
    return Evidence(by_seed(runs, "ratio", "decay", decays).to_numpy(), named("lambda", decays))


def prop_f_one_direction(tables: Tables) -> Evidence:
    """Second over first singular value, sum of equal links."""
    return _ratio(tables, "two-tanh", 0.25, 1.0)


def prop_f_two_directions(tables: Tables) -> Evidence:
    """The same for different links, strong decay."""
    return _ratio(tables, "tanh-and-square", 1.0)


def prop_f_two_directions_weak(tables: Tables) -> Evidence:
    """The same, weak decay."""
    return _ratio(tables, "tanh-and-square", 0.25)


def prop_f_hermite_3(tables: Tables) -> Evidence:
    """Part along the target over that for the sum of tanh."""
    parts = {target: by_seed(last(tables.runs("subspace", target=target)), "par", "decay") for target in ("hermite-3", "two-tanh")}
    ratio = parts["hermite-3"] / parts["two-tanh"]
    return Evidence(ratio.to_numpy(), named("lambda", list(map(float, ratio.columns))))
