"""Signal and noise of the first gradient of random neurons on whitened inputs (fig-snr)."""

import math

import numpy as np

from feature_learning.data.hermite import gaussian_nodes
from feature_learning.data.relu_expansions import orthonormal_hermite, relu_coefficients
from feature_learning.papers.mousavi2023.shared.model import Structure

_FIRST = 16


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
        As in the setting.
    noise_level
        v, so the cosine is ``S/sqrt(S^2 + v d/n)`` with the signal S at the median overlap.
    """
    return d * noise_level / (3 * signal(k, bias, structure.plane(d).median_overlap(d)) ** 2)
