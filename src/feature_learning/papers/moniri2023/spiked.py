"""Untrained features, or linear ones plus noise, with the spikes of the talk's theorem."""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from feature_learning.core.experiment import Device, Draws, Streams
from feature_learning.data.hermite import gaussian_moment, monomial_coefficient
from feature_learning.networks.activations import Activation
from feature_learning.papers.moniri2023.fits import Model, batch_of
from feature_learning.papers.moniri2023.model import HIGHEST, spikes_kept, step_size
from feature_learning.papers.moniri2023.population import Population, neurons, row_coefficients


@dataclass(frozen=True)
class TalkSpikes:
    """``sum_k c_1^k c_k eta^k u^k (a^k)^T`` with ``u = X beta``, up to the theorem's number l."""

    sigma: Activation
    second: np.ndarray  # a, (width,)
    beta: np.ndarray  # X^T y/n, (d,)
    beta_star: np.ndarray  # the teacher's direction, (d,)
    kept: Mapping[float, int]  # l at each step size

    def degrees(self, eta: float) -> list[int]:
        """The degrees up to the l of the step's range of which there is a spike."""
        if not eta:
            return []
        return [k for k in range(1, self.kept[eta] + 1) if self.sigma.hermite[k]]

    def right(self, eta: float) -> np.ndarray:
        """The right vectors, (spikes, width): powers of u in the features are their left ones."""
        c, degrees = self.sigma.hermite, self.degrees(eta)
        sizes = [(float(c[1]) * eta) ** k * float(c[k]) for k in degrees]
        return np.array([size * self.second**k for size, k in zip(sizes, degrees, strict=True)])

    def added_to(
        self, untrained: Population, coefficients: np.ndarray, cosines: np.ndarray, eta: float
    ) -> Population:
        """The moments with the spikes added to features whose coefficients in ``h_m(w.x/|w|)`` are
        given.

        With ``E u^k h_m(u/|beta|) = |beta|^k monomial_coefficient(k, m)/sqrt(m!)``, the moment of a
        neuron and ``u^k`` is a sum over the degrees m up to k.
        """
        if not eta:
            return untrained
        right, powers = self.right(eta), np.array(self.degrees(eta))
        degrees = np.arange(powers.max() + 1)
        scale = float(np.linalg.norm(self.beta))
        monomials = [[monomial_coefficient(k, m) for m in range(len(degrees))] for k in powers]
        table = np.array(monomials) / np.sqrt([float(math.factorial(m)) for m in degrees])
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


def talk_spikes(sigma: Activation, draws: Draws, alphas: Sequence[float]) -> TalkSpikes:
    """Return the spikes of the talk's ``beta = X^T y/n``, at the steps of some exponents."""
    n = len(draws["train_labels"])
    return TalkSpikes(
        sigma=sigma,
        second=draws["second_layer"],
        beta=draws["train_inputs"].T @ draws["train_labels"] / n,
        beta_star=draws["beta_star"],
        kept={step_size(n, alpha): spikes_kept(alpha) for alpha in alphas},
    )


def spiked_models(
    spikes: TalkSpikes,
    draws: Draws,
    rows: np.ndarray,
    rng: Streams,
    device: Device,
    dtype: str,
    batches: Sequence[str] = ("fresh",),
    *,
    surrogate: bool,
) -> Iterator[tuple[str, Model]]:
    """Yield the features of an untrained first layer, or linear ones plus noise, with some spikes,
    on each of some of `BATCHES`.
    """
    sigma, beta = spikes.sigma, spikes.beta
    norms, c1, noise = np.linalg.norm(rows, axis=1), float(sigma.hermite[1]), sigma.nonlinear
    if surrogate:
        linear = np.zeros((len(rows), HIGHEST + 1))
        linear[:, 1] = c1 * rows @ draws["beta_star"]
        population = Population(c1**2 * rows @ rows.T + noise**2 * np.eye(len(rows)), linear)
        coefficients = c1 * norms[:, None] * (np.arange(HIGHEST + 1) == 1)
    else:
        population = neurons(sigma, rows, draws["beta_star"])
        coefficients = row_coefficients(sigma, norms, HIGHEST)
    cosines = rows @ beta / (norms * np.linalg.norm(beta))

    @cache
    def moments(eta: float) -> Population:
        return spikes.added_to(population, coefficients, cosines, eta)

    for batch in batches:
        inputs, labels = batch_of(draws, batch)
        fields = inputs @ rows.T
        if surrogate:
            untrained = c1 * fields + noise * rng("surrogate").standard_normal(fields.shape)
        else:
            untrained = sigma(fields)
        features = _features(spikes, untrained.astype(dtype), inputs @ beta, device)
        yield batch, Model(features, device.put(labels.astype(dtype)), moments)


def _features(
    spikes: TalkSpikes, untrained: np.ndarray, u: np.ndarray, device: Device
) -> Callable[[float], Any]:
    base, dtype = device.put(untrained), untrained.dtype

    def features(eta: float) -> Any:
        if not eta:
            return base
        left = np.column_stack([u**k for k in spikes.degrees(eta)]).astype(dtype)
        return base + device.put(left) @ device.put(spikes.right(eta).astype(dtype))

    return features
