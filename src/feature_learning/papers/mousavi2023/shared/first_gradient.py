"""The first gradient of random neurons on whitened inputs: how well it points to the target, against n (fig-snr)."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from feature_learning.core.setting import Setting
from feature_learning.core.streams import Streams
from feature_learning.data.covariates import on_sphere
from feature_learning.data.hermite import gaussian_nodes
from feature_learning.data.relu_expansions import orthonormal_hermite, relu_coefficients
from feature_learning.data.relu_links import pure_hermite
from feature_learning.papers.mousavi2023.shared.model import Covariance, checked, inits, plane, towards_target
from feature_learning.training.single_neuron import neuron_gradient

_FIRST, _BLOCK = 16, 1 << 14


def sample_sizes(d: int, k: int, reach: float) -> list[int]:
    """Return sample sizes that double up to ``reach d^k`` or just above, from 16 to 32 on."""
    doublings = max(1, math.floor(math.log2(reach * d**k / _FIRST)))
    first = math.ceil(reach * d**k / 2**doublings)
    return [first << number for number in range(doublings + 1)]


def gradient_rows(setting: Setting, rng: Streams) -> Iterator[dict[str, float | int | str]]:
    """Yield one row per d, structure and n of `sample_sizes` but the first: how well the gradient points to the target, and its noise.

    ``cosine`` is the median over neurons of the cosine of minus the tangential gradient with the direction to the target, the
    nearer one for even k. Odd k repels neurons beyond the equator, so they are turned. ``noise_level`` is ``|noise|^2 n/d``, the
    mean over neurons, from the difference between the two halves of the sample. The sample is drawn in blocks, and whitening is
    exact.
    """
    k, structures = int(setting["k"]), list(map(str, setting.grid["structure"]))
    for d in map(int, setting.grid["d"]):
        neurons = inits(int(setting["inits"]), d, rng)
        covariances = [Covariance.of(structure, d) for structure in structures]
        starts = on_sphere(np.vstack([own.root(towards_target(neurons, own, k)) for own in covariances]))
        omega = starts[:, 0]
        target = (np.eye(d)[0] - omega[:, None] * starts) / np.sqrt(1 - omega**2)[:, None]
        target *= np.sign(omega)[:, None] if k % 2 == 0 else 1.0
        first, *sizes = sample_sizes(d, k, setting["reach"])
        total, block = _summed(setting, d, 0, first, starts, rng), 1
        for n in sizes:
            added = np.zeros_like(total)
            for begin in range(0, n // 2, _BLOCK):
                added += _summed(setting, d, block, min(_BLOCK, n // 2 - begin), starts, rng)
                block += 1
            levels = ((total - added) ** 2).sum(axis=1) / (n * d)
            total += added
            norms = np.linalg.norm(total, axis=1)
            # Zero where no sample of a few has made a neuron active
            cosines = np.divide(-(total * target).sum(axis=1), norms, out=np.zeros_like(norms), where=norms > 0)
            for number, structure in enumerate(structures):
                own = slice(number * len(neurons), (number + 1) * len(neurons))
                yield {
                    "d": d,
                    "structure": structure,
                    "n": n,
                    "cosine": float(np.median(cosines[own])),
                    "noise_level": float(levels[own].mean()),
                }


def _summed(setting: Setting, d: int, block: int, size: int, starts: np.ndarray, rng: Streams) -> np.ndarray:
    """The tangential gradients of one block, summed over its samples."""
    inputs = rng("train", d, block).standard_normal((size, d), dtype=np.float32)
    labels = pure_hermite(int(setting["k"]))(inputs[:, 0].astype(float))
    labels += setting["noise"] * rng("noise", d, block).standard_normal(size)
    found = size * neuron_gradient(inputs, labels, setting["bias"])(starts).astype(float)
    return np.asarray(found - (found * starts).sum(axis=1, keepdims=True) * starts)


def refused(setting: Setting) -> None:
    """Refuse invalid structures and neurons; raises as `checked` does."""
    checked(setting, int(setting["k"]), float(setting["bias"]))


def signal(k: int, bias: float, overlap: float) -> float:
    """Return ``2 k alpha_k omega^(k-1) sqrt(1 - omega^2)``, the norm of the mean tangential gradient.

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
    """Return ``4 E (relu(z + b) - y)^2 1(z + b > 0)``, the noise level in directions other than neuron's and target's.

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
    return np.asarray(4 * (unit**2 + noise**2 - 2 * omega**k * unit * hermite[k] + square) @ weights)


def needed(d: float, k: int, bias: float, structure: str, noise_level: float) -> float:
    """Return the n at which the gradient's cosine with the direction to the target is 1/2, ``d v/(3 S^2)``.

    Parameters
    ----------
    d, k, bias, structure
        As in the setting.
    noise_level
        v, so that the cosine is ``S/sqrt(S^2 + v d/n)`` with the signal S at the median overlap.
    """
    return d * noise_level / (3 * signal(k, bias, plane(structure, d).median_overlap(d)) ** 2)
