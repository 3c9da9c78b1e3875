"""Errors of ridge regression on the features of a network after one step of any size."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from feature_learning.core.errors import UserError
from feature_learning.data.hermite import gaussian_nodes
from feature_learning.data.links import Link
from feature_learning.networks.activations import Activation
from feature_learning.theory.giant_step_neurons import NetworkStep, Neurons, gauss, neurons_after
from feature_learning.theory.step_bulk import Bulk, gradient_bulk, gradient_norm, label_power

_ROUNDS, _REFRESH, _CLOSE = 3000, 10, 1e-10
_NODES = (24, 36)  # of the input's part along the step, and of the second layer: to 1e-3
_FEW_NODES = (24, 20)  # where neurons have biases as well


@dataclass(frozen=True)
class Outcome:
    """What ridge regression reaches.

    Attributes
    ----------
    test, train
        Error against the noiseless target on fresh inputs, and mean square on the noisy sample.
    floor
        What a sample without end would leave of the test error, at the same regularisation.

    References
    ----------
    See `ridge_after_step`.
    """

    test: float
    train: float
    floor: float


@dataclass(frozen=True)
class Labels:
    """Moments of the labels given k, the input's part along the step.

    Attributes
    ----------
    mean : (k,)
        Their mean.
    along : (k,)
        Their covariance with the input's part along b, the teacher's direction off the step.
    rest : (k,)
        The variance that both leave, with the noise.

    References
    ----------
    See `given`.
    """

    mean: np.ndarray
    along: np.ndarray
    rest: np.ndarray

    @classmethod
    def given(cls, link: Link, gamma: float, k: np.ndarray) -> Labels:
        """Return the moments of ``y = link(gamma k + sqrt(1 - gamma^2) g)`` and its noise.

        Parameters
        ----------
        link
            The target.
        gamma
            The cosine of step and teacher.
        k : (k,)
            Nodes.

        References
        ----------
        Derived here, by Gaussian conditioning: ``beta = gamma v + sqrt(1 - gamma^2) b``.
        """
        across, columns = math.sqrt(1 - gamma**2), []
        kinks = (*link.kinks, *link.bends)
        for node in k:
            at, weight = gaussian_nodes(tuple((kink - gamma * node) / across for kink in kinks))
            values = link(gamma * node + across * at)
            columns.append((weight @ values, (weight * at) @ values, weight @ values**2))
        mean, along, square = np.array(columns).T
        return cls(mean, along, square + link.noise_variance - mean**2 - along**2)


def ridge_after_step(
    activation: Activation,
    link: Link,
    step: NetworkStep,
    d: int,
    samples: float,
    ridges: Sequence[float],
    *,
    spectrum: bool = False,
) -> list[Outcome]:
    """Return the errors of ridge regression on fresh samples after one step, for each ridge.

    Parameters
    ----------
    activation, link, step
        The student, the target with its noise, and the step.
    d
        The dimension of the inputs.
    samples
        n of the regression.
    ridges
        lambda in ``|y - F c|^2/n + lambda |c|^2``, with features without a prefactor.
    spectrum
        Whether the noise of the step has a spectrum; otherwise it is a multiple of the identity. It
        matters for fewer than two samples of the step per dimension, and is for odd activations.

    Raises
    ------
    UserError
        The equations do not settle.

    References
    ----------
    Derived here: features are Gaussian given the input's part along the step; leave-one-out over
    samples and over neurons. It extends Cui et al. (2024), arXiv 2402.04980, who have equal second
    layers, an isotropic bulk and infinite sizes. For steps of order one it becomes
    `spiked_ridge.spiked_ridge_risk`.
    """
    bulk = (
        gradient_bulk(link, step.phi) if spectrum else Bulk.isotropic(step.phi * label_power(link))
    )
    few, many = _FEW_NODES if step.bias else _NODES
    k, p = gauss(few)
    neurons = neurons_after(activation, link, step, bulk, k, many)
    labels = Labels.given(link, link.linear / gradient_norm(link, step.phi), k)
    fits = (_Regression(neurons, bulk, p, d, step.width, samples, ridge) for ridge in ridges)
    return [fit.outcome(labels, link.noise_variance) for fit in fits]


class _Regression:
    """The fixed point for the weights w of the nodes k and the neurons' co-resolvent rho."""

    def __init__(
        self,
        neurons: Neurons,
        bulk: Bulk,
        p: np.ndarray,
        d: int,
        width: int,
        samples: float,
        ridge: float,
    ) -> None:
        self.neurons, self.bulk, self.p = neurons, bulk, p
        self.d, self.width, self.samples, self.ridge = d, width, samples, ridge
        scale = math.sqrt(width / d)
        # The vectors by which a neuron's mean moves: (sources, neurons, k).
        own = [math.sqrt(width) * neurons.mean, *(scale * mean for mean, _ in neurons.sources)]
        self.means = np.array([mean for mean in own if mean.any()])
        self.w, self.rho = p / 2, np.full(len(neurons.weights), 1 / (ridge + 0.1))
        self._solve()

    def _solve(self) -> None:
        """Iterate until rho and w settle."""
        self._respond()
        for number in range(1, _ROUNDS + 1):
            resistance = self.ridge + self.neurons.residual @ self.w
            for share, rows, inverse in zip(
                self.bulk.shares, self.neurons.rows.T, self.inverses, strict=True
            ):
                slope = self.neurons.slope
                resistance += share * rows * ((slope @ inverse) * slope).sum(axis=1)
            rho = np.sqrt(self.rho / resistance)
            w = np.sqrt(self.w * self.p / (1 + self._freedom() / self.samples))
            moved = max(np.abs(rho / self.rho - 1).max(), np.abs(w / self.w - 1).max())
            self.rho, self.w = rho, w
            if moved < _CLOSE:
                self._respond()
                return
            self._matrices()
            if number % _REFRESH == 0:
                self._respond()
        raise UserError(
            f"the equations for ridge regression after a step do not settle: d = {self.d}, "
            f"{self.samples:g} samples, ridge {self.ridge:g}"
        )

    def _matrices(self) -> None:
        """Form A, R = (W^-1 + A)^-1 of each group, S and R_S from rho and w."""
        own, inverse_w = self.neurons, np.diag(1 / self.w)
        loads = (self.width / self.d) * own.weights * self.rho
        self.slopes = [(own.slope.T * (loads * rows)) @ own.slope for rows in own.rows.T]
        self.inverses = [np.linalg.inv(inverse_w + slopes) for slopes in self.slopes]
        weighted = self.means * (own.weights * self.rho)[:, None]
        self.signal = np.tensordot(weighted, self.means, axes=([0, 1], [0, 1]))
        self.inverse = np.linalg.inv(inverse_w + self.signal)

    def _respond(self) -> None:
        """Form the response of rho to the weights w, (neurons, k)."""
        self._matrices()
        own, size = self.neurons, len(self.rho)
        force, coupling = own.residual.copy(), np.zeros((size, size))
        for share, rows, inverse in zip(self.bulk.shares, own.rows.T, self.inverses, strict=True):
            pulled = own.slope @ inverse
            force += share * rows[:, None] * (pulled / self.w) ** 2
            coupling += share * np.outer(rows, rows) * (pulled @ own.slope.T) ** 2
        coupling *= (self.width / self.d) * own.weights
        square = self.rho[:, None] ** 2
        self.response = np.linalg.solve(np.eye(size) - square * coupling, -square * force)

    def _freedom(self) -> np.ndarray:
        """Return the degrees of freedom that each node has, tau_k = n delta_k."""
        own = self.neurons
        found = self.width * (own.weights * self.rho) @ own.residual
        for share, slopes, inverse in zip(
            self.bulk.shares, self.slopes, self.inverses, strict=True
        ):
            found += (self.d - 1) * share * np.diag(slopes - slopes @ inverse @ slopes)
        found += np.diag(self.signal - self.signal @ self.inverse @ self.signal)
        fits = ((self.means @ self.inverse) * self.means).sum(axis=(0, 2))
        return np.asarray(found + (own.weights * fits) @ self.response)

    def kernel(self) -> np.ndarray:
        """Return U, with which the errors of all nodes make the variance of each; symmetric."""
        own = self.neurons
        forces = own.residual.copy()
        found = np.zeros((len(self.w), len(self.w)))
        for share, rows, slopes, inverse in zip(
            self.bulk.shares, own.rows.T, self.slopes, self.inverses, strict=True
        ):
            found += (self.d - 1) * share * (slopes - slopes @ inverse @ slopes) ** 2
            forces += share * rows[:, None] * (own.slope @ inverse / self.w) ** 2
        found -= self.width * (forces * own.weights[:, None]).T @ self.response
        found += (self.signal - self.signal @ self.inverse @ self.signal) ** 2
        back = np.einsum("sik->ik", (self.means @ self.inverse / self.w) ** 2)
        crossed = -(back * own.weights[:, None]).T @ self.response
        return np.asarray(found + crossed + crossed.T)

    def outcome(self, labels: Labels, noise: float) -> Outcome:
        """Return the errors for labels with these moments."""
        bias = self._bias(labels)
        delta = self._freedom() / self.samples
        spread = self.p / (1 + delta) ** 2
        errors = np.linalg.solve(np.eye(len(bias)) - self.kernel() * spread / self.samples, bias)
        return Outcome(
            float(self.p @ errors) - noise, float(spread @ errors), float(self.p @ bias) - noise
        )

    def _bias(self, labels: Labels) -> np.ndarray:
        """Return the error of the mean predictor at each node."""
        own, groups, size = self.neurons, len(self.bulk.shares), len(self.w)
        target = np.concatenate(
            [labels.mean, *(math.sqrt(part) * labels.along for part in self.bulk.along)]
        )
        scale, blocks = math.sqrt(self.width / self.d), 1 + groups
        vectors = [np.concatenate([math.sqrt(self.width) * own.mean, *[0 * own.mean] * groups], 1)]
        for mean, slopes in own.sources:
            vectors.append(scale * np.concatenate([mean, *slopes.transpose(1, 0, 2)], 1))
        matrix = np.diag(np.tile(1 / self.w, blocks))
        for vector in vectors:
            matrix += (vector.T * (own.weights * self.rho)) @ vector
        fit = np.linalg.solve(matrix, target)
        squares = (fit.reshape(blocks, size) ** 2).sum(axis=0) / self.w**2
        reach = sum((vector @ fit) ** 2 for vector in vectors)
        return np.asarray(labels.rest + squares - (own.weights * reach) @ self.response)
