"""The first gradient of single neurons against the dimension."""

import math
from collections.abc import Iterator, Sequence
from typing import TypedDict

import numpy as np
from scipy.special import ndtri

from feature_learning.core.experiment import Device, Draws, Experiment, Rows, Streams
from feature_learning.core.normal import distribution
from feature_learning.core.values import Count, Grid, LinkName, NotNegative, Positive
from feature_learning.data.links import Link
from feature_learning.networks.activations import RELU
from feature_learning.papers.ba2022.first_gradient import MeanGradient, mean_gradient, typical_norms
from feature_learning.papers.ba2022.model import Dimension, samples, target
from feature_learning.theory.spiked_gradient import gradient_alignments
from feature_learning.training.giant_step import first_layer_gradient

_CHUNK = 2048
_BETWEEN = 15  # sizes at which a line is predicted
_GOLDEN = (math.sqrt(5) - 1) / 2


class SampleCase(TypedDict):
    """A target, a dimension, and the number of samples ``ratio d^power``."""

    target: LinkName
    d: Dimension
    ratio: Positive
    power: NotNegative


class _Neurons(Experiment):
    """The first gradient of single ReLU neurons with a bias."""

    neurons: Count
    noise: NotNegative


class InformationExponent(_Neurons):
    """The gradient against the dimension, from n of order d samples."""

    target: Grid[LinkName]
    d: Grid[Dimension]
    drawn: Count
    ratio: Positive
    power: NotNegative

    @property
    def links(self) -> list[Link]:
        """The targets."""
        return [target(name, self.noise) for name in self.target]

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per dimension and target: averages over the neurons that any input
        activates.

        The neurons of one replica share their data and fluctuate together, so small dimensions have
        several replicas: all rows take as much work, and fluctuate alike.
        """
        links = self.links
        for d in self.d:
            n = samples(self.ratio, self.power, d)
            replicas = range(max(1, self.drawn // d))
            measured = [_measured(links, d, n, self.neurons, rng, one) for one in replicas]
            squares, errors, cosines = (
                np.concatenate(parts, axis=1).mean(axis=1) for parts in zip(*measured, strict=True)
            )
            alive = sum(part.shape[1] for _, _, part in measured)
            columns = (self.target, squares.tolist(), np.sqrt(errors).tolist(), cosines.tolist())
            for name, square, error, alignment in zip(*columns, strict=True):
                yield {
                    "d": d,
                    "target": name,
                    "norm": math.sqrt(square),
                    "error": error,
                    "scaled_error": error / math.sqrt(d / n),
                    "alignment": alignment,
                    "dead": len(replicas) * self.neurons - alive,
                }

    def predict(self) -> Rows:
        """Yield the norm of the mean gradient, the error of its average and its alignment with the
        target.
        """
        links = self.links
        for d in map(float, self.d):
            n = samples(self.ratio, self.power, d)
            alignments = [alignment for alignment, _ in gradient_alignments(links, d, 0.0, n / d)]
            columns = zip(self.target, *typical_norms(links, d, n), alignments, strict=True)
            yield from (
                {
                    "d": d,
                    "target": name,
                    "norm": norm,
                    "error": error,
                    "scaled_error": error / math.sqrt(d / n),
                    "alignment": alignment,
                }
                for name, norm, error, alignment in columns
            )


class _Cases(_Neurons):
    """Targets, dimensions and sample sizes that go together."""

    case: Grid[SampleCase]

    def by_size(self) -> Iterator[tuple[int, int, list[SampleCase], list[Link]]]:
        """Yield each dimension and sample size with its cases and their targets."""
        for d, ratio, power in dict.fromkeys((c["d"], c["ratio"], c["power"]) for c in self.case):
            own = [c for c in self.case if (c["d"], c["ratio"], c["power"]) == (d, ratio, power)]
            links = [target(case["target"], self.noise) for case in own]
            yield d, samples(ratio, power, d), own, links

    def predict(self) -> Rows:
        """Yield the relative error and the norm of the mean gradient, at the cases and between
        them.
        """
        for name in dict.fromkeys(case["target"] for case in self.case):
            own = [case for case in self.case if case["target"] == name]
            link, ratio, power = target(name, self.noise), own[0]["ratio"], own[0]["power"]
            known = [float(case["d"]) for case in own]
            for d in sorted({*known, *np.geomspace(min(known), max(known), _BETWEEN).round(2)}):
                (norm,), (error,) = typical_norms([link], d, ratio * d**power)
                point = {"target": name, "d": d, "ratio": ratio, "power": power}
                yield {**point, "norm": float(norm), "relative": float(error / norm)}


class RequiredSamples(_Cases):
    """The error of the averaged gradient over its mean, from n of order d^k samples."""

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per case. Overlaps with the teacher are stratified over neurons."""
        count = self.neurons
        for d, n, own, links in self.by_size():
            first = rng("init", d, 0).standard_normal((count, d)) / math.sqrt(d)
            first[:, 0] = ndtri((np.arange(count) + 0.5) / count) / math.sqrt(d)
            biases = rng("init", d, 1).standard_normal(count)
            found = _gradient(first, biases, links, n, rng("train", d, 0), rng("noise", d, 0))
            expected, _ = _expected(links, d, first, biases)
            squares = ((found - expected) ** 2).sum(axis=2).mean(axis=1)
            relative = np.sqrt(squares / (expected**2).sum(axis=2).mean(axis=1))
            for case, error in zip(own, relative.tolist(), strict=True):
                yield {**case, "relative": error}


