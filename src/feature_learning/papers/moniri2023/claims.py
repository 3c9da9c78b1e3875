"""The evidence for each claim of ``figures.yaml``: one function per claim, named after its full id."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pandas as pd

from feature_learning.core.tables import Tables
from feature_learning.statistics.evidence import Evidence, against_theory, at_points, by_seed, named
from feature_learning.statistics.exponents import loglog_slope

_SPIKED = [0.2, 0.29, 0.39]
_CLEAR = 1.1  # an outlier counts if it is beyond the edge by this factor; weak spikes of ours stay below


def _spectra(tables: Tables, value: str, alphas: list[float], interaction: str = "drop") -> Evidence:
    runs = tables.runs("spectra", interaction=interaction)
    return against_theory(runs, tables.theory("spectra"), value, "alpha", alphas, symbol="alpha")


def fig1_first_outlier(tables: Tables) -> Evidence:
    """The largest singular value of the features against the outlier equation."""
    return _spectra(tables, "feature_1", _SPIKED)


def fig1_first_alignment(tables: Tables) -> Evidence:
    """The squared cosine of the first left vector with u."""
    return _spectra(tables, "u_alignment", _SPIKED)


def _second(tables: Tables, value: str, alpha: float) -> np.ndarray:
    return by_seed(tables.runs("spectra", interaction="drop"), value, "alpha", [alpha]).to_numpy()


def fig1_second_outlier(tables: Tables) -> Evidence:
    """The second singular value minus 1.1 times the edge."""
    edge = tables.theory("spectra")["bulk_edge"].iloc[0]
    return Evidence(_second(tables, "feature_2", 0.39) - _CLEAR * edge, ["alpha = 0.39"])


def fig1_second_outlier_range(tables: Tables) -> Evidence:
    """The second singular value at alpha = 0.39."""
    return Evidence(_second(tables, "feature_2", 0.39), ["alpha = 0.39"])


def fig1_second_alignment(tables: Tables) -> Evidence:
    """The squared cosine of the second left vector with u^2."""
    return Evidence(_second(tables, "u2_alignment", 0.39), ["alpha = 0.39"])


def fig1_no_second_spike(tables: Tables) -> Evidence:
    """The squared cosine of the second left vector with u^2, below the transition."""
    return Evidence(_second(tables, "u2_alignment", 0.2), ["alpha = 0.2"])


def fig1_spike_count(tables: Tables) -> Evidence:
    """Whether as many singular values lie beyond 1.1 times the edge as outliers are predicted there."""
    theory, alphas = tables.theory("spectra"), [-math.inf, *_SPIKED]
    limit = _CLEAR * theory["bulk_edge"].iloc[0]
    runs = tables.runs("spectra", interaction="drop")
    runs["count"] = [int((np.asarray(values) > limit).sum()) for values in runs["feature_singular_values"]]
    predicted = sum((at_points(theory, column, "alpha", alphas) > limit).astype(int) for column in ("feature_1", "feature_2"))
    agrees = by_seed(runs, "count", "alpha", alphas).to_numpy() == predicted
    return Evidence(agrees, ["untrained", *named("alpha", _SPIKED)], estimate="fraction")


def fig1_interaction_saturates(tables: Tables) -> Evidence:
    """The alignment with the interaction kept, against cos^2 of beta and X^T(y - f_0)/n."""
    alphas = [0.39, 0.45]
    kept = _spectra(tables, "u_alignment", alphas, "keep")
    cosine = at_points(tables.theory("spectra"), "kept_cosine", "alpha", alphas)
    return Evidence(kept.observed, kept.points, cosine)


def _gradient(tables: Tables, value: str) -> pd.DataFrame:
    return by_seed(tables.runs("gradient_rank"), value, "n")


def _slope(matrix: pd.DataFrame) -> Evidence:
    sizes = matrix.columns.to_numpy(dtype=float)
    return Evidence(matrix.to_numpy(), ["slope in n"], fit=lambda curve: loglog_slope(sizes, curve))


def fig2_dropped_slope(tables: Tables) -> Evidence:
    """The slope against n of the distance from rank one, without the interaction."""
    return _slope(_gradient(tables, "dropped"))


def fig2_corrected_slope(tables: Tables) -> Evidence:
    """The slope against n of the distance from the corrected rank-one form."""
    return _slope(_gradient(tables, "kept_corrected"))


def fig2_kept_flat(tables: Tables) -> Evidence:
    """The slope against n of the distance from the talk's form, with the interaction."""
    return _slope(_gradient(tables, "kept"))


