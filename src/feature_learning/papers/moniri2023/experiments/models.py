"""Three models that the theorem and its universality call equivalent, and the exact network (fig6, fig8)."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from feature_learning.core.experiment import Device, Draws, Rows, Setting, Streams
from feature_learning.data.covariates import on_sphere
from feature_learning.data.hermite import gaussian_moment, monomial_coefficient
from feature_learning.networks.activations import Activation
from feature_learning.networks.named import activation
from feature_learning.papers.moniri2023.experiments.gains import draw
from feature_learning.papers.moniri2023.shared.fits import Model, gains, trained_model
from feature_learning.papers.moniri2023.shared.networks import NETWORKS
from feature_learning.papers.moniri2023.shared.population import Population, neurons, row_coefficients

__all__ = ["draw", "models"]

_DEGREES = (1, 2, 3, 4)
_ROOTS = np.sqrt([math.factorial(m) for m in range(5)])


def models(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """Yield one row per model and alpha, with the columns of `one_step`."""
    for name in map(str, setting.grid["model"]):
        if name in NETWORKS:
            model = trained_model(setting, draws, name, device)
        else:
            model = _spiked_model(setting, draws, rng, device, surrogate=name == "surrogate")
        yield from ({"model": name, **row} for row in gains(setting, model, device))


@dataclass(frozen=True)
class _Spikes:
    """``sum_k c_1^k c_k eta^k u^k (a^k)^T`` with ``u = X beta``.

    Attributes
    ----------
    sigma
        The activation.
    second : (width,)
        a.
    beta : (d,)
        ``X^T y/n``.
    beta_star : (d,)
        The teacher's direction.
    """

    sigma: Activation
    second: np.ndarray
    beta: np.ndarray
    beta_star: np.ndarray

    @property
    def degrees(self) -> list[int]:
        return [k for k in _DEGREES if self.sigma.hermite[k]]

    def right(self, eta: float) -> np.ndarray:
        """The right vectors, (spikes, width): powers of u in the features are their left ones."""
        c = self.sigma.hermite
        return np.array([(float(c[1]) * eta) ** k * float(c[k]) * self.second**k for k in self.degrees])

    def added_to(self, untrained: Population, coefficients: np.ndarray, cosines: np.ndarray, eta: float) -> Population:
        """The moments with the spikes added to features whose coefficients in ``h_m(w.x/|w|)`` are given.

        With ``E u^k h_m(u/|beta|) = |beta|^k monomial_coefficient(k, m)/sqrt(m!)``, the moment of a neuron and
        ``u^k`` is a sum over the degrees m up to k.
        """
        right, powers = self.right(eta), np.array(self.degrees)
        most = max(self.degrees)
        scale = float(np.linalg.norm(self.beta))
        table = np.array([[monomial_coefficient(k, m) for m in range(most + 1)] for k in powers]) / _ROOTS[: most + 1]
        sizes = scale**powers
        # (width, spikes): E f_i u^k
        with_powers = (coefficients[:, : most + 1] * cosines[:, None] ** np.arange(most + 1)) @ table.T * sizes
        cross = with_powers @ right
        products = np.array([[gaussian_moment(int(j + k)) for k in powers] for j in powers]) * np.outer(sizes, sizes)
        gram = untrained.gram + cross + cross.T + right.T @ products @ right
        rho = float(self.beta @ self.beta_star) / scale
        hermite = untrained.hermite.copy()
        hermite[:, : most + 1] += right.T @ (table * sizes[:, None] * rho ** np.arange(most + 1))
        return Population(gram, hermite)


def _spiked_model(setting: Setting, arrays: Mapping[str, np.ndarray], rng: Streams, device: Device, *, surrogate: bool) -> Model:
    """Untrained features, or linear ones plus noise, with the theorem's spikes added."""
    sigma, dtype, rows = activation(setting["activation"]), setting["dtype"], on_sphere(arrays["first_layer"])
    beta = arrays["train_inputs"].T @ arrays["train_labels"] / len(arrays["train_labels"])
    spikes = _Spikes(sigma, arrays["second_layer"], beta, arrays["beta_star"])
    fields = arrays["refit_inputs"] @ rows.T
    population = neurons(sigma, rows, arrays["beta_star"])
    coefficients = row_coefficients(sigma, np.ones(len(rows)), max(_DEGREES))
    if surrogate:
        c1, noise = float(sigma.hermite[1]), sigma.nonlinear
        untrained = c1 * fields + noise * rng("surrogate").standard_normal(fields.shape)
        coefficients = coefficients * (np.arange(max(_DEGREES) + 1) == 1)
        linear = population.hermite * (np.arange(population.hermite.shape[1]) == 1)
        population = Population(c1**2 * rows @ rows.T + noise**2 * np.eye(len(rows)), linear)
    else:
        untrained = sigma(fields)
    u = arrays["refit_inputs"] @ beta
    left = np.column_stack([u**k for k in spikes.degrees])
    cosines = rows @ beta / np.linalg.norm(beta)
    base, powers = device.put(untrained.astype(dtype)), device.put(left.astype(dtype))

    def features(eta: float) -> Any:
        return base + powers @ device.put(spikes.right(eta).astype(dtype))

    labels = device.put(arrays["refit_labels"].astype(dtype))
    return Model(features, labels, lambda eta: spikes.added_to(population, coefficients, cosines, eta))
