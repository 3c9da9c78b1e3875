"""The evidence for each claim of ``figures.yaml``: one function per claim, named after its full id."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

import numpy as np
import pandas as pd

from feature_learning.core.tables import Tables
from feature_learning.papers.ba2022.small_step_evidence import PEAK, by_step, small_against_theory, small_gain, small_over_bound
from feature_learning.statistics.evidence import Evidence, at_points, by_seed, named
from feature_learning.statistics.exponents import loglog_slope

_ALPHAS = {"none": -math.inf, "one": 0.0, "alpha-0.125": 0.125, "alpha-0.25": 0.25, "alpha-0.375": 0.375, "root": 0.5}


def _spike(tables: Tables, value: str, etas: Sequence[float], teacher: str = "relu") -> np.ndarray:
    return by_seed(tables.runs("spike", teacher=teacher), value, "eta", etas).to_numpy()


def _etas(tables: Tables, low: float, high: float) -> list[float]:
    """Return the steps between two multiples of the critical one."""
    critical = float(tables.theory("spike", teacher="relu")["critical"].iloc[0])
    return [float(eta) for eta in sorted(tables.runs("spike")["eta"].unique()) if low * critical <= eta <= high * critical]


def _spike_against_theory(tables: Tables, value: str, etas: Sequence[float], teacher: str = "relu") -> Evidence:
    predicted = at_points(tables.theory("spike", teacher=teacher), value, "eta", etas)
    return Evidence(_spike(tables, value, etas, teacher), named("eta", etas), predicted)


def spike_outlier(tables: Tables) -> Evidence:
    """The largest singular value of the weights after the step."""
    return _spike_against_theory(tables, "largest", _etas(tables, 1.5, math.inf))


def spike_alignment(tables: Tables) -> Evidence:
    """The squared overlap of the leading left singular vector with the teacher."""
    return _spike_against_theory(tables, "alignment", _etas(tables, 1.5, math.inf))


def spike_none_below(tables: Tables) -> Evidence:
    """The largest singular value minus the bulk's edge, for small steps."""
    etas = _etas(tables, 0, 1 / 1.7)
    return Evidence(_spike(tables, "largest", etas) - tables.theory("spike")["edge"].iloc[0], named("eta", etas))


def spike_no_alignment_below(tables: Tables) -> Evidence:
    """The squared overlap of the leading vector with the teacher times d, for small steps."""
    etas = _etas(tables, 0, 1 / 1.7)
    return Evidence(_spike(tables, "alignment", etas) * int(tables.runs("spike")["d"].iloc[0]), named("eta", etas))


def spike_single(tables: Tables) -> Evidence:
    """Whether only the first singular value lies beyond 1.02 times the edge."""
    limit = 1.02 * tables.theory("spike")["edge"].iloc[0]
    single = (_spike(tables, "largest", [8.0]) > limit) & (_spike(tables, "second", [8.0]) <= limit)
    return Evidence(single, ["eta = 8"], estimate="fraction")


def spike_bulk_unchanged(tables: Tables) -> Evidence:
    """The Kolmogorov-Smirnov distance of the bulk from the one before the step, at every step size."""
    etas = _etas(tables, 0, math.inf)
    return Evidence(_spike(tables, "bulk_distance", etas), named("eta", etas))


def spike_rank_one(tables: Tables) -> Evidence:
    """The slope of the gradient's distance from rank one against d."""
    matrix = by_seed(tables.runs("rank_one"), "distance", "d")
    sizes = matrix.columns.to_numpy(dtype=float)
    return Evidence(matrix.to_numpy(), ["slope in d"], fit=lambda curve: loglog_slope(sizes, curve))


def spike_control_outlier(tables: Tables) -> Evidence:
    """The largest singular value for the target without a linear part."""
    return _spike_against_theory(tables, "largest", [8.0], "he2")


def spike_control_no_alignment(tables: Tables) -> Evidence:
    """The squared overlap of that singular value's vector with the teacher."""
    return Evidence(_spike(tables, "alignment", [8.0], "he2"), ["eta = 8"])


def _risk(tables: Tables, step: str, *, least: float = 0.0) -> pd.DataFrame:
    """Return the risk by seed and n/d, from a smallest n/d on."""
    matrix = by_seed(tables.runs("step_sizes", step=step), "risk", "psi1")
    return matrix[[psi1 for psi1 in map(float, matrix.columns) if psi1 >= least]]


