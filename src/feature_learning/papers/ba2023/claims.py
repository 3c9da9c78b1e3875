"""The evidence for each claim of ``figures.yaml``: one function per claim, named after its full id."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

import numpy as np
import pandas as pd

from feature_learning.core.tables import Tables
from feature_learning.papers.ba2023.half_points import alignment_rise, kernel_rise, predicted_exponent
from feature_learning.papers.ba2023.model import PURE
from feature_learning.papers.ba2023.second_step import falls
from feature_learning.statistics.evidence import Evidence, at_points, by_seed, named
from feature_learning.statistics.exponents import loglog_slope

_D = 256
_FAR = 1e6
_TARGETS = ("mix", "he2-he3")


def _matrix(tables: Tables, experiment: str, value: str, gammas: Sequence[float] | None = None, **where: object) -> pd.DataFrame:
    return by_seed(tables.runs(experiment, **where), value, "gamma", gammas)  # type: ignore[arg-type]


def _gammas(tables: Tables, experiment: str, low: float, high: float) -> list[float]:
    return sorted(float(gamma) for gamma in tables.runs(experiment)["gamma"].unique() if low <= gamma <= high)


def _kernel_against_theory(tables: Tables, low: float, high: float) -> Evidence:
    parts, gammas = [], _gammas(tables, "kernel_ridge", low, high)
    for name in _TARGETS:
        observed = _matrix(tables, "kernel_ridge", "risk", gammas, d=_D, target=name).to_numpy()
        predicted = at_points(tables.theory("kernel_ridge", d=_D, target=name), "risk", "gamma", gammas)
        parts.append(Evidence(observed, [f"{name}, {point}" for point in named("gamma", gammas)], predicted))
    return Evidence.joined(parts)


def krr_staircase_finite_d(tables: Tables) -> Evidence:
    """The kernel's risk up to gamma = 0.55."""
    return _kernel_against_theory(tables, 0.0, 0.55)


def krr_staircase_steps(tables: Tables) -> Evidence:
    """The fall of the risk on the second step minus half the fall just before it, at the largest d."""
    runs = tables.runs("kernel_ridge")
    found = [falls(runs[runs["d"] == runs["d"].max()], name, ["seed"]) for name in _TARGETS]
    return Evidence(np.stack([part["step"] - part["edge"] / 2 for part in found], axis=1), list(_TARGETS))


def krr_staircase_converges(tables: Tables) -> Evidence:
    """The largest change, from one d to the next, of the distance between the equivalent and the limit."""
    frame, gammas = tables.theory("staircase", target="mix"), [0.25, 0.58, 0.8]
    changes = []
    for gamma in gammas:
        own = frame[frame["gamma"] == gamma].set_index("d")
        distance = (own["risk"] - own["limit"]).abs()[[1e4, 1e6, 1e9, 1e12]]
        changes.append(float(np.diff(distance).max()))
    return Evidence.exact(changes, named("gamma", gammas))


def krr_staircase_monotone(tables: Tables) -> Evidence:
    """The paired differences of the risk between neighbouring values of gamma."""
    gammas = [0.1, 0.25, 0.4, 0.55, 0.7, 0.9]
    names = [f"gamma = {low:g} to {high:g}" for low, high in itertools.pairwise(gammas)]
    falls = {name: -np.diff(_matrix(tables, "kernel_ridge", "risk", gammas, d=_D, target=name)) for name in _TARGETS}
    return Evidence.joined([Evidence(fall, [f"{name}, {point}" for point in names]) for name, fall in falls.items()])


def krr_staircase_heavy_tail(tables: Tables) -> Evidence:
    """The risk minus the deterministic equivalent, from gamma = 0.6 on."""
    found = _kernel_against_theory(tables, 0.6, 0.9)
    assert found.predicted is not None
    return Evidence(found.observed - found.predicted, found.points)


def krr_staircase_heavy_tail_shrinks(tables: Tables) -> Evidence:
    """The mean of that difference at the smallest d minus the mean at the largest."""
    gammas, gaps = _gammas(tables, "kernel_ridge", 0.6, 0.8), []
    sizes = tables.runs("kernel_ridge")["d"]
    for d in (int(sizes.min()), int(sizes.max())):
        predicted = at_points(tables.theory("kernel_ridge", d=d, target="mix"), "risk", "gamma", gammas)
        gaps.append((_matrix(tables, "kernel_ridge", "risk", gammas, d=d, target="mix").to_numpy() - predicted).mean(axis=1))
    return Evidence((gaps[0] - gaps[1])[:, None], ["gap at the smallest d minus at the largest"])


