"""The first gradient's direction on whitened inputs, against the number of samples."""

import math
from collections.abc import Callable
from itertools import product

import numpy as np

from feature_learning.core.experiment import Device, Draws, Rows, Streams
from feature_learning.core.fastmath import normals, random_bits
from feature_learning.core.values import Count, Grid, NotNegative
from feature_learning.data.covariates import on_sphere
from feature_learning.data.hermite import gaussian_nodes
from feature_learning.data.relu_expansions import orthonormal_hermite, relu_coefficients
from feature_learning.data.relu_links import pure_hermite
from feature_learning.papers.mousavi2023.model import (
    Degree,
    Structure,
    Structured,
    checked_signal,
    inits,
    towards_target,
)
from feature_learning.training.single_neuron import neuron_gradient

_BLOCK = 1 << 14
_FIRST = 16
_PLANE = 40  # random overlaps per coordinate, for a mean


class FirstGradient(Structured):
    """How well the first gradient of random neurons points to the target, against the number of
    samples, and its noise (fig-snr).
    """

    d: Grid[Count]
    k: Degree
    bias: float  # of the ReLU
    noise: NotNegative  # standard deviation of the labels' noise
    inits: Count  # neurons per sample
    replicas: Count
    reach: Count  # the largest n over d^k

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per d, n of `sample_sizes` but the first, and structure.

        ``cosine`` is the median over neurons of the cosine of minus the tangential gradient with
        the direction to the target, the nearer one for even k. Odd k repels neurons beyond the
        equator, so they are turned. ``noise_level`` is ``|noise|^2 n/d``, the mean over neurons,
        from the difference between the two halves of the sample. Both are means over replicas. The
        sample is drawn in blocks, and whitening is exact.
        """
        checked_signal(self.k, self.bias)
        for d in self.d:
            seen = [self._sample(d, rng, replica) for replica in range(self.replicas)]
            sizes, means = sample_sizes(d, self.k, self.reach)[1:], np.mean(seen, axis=0)
            for n, by_structure in zip(sizes, means.tolist(), strict=True):
                for structure, (cosine, level) in zip(self.structures, by_structure, strict=True):
                    row = {"d": d, **structure.columns, "n": n}
                    yield {**row, "cosine": cosine, "noise_level": level}

    def predict(self) -> Rows:
        """Yield the signal at the median overlap, the mean noise of random neurons, and the
        exponent of the sufficient number of samples.
        """
        k, bias = self.k, self.bias
        for structure, d in product(self.structures, self.d):
            overlaps = structure.plane(d).random_overlaps(d, _PLANE).ravel()
            median = float(np.median(overlaps))
            yield {
                **structure.columns,
                "d": d,
                "overlap": median,
                "signal": signal(k, bias, median),
                "noise_level": noise_at(k, bias, self.noise, overlaps).mean(),
                "exponent": structure.bound_exponent(k),
            }

    def _sample(self, d: int, rng: Streams, replica: int) -> np.ndarray:
        """Return cosine and noise level on one sample, (sizes, structures, 2)."""
        neurons, found = inits(self.inits, d, rng, replica), []
        starts = on_sphere(
            np.vstack(
                [each.root(towards_target(neurons, each, self.k)) for each in self.covariances(d)]
            )
        )
        omega = starts[:, :1]
        target = (np.eye(d)[0] - omega * starts) / np.sqrt(1 - omega**2)  # tangential
        if self.k % 2 == 0:
            target *= np.sign(omega)  # to the nearer pole
        summed = self._summation(d, starts, rng, replica)
        first, *sizes = sample_sizes(d, self.k, self.reach)
        total, block = summed(0, first), 1
        for n in sizes:
            added = np.zeros_like(total)
            for begin in range(0, n // 2, _BLOCK):
                added += summed(block, min(_BLOCK, n // 2 - begin))
                block += 1
            levels = ((total - added) ** 2).sum(axis=1) / (n * d)
            total += added
            norms, along = np.linalg.norm(total, axis=1), -(total * target).sum(axis=1)
            # Zero where no sample of a few has made a neuron active
            cosines = np.divide(along, norms, out=np.zeros_like(norms), where=norms > 0)
            medians = np.median(cosines.reshape(-1, self.inits), axis=1)
            means = levels.reshape(-1, self.inits).mean(axis=1)
            found.append(np.stack([medians, means], axis=1))
        return np.stack(found)

    def _summation(
        self, d: int, starts: np.ndarray, rng: Streams, replica: int
    ) -> Callable[[int, int], np.ndarray]:
        """Return the tangential gradients of one block, summed over its samples, as a function of
        the block's number and size.
        """

        def summed(block: int, size: int) -> np.ndarray:
            inputs = normals(size * d, random_bits(rng("train", d, block, replica)))
            inputs = inputs.reshape(size, d)
            labels = pure_hermite(self.k)(inputs[:, 0].astype(float))
            labels += self.noise * rng("noise", d, block, replica).standard_normal(size)
            gradient = size * neuron_gradient(inputs, labels, self.bias)(starts).astype(float)
            return np.asarray(gradient - (gradient * starts).sum(axis=1, keepdims=True) * starts)

        return summed


def sample_sizes(d: int, k: int, reach: float) -> list[int]:
    """Return sample sizes that double up to ``reach d^k`` or just above, from 16 to 32 on."""
    doublings = max(1, math.floor(math.log2(reach * d**k / _FIRST)))
    first = math.ceil(reach * d**k / 2**doublings)
    return [first << number for number in range(doublings + 1)]


def signal(k: int, bias: float, overlap: float) -> float:
    """Return ``2 k alpha_k omega^(k-1) sqrt(1 - omega^2)``, the norm of the mean tangential
    gradient.

    Parameters
    ----------
    k, bias
        The target's degree, and the bias of the ReLU.
    overlap
        omega.
    """
    alpha = float(relu_coefficients(np.array(-bias), k)[k])
    return 2 * k * alpha * overlap ** (k - 1) * math.sqrt(1 - overlap**2)


def noise_at(k: int, bias: float, noise: float, overlap: np.ndarray) -> np.ndarray:
    """Return ``4 E (relu(z + b) - y)^2 1(z + b > 0)``, the noise level in directions other than
    neuron's and target's.

    Given z, the mean of ``h_k(g_1)`` is ``omega^k h_k(z)``, and that of its square
    ``sum_j C(k, j) omega^(2 j) (1 - omega^2)^(k - j) h_j(z)^2``.

    Parameters
    ----------
    k, bias, noise
        The target's degree, the bias of the ReLU, and the standard deviation of the label noise.
    overlap : (neurons,)
        omega.
    """
    z, weights = gaussian_nodes((-bias,))
    z, weights = z[z > -bias], weights[z > -bias]
    hermite = orthonormal_hermite(z, k)
    omega = np.asarray(overlap, dtype=float)[:, None]
    shares = [math.comb(k, j) * omega ** (2 * j) * (1 - omega**2) ** (k - j) for j in range(k + 1)]
    square = sum(share * hermite[j] ** 2 for j, share in enumerate(shares))
    unit = z + bias
    return np.asarray(
        4 * (unit**2 + noise**2 - 2 * omega**k * unit * hermite[k] + square) @ weights
    )


def needed(d: float, k: int, bias: float, structure: Structure, noise_level: float) -> float:
    """Return the n at which the gradient's cosine with the direction to the target is 1/2, ``d v/(3
    S^2)``.

    Parameters
    ----------
    d, k, bias, structure
        As in `FirstGradient`.
    noise_level
        v, so the cosine is ``S/sqrt(S^2 + v d/n)`` with the signal S at the median overlap.
    """
    return d * noise_level / (3 * signal(k, bias, structure.plane(d).median_overlap(d)) ** 2)
