"""The quantities of this paper's figures, claims and captions."""

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Literal

import numpy as np
import pandas as pd

from feature_learning.networks.named import activation, link
from feature_learning.papers.moniri2023.shared.model import spikes_kept, step_size
from feature_learning.papers.moniri2023.shared.onsets import ONSET
from feature_learning.papers.moniri2023.shared.outliers import linear_outlier, weight_outlier
from feature_learning.papers.moniri2023.shared.spikes import Features, Spikes
from feature_learning.statistics import Tables, at_best
from feature_learning.statistics.quantity import Quantity
from feature_learning.statistics.sources import exact, joined, of_runs, predictions, quantity

SYMBOLS = {"degree": "l", "n_over_d": "n/d"}
"""What coordinates are called in the names of points."""
_CLEAR = 1.1  # an outlier is beyond the edge by this factor; weak spikes of ours stay below
_GAINS = ("objective", "test error")
_PAIRS = (("spikes", "surrogate"), ("rank-one", "spikes"))
_SPECTRUM, _BEST = ("network", "alpha"), ("predictor", "batch", "alpha")
_UNTRAINED = -math.inf


def one_step(tables: Tables, value: str, task: int = 2) -> Quantity:
    """Error, gain or learned fraction of the talk's network after one step, by batch and alpha.

    ``share`` is the gain in the objective over the seed's untrained objective: the variance of the
    labels cancels.
    """
    return quantity(tables, "one_step", value, ("batch", "alpha"), task=task)


def gain_without_own_term(tables: Tables) -> Quantity:
    """The predicted ``share`` of Setting 1 if no sample were in its own gradient."""
    return predictions(tables, "one_step", "plain_share", ("batch", "alpha"), task=1)


def gains_over_theorem(tables: Tables) -> Quantity:
    """Gains in the objective and in the test error over the theorem's levels in Setting 1, by batch
    and alpha.
    """
    levels = _relative(tables.theory("one_step", task=1, batch="fresh"), "level")
    parts = [
        one_step(tables, value, 1).over(exact(levels, gain, ["alpha"]))
        for value, gain in zip(("share", "test_gain"), _GAINS, strict=True)
    ]
    return joined(parts, point=_GAINS)


def limits_over_theorem(tables: Tables) -> Quantity:
    """The limits of these gains on the batch of the step over the levels, at alpha = 0.29."""
    same, fresh = (
        tables.theory("one_step", task=1, batch=batch, alpha=0.29) for batch in ("same", "fresh")
    )
    ratios = _relative(same, "limit") / _relative(fresh, "level")
    return joined([exact(ratios, gain, []) for gain in _GAINS], point=_GAINS)


def _relative(theory: pd.DataFrame, kind: str) -> pd.DataFrame:
    """Return predicted gains by alpha, that in the objective over the untrained objective."""
    objective = theory[f"{kind}_objective_gain"] / theory["untrained_objective"]
    gains = (theory["alpha"], objective, theory[f"{kind}_test_gain"])
    return pd.DataFrame(dict(zip(("alpha", *_GAINS), gains, strict=True)))


def gain_of_quadratic(tables: Tables) -> Quantity:
    """Test gain in Setting 2 minus test gain in Setting 1, by batch and alpha."""
    return one_step(tables, "test_gain", 2).minus(one_step(tables, "test_gain", 1))


def learned_and_untrained(tables: Tables) -> Quantity:
    """Learned fraction of H_2 after a step and without one, by batch and alpha."""
    parts = [one_step(tables, value) for value in ("untrained_learned_h2", "learned_h2")]
    return joined(parts, features=["untrained", "trained"])


def by_size(tables: Tables, value: str, task: int) -> Quantity:
    """Gain, or learned fraction of H_2 minus the untrained one, by batch, alpha and n."""
    return quantity(tables, "talk_by_size", value, ("batch", "alpha", "n"), task=task)


def model(tables: Tables, value: str) -> Quantity:
    """Gain of trained features and of models of them in Setting 2 on a fresh batch, by model and
    alpha; rows are on the sphere.
    """
    return quantity(tables, "models", value, ("model", "alpha"))


def model_without_spikes(tables: Tables, value: str) -> Quantity:
    """What one model gains more than another if the other one has no spikes."""
    parts = [model(tables, value).at(model=first) for first, _ in _PAIRS]
    return joined(parts, model=[f"{first} minus {second}" for first, second in _PAIRS])


def talk_model(tables: Tables, value: str) -> Quantity:
    """Gain of the talk's trained features and of models of them, by task, model, batch, alpha."""
    return quantity(tables, "universality", value, ("task", "model", "batch", "alpha"))


