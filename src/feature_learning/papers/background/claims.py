"""The evidence for each claim of ``figures.yaml``: one function per claim, named after its full id.

A seed has several independent runs (replicas), and each is a row of the evidence.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import numpy as np
import pandas as pd

from feature_learning.core.tables import Tables
from feature_learning.papers.background.laws import distance_from_law
from feature_learning.papers.background.soft_committee import ESCAPED
from feature_learning.papers.background.step_universality import AXES
from feature_learning.papers.background.theory import SHARES
from feature_learning.statistics.distances import kolmogorov
from feature_learning.statistics.evidence import Evidence, against_theory, by_run, by_seed, named
from feature_learning.statistics.exponents import loglog_slope

_PLATEAU = 0.01467
_PLATEAU_AT = 60.0
_RADIAL_TIMES = (0.0, 0.1, 0.2, 0.5, 1.0)
_GAUSSIAN_TIMES = (0.1, 0.2, 0.5, 1.0)


def _by_run(frame: pd.DataFrame, value: str, over: str) -> pd.DataFrame:
    """Return a column as a matrix with one row per run."""
    return by_seed(by_run(frame), value, over)


def _committees(tables: Tables) -> pd.DataFrame:
    frame = tables.runs("soft_committee", dimension=int(tables.runs("soft_committee")["dimension"].max()))
    return frame.assign(gap=np.log10(frame["risk"] / frame["ode_risk"]))


def bg1_ode(tables: Tables) -> Evidence:
    """The log10 of simulated error over the equations' up to the plateau."""
    matrix = _by_run(_committees(tables), "gap", "alpha")
    times = [alpha for alpha in map(float, matrix.columns) if alpha <= _PLATEAU_AT]
    return Evidence(matrix[times].to_numpy(), named("alpha", times))


def bg1_plateau(tables: Tables) -> Evidence:
    """The error on the plateau."""
    observed = _by_run(_committees(tables), "risk", "alpha")[[_PLATEAU_AT]].to_numpy()
    return Evidence(observed, named("alpha", [_PLATEAU_AT]), np.array([_PLATEAU]))


_LATE = (100.0, 150.0, 200.0)


def bg1_escape(tables: Tables) -> Evidence:
    """Whether a run has left the plateau, less whether its equations have."""
    runs = _committees(tables).sort_values("alpha")
    lowest = runs.groupby(["seed", "replica"])["ode_risk"].cummin()
    ahead = (runs["escape"] <= runs["alpha"]).astype(float) - (lowest < ESCAPED)
    matrix = _by_run(runs.assign(ahead=ahead), "ahead", "alpha")[list(_LATE)]
    return Evidence(matrix.to_numpy(), named("alpha", _LATE))


def bg1_gap(tables: Tables) -> Evidence:
    """The root mean square over time of the log10 of a run's error over the equations'."""
    gaps = _by_run(_committees(tables), "gap", "alpha").to_numpy()
    return Evidence(np.sqrt((gaps**2).mean(axis=1))[:, None], ["all times"])


def bg1_escape_time_does_not_average(tables: Tables) -> Evidence:
    """The differences of escape times between pairs of runs, at the smallest and the largest dimension."""
    runs = tables.runs("soft_committee")
    runs = runs[runs["alpha"] == runs["alpha"].max()]
    dimensions = sorted(runs["dimension"].unique())
    ends = [int(dimensions[0]), int(dimensions[-1])]
    columns = []
    for dimension in ends:
        times = np.minimum(runs[runs["dimension"] == dimension]["escape"], runs["horizon"].max()).to_numpy()
        columns.append(np.abs(times[0::2] - times[1::2]))
    root = float(np.sqrt(ends[1] / ends[0]))
    name = f"N = {ends[1]} over N = {ends[0]}"
    return Evidence(np.column_stack(columns), [name], fit=lambda mean: root * float(mean[1] / mean[0]))


