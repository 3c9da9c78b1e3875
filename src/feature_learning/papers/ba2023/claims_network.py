"""Evidence on the network after one step: its alignment, and its risk beside other methods'."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import pandas as pd

from feature_learning.core.tables import Tables
from feature_learning.papers.ba2023.half_points import predicted_exponent
from feature_learning.papers.ba2023.rises import alignment_rise
from feature_learning.statistics.evidence import Evidence, against_theory, at_points, by_seed, named

_D = 256
_FAR = 1e6
_ALIGNED = (0.4, 0.5, 0.6, 0.7, 0.8)
_RISING = (0.25, 0.4, 0.5, 0.6)
_SOLVED = (0.25, 0.4, 0.5, 0.6, 0.75, 0.9)
_TARGETS = ("mix", "he1-he4", "he2-he3", "he2-he4")
# Where the network's condition holds and the kernel's does not.
_WINDOWS = {
    "he1-he4": (0.25, 0.4, 0.5, 0.6),
    "mix": (0.25, 0.4, 0.6),
    "he2-he3": (0.6,),
    "he2-he4": (0.6,),
}


def _aligned(tables: Tables, link: str, gammas: Sequence[float], value: str = "alignment") -> np.ndarray:
    return by_seed(tables.runs("alignment", d=_D, link=link), value, "gamma", gammas).to_numpy()


def _alignment_against_theory(tables: Tables, value: str, links: Sequence[str]) -> Evidence:
    parts = []
    for link in links:
        runs = tables.runs("alignment", d=_D, link=link)
        theory = tables.theory("alignment", d=_D, link=link)
        parts.append(against_theory(runs, theory, value, "gamma", _ALIGNED, symbol="gamma", of=link))
    return Evidence.joined(parts)


def nn_alignment_formula(tables: Tables) -> Evidence:
    """The neurons' alignment with the spike for H_1, H_2 and H_2 + H_3."""
    return _alignment_against_theory(tables, "alignment", ["he1", "he2", "he2-he3"])


def nn_alignment_formula_cubic(tables: Tables) -> Evidence:
    """The neurons' alignment with the spike for H_3 and H_2 + H_4."""
    return _alignment_against_theory(tables, "alignment", ["he3", "he2-he4"])


def nn_alignment_share(tables: Tables) -> Evidence:
    """The spike's share in the pre-activations for H_1 and H_2."""
    return _alignment_against_theory(tables, "share", ["he1", "he2"])


def nn_alignment_ordered(tables: Tables) -> Evidence:
    """The paired differences of the alignment between neighbouring exponents."""
    parts = []
    for low, high, gammas in (("he1", "he2", _ALIGNED), ("he2", "he3", _ALIGNED[2:])):
        difference = _aligned(tables, low, gammas) - _aligned(tables, high, gammas)
        parts.append(Evidence(difference, [f"{low} over {high}, {point}" for point in named("gamma", gammas)]))
    return Evidence.joined(parts)


def nn_alignment_half(tables: Tables) -> Evidence:
    """The logarithm of the half point of H_2 against the formula's."""
    rise = alignment_rise(tables, "he2", 64, 1024)
    predicted = np.log(at_points(tables.theory("alignment_half", link="he2"), "half", "d", rise.d.tolist()))
    return Evidence(rise.curves, named("d", [int(d) for d in rise.d]), predicted, fit=rise.log_halves)


def nn_alignment_degree_not_network(tables: Tables) -> Evidence:
    """The logarithm of the half point of H_2 + H_4 minus that of H_2."""
    pure, joint = (alignment_rise(tables, link, 256, 1024) for link in ("he2", "he2-he4"))
    width = pure.curves.shape[1]

    def shift(mean: np.ndarray) -> np.ndarray:
        return joint.log_halves(mean[width:]) - pure.log_halves(mean[:width])

    return Evidence(np.hstack([pure.curves, joint.curves]), named("d", [int(d) for d in pure.d]), fit=shift)


def _alignment_exponents(tables: Tables, links: Sequence[str]) -> Evidence:
    found = [predicted_exponent(tables.theory("alignment_half", link=link), _FAR, math.inf) for link in links]
    return Evidence.exact(found, links)


def nn_alignment_exponent_quadratic(tables: Tables) -> Evidence:
    """The exponent of the formula's half point at very large d, for information exponent 2."""
    return _alignment_exponents(tables, ["he2", "he2-he3", "he2-he4"])