def first_cross(tables: Tables) -> Quantity:
    """The alpha at which the predicted test gains at n = 10^9 and 10^14 cross."""
    curves = tables.theory("staircase").pivot(index="alpha", columns="n", values="test_gain")
    curves = curves[curves.index > 0.1]  # below it both curves are flat at the first level
    alpha, gap = curves.index.to_numpy(), (curves[1e14] - curves[1e9]).to_numpy()
    before = int(np.argmax((gap[:-1] < 0) & (gap[1:] >= 0)))
    part = -gap[before] / (gap[before + 1] - gap[before])
    crossing = alpha[before] + part * (alpha[before + 1] - alpha[before])
    return exact(pd.DataFrame({"alpha": [crossing]}), "alpha", [])


def learned(tables: Tables) -> Quantity:
    """Learned fraction of H_2 minus the untrained one, by batch, n and step size eta."""
    return quantity(tables, "onset", "rise", ("batch", "n", "eta"))


def onset(tables: Tables) -> Quantity:
    """The step size at which this fraction reaches a tenth, by batch and n."""
    found = learned(tables).crossing("eta", ONSET, "log")
    return found.predicted_by(predictions(tables, "onset", "onset", ("batch", "n")))


def half_onset(tables: Tables) -> Quantity:
    """The predicted step size at which it reaches half of that on a fresh batch, by n."""
    rise = predictions(tables, "onset", "rise", ("n", "eta"), batch="fresh")
    return rise.crossing("eta", ONSET / 2, "log")


def learned_of_direction(tables: Tables, value: str) -> Quantity:
    """Learned fraction of H_2 minus the untrained one along one of two directions of a target, by
    batch and alpha.
    """
    found = quantity(tables, "single_index", value, ("batch", "alpha"))
    return found.minus(found.at(alpha=_UNTRAINED))


def best_error(tables: Tables) -> Quantity:
    """Test error at the best ridge, by predictor, batch and alpha."""
    rows = at_best(tables.runs("barrier"), "test", "ridge", _BEST)
    return of_runs(rows, "test", _BEST, "barrier").predicted_by(predicted_best_error(tables))


def predicted_best_error(tables: Tables) -> Quantity:
    """The same in theory, which has the theorem's levels as further predictors."""
    return predictions(tables, "barrier", "best_test", _BEST)


def gradient_distance(tables: Tables, value: str) -> Quantity:
    """Relative distance of the gradient from a matrix of rank one, by n."""
    return quantity(tables, "gradient_rank", value, ("n",))


def cosine(tables: Tables) -> Quantity:
    """Cosine of X^T y and the teacher, by setting and n/d."""
    return quantity(tables, "beta_alignment", "cosine", ("task", "n_over_d"))


def left_vector(tables: Tables, value: str) -> Quantity:
    """Squared cosine of a left singular vector of the talk's F, by alpha."""
    return quantity(tables, "singular_vectors", value, ("alpha",))


def spectrum(tables: Tables, value: str, batch: Literal["same", "fresh"] = "fresh") -> Quantity:
    """Singular value of features or weights, or squared cosine of its vector, by network and
    alpha.
    """
    experiments = {"same": "spectra_written", "fresh": "spectra"}
    return quantity(tables, experiments[batch], value, _SPECTRUM)


def clear_of_bulk(tables: Tables) -> Quantity:
    """The singular value of F/sqrt n from which on an outlier is clear of the bulk."""
    return predictions(tables, "spectra", "bulk_edge", []).over(1 / _CLEAR)


def outliers_as_predicted(tables: Tables) -> Quantity:
    """Fraction of seeds with the predicted number of clear outliers of F, by network and alpha."""
    runs, limit = tables.runs("spectra"), _CLEAR * float(tables.value("spectra", "bulk_edge"))
    leading = ["feature_1", "feature_2"]
    theory = tables.theory("spectra")[[*_SPECTRUM, *leading]]
    predicted = runs[list(_SPECTRUM)].merge(theory, how="left", on=_SPECTRUM)[leading] > limit
    counts = [int((np.asarray(row) > limit).sum()) for row in runs["feature_singular_values"]]
    runs = runs.assign(agrees=counts == predicted.sum(axis=1))
    return of_runs(runs, "agrees", _SPECTRUM, "spectra").averaged("fraction")


def one_weight_outlier(tables: Tables) -> Quantity:
    """Fraction of seeds with one clear outlier of the weights, by network and alpha."""
    runs, limit = tables.runs("spectra"), _CLEAR * float(tables.value("spectra", "weight_edge"))
    runs = runs.assign(one=(runs["weight_1"] > limit) & (runs["weight_2"] < limit))
    return of_runs(runs, "one", _SPECTRUM, "spectra").averaged("fraction")