def krr_staircase_nothing_learned(tables: Tables) -> Evidence:
    """The risk up to gamma = 0.25 for the target without a linear part."""
    gammas = _gammas(tables, "kernel_ridge", 0.0, 0.25)
    return Evidence(_matrix(tables, "kernel_ridge", "risk", gammas, d=_D, target="he2-he3").to_numpy(), named("gamma", gammas))


def _kernel_exponent(tables: Tables, target: str, least: float = 0) -> Evidence:
    rise = kernel_rise(tables, target, least=least)
    return Evidence(rise.curves, ["exponent"], fit=rise.exponent)


def krr_theta_half_linear(tables: Tables) -> Evidence:
    """The exponent in d of the spike that half of H_1 needs."""
    return _kernel_exponent(tables, "he1")


def krr_theta_half_quadratic(tables: Tables) -> Evidence:
    """The exponent in d of the spike that half of H_2 needs."""
    return _kernel_exponent(tables, "he2")


def krr_theta_half_cubic_small_d(tables: Tables) -> Evidence:
    """The exponent in d of the spike that half of H_3 needs, fitted to all d."""
    return _kernel_exponent(tables, "he3")


def krr_theta_half_cubic(tables: Tables) -> Evidence:
    """The exponent in d of the spike that half of H_3 needs, fitted from d = 512 on."""
    return _kernel_exponent(tables, "he3", least=512)


def krr_theta_half_ordered(tables: Tables) -> Evidence:
    """The smallest gap between the half points of neighbouring degrees, over all d."""
    rises = [kernel_rise(tables, name) for name in PURE]
    width = rises[0].curves.shape[1]

    def smallest_gap(mean: np.ndarray) -> float:
        halves = [np.log(rise.halves(mean[i * width : (i + 1) * width])) for i, rise in enumerate(rises)]
        return float(np.diff(halves, axis=0).min())

    return Evidence(np.hstack([rise.curves for rise in rises]), ["smallest gap in ln theta"], fit=smallest_gap)


def krr_theta_half_gap_closes(tables: Tables) -> Evidence:
    """The slope against ln d of ln theta_half minus its prediction, for H_3."""
    rise = kernel_rise(tables, "he3")
    predicted = at_points(tables.theory("kernel_half", target="he3"), "half", "d", [float(d) for d in rise.d])
    return Evidence(rise.curves, ["slope in ln d"], fit=lambda mean: loglog_slope(rise.d, rise.halves(mean) / predicted))


def krr_theta_half_limit(tables: Tables) -> Evidence:
    """The deterministic equivalent's exponents at very large d."""
    found = [predicted_exponent(tables.theory("kernel_half", target=name), _FAR, math.inf) for name in PURE]
    return Evidence.exact(found, [f"j = {j}" for j in (1, 2, 3)], [1 - 1 / j for j in (1, 2, 3)])


def _alignment_against_theory(tables: Tables, value: str, links: Sequence[str]) -> Evidence:
    gammas, parts = _gammas(tables, "alignment", 0.3, 0.8), []
    for link in links:
        observed = _matrix(tables, "alignment", value, gammas, d=_D, link=link).to_numpy()
        predicted = at_points(tables.theory("alignment", d=_D, link=link), value, "gamma", gammas)
        parts.append(Evidence(observed, [f"{link}, {point}" for point in named("gamma", gammas)], predicted))
    return Evidence.joined(parts)


def nn_alignment_formula(tables: Tables) -> Evidence:
    """The neurons' alignment with the spike for H_1 and H_2."""
    return _alignment_against_theory(tables, "alignment", ["he1", "he2"])


def nn_alignment_formula_cubic(tables: Tables) -> Evidence:
    """The neurons' alignment with the spike for H_3."""
    return _alignment_against_theory(tables, "alignment", ["he3"])


def nn_alignment_share(tables: Tables) -> Evidence:
    """The spike's share in the pre-activations for H_1 and H_2."""
    return _alignment_against_theory(tables, "share", ["he1", "he2"])