def nn_alignment_exponent_cubic(tables: Tables) -> Evidence:
    """The exponent of the formula's half point of H_3 at very large d."""
    return _alignment_exponents(tables, ["he3"])


def nn_alignment_below_condition(tables: Tables) -> Evidence:
    """The spike's share in the pre-activations at gamma = 0.4."""
    return Evidence(_aligned(tables, "he2", [0.4], "share"), ["gamma = 0.4"])


def _compared(tables: Tables, value: str, target: str, gammas: Sequence[float]) -> np.ndarray:
    return by_seed(tables.runs("comparison", d=_D, target=target), value, "gamma", gammas).to_numpy()


def _predicted(tables: Tables, value: str, target: str, gammas: Sequence[float]) -> np.ndarray:
    return at_points(tables.theory("comparison", d=_D, target=target), value, "gamma", gammas)


def krr_vs_nn_network_below_limit(tables: Tables) -> Evidence:
    """The network's risk minus the limit of the kernel's."""
    parts = []
    for target, gammas in _WINDOWS.items():
        excess = _compared(tables, "network_risk", target, gammas) - _predicted(tables, "limit", target, gammas)
        parts.append(Evidence(excess, [f"{target}, {point}" for point in named("gamma", gammas)]))
    return Evidence.joined(parts)


def krr_vs_nn_network_ahead(tables: Tables) -> Evidence:
    """The kernel's risk minus the network's: on the same n samples, and with 2n in theory."""
    parts = []
    for target in _TARGETS:
        names = [f"{target}, {point}" for point in named("gamma", _RISING)]
        network = _compared(tables, "network_risk", target, _RISING)
        parts.append(Evidence(_compared(tables, "kernel_risk", target, _RISING) - network, names))
        doubled = _predicted(tables, "doubled_risk", target, _RISING)
        parts.append(Evidence(doubled - network, [f"{name}, 2n" for name in names]))
    return Evidence.joined(parts)


def krr_vs_nn_network_any_degree(tables: Tables) -> Evidence:
    """Each seed's slope of the logarithm of the network's risk in ln d."""
    parts = []
    for target in ("he2", "he2-he3", "he2-he4"):
        logs = by_seed(_logarithms(tables.runs("dimensions", target=target)), "log_risk", "d")
        at = np.log(logs.columns.to_numpy(dtype=float))
        parts.append((target, logs.to_numpy() @ (at - at.mean()) / ((at - at.mean()) ** 2).sum()))
    return Evidence.stacked(parts)


def _logarithms(runs: pd.DataFrame) -> pd.DataFrame:
    return runs.assign(log_risk=np.log(runs["network_risk"]))


def krr_vs_nn_pca_theory(tables: Tables) -> Evidence:
    """The risk of PCA and fitting against the formula."""
    parts = []
    for target in _TARGETS:
        runs = tables.runs("comparison", d=_D, target=target)
        theory = tables.theory("comparison", d=_D, target=target)
        parts.append(against_theory(runs, theory, "pca_risk", "gamma", _SOLVED, symbol="gamma", of=target))
    return Evidence.joined(parts)


def krr_vs_nn_pca_solves(tables: Tables) -> Evidence:
    """The network's risk minus that of PCA and fitting."""
    parts = []
    for target in _TARGETS:
        ahead = _compared(tables, "network_risk", target, _SOLVED) - _compared(tables, "pca_risk", target, _SOLVED)
        parts.append(Evidence(ahead, [f"{target}, {point}" for point in named("gamma", _SOLVED)]))
    return Evidence.joined(parts)


def _without_spike(tables: Tables, value: str) -> Evidence:
    return Evidence(_compared(tables, value, "he2-he3", [-math.inf]), ["no spike"])


def krr_vs_nn_no_spike_kernel(tables: Tables) -> Evidence:
    """The kernel's risk without a spike."""
    return _without_spike(tables, "kernel_risk")


def krr_vs_nn_no_spike_network(tables: Tables) -> Evidence:
    """The network's risk without a spike."""
    return _without_spike(tables, "network_risk")


def krr_vs_nn_pca_needs_spike(tables: Tables) -> Evidence:
    """The risk of PCA and fitting without a spike."""
    return _without_spike(tables, "pca_risk")
