"""The first gradient of single neurons against the dimension (information-exponent)."""

import math
from collections.abc import Sequence
from statistics import NormalDist

import numpy as np

from feature_learning.core.experiment import Device, Rows, Setting, Streams
from feature_learning.data.links import Link
from feature_learning.networks.activations import RELU
from feature_learning.papers.ba2022.shared.first_gradient import MeanGradient, mean_gradient
from feature_learning.papers.ba2022.shared.model import samples, target
from feature_learning.training.giant_step import first_layer_gradient

_CHUNK = 2048


def information_exponent(setting: Setting, rng: Streams, device: Device) -> Rows:
    """Yield one row per dimension and target: averages over the neurons that any input activates.

    The neurons of one replica share their data and fluctuate together, so small dimensions have
    several replicas: all rows take as much work, and fluctuate alike.
    """
    names, neurons = setting.names("target"), setting["neurons"]
    links = [target(name, setting["noise"]) for name in names]
    for d in setting.ints("d"):
        n = samples(setting["ratio"], setting["power"], d)
        replicas = range(max(1, setting["drawn"] // d))
        measured = [_measured(links, d, n, neurons, rng, replica) for replica in replicas]
        squares, errors, cosines = (
            np.concatenate(parts, axis=1).mean(axis=1) for parts in zip(*measured, strict=True)
        )
        alive = sum(part.shape[1] for _, _, part in measured)
        columns = (names, squares.tolist(), np.sqrt(errors).tolist(), cosines.tolist())
        for name, square, error, alignment in zip(*columns, strict=True):
            yield {
                "d": d,
                "target": name,
                "norm": math.sqrt(square),
                "error": error,
                "scaled_error": error / math.sqrt(d / n),
                "alignment": alignment,
                "dead": len(replicas) * neurons - alive,
            }


def required_samples(setting: Setting, rng: Streams, device: Device) -> Rows:
    """Yield one row per case: the relative error of the averaged gradient, and the mean product of
    those of two batches, which is the squared norm of their mean without a formula.

    Overlaps with the teacher are stratified over neurons.
    """
    neurons = setting["neurons"]
    levels = [NormalDist().inv_cdf((place + 0.5) / neurons) for place in range(neurons)]
    cases = setting.mappings("case")
    for d, ratio, power in dict.fromkeys((c["d"], c["ratio"], c["power"]) for c in cases):
        own = [c for c in cases if (c["d"], c["ratio"], c["power"]) == (d, ratio, power)]
        links = [target(str(case["target"]), setting["noise"]) for case in own]
        first = rng("init", d, 0).standard_normal((neurons, d)) / math.sqrt(d)
        first[:, 0] = np.array(levels) / math.sqrt(d)
        biases = rng("init", d, 1).standard_normal(neurons)
        n = samples(ratio, power, d)
        one, other = (
            _gradient(first, biases, links, n, rng("train", d, batch), rng("noise", d, batch))
            for batch in range(2)
        )
        expected, _ = _expected(links, d, first, biases)
        squares = ((one - expected) ** 2).sum(axis=2).mean(axis=1)
        relative = np.sqrt(squares / (expected**2).sum(axis=2).mean(axis=1))
        products = (one * other).sum(axis=2).mean(axis=1)
        for case, error, product in zip(own, relative.tolist(), products.tolist(), strict=True):
            yield {**case, "relative": error, "product": product}


def _expected(
    links: Sequence[Link], d: int, first: np.ndarray, biases: np.ndarray
) -> tuple[np.ndarray, MeanGradient]:
    """Return the mean gradients, (links, neurons, d), and their parts."""
    rest = first.copy()
    rest[:, 0] = 0  # the teacher's direction is the first axis
    s = np.sqrt((rest**2).sum(axis=1))
    mean = mean_gradient(links, d, first[:, 0], s, biases)
    expected = (mean.across / s)[..., None] * rest
    expected[..., 0] = mean.along
    return expected, mean


def _measured(
    links: Sequence[Link], d: int, n: int, neurons: int, rng: Streams, replica: int
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the mean's squared norm, the average's squared error, and its squared cosine with the
    teacher, each (links, neurons).
    """
    first = rng("init", d, replica, 0).standard_normal((neurons, d)) / math.sqrt(d)
    biases = rng("init", d, replica, 1).standard_normal(neurons)
    inputs, noise = rng("train", d, replica), rng("noise", d, replica)
    gradient = _gradient(first, biases, links, n, inputs, noise)
    alive = gradient.any(axis=(0, 2))
    first, biases, gradient = first[alive], biases[alive], gradient[:, alive]
    expected, mean = _expected(links, d, first, biases)
    errors = ((gradient - expected) ** 2).sum(axis=2)
    return mean.square, errors, gradient[..., 0] ** 2 / (gradient**2).sum(axis=2)


def _gradient(
    first: np.ndarray,
    biases: np.ndarray,
    links: Sequence[Link],
    n: int,
    inputs: np.random.Generator,
    noise: np.random.Generator,
) -> np.ndarray:
    """Average ``x sigma'(<x, w> + b) y`` over n samples, shape (links, neurons, d)."""
    d, total = first.shape[1], np.zeros((len(links), *first.shape))
    layer, offsets = first.astype(np.float32), biases.astype(np.float32)
    ones = np.ones(len(first), np.float32)
    for start in range(0, n, _CHUNK):
        rows = min(_CHUNK, n - start)
        x = inputs.standard_normal((rows, d), dtype=np.float32)
        errors = noise.standard_normal(rows)
        z = x[:, 0].astype(float)
        labels = [link(z) + math.sqrt(link.noise_variance) * errors for link in links]
        # The output is zero at the start, so that the residuals are the labels.
        residuals, fields = np.array(labels, dtype=np.float32), x @ layer.T + offsets
        total += (rows / n) * first_layer_gradient(x, fields, residuals, ones, RELU, np)
    return total
