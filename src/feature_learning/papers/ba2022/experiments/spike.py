"""Spectrum of the first layer after one step, and the distance of its gradient from rank one."""

import itertools
import math
from functools import partial
from typing import Any, ClassVar

import numpy as np

from feature_learning.core.experiment import Device, Draws, Rows, Streams
from feature_learning.core.values import Grid, LinkName, NotNegative, Positive
from feature_learning.papers.ba2022.model import (
    Dimension,
    OneStep,
    ScaledStep,
    StepLaw,
    batches,
    corner,
    network,
    two_blocks,
)
from feature_learning.papers.ba2022.one_step import critical_step, linear_coefficient, rank_one_step
from feature_learning.statistics import kolmogorov, kolmogorov_smirnov
from feature_learning.theory.marchenko_pastur import (
    edges,
    singular_value_density,
    singular_value_distribution,
)
from feature_learning.theory.outliers import spiked_rectangular
from feature_learning.training.giant_step import rank_one_part, streamed_gradient

_CHUNK = 512  # a chunk's pre-activations and their slopes stay under 10 MB each at d = 1000
_DENSITY_POINTS = 300


class Spike(OneStep):
    """Singular values and leading vectors of the first layer, for several teachers and steps."""

    d: Dimension
    psi1: Positive  # n/d
    psi2: Positive  # N/d
    teacher: Grid[LinkName]
    eta: Grid[NotNegative]
    covered: ClassVar = {"activation": "relu"}

    def generate(self, rng: Streams) -> Draws:
        """Draw the initial network."""
        return network(self.d, self.psi2, rng)

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per teacher and step: the spectrum of W_1 and overlaps of its leading
        vectors.

        ``strength`` is the size of the spike for this seed's own ``||X^T y/n||`` and ``||a||``, and
        ``largest_given`` the outlier that theory puts there. They differ between seeds; the limit
        does not. ``bulk_distance`` is how far the other singular values are from those of W_0.
        """
        sigma, xp, dtype = self.sigma, device.xp, self.dtype
        width, d = draws["first_layer"].shape
        n, direction = round(self.psi1 * d), two_blocks(d)
        layers = (draws["first_layer"], draws["second_layer"])
        first, second, beta_star = (device.put(array) for array in (*layers, direction))
        initial, readout = (device.put(layer.astype(dtype)) for layer in layers)
        untouched = _singular_values(device.get(xp.linalg.eigvalsh(first.T @ first)))
        for teacher in self.teacher:
            link = self.target(teacher, centred=False)
            # The data are drawn twice rather than held.
            drawn = partial(
                batches, link, direction, n, rng, "train", device, chunk=_CHUNK, dtype=dtype
            )
            parts = (device.get(inputs.T @ labels) for inputs, labels in drawn())
            moment = sum(np.asarray(part, dtype=float) for part in parts) / n
            norms = float(np.linalg.norm(moment) * np.linalg.norm(draws["second_layer"]))
            size = abs(float(sigma.hermite[1])) * norms
            gradient = streamed_gradient(
                drawn(), initial, readout, sigma, xp, prefactor=1 / math.sqrt(width)
            )
            gradient = xp.asarray(gradient, dtype=xp.float64)
            for eta in self.eta:
                updated = first + eta * gradient
                squares, vectors = xp.linalg.eigh(updated.T @ updated)
                values, leading = _singular_values(device.get(squares)), vectors[:, -1]
                overlap = float(leading @ beta_star)
                neurons = updated @ leading
                along = (neurons @ second) ** 2 / ((neurons @ neurons) * (second @ second))
                # The sign of a singular vector is arbitrary; the overlap fixes it.
                entries = math.sqrt(d) * math.copysign(1.0, overlap) * device.get(leading)
                yield {
                    "teacher": teacher,
                    "eta": eta,
                    "largest": float(values[0]),
                    "second": float(values[1]),
                    "strength": eta * size,
                    "largest_given": spiked_rectangular(eta * size, self.psi2).value,
                    "alignment": overlap**2,
                    "neuron_alignment": float(along),
                    "bulk_distance": kolmogorov_smirnov(untouched, values[1:]),
                    "singular_values": values.tolist(),
                    "leading_vector": entries.tolist(),
                }

    def refuse(self) -> None:
        """Refuse an activation without a linear part."""
        linear_coefficient(self.sigma)

    def predict(self) -> Rows:
        """Yield the outlier and its alignments against eta; the bulk, the same in every row."""
        sigma, psi1, psi2 = self.sigma, self.psi1, self.psi2
        values = np.linspace(*edges(psi2), _DENSITY_POINTS)
        bulk: dict[str, Any] = {
            "edge": edges(psi2)[1],
            "density_at": values,
            "density": singular_value_density(values, psi2),
        }
        for teacher, eta in itertools.product(self.teacher, self.eta):
            link = self.target(teacher, centred=False)
            step = rank_one_step(sigma, link, psi1, eta)
            outlier = spiked_rectangular(step.strength, psi2)
            alignment = 0.0
            if step.strength:
                alignment = outlier.inputs * (step.signal / step.strength) ** 2
            yield {
                "teacher": teacher,
                "eta": eta,
                "critical": critical_step(sigma, link, psi1, psi2),
                "largest": outlier.value,
                "alignment": alignment,
                "neuron_alignment": outlier.neurons,
                "entry": math.sqrt(alignment),
                **bulk,
            }


class Bulk(OneStep):
    """How far the singular values but the largest move in steps of every size."""

    d: Dimension
    psi1: Positive  # n/d
    psi2: Positive  # N/d
    teacher: LinkName
    step: Grid[ScaledStep]

    def generate(self, rng: Streams) -> Draws:
        """Draw the initial network."""
        return network(self.d, self.psi2, rng)

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per step: the distance of the singular values of W_1 from those of W_0 and
        from the limiting law.

        ``spread_distance`` is the distance after a gradient of the same size that is spread over
        all directions, and ``chance_distance`` the distance of another draw of W_0.
        """
        first, second = draws["first_layer"], draws["second_layer"]
        width, d = first.shape
        link, n = self.target(self.teacher, centred=False), round(self.psi1 * d)
        drawn = batches(
            link, two_blocks(d), n, rng, "train", device, chunk=_CHUNK, dtype=self.dtype
        )
        initial, readout = (device.put(layer.astype(self.dtype)) for layer in (first, second))
        gradient = device.get(
            streamed_gradient(
                drawn, initial, readout, self.sigma, device.xp, prefactor=1 / math.sqrt(width)
            )
        ).astype(float)
        spread = rng("surrogate").standard_normal(gradient.shape)
        spread *= np.linalg.norm(gradient) / np.linalg.norm(spread)
        untouched = _layer_values(first)
        other = rng("surrogate", 1).standard_normal(first.shape) / math.sqrt(d)
        chance = kolmogorov_smirnov(untouched, _layer_values(other))
        law = singular_value_distribution(self.psi2)
        for step in self.step:
            eta = StepLaw(**step).size(width)
            values, others = (_layer_values(first + eta * part)[1:] for part in (gradient, spread))
            yield {
                **step,
                "bulk_distance": kolmogorov_smirnov(untouched, values),
                "spread_distance": kolmogorov_smirnov(untouched, others),
                "chance_distance": chance,
                "law_distance": kolmogorov(values, law) / math.sqrt(len(values)),
            }