def fig2_kept_level(tables: Tables) -> Evidence:
    """The level of the distance from the talk's form, with the interaction."""
    return against_theory(tables.runs("gradient_rank"), tables.theory("gradient_rank"), "kept", "n", symbol="n")


def fig3_cosine(tables: Tables) -> Evidence:
    """The cosine of beta with the teacher for both tasks."""
    parts = []
    for task in (1, 2):
        runs, theory = tables.runs("beta_alignment", task=task), tables.theory("beta_alignment", task=task)
        parts.append(against_theory(runs, theory, "cosine", "n_over_d", symbol="n/d", of=f"task {task}"))
    return Evidence.joined(parts)


def fig4_outlier(tables: Tables) -> Evidence:
    """The largest singular value of the weights."""
    return _spectra(tables, "weight_1", _SPIKED)


def fig4_overlap(tables: Tables) -> Evidence:
    """The squared cosine of the first right vector of the weights with beta."""
    return _spectra(tables, "beta_alignment", _SPIKED)


def fig4_one_outlier(tables: Tables) -> Evidence:
    """Whether the second singular value stays below 1.1 times the edge."""
    alphas = [*_SPIKED, 0.45]
    second = by_seed(tables.runs("spectra", interaction="drop"), "weight_2", "alpha", alphas).to_numpy()
    single = second < _CLEAR * tables.theory("spectra")["weight_edge"].iloc[0]
    return Evidence(single, named("alpha", alphas), estimate="fraction")


def _gain(tables: Tables, task: int, value: str, alphas: list[float]) -> Evidence:
    runs = tables.runs("one_step", task=task, variant="fresh")
    return against_theory(runs, tables.theory("one_step", task=task), value, "alpha", alphas, symbol="alpha")


def fig5_test_gain(tables: Tables) -> Evidence:
    """The test gain in Setting 1."""
    return _gain(tables, 1, "test_gain", [0.1, 0.2, 0.29])


def fig5_objective_gain(tables: Tables) -> Evidence:
    """The gain in the training objective in Setting 1."""
    return _gain(tables, 1, "objective_gain", [0.1, 0.2, 0.29])


def _values(tables: Tables, task: int, value: str, alphas: list[float], variant: str = "fresh") -> np.ndarray:
    return by_seed(tables.runs("one_step", task=task, variant=variant), value, "alpha", alphas).to_numpy()


def fig5_nothing_beyond_linear(tables: Tables) -> Evidence:
    """The paired difference of the test gain between alpha = 0.45 and 0.29 in Setting 1."""
    gain = _values(tables, 1, "test_gain", [0.29, 0.45])
    return Evidence(gain[:, [1]] - gain[:, [0]], ["0.45 minus 0.29"])


def fig6_test_gain(tables: Tables) -> Evidence:
    """The test gain in Setting 2."""
    return _gain(tables, 2, "test_gain", [0.1, 0.2, 0.29, 0.39])


def fig6_objective_gain(tables: Tables) -> Evidence:
    """The gain in the training objective in Setting 2."""
    return _gain(tables, 2, "objective_gain", [0.1, 0.2, 0.29, 0.39])


def fig6_beyond_l1(tables: Tables) -> Evidence:
    """The test gain at alpha = 0.39 minus the theorem's level for l = 1."""
    level = tables.theory("one_step", task=2)["test_gain_l1"].iloc[0]
    return Evidence(_values(tables, 2, "test_gain", [0.39]) - level, ["alpha = 0.39"])


def fig6_nonlinear_gain(tables: Tables) -> Evidence:
    """The paired difference of the test gain between the settings at alpha = 0.39."""
    return Evidence(_values(tables, 2, "test_gain", [0.39]) - _values(tables, 1, "test_gain", [0.39]), ["alpha = 0.39"])


