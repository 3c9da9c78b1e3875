"""Test error of ridge regression against the ridge on raw inputs, untrained and trained features
(fig10).
"""

import math
from collections.abc import Callable
from functools import partial

import numpy as np
from scipy.optimize import minimize_scalar

from feature_learning.core.experiment import Device, Draws, Rows, Streams
from feature_learning.core.values import Grid, Positive
from feature_learning.data.links import Link
from feature_learning.papers.moniri2023.finite import OneStep
from feature_learning.papers.moniri2023.fits import BATCHES, BatchName, batch_of
from feature_learning.papers.moniri2023.limits import limit_gains
from feature_learning.papers.moniri2023.model import ClosedForm, OneTargetAndSize
from feature_learning.papers.moniri2023.networks import NETWORKS, NetworkName, first_step
from feature_learning.papers.moniri2023.population import linear_test_error, neurons
from feature_learning.papers.moniri2023.spikes import Features
from feature_learning.theory.double_descent import ridge_bias_variance
from feature_learning.training.second_layer import ridge_path

Curve = Callable[[float], float]


class Barrier(ClosedForm, OneTargetAndSize):
    """The least error of predictors that are linear in the inputs, and what passes below it."""

    network: Grid[NetworkName]
    batch: Grid[BatchName]
    alpha: Grid[float]
    ridge: Grid[Positive]

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per batch of the regression, predictor, alpha and ridge: the test error.

        The predictors are the inputs of that batch, those of both batches, and each network. Inputs
        and untrained features have alpha = -inf.
        """
        link, sigma, beta_star = self.link, self.sigma, draws["beta_star"]
        data = {batch: batch_of(draws, batch) for batch in BATCHES}
        plain = [("inputs", batch, data[batch]) for batch in self.batch]
        both = (np.concatenate(parts) for parts in zip(*data.values(), strict=True))
        for predictor, batch, (inputs, labels) in [*plain, ("inputs, 2n", "fresh", tuple(both))]:
            readouts = ridge_path(inputs, labels, [ridge * len(labels) for ridge in self.ridge])
            row = {"predictor": predictor, "batch": batch, "alpha": -np.inf}
            for ridge, readout in zip(self.ridge, readouts.T, strict=True):
                yield {**row, "ridge": ridge, "test": linear_test_error(readout, beta_star, link)}
        penalties = [ridge * self.n for ridge in self.ridge]
        for name in self.network:
            step = first_step(NETWORKS[name], draws, sigma, device)
            for alpha, eta in self.sizes.steps((-math.inf, *self.alpha)):
                rows = step.rows(eta)
                population = neurons(sigma, device.get(rows), beta_star)
                for batch in self.batch:
                    inputs, labels = map(device.put, data[batch])
                    features = sigma(inputs @ rows.T, device.xp)
                    readouts = device.get(ridge_path(features, labels, penalties, device.xp))
                    row = {"predictor": name, "batch": batch, "alpha": alpha}
                    for ridge, readout in zip(self.ridge, readouts.T, strict=True):
                        yield {**row, "ridge": ridge, "test": population.test_error(readout, link)}

    def predict(self) -> Rows:
        """Yield test errors against the ridge, and at the best ridge: inputs, the theorem's levels,
        and each network at finite alpha; NaN for networks on the batch of the step.
        """
        link, features = self.link, self.untrained(self.sizes)
        curves: dict[tuple[str, float], Curve] = {
            ("inputs", -math.inf): partial(_error_of_inputs, link, features.phi),
            ("inputs, 2n", -math.inf): partial(_error_of_inputs, link, features.phi / 2),
        }
        for degree in (0, 1, 2, 4, 6):
            curves[f"l = {degree}", math.inf] = partial(_error_at_level, features, link, degree)
        for name in self.network:
            for alpha, eta in self.sizes.steps((-math.inf, *self.alpha)):
                step = OneStep(features, link, NETWORKS[name], self.d, eta)
                curves[name, alpha] = step.test_error
        for (predictor, alpha), curve in curves.items():
            best = least(curve)
            for batch in self.batch:
                unknown = predictor in NETWORKS and batch == "same"
                for ridge in self.ridge:
                    yield {
                        "predictor": predictor,
                        "batch": batch,
                        "alpha": alpha,
                        "ridge": ridge,
                        "test": math.nan if unknown else curve(ridge),
                        "best_test": math.nan if unknown else best,
                        "barrier": link.unlearnable_variance,
                    }


def _error_of_inputs(link: Link, phi: float, ridge: float) -> float:
    """Return the test error of ridge regression on the inputs."""
    bias, variance = ridge_bias_variance(phi, ridge)
    return link.linear**2 * bias + link.unlearnable_variance * (1 + variance)


def _error_at_level(features: Features, link: Link, degree: int, ridge: float) -> float:
    """Return that at the theorem's level.

    ``l = 0`` are untrained features in the proportional limit; the networks' own untrained features
    see a little of the quadratic part.
    """
    untrained = features.errors(ridge, link.linear**2, link.unlearnable_variance).test
    return untrained - limit_gains(features, link, degree, ridge)[1]


def least(curve: Curve) -> float:
    """Return the least value of a curve against the ridge."""
    found = minimize_scalar(
        lambda log_ridge: curve(math.exp(log_ridge)),
        bounds=(-7, 3),
        method="bounded",
        options={"xatol": 1e-3},
    )
    return float(found.fun)
