"""Models that the theorem and its universality call equivalent, and the exact network (fig6,
fig8).
"""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from feature_learning.core.experiment import Device, Draws, Rows, Setting, Streams
from feature_learning.data.covariates import on_sphere
from feature_learning.data.hermite import gaussian_moment, monomial_coefficient
from feature_learning.networks.activations import Activation
from feature_learning.networks.named import activation
from feature_learning.papers.moniri2023.shared.fits import Model, gains, trained_model
from feature_learning.papers.moniri2023.shared.model import at_sizes, draw
from feature_learning.papers.moniri2023.shared.model import draw_largest as draw_models_by_size
from feature_learning.papers.moniri2023.shared.networks import NETWORKS
from feature_learning.papers.moniri2023.shared.population import (
    Population,
    neurons,
    row_coefficients,
)

__all__ = ["draw", "draw_models_by_size", "models", "models_by_size"]

_DEGREES = (1, 2, 3, 4)
_ROOTS = np.sqrt([math.factorial(m) for m in range(5)])


def models(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """Yield one row per model and alpha, with the columns of `one_step`."""
    for name in setting.names("model"):
        if name in NETWORKS:
            model = trained_model(setting, draws, name, device)
        else:
            model = _spiked_model(setting, draws, rng, device, surrogate=name == "surrogate")
        yield from ({"model": name, **row} for row in gains(setting, model, device))


def models_by_size(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """Yield one row per n, model and alpha, with the columns of `models`."""
    for n, sized, arrays in at_sizes(setting, draws, rng):
        yield from ({"n": n, **row} for row in models(sized, arrays, rng, device))


@dataclass(frozen=True)
class _Spikes:
    """``sum_k c_1^k c_k eta^k u^k (a^k)^T`` with ``u = X beta``."""

    sigma: Activation
    second: np.ndarray  # a, (width,)
    beta: np.ndarray  # X^T y/n, (d,)
    beta_star: np.ndarray  # the teacher's direction, (d,)

    @property
    def degrees(self) -> list[int]:
        return [k for k in _DEGREES if self.sigma.hermite[k]]

    def right(self, eta: float) -> np.ndarray:
        """The right vectors, (spikes, width): powers of u in the features are their left ones."""
        c = self.sigma.hermite
        return np.array(
            [(float(c[1]) * eta) ** k * float(c[k]) * self.second**k for k in self.degrees]
        )

    def added_to(
        self, untrained: Population, coefficients: np.ndarray, cosines: np.ndarray, eta: float
    ) -> Population:
        """The moments with the spikes added to features whose coefficients in ``h_m(w.x/|w|)`` are
        given.

        With ``E u^k h_m(u/|beta|) = |beta|^k monomial_coefficient(k, m)/sqrt(m!)``, the moment of a
        neuron and ``u^k`` is a sum over the degrees m up to k.
        """
        right, powers = self.right(eta), np.array(self.degrees)
        degrees = np.arange(max(self.degrees) + 1)
        scale = float(np.linalg.norm(self.beta))
        monomials = [[monomial_coefficient(k, m) for m in range(len(degrees))] for k in powers]
        table = np.array(monomials) / _ROOTS[: len(degrees)]
        sizes = scale**powers
        coefficients = coefficients[:, : len(degrees)] * cosines[:, None] ** degrees
        with_powers = coefficients @ table.T * sizes  # E f_i u^k, (width, spikes)
        cross = with_powers @ right
        moments = np.array([[gaussian_moment(int(j + k)) for k in powers] for j in powers])
        products = moments * np.outer(sizes, sizes)
        gram = untrained.gram + cross + cross.T + right.T @ products @ right
        rho = float(self.beta @ self.beta_star) / scale
        hermite = untrained.hermite.copy()
        hermite[:, : len(degrees)] += right.T @ (table * sizes[:, None] * rho**degrees)
        return Population(gram, hermite)


def _spiked_model(
    setting: Setting, draws: Draws, rng: Streams, device: Device, *, surrogate: bool
) -> Model:
    """Return untrained features, or linear ones plus noise, with the theorem's spikes added."""
    sigma, dtype = activation(setting["activation"]), setting["dtype"]
    rows = on_sphere(draws["first_layer"])
    beta = draws["train_inputs"].T @ draws["train_labels"] / len(draws["train_labels"])
    spikes = _Spikes(sigma, draws["second_layer"], beta, draws["beta_star"])
    fields = draws["refit_inputs"] @ rows.T
    population = neurons(sigma, rows, draws["beta_star"])
    coefficients = row_coefficients(sigma, np.ones(len(rows)), max(_DEGREES))
    if surrogate:
        c1, noise = float(sigma.hermite[1]), sigma.nonlinear
        untrained = c1 * fields + noise * rng("surrogate").standard_normal(fields.shape)
        coefficients = coefficients * (np.arange(max(_DEGREES) + 1) == 1)
        linear = population.hermite * (np.arange(population.hermite.shape[1]) == 1)
        population = Population(c1**2 * rows @ rows.T + noise**2 * np.eye(len(rows)), linear)
    else:
        untrained = sigma(fields)
    u = draws["refit_inputs"] @ beta
    left = np.column_stack([u**k for k in spikes.degrees])
    cosines = rows @ beta / np.linalg.norm(beta)
    base, powers = device.put(untrained.astype(dtype)), device.put(left.astype(dtype))

    def features(eta: float) -> Any:
        return base + powers @ device.put(spikes.right(eta).astype(dtype))

    def moments(eta: float) -> Population:
        return spikes.added_to(population, coefficients, cosines, eta)

    return Model(features, device.put(draws["refit_labels"].astype(dtype)), moments)