class RankOne(OneStep):
    """Distance of the gradient from its rank-one part, against the dimension."""

    d: Grid[Dimension]
    psi1: Positive  # n/d
    psi2: Positive  # N/d
    teacher: LinkName

    def generate(self, rng: Streams) -> Draws:
        """Draw the initial network at the largest size; smaller sizes are its corners, rescaled."""
        return network(max(self.d), self.psi2, rng)

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per dimension: ``||G - mu_1 a (X^T y/n)^T||/||G||`` in operator norm."""
        sigma, xp, dtype = self.sigma, device.xp, self.dtype
        c1, link = float(sigma.hermite[1]), self.target(self.teacher, centred=False)
        for d in self.d:
            n = round(self.psi1 * d)
            layers = corner(draws, d, self.psi2)
            first, second = (device.put(layer.astype(dtype)) for layer in layers)
            drawn = [*batches(link, two_blocks(d), n, rng, "train", device, dtype=dtype)]
            scale = 1 / math.sqrt(len(second))
            gradient = streamed_gradient(drawn, first, second, sigma, xp, prefactor=scale)
            part = sum(rank_one_part(x, y, second, c1) * (len(y) / n) for x, y in drawn)
            yield {"d": d, "distance": _norm(gradient - part, xp) / _norm(gradient, xp)}


def _layer_values(layer: np.ndarray) -> np.ndarray:
    return _singular_values(np.linalg.eigvalsh(layer.T @ layer))


def _singular_values(squares: np.ndarray) -> np.ndarray:
    """Return singular values, largest first, from the eigenvalues of W^T W."""
    return np.sqrt(np.clip(squares[::-1], 0, None))


def _norm(matrix: Any, xp: Any) -> float:
    """Return the operator norm of a (width, d) matrix, from its d x d Gram matrix."""
    return math.sqrt(float(xp.linalg.eigvalsh(matrix.T @ matrix)[-1]))