def nn_alignment_ordered(tables: Tables) -> Evidence:
    """The paired differences of the alignment between neighbouring degrees."""
    gammas, parts = _gammas(tables, "alignment", 0.3, 0.8), []
    for low, high in itertools.pairwise(PURE):
        less, more = (_matrix(tables, "alignment", "alignment", gammas, d=_D, link=link).to_numpy() for link in (high, low))
        parts.append(Evidence(more - less, [f"{low} over {high}, {point}" for point in named("gamma", gammas)]))
    return Evidence.joined(parts)


def _alignment_exponent(tables: Tables, link: str) -> Evidence:
    return Evidence.exact([predicted_exponent(tables.theory("alignment_half", link=link), _FAR, math.inf)], ["exponent"])


def nn_alignment_exponent_quadratic(tables: Tables) -> Evidence:
    """The exponent of the formula's half point of H_2 at very large d."""
    return _alignment_exponent(tables, "he2")


def nn_alignment_exponent_cubic(tables: Tables) -> Evidence:
    """The exponent of the formula's half point of H_3 at very large d."""
    return _alignment_exponent(tables, "he3")


def nn_alignment_half_point(tables: Tables) -> Evidence:
    """The gamma at which the neurons of a seed are half aligned."""
    rise = alignment_rise(tables, "he2")
    kept = [number for number, d in enumerate(rise.d) if d <= 512]
    found = np.array([rise.halves(curve) for curve in rise.curves])
    return Evidence((np.log(found) / np.log(rise.d))[:, kept], named("d", [int(rise.d[number]) for number in kept]))


def nn_alignment_below_condition(tables: Tables) -> Evidence:
    """The spike's share in the pre-activations at gamma = 0.4."""
    return Evidence(_matrix(tables, "alignment", "share", [0.4], d=_D, link="he2").to_numpy(), ["gamma = 0.4"])


def krr_vs_nn_network_ahead(tables: Tables) -> Evidence:
    """The kernel's risk minus the network's, paired."""
    gammas, parts = _gammas(tables, "comparison", 0.25, 0.7), []
    for name in _TARGETS:
        kernel, network = (_matrix(tables, "comparison", value, gammas, d=_D, target=name) for value in ("kernel_risk", "network_risk"))
        parts.append(Evidence((kernel - network).to_numpy(), [f"{name}, {point}" for point in named("gamma", gammas)]))
    return Evidence.joined(parts)


def krr_vs_nn_network_learns(tables: Tables) -> Evidence:
    """The network's risk where the condition holds."""
    parts = []
    for name, least in (("mix", 0.25), ("he2-he3", 0.5)):
        gammas = _gammas(tables, "comparison", least, 1.0)
        observed = _matrix(tables, "comparison", "network_risk", gammas, d=_D, target=name).to_numpy()
        parts.append(Evidence(observed, [f"{name}, {point}" for point in named("gamma", gammas)]))
    return Evidence.joined(parts)


def krr_vs_nn_network_strong_spike(tables: Tables) -> Evidence:
    """The network's risk minus the kernel's at gamma = 0.9."""
    parts = []
    for name in _TARGETS:
        kernel, network = (_matrix(tables, "comparison", value, [0.9], d=_D, target=name) for value in ("kernel_risk", "network_risk"))
        parts.append(Evidence((network - kernel).to_numpy(), [name]))
    return Evidence.joined(parts)


def krr_vs_nn_network_improves_with_d(tables: Tables) -> Evidence:
    """The network's risk at d = 64 minus that at 256."""
    small, large = (_matrix(tables, "comparison", "network_risk", [0.6], d=d, target="he2-he3").to_numpy() for d in (64, _D))
    return Evidence(small - large, ["gamma = 0.6"])


def _without_spike(tables: Tables, value: str) -> Evidence:
    return Evidence(_matrix(tables, "comparison", value, [-math.inf], d=_D, target="he2-he3").to_numpy(), ["no spike"])


def krr_vs_nn_no_spike_kernel(tables: Tables) -> Evidence:
    """The kernel's risk without a spike."""
    return _without_spike(tables, "kernel_risk")


def krr_vs_nn_no_spike_network(tables: Tables) -> Evidence:
    """The network's risk without a spike."""
    return _without_spike(tables, "network_risk")