def fig6_h2_learned(tables: Tables) -> Evidence:
    """The learned fraction of H_2 at alpha = 0.39."""
    return Evidence(_values(tables, 2, "learned_h2", [0.39]), ["alpha = 0.39"])


def fig6_no_h2_small_step(tables: Tables) -> Evidence:
    """The learned fraction of H_2 without a step and after small steps."""
    untrained = _values(tables, 2, "untrained_learned_h2", [0.0])
    return Evidence(np.hstack([untrained, _values(tables, 2, "learned_h2", [0.0, 0.1])]), ["untrained", *named("alpha", [0.0, 0.1])])


def fig7_fixed_point(tables: Tables) -> Evidence:
    """The alpha at which the predicted gains at the two largest sample sizes are equal.

    It is interpolated linearly.
    """
    low, high = (tables.theory("staircase", n=n).sort_values("alpha") for n in (1e9, 1e14))
    alpha = low["alpha"].to_numpy()
    inner = alpha > 0.1  # below it both curves are flat at the first level
    difference = (high["test_gain"].to_numpy() - low["test_gain"].to_numpy())[inner]
    at = int(np.argmax((difference[:-1] < 0) & (difference[1:] >= 0)))
    share = -difference[at] / (difference[at + 1] - difference[at])
    return Evidence.exact([alpha[inner][at] + share * (alpha[inner][at + 1] - alpha[inner][at])], ["crossing"])


def _models(tables: Tables, value: str) -> Evidence:
    alphas = [0.0, 0.1, 0.2, 0.29]
    parts = []
    for first, second in itertools.combinations(("fresh", "spikes", "surrogate"), 2):
        difference = _values(tables, 2, value, alphas, first) - _values(tables, 2, value, alphas, second)
        parts.append(Evidence(difference, [f"{first} minus {second}, {point}" for point in named("alpha", alphas)]))
    return Evidence.joined(parts)


def fig8_test(tables: Tables) -> Evidence:
    """The paired differences of the test gain between the models."""
    return _models(tables, "test_gain")


def fig8_objective(tables: Tables) -> Evidence:
    """The paired differences of the gain in the training objective between the models."""
    return _models(tables, "objective_gain")


def fig9_reuse(tables: Tables) -> Evidence:
    """The gain with the batch reused minus twice the gain with fresh data, in Setting 1."""
    alphas = [0.0, 0.1, 0.2, 0.29]
    reused = _values(tables, 1, "objective_gain", alphas, "reuse")
    return Evidence(reused - 2 * _values(tables, 1, "objective_gain", alphas), named("alpha", alphas))


def _best(tables: Tables, predictor: str, alpha: float) -> float:
    return float(tables.theory("barrier", predictor=predictor, alpha=alpha)["best_test"].iloc[0])


def fig10_untrained(tables: Tables) -> Evidence:
    """The predicted best error of untrained features minus that of the inputs."""
    difference = _best(tables, "features", -math.inf) - _best(tables, "inputs", -math.inf)
    return Evidence.exact([difference], ["untrained minus inputs"])


def fig10_l1(tables: Tables) -> Evidence:
    """The predicted best error at the theorem's level l = 1."""
    return Evidence.exact([_best(tables, "l = 1", math.inf)], ["l = 1"])


def fig10_l2(tables: Tables) -> Evidence:
    """The predicted best error at the theorem's level l = 2."""
    return Evidence.exact([_best(tables, "l = 2", math.inf)], ["l = 2"])


def _simulated_best(tables: Tables, predictor: str, alpha: float) -> np.ndarray:
    """Return each seed's test error at the ridge that is best on average."""
    matrix = by_seed(tables.runs("barrier", predictor=predictor, alpha=alpha), "test", "ridge")
    return matrix[[matrix.mean().idxmin()]].to_numpy()


def fig10_untrained_simulated(tables: Tables) -> Evidence:
    """The paired difference between the best errors of untrained features and of the inputs."""
    difference = _simulated_best(tables, "features", -math.inf) - _simulated_best(tables, "inputs", -math.inf)
    return Evidence(difference, ["untrained minus inputs"])


def fig10_barrier_broken(tables: Tables) -> Evidence:
    """The best error after a step with alpha = 0.39."""
    return Evidence(_simulated_best(tables, "features", 0.39), ["alpha = 0.39"])