def feature_outlier_over_norms(tables: Tables) -> Quantity:
    """The first value of F/sqrt n over that predicted from norms of a and Xm, by network, alpha."""
    features = _features(tables)

    def predicted(row: pd.Series) -> float:
        strength = features.linear**2 * row["second_norm"] * row["projection_norm"]
        return linear_outlier(features, step_size(row["n"], row["alpha"]) * strength).value

    return _over_norms(tables, "feature_1", predicted)


def weight_outlier_over_norms(tables: Tables) -> Quantity:
    """The first value of W_1 over that predicted from norms of a and m, by network and alpha."""
    linear = _features(tables).linear

    def predicted(row: pd.Series) -> float:
        strength = step_size(row["n"], row["alpha"]) * linear * row["second_norm"]
        return weight_outlier(strength * row["moved_norm"], row["width"] / row["d"]).value

    return _over_norms(tables, "weight_1", predicted)


def _over_norms(tables: Tables, value: str, predicted: Callable[[pd.Series], float]) -> Quantity:
    runs = tables.runs("spectra")
    runs = runs[runs["alpha"] > _UNTRAINED]
    runs = runs.assign(ratio=[row[value] / predicted(row) for _, row in runs.iterrows()])
    return of_runs(runs, "ratio", _SPECTRUM, "spectra")


def second_outlier_of_series(tables: Tables) -> Quantity:
    """The second singular value of F/sqrt n by the series in powers of the step, cut after the
    second, by alpha.
    """
    features, setting = _features(tables), tables.runs("spectra").iloc[0]
    problem, rows = link("he1").with_noise(float(setting["noise"])), []
    for alpha in tables.values("spectra", "alpha")[1:]:
        eta = step_size(setting["n"], alpha)
        found = Spikes(features, problem, int(setting["width"]), eta, (1, 2)).outliers()
        second = found[1].value if len(found) > 1 else features.bulk_edge
        rows.append({"alpha": alpha, "second": second})
    return exact(pd.DataFrame(rows), "second", ["alpha"])


def _features(tables: Tables) -> Features:
    n, d, width = (int(tables.value("spectra", size)) for size in ("n", "d", "width"))
    return Features.of(activation(tables.value("spectra", "activation")), d / n, d / width)


def remainder(tables: Tables, value: Literal["talk", "own", "slide"] = "talk") -> Quantity:
    """Norm of the talk's F minus the theorem's l spikes, over sqrt n, by batch, alpha, n and l.

    The spikes of ``talk`` are along X^T y/n, those of ``own`` along X^T (y - f_0)/n; ``slide`` is
    the matrix that the slide calls F.
    """
    found = quantity(tables, "remainder_talk", value, ("batch", "alpha", "n"))
    kept = found.points["alpha"].map(spikes_kept)
    return replace(found, points=found.points.assign(degree=kept))


def noise_component(tables: Tables) -> Quantity:
    """The component of F that the gradient's noise adds, by batch, alpha and n."""
    return quantity(tables, "remainder_talk", "component", ("batch", "alpha", "n"))


def second_spike(tables: Tables) -> Quantity:
    """The second spike of the talk's F over sqrt n, by batch, alpha and n."""
    return quantity(tables, "remainder_talk", "second", ("batch", "alpha", "n"))


def rank_one_remainder(tables: Tables, experiment: str = "remainder") -> Quantity:
    """Norm of F of rank-one weights minus l spikes, over sqrt n, by alpha, l, n and how many
    ``fewer`` than the theorem's l is.
    """
    found = quantity(tables, experiment, "remainder", ("alpha", "degree", "n"))
    fewer = found.points["alpha"].map(spikes_kept) - found.points["degree"]
    return replace(found, points=found.points.assign(fewer=fewer))


def edge_over_spike(tables: Tables) -> Quantity:
    """The edge of the untrained F over the predicted norm of the first spike, by n."""
    spike = predictions(tables, "remainder", "remainder", ("n",), alpha=0.2, degree=0)
    return spike.over(float(tables.value("spectra", "bulk_edge"))).inverse()


def cubic(tables: Tables, value: str) -> Quantity:
    """Gain or learned fraction of rank-one weights with a cubic part, by alpha."""
    return quantity(tables, "cubic", value, ("alpha",), network="rank-one")


def level_of_two(tables: Tables) -> Quantity:
    """The theorem's level of this gain in test error for l = 2."""
    return predictions(tables, "cubic", "test_gain_l2", [])


def learned_cubic(tables: Tables, network: Literal["rank-one", "slides"]) -> Quantity:
    """Learned fraction of H_3 minus the untrained one, by batch and alpha."""
    experiment = "cubic" if network == "rank-one" else "cubic_talk"
    after, before = (
        quantity(tables, experiment, value, ("batch", "alpha"), network=network)
        for value in ("learned_h3", "untrained_learned_h3")
    )
    return after.minus(before)