class GradientNorms(_Cases):
    """The norm of the gradient's mean, from the product of two batches."""

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per case: the mean product of the averaged gradients of two batches,
        projected on the plane of teacher and neuron, which is the squared norm of the mean without
        a formula.

        Inputs are isotropic, so the mean lies in this plane, and the other coordinates would add
        noise alone. The projections need the inputs' coordinates in the plane and no others: they
        have the law that inputs in d dimensions give. Each neuron has its own batches.
        """
        for d, n, own, links in self.by_size():
            init = rng("init", d, 0)
            levels, biases = _spread(self.neurons, init)
            xi, s = levels / math.sqrt(d), np.sqrt(init.chisquare(d - 1, len(levels)) / d)
            one, other = (
                _projected(xi, s, biases, links, n, rng("train", d, batch)) for batch in range(2)
            )
            products = (one * other).sum(axis=2).mean(axis=1)
            for case, product in zip(own, products.tolist(), strict=True):
                yield {**case, "product": product}


def _spread(count: int, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Return pairs of independent normal numbers, evenly spread: a lattice with a random shift."""
    lattice = np.arange(count)[:, None] * [1 / count, _GOLDEN]
    first, second = ndtri((lattice + rng.random(2)) % 1).T
    return first, second


def _projected(
    xi: np.ndarray,
    s: np.ndarray,
    biases: np.ndarray,
    links: Sequence[Link],
    n: int,
    rng: np.random.Generator,
) -> np.ndarray:
    """Average the coordinates of ``x sigma'(<x, w> + b) y`` along the teacher and along the
    remainder of w over n samples, shape (links, neurons, 2).

    The gradient of a neuron without overlap on the same samples is a control variate: its mean is
    ``E[z y] P(s g + b > 0)`` along the teacher and 0 along w.
    """
    known = np.stack([link.coefficients(1)[1] * distribution(biases / s) for link in links])
    total = np.stack([n * known, np.zeros_like(known)], axis=2)
    for start in range(0, n, _CHUNK):
        shape = len(xi), min(_CHUNK, n - start)
        z, g = (rng.standard_normal(shape, dtype=np.float32) for _ in range(2))
        along, across = xi[:, None] * z, s[:, None] * g + biases[:, None]
        switched = (along + across > 0).astype(np.int8) - (across > 0)
        errors = rng.standard_normal(shape[1])
        for number, link in enumerate(links):
            labels = (link(z) + math.sqrt(link.noise_variance) * errors) * switched
            total[number] += np.stack([(labels * each).sum(axis=1) for each in (z, g)], axis=1)
    return total / n


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
        # The output is zero at the start, so the residuals are the labels.
        residuals, fields = np.array(labels, dtype=np.float32), x @ layer.T + offsets
        total += (rows / n) * first_layer_gradient(x, fields, residuals, ones, RELU, np)
    return total