def bg1_escape_log(tables: Tables) -> Evidence:
    """The slope of each seed's escape times against log N.

    All its runs count alike; runs that have not escaped count at the horizon.
    """
    runs = tables.runs("soft_committee")
    runs = runs[runs["alpha"] == runs["alpha"].max()]
    slopes = []
    for _, own in runs.groupby("seed", sort=True):
        at = np.log(own["dimension"].to_numpy(dtype=float))
        at = at - at.mean()
        slopes.append(at @ np.minimum(own["escape"], own["horizon"]).to_numpy() / (at @ at))
    predicted = tables.theory("soft_committee")["log_slope"].to_numpy()[:1]
    return Evidence(np.array(slopes)[:, None], ["slope"], predicted)


def bg1b_ode(tables: Tables) -> Evidence:
    """The largest gap between a run and its gradient flow up to t = 300."""
    runs = tables.runs("classic_limit", noise=0.0)
    runs = runs[runs["t"] <= 300].assign(gap=lambda frame: np.abs(np.log10(frame["risk"] / frame["ode_risk"])))
    return Evidence(_by_run(runs, "gap", "t").to_numpy().max(axis=1)[:, None], ["largest gap"])


def _cosines(tables: Tables, t: float) -> np.ndarray:
    runs = tables.runs("classic_limit", t=t, noise=float(tables.runs("classic_limit")["noise"].max()))
    return np.array([np.reshape(row, (-1, int(runs["teachers"].iloc[0]))) for row in runs["cosines"]])


def bg1b_unspecialised(tables: Tables) -> Evidence:
    """How far a run's mean neuron is from the diagonal at t = 10."""
    runs = tables.runs("classic_limit", t=10.0, noise=float(tables.runs("classic_limit")["noise"].max()))
    return Evidence(_by_run(runs, "asymmetry", "t").to_numpy(), ["t = 10"])


def bg1b_teachers(tables: Tables) -> Evidence:
    """The median over a run's neurons of the larger cosine at t = 300."""
    return Evidence(np.median(_cosines(tables, 300.0).max(axis=2), axis=1)[:, None], ["t = 300"])


def bg1b_plateau(tables: Tables) -> Evidence:
    """The differences of the log10 of the flow's risk at t = 100 between neighbouring dimensions."""
    matrix = by_seed(tables.runs("plateau_by_dimension", t=100.0), "risk", "d")
    dimensions = list(map(int, matrix.columns))
    names = [f"d = {high} over {low}" for low, high in pairwise(dimensions)]
    return Evidence(np.diff(np.log10(matrix.to_numpy()), axis=1), names)


def bg2_law(tables: Tables) -> Evidence:
    """The Kolmogorov-Smirnov distance from the exact law, times the root of the width."""
    runs = tables.runs("square_histogram")
    distances = distance_from_law(runs, tables.theory("square_histogram"))
    matrix = _by_run(runs.assign(distance=distances), "distance", "t")
    return Evidence(matrix.to_numpy(), named("t", list(matrix.columns)))


def bg2_risk(tables: Tables) -> Evidence:
    """The risk from t = 1 on."""
    runs = by_run(tables.runs("square_histogram"))
    return against_theory(runs[runs["t"] >= 1], tables.theory("square_histogram"), "risk", "t", symbol="t")


def bg2_exponent(tables: Tables) -> Evidence:
    """The slope of each run's risk between t = 3 and 30."""
    matrix = _by_run(tables.runs("square_histogram"), "risk", "t")[[3.0, 10.0, 30.0]]
    slopes = [loglog_slope(np.array(matrix.columns, dtype=float), row) for row in matrix.to_numpy()]
    return Evidence(np.array(slopes)[:, None], ["t = 3 to 30"])


def bg3_exponent(tables: Tables) -> Evidence:
    """The slope of the mean squared fluctuation against the width."""
    matrix = _by_run(tables.runs("width_fluctuations"), "fluctuation", "width")
    widths = np.array(matrix.columns, dtype=float)
    return Evidence(matrix.to_numpy(), ["slope"], fit=lambda mean: loglog_slope(widths, mean))


