"""Evidence for fig-spherical."""

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd

from feature_learning.papers.mousavi2023.shared.model import relu_strength
from feature_learning.statistics import Evidence, Tables, against_theory, by_seed, named
from feature_learning.theory.whitened_flow import runtime, spiked_runtime

# For each k six values of gamma2: of the slide's range, and of the part of it that has the share
# 0.99 at finite d
_WHOLE = {4: (0.1, 0.21, 0.33, 0.44, 0.55, 0.66), 6: (0.1, 0.24, 0.38, 0.52, 0.66, 0.8)}
_PART = {4: (0.1, 0.19, 0.28, 0.37, 0.46, 0.55), 6: (0.1, 0.22, 0.34, 0.46, 0.58, 0.7)}
_STRENGTHS, _STRONG = (0.3, 0.5, 0.8), (0.5, 0.8)


def _shares(tables: Tables, convention: str, strengths: Mapping[int, Sequence[float]]) -> Evidence:
    law = tables.theory("spherical_share", convention=convention)
    kept = [
        any(np.isclose(gamma2, strengths[k]))
        for k, gamma2 in zip(law["k"], law["gamma2"], strict=True)
    ]
    law = law[kept]
    points = [
        f"k = {k}, d = {d:g}, gamma2 = {gamma2:g}"
        for k, d, gamma2 in zip(law["k"], law["d"], law["gamma2"], strict=True)
    ]
    return Evidence.exact(law["share"].tolist(), points)


def fails(tables: Tables) -> Evidence:
    return _shares(tables, "added", _WHOLE)


def fails_unit_norm(tables: Tables) -> Evidence:
    return _shares(tables, "unit-norm", _PART)


def sharp(tables: Tables) -> Evidence:
    law = tables.theory("spherical_share", convention="unit-norm", k=4, d=1e16)
    (share,) = law[np.isclose(law["gamma2"], 0.8)]["share"]
    return Evidence.exact([1 - share], ["k = 4, gamma2 = 0.8, d = 1e16"])


def threshold(tables: Tables) -> Evidence:
    law = tables.theory("spherical_threshold", convention="unit-norm", d=1e16).sort_values("k")
    points = named("k", law["k"].tolist())
    return Evidence.exact(law["threshold"].tolist(), points, law["limit"].tolist())


def fixed_point(tables: Tables) -> Evidence:
    runs, law = (
        tables.runs("spherical_flow", k=2, flow="sphere"),
        tables.theory("spherical_flow", k=2),
    )
    return against_theory(runs, law, "m", "gamma2", symbol="gamma2")


def _ends(
    tables: Tables, value: str, k: int, flow: str, strengths: Sequence[float]
) -> pd.DataFrame:
    return by_seed(tables.runs("spherical_flow", k=k, flow=flow), value, "gamma2", strengths)


def whitened(tables: Tables) -> Evidence:
    overlaps = _ends(tables, "overlap", 2, "white", _STRONG)
    return Evidence(1 - overlaps.to_numpy(), named("gamma2", _STRONG))


def _gain(tables: Tables, flow: str, strengths: tuple[float, ...]) -> Evidence:
    """Return whether a flow aligns and that on the sphere does not, for k = 4."""
    aligned, plain = (
        _ends(tables, "overlap", 4, name, strengths).to_numpy() > 0.5 for name in (flow, "sphere")
    )
    return Evidence(aligned & ~plain, named("gamma2", strengths), estimate="fraction")


def without_repulsion(tables: Tables) -> Evidence:
    return _gain(tables, "without", _STRENGTHS)


def candidate_two(tables: Tables) -> Evidence:
    return _gain(tables, "two", _STRONG)


def candidate_two_time(tables: Tables) -> Evidence:
    d, k, alpha = tables.value("spherical_flow", "d"), 2, relu_strength(2, 0.0)
    runs = tables.runs("spherical_flow", k=k, flow="two")
    ratios, slower = [], []
    for gamma2 in _STRENGTHS:
        own = runs[np.isclose(runs["gamma2"], gamma2)].sort_values("seed")
        starts = np.where(own["start"] < own["end"], own["start"], np.nan)
        normalised = np.array(
            [float(spiked_runtime(start, 0.5, k, d**gamma2, alpha)) for start in starts]
        )
        ratios.append(own["time"].to_numpy() / normalised)
        slower.append(np.nanmedian(runtime(starts, 0.5, k, alpha) / normalised))
    points = named("gamma2", _STRENGTHS)
    return Evidence(np.stack(ratios, axis=1), points, estimate="median").against(slower)


def repulsion_grows(tables: Tables) -> Evidence:
    sizes = by_seed(tables.runs("output_size"), "sphere", "m")
    m = sizes.columns.to_numpy(dtype=float)
    theta = tables.value("output_size", "d") ** tables.value("output_size", "gamma2")
    slopes = np.polyfit(m**2, sizes.to_numpy().T, 1)[0]
    return Evidence.stacked([("slope over theta/2", 2 * slopes / theta)])


def correlation_loss(tables: Tables) -> Evidence:
    d = tables.value("spherical_flow", "d")
    outputs = 2 * _ends(tables, "output", 4, "two", _STRENGTHS)
    ends = _ends(tables, "m", 4, "two", _STRENGTHS)
    unnormalised = [1 + d**gamma2 * float((ends[gamma2] ** 2).mean()) for gamma2 in _STRENGTHS]
    return Evidence(outputs.to_numpy(), named("gamma2", _STRENGTHS)).against(unnormalised)
