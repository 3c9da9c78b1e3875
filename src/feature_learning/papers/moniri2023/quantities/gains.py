"""Errors and their gains, by step, by size and by model."""

from collections.abc import Sequence
from typing import Literal

import numpy as np
import pandas as pd

from feature_learning.core.errors import MissingError
from feature_learning.statistics import Tables, at_best
from feature_learning.statistics.quantity import Quantity
from feature_learning.statistics.sources import exact, joined, of_runs, predictions, quantity

_GAINS = ("objective", "test error")
_COMPARED = ("slides", "slide")
_PAIRS = (("spikes", "surrogate"), ("rank-one", "spikes"))
_RATE = 0.4  # between the rates of eta/sqrt(n), 0.3, and of its square
_BEST = ("predictor", "batch", "alpha")


def one_step(tables: Tables, value: str, task: int = 2, experiment: str = "one_step") -> Quantity:
    """Error, gain or learned fraction of the talk's network after one step, by batch and alpha.

    ``share`` is the gain in the objective over the seed's untrained objective: the variance of the
    labels cancels.
    """
    return quantity(tables, experiment, value, ("batch", "alpha"), task=task)


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


def by_size(tables: Tables, value: str, task: int, network: str = "slides") -> Quantity:
    """Gain, or learned fraction of H_2 minus the untrained one, by batch, alpha and n."""
    coordinates = ("batch", "alpha", "n")
    return quantity(tables, "talk_by_size", value, coordinates, task=task, network=network)


def _on_one_batch(tables: Tables) -> Quantity:
    """The talk's gain in the objective on the batch of the step minus its closed form, in Setting 1
    at alpha = 0.2, by n.
    """
    return by_size(tables, "share", 1).at(batch="same", alpha=0.2).minus_prediction()


def exponent_of_the_distance(tables: Tables) -> Quantity:
    """Exponent in n of the size of this difference."""
    return _on_one_batch(tables).predicted_by(None).absolute().exponent("n")


def extrapolated_limit(tables: Tables) -> Quantity:
    """The limit of this difference, to which the curve ``a + b n^(-0.4)`` extrapolates."""
    return _on_one_batch(tables).along("n", _extrapolated)


def _extrapolated(n: np.ndarray, differences: np.ndarray) -> float:
    if len(n) < 3:
        raise MissingError(f"an extrapolation takes three sizes or more, not {len(n)}")
    curves = np.column_stack([np.ones_like(n), n**-_RATE])
    return float(np.linalg.pinv(curves)[0] @ differences)


def slide_over_theorem(tables: Tables) -> Quantity:
    """Gains of the slide's F on a fresh batch over the theorem's levels in Setting 1, by the gain
    (``point``), alpha and n.
    """
    first = tables.values("talk_by_size", "n")[0]
    theory = tables.theory("talk_by_size", task=1, network="slide", batch="fresh", n=first)
    levels = _relative(theory, "level")
    parts = [
        by_size(tables, value, 1, "slide").at(batch="fresh").over(exact(levels, gain, ["alpha"]))
        for value, gain in zip(("share", "test_gain"), _GAINS, strict=True)
    ]
    return joined(parts, point=_GAINS)


def talk_over_slide(tables: Tables, value: str) -> Quantity:
    """Gain of the talk's network over that of the slide's F on the same draws, in Setting 1 on a
    fresh batch, by alpha and n.
    """
    talk, slide = (by_size(tables, value, 1, name).at(batch="fresh") for name in _COMPARED)
    return talk.over(slide)


def model(tables: Tables, value: str) -> Quantity:
    """Gain of trained features and of models of them in Setting 2 on a fresh batch, by model and
    alpha; rows are on the sphere.
    """
    return quantity(tables, "models", value, ("model", "alpha"))


def model_without_spikes(tables: Tables, value: str) -> Quantity:
    """The gain of one model minus the gain of another if the other one has no spikes."""
    parts = [model(tables, value).at(model=first) for first, _ in _PAIRS]
    return joined(parts, model=[f"{first} minus {second}" for first, second in _PAIRS])


def talk_model(tables: Tables, value: str) -> Quantity:
    """Gain of the talk's trained features and of models of them, by task, model, batch, alpha."""
    return quantity(tables, "universality", value, ("task", "model", "batch", "alpha"))


def delta(tables: Tables, value: str) -> Quantity:
    """Gain of rank-one weights in the second range in Setting 2 on a fresh batch, by n."""
    return quantity(tables, "delta_by_size", value, ("n",), network="rank-one")


def delta_far_over_level(tables: Tables) -> Quantity:
    """The predicted test gain of the same at sizes beyond all simulations, over the theorem's."""
    gain, level = (
        predictions(tables, "delta_by_size", column, ("n",), network="rank-one")
        for column in ("test_gain", "level_test_gain")
    )
    return gain.over(level)


def with_intercept(tables: Tables) -> Quantity:
    """Gain in test error of models with spikes and an intercept in Setting 2, by model, alpha."""
    return quantity(tables, "intercept", "test_gain", ("model", "alpha"))


def first_cross(tables: Tables) -> Quantity:
    """The alpha at which the predicted test gains at n = 10^9 and 10^14 cross."""
    curves = tables.theory("staircase").pivot(index="alpha", columns="n", values="test_gain")
    curves = curves[curves.index > 0.1]  # below it both curves are flat at the first level
    alpha, gap = curves.index.to_numpy(), (curves[1e14] - curves[1e9]).to_numpy()
    before = int(np.argmax((gap[:-1] < 0) & (gap[1:] >= 0)))
    part = -gap[before] / (gap[before + 1] - gap[before])
    crossing = alpha[before] + part * (alpha[before + 1] - alpha[before])
    return exact(pd.DataFrame({"alpha": [crossing]}), "alpha", [])


def cubic(tables: Tables, value: str) -> Quantity:
    """Gain or learned fraction of rank-one weights with a cubic part, by alpha."""
    return quantity(tables, "cubic", value, ("alpha",), network="rank-one")


def level_of_two(tables: Tables) -> Quantity:
    """The theorem's level of this gain in test error for l = 2."""
    return predictions(tables, "cubic", "test_gain_l2", [])


def best_error(
    tables: Tables, experiment: Literal["barrier", "barrier_root_n"] = "barrier"
) -> Quantity:
    """Test error at the best ridge, by predictor, batch and alpha."""
    return _best(tables, experiment, _BEST)


def predicted_best_error(tables: Tables) -> Quantity:
    """The same in theory, which has the theorem's levels as further predictors."""
    return predictions(tables, "barrier", "best_test", _BEST)


def best_error_by_width(tables: Tables) -> Quantity:
    """Test error at the best ridge after a step of size one, by these and the number of neurons."""
    return _best(tables, "barrier_ratios", (*_BEST, "width"))


def _best(tables: Tables, experiment: str, by: Sequence[str]) -> Quantity:
    rows = at_best(tables.runs(experiment), "test", "ridge", by)
    predicted = predictions(tables, experiment, "best_test", by)
    return of_runs(rows, "test", by, experiment).predicted_by(predicted)
