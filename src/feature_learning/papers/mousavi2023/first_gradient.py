"""The first gradient of random neurons on whitened inputs: how well it points to the target, against n (fig-snr)."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from feature_learning.core.normal import distribution
from feature_learning.core.setting import Setting
from feature_learning.core.streams import Streams
from feature_learning.data.covariates import on_sphere
from feature_learning.data.relu_expansions import relu_coefficients
from feature_learning.data.relu_links import pure_hermite
from feature_learning.papers.mousavi2023.model import Covariance, checked, inits, plane, towards_target
from feature_learning.training.single_neuron import neuron_gradient

_FIRST, _BLOCK = 16, 1 << 14


def largest_sample(d: int, k: int, reach: float) -> int:
    """Return the least power of 2 from ``reach d^k`` on."""
    return 1 << math.ceil(math.log2(reach * d**k))


def gradient_rows(setting: Setting, rng: Streams) -> Iterator[dict[str, float | int | str]]:
    """Yield one row per d, structure and n = 16, 32, 64, ..: how well the gradient points to the target, and its noise.

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
        total, block = _summed(setting, d, 0, _FIRST, starts, rng), 1
        n = _FIRST
        while n < largest_sample(d, k, setting["reach"]):
            added = np.zeros_like(total)
            for size in [min(n, _BLOCK)] * max(1, n // _BLOCK):
                added += _summed(setting, d, block, size, starts, rng)
                block += 1
            levels = ((total - added) ** 2).sum(axis=1) / (2 * n * d)
            total, n = total + added, 2 * n
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


def noise_at_equator(bias: float, noise: float) -> float:
    """Return ``|noise|^2 n/d`` of a neuron with overlap 0, ``4 E (relu(z + b) - y)^2 1(z + b > 0)`` with y independent of z."""
    density, active = math.exp(-(bias**2) / 2) / math.sqrt(2 * math.pi), float(distribution(np.array(bias)))
    square = (1 + bias**2) * active + bias * density
    return 4 * (square + (1 + noise**2) * active)


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