def bg3_constant(tables: Tables) -> Evidence:
    """The squared fluctuations of wide networks against the linearised flow's."""
    runs = by_run(tables.runs("width_fluctuations"))
    return against_theory(runs[runs["width"] >= 300], tables.theory("width_fluctuations"), "fluctuation", "width", symbol="p")


def _gaussians(tables: Tables, value: str) -> Evidence:
    parts = []
    for delta in sorted(tables.runs("isotropic_gaussians")["delta"].unique(), reverse=True):
        runs, theory = (table("isotropic_gaussians", delta=float(delta)) for table in (tables.runs, tables.theory))
        times = [t for t in _GAUSSIAN_TIMES if t >= (0.1 if delta > 0.5 else 0.2)]
        parts.append(against_theory(runs, theory, value, "t", times, symbol="t", of=f"Delta = {delta}"))
    return Evidence.joined(parts)


def bg4_risk(tables: Tables) -> Evidence:
    """The risk at both separations."""
    return _gaussians(tables, "risk")


def bg4_norm(tables: Tables) -> Evidence:
    """The mean norm of the weights at both separations."""
    return _gaussians(tables, "norm")


def bg4_radial(tables: Tables) -> Evidence:
    """The Kolmogorov-Smirnov distance of the norms from the law, times the root of the width."""
    parts = []
    for delta in sorted(tables.runs("isotropic_gaussians")["delta"].unique(), reverse=True):
        runs, theory = (table("isotropic_gaussians", delta=float(delta)) for table in (tables.runs, tables.theory))
        law = theory.set_index("t")["quantiles"]
        distances = [kolmogorov(norms, _law(law.loc[t])) for t, norms in zip(runs["t"], runs["norms"], strict=True)]
        matrix = by_seed(runs.assign(distance=distances), "distance", "t", _RADIAL_TIMES)
        parts.append(Evidence(matrix.to_numpy(), [f"Delta = {delta}, {name}" for name in named("t", _RADIAL_TIMES)]))
    return Evidence.joined(parts)


def _law(quantiles: np.ndarray) -> Callable[[np.ndarray], np.ndarray]:
    """Return the distribution function of a law that is known by its quantiles."""
    return lambda values: np.interp(values, quantiles, SHARES, left=0.0, right=1.0)


def bg5_manifold(tables: Tables) -> Evidence:
    """The test error on the hidden manifold over the theory of the Gaussian model for the same draws."""
    runs = tables.runs("hidden_manifold")
    matrix = by_seed(runs.assign(ratio=runs["manifold"] / runs["predicted"]), "ratio", "n")
    return Evidence(matrix.to_numpy(), named("n", list(matrix.columns)), np.ones(matrix.shape[1]))


def bg5_equivalent(tables: Tables) -> Evidence:
    """The test error on the hidden manifold less that on the Gaussian model."""
    runs = tables.runs("hidden_manifold")
    matrix = by_seed(runs.assign(gap=runs["manifold"] - runs["gaussian"]), "gap", "n")
    return Evidence(matrix.to_numpy(), named("n", list(matrix.columns)))


def _step(tables: Tables, laws: list[str]) -> Evidence:
    runs = tables.runs("step_universality")
    runs = runs[runs["d"] == runs["d"].max()]
    return against_theory(runs, tables.theory("step_universality"), "cosine", "inputs", laws, symbol="inputs")


def bg5_step(tables: Tables) -> Evidence:
    """The cosine along the target's linear part at the largest d, for inputs that are not Gaussian."""
    return _step(tables, ["signs", "laplace", "sparse"])


def bg5_axis(tables: Tables) -> Evidence:
    """The same for inputs of +1 and -1 and a teacher along two axes."""
    return _step(tables, [AXES])