def _over_bound(tables: Tables, steps: Sequence[str], *, least: float = 0.0) -> Evidence:
    bound = float(tables.theory("step_sizes")["bound"].iloc[0])
    matrices = {step: _risk(tables, step, least=least) for step in steps}
    return Evidence.joined(
        [Evidence(m.to_numpy() - bound, [f"{step}, {p}" for p in named("n/d", list(m.columns))]) for step, m in matrices.items()]
    )


def _descents(tables: Tables, pairs: Sequence[tuple[str, str]], *, least: float) -> Evidence:
    """Return by how much the second step of each pair improves on the first."""
    parts = []
    for worse, better in pairs:
        gain = _risk(tables, worse, least=least) - _risk(tables, better, least=least)
        parts.append(Evidence(gain.to_numpy(), [f"{worse} over {better}, {p}" for p in named("n/d", list(gain.columns))]))
    return Evidence.joined(parts)


def fig1_slope(tables: Tables) -> Evidence:
    """The slope of the risk against n/d for the large step with c = 3."""
    matrix = _risk(tables, "three-root", least=8.0)
    ratios = matrix.columns.to_numpy(dtype=float)
    return Evidence(matrix.to_numpy(), ["slope in n/d"], fit=lambda curve: loglog_slope(ratios, curve))


def fig1_large_below_bound(tables: Tables) -> Evidence:
    """The risk minus the bound on kernels after large steps."""
    return _over_bound(tables, ["root", "three-root"], least=8.0)


def fig1_small_above_bound(tables: Tables) -> Evidence:
    """The risk minus the bound on kernels after steps of order one."""
    return _over_bound(tables, ["one", "four"])


def fig1_ordering(tables: Tables) -> Evidence:
    """The risk without a step minus that after a small one, and after a small one minus that after a large one (c = 1, 3)."""
    return _descents(tables, [("none", "four"), ("four", "root"), ("four", "three-root")], least=4.0)


def _learned(tables: Tables, teacher: str, steps: Sequence[str]) -> np.ndarray:
    bound = float(tables.theory("large_step", teacher=teacher)["bound"].iloc[0])
    return by_seed(tables.runs("large_step", teacher=teacher), "risk", "step", steps).to_numpy() - bound


def fig1_relu_stays_above(tables: Tables) -> Evidence:
    """The risk minus the bound on kernels for the ReLU teacher."""
    return Evidence(_learned(tables, "relu", ["root", "three-root"]), ["c = 1", "c = 3"])


def fig1_softplus_stays_above(tables: Tables) -> Evidence:
    """The risk minus the bound on kernels for the SoftPlus teacher."""
    return Evidence(_learned(tables, "softplus", ["root", "three-root"]), ["c = 1", "c = 3"])


def fig1_large_step_helps(tables: Tables) -> Evidence:
    """The risk without a step minus that after each large one, paired, for both teachers."""
    parts = []
    for teacher in ("relu", "softplus"):
        risks = _learned(tables, teacher, ["none", "root", "three-root"])
        parts.append(Evidence(risks[:, :1] - risks[:, 1:], [f"{teacher}, c = 1", f"{teacher}, c = 3"]))
    return Evidence.joined(parts)


def fig1_tanh_below_bound(tables: Tables) -> Evidence:
    """The risk minus the bound on kernels for the tanh teacher."""
    return Evidence(_learned(tables, "tanh", ["root", "three-root"]), ["c = 1", "c = 3"])


def _trajectory(tables: Tables, value: str, names: Sequence[str] = ("mean-field", "ntk")) -> np.ndarray:
    return by_seed(tables.runs("trajectories"), value, "parameterisation", names).to_numpy()


def fig2_converged(tables: Tables) -> Evidence:
    """The steps until the tolerance is reached; the cap where it is not."""
    return Evidence(_trajectory(tables, "steps"), ["mean-field", "ntk"])


def fig2_mean_field_moves(tables: Tables) -> Evidence:
    """The relative movement of the weights in the mean-field parameterisation."""
    return Evidence(_trajectory(tables, "moved", ["mean-field"]), ["mean-field"])


def fig2_ntk_stays(tables: Tables) -> Evidence:
    """The relative movement of the weights in the NTK parameterisation."""
    return Evidence(_trajectory(tables, "moved", ["ntk"]), ["ntk"])


def fig2_mean_field_aligns(tables: Tables) -> Evidence:
    """The share of energy in the target's plane over its initial value, mean field."""
    return Evidence(_trajectory(tables, "share_gain", ["mean-field"]), ["mean-field"])


