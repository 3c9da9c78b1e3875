"""Evidence for fig-spherical."""

import numpy as np

from feature_learning.statistics import Evidence, Tables, against_theory, by_seed, named

_RANGES = {4: 0.55, 6: 0.7}  # the largest gamma2 of each k below the limit 1 - 1/(k - 1)
_STRONG = [0.5, 0.8]


def fails(tables: Tables) -> Evidence:
    law = tables.theory("spherical_share", convention="unit-norm")
    law = law[law["gamma2"] < law["k"].map(_RANGES) + 1e-9]
    points = [
        f"k = {k}, d = {d:g}, gamma2 = {gamma2:g}"
        for k, d, gamma2 in zip(law["k"], law["d"], law["gamma2"], strict=True)
    ]
    return Evidence.exact(law["share"].tolist(), points)


def sharp(tables: Tables) -> Evidence:
    law = tables.theory("spherical_share", convention="unit-norm", k=4, d=1e16)
    (share,) = law[np.isclose(law["gamma2"], 0.8)]["share"]
    return Evidence.exact([1 - share], ["k = 4, gamma2 = 0.8, d = 1e16"])


def threshold(tables: Tables) -> Evidence:
    law = tables.theory("spherical_threshold", convention="unit-norm", d=1e16).sort_values("k")
    points = named("k", law["k"].tolist())
    return Evidence.exact(law["threshold"].tolist(), points, law["limit"].tolist())


def fixed_point(tables: Tables) -> Evidence:
    runs, law = tables.runs("spherical_flow"), tables.theory("spherical_flow")
    return against_theory(runs, law, "m", "gamma2", symbol="gamma2")


def whitened(tables: Tables) -> Evidence:
    overlaps = by_seed(tables.runs("spherical_flow"), "whitened", "gamma2", _STRONG)
    return Evidence(1 - overlaps.to_numpy(), named("gamma2", _STRONG))
