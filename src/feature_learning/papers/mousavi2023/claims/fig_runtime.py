"""Evidence for fig-runtime."""

from collections.abc import Callable
from functools import partial

import numpy as np

from feature_learning.papers.mousavi2023.shared.model import Structure
from feature_learning.statistics import Evidence, Tables, by_seed, named, slope_per_seed
from feature_learning.theory.spiked_overlap import overlap_exponent, runtime_exponent
from feature_learning.theory.whitened_flow import runtime_log_slope

_SMALL = 1e-2


def _slopes(tables: Tables, value: str, predicted: Callable[[float, float], float]) -> Evidence:
    """Return each seed's slope of a column against d, by structure, beside the prediction: on
    logarithmic axes, at k = 2 of the time itself, which is a logarithm of d, not a power.
    """
    runs = tables.runs("initial_overlap")
    structures, columns = Structure.in_rows(runs), []
    pairs = {name: structures[name].exponents for name in sorted(structures)}
    for name in pairs:
        curves = by_seed(runs[runs["structure"] == name], value, "d")
        log_d = np.log(curves.columns.to_numpy(dtype=float))
        linear = value == "time_2"
        columns.append(
            np.polyfit(log_d, curves.to_numpy().T, 1)[0] if linear else slope_per_seed(curves)
        )
    points = [f"({gamma1:g}, {gamma2:g})" for gamma1, gamma2 in pairs.values()]
    exponents = np.array([predicted(*pair) for pair in pairs.values()])
    return Evidence(np.column_stack(columns), points, exponents)


def overlap(tables: Tables) -> Evidence:
    return _slopes(tables, "overlap", overlap_exponent)


def quadratic(tables: Tables) -> Evidence:
    return _slopes(tables, "time_2", lambda *pair: runtime_log_slope(overlap_exponent(*pair)))


def cubic(tables: Tables) -> Evidence:
    return _slopes(tables, "time_3", partial(runtime_exponent, 3))


def quartic(tables: Tables) -> Evidence:
    return _slopes(tables, "time_4", partial(runtime_exponent, 4))


def epsilon(tables: Tables) -> Evidence:
    law = tables.theory("runtime_epsilon")
    ratios = {
        k: np.polyfit(part["log"], part["time"], 1)[0] / part["slope"].iloc[0]
        for k, part in law[law["epsilon"] <= _SMALL].groupby("k")
    }
    return Evidence.exact(list(ratios.values()), named("k", list(ratios)))