def fig2_ntk_does_not_align(tables: Tables) -> Evidence:
    """The share of energy in the target's plane over its initial value, NTK."""
    return Evidence(_trajectory(tables, "share_gain", ["ntk"]), ["ntk"])


def fig2_generalisation(tables: Tables) -> Evidence:
    """The mean-field network's risk minus half the NTK network's."""
    risks = _trajectory(tables, "risk")
    return Evidence(risks[:, :1] - risks[:, 1:] / 2, ["mean-field minus ntk/2"])


def fig3a_theory(tables: Tables) -> Evidence:
    """The risk at every step and sample size, away from the peak."""
    return small_against_theory(tables, "small_step_samples", "psi1")


def fig3a_gain(tables: Tables) -> Evidence:
    """The paired gains over random features."""
    return small_gain(tables, "small_step_samples", "psi1")


def fig3a_above_bound(tables: Tables) -> Evidence:
    """The risk minus the bound on kernels, at every step and sample size."""
    return small_over_bound(tables, "small_step_samples", "psi1")


def fig3b_theory(tables: Tables) -> Evidence:
    """The risk at every step and width."""
    return small_against_theory(tables, "small_step_widths", "psi2")


def fig3b_gain(tables: Tables) -> Evidence:
    """The paired gains over random features."""
    return small_gain(tables, "small_step_widths", "psi2")


def fig3b_above_bound(tables: Tables) -> Evidence:
    """The risk minus the bound on kernels, at every step and width."""
    return small_over_bound(tables, "small_step_widths", "psi2")


def _predicted_gain(tables: Tables) -> pd.Series:
    before, after = (tables.theory("small_step_widths", eta=eta).set_index("psi2")["risk"].sort_index() for eta in (0.0, 8.0))
    return before - after


def fig3b_gain_falls(tables: Tables) -> Evidence:
    """The largest increase of the predicted gain with the width."""
    return Evidence.exact([float(np.diff(_predicted_gain(tables)).max())], ["eta = 8"])


def fig3b_gain_ratio(tables: Tables) -> Evidence:
    """The predicted gain at N/d = 0.5 over that at 4."""
    gain = _predicted_gain(tables)
    return Evidence.exact([float(gain[0.5] / gain[4.0])], ["eta = 8"])


def fig3b_gain_ratio_simulated(tables: Tables) -> Evidence:
    """The simulated gain at N/d = 0.5 minus four times that at 4."""
    gain = by_step(tables, "small_step_widths", "psi2", 0.0, peak=True) - by_step(tables, "small_step_widths", "psi2", 8.0, peak=True)
    return Evidence(gain[[0.5]].to_numpy() - 4 * gain[[4.0]].to_numpy(), ["eta = 8"])


def fig3c_theory(tables: Tables) -> Evidence:
    """The risk without a step and with eta = 1, away from the peak."""
    parts = []
    psi2 = float(tables.runs("step_sizes")["psi2"].iloc[0])
    for step in ("none", "one"):
        matrix = _risk(tables, step)
        sizes = [at for at in map(float, matrix.columns) if abs(math.log(at / psi2)) >= PEAK]
        predicted = at_points(tables.theory("step_sizes", step=step), "risk", "psi1", sizes)
        parts.append(Evidence(matrix[sizes].to_numpy(), [f"{step}, {point}" for point in named("n/d", sizes)], predicted))
    return Evidence.joined(parts)


def _exponents(tables: Tables) -> list[str]:
    """Return the steps N^alpha of the runs, from no step upwards."""
    return sorted(set(tables.runs("step_sizes")["step"]) & set(_ALPHAS), key=lambda step: _ALPHAS[step])


def fig3c_monotone(tables: Tables) -> Evidence:
    """The paired differences of the risk between neighbouring values of alpha."""
    steps = _exponents(tables)
    return _descents(tables, [*itertools.pairwise(steps)], least=2.0)


def fig3c_crosses(tables: Tables) -> Evidence:
    """The risk minus the bound on kernels at alpha = 1/2."""
    return _over_bound(tables, ["root"], least=8.0)


def fig3c_stays_above(tables: Tables) -> Evidence:
    """The risk minus the bound on kernels for alpha up to 1/4."""
    return _over_bound(tables, [step for step in _exponents(tables) if 0 <= _ALPHAS[step] <= 0.25], least=8.0)
