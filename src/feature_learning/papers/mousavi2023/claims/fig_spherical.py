"""Evidence for fig-spherical."""

import numpy as np

from feature_learning.core.tables import Tables
from feature_learning.statistics.evidence import Evidence, against_theory, by_seed, named

_RANGES = {4: 0.55, 6: 0.7}  # the largest gamma2 of each k below the limit 1 - 1/(k - 1)


_STRONG = [0.5, 0.8]


def _shares(tables: Tables, k: int, low: float, high: float) -> dict[str, float]:
    frame = tables.theory("spherical_share", convention="unit-norm", k=k)
    own = frame[(frame["gamma2"] > low - 1e-9) & (frame["gamma2"] < high + 1e-9)]
    names = [f"k = {k}, d = {d:g}, gamma2 = {gamma2:g}" for d, gamma2 in zip(own["d"], own["gamma2"], strict=True)]
    return dict(zip(names, own["share"].tolist(), strict=True))


def fails(tables: Tables) -> Evidence:
    found = {name: share for k, high in _RANGES.items() for name, share in _shares(tables, k, 0.0, high).items()}
    return Evidence.exact(list(found.values()), list(found))


def sharp(tables: Tables) -> Evidence:
    frame = tables.theory("spherical_share", convention="unit-norm", k=4, d=1e16)
    (share,) = frame[np.isclose(frame["gamma2"], 0.8)]["share"]
    return Evidence.exact([1 - share], ["k = 4, gamma2 = 0.8, d = 1e16"])


def threshold(tables: Tables) -> Evidence:
    frame = tables.theory("spherical_threshold", convention="unit-norm", d=1e16).sort_values("k")
    return Evidence.exact(frame["threshold"].tolist(), named("k", frame["k"].tolist()), frame["limit"].tolist())


def added_fails(tables: Tables) -> Evidence:
    frame = tables.theory("spherical_share", convention="added", k=4)
    found = frame.groupby("d")["growth"].max()
    return Evidence.exact(found.tolist(), named("d", found.index.tolist()))


def fixed_point(tables: Tables) -> Evidence:
    return against_theory(tables.runs("spherical_flow"), tables.theory("spherical_flow"), "m", "gamma2", symbol="gamma2")


def whitened(tables: Tables) -> Evidence:
    return Evidence(1 - by_seed(tables.runs("spherical_flow"), "whitened", "gamma2", _STRONG).to_numpy(), named("gamma2", _STRONG))
