"""The gradient of a batch-normalised neuron next to that of the normalised flow (fig-spherical)."""

from collections.abc import Callable

import numpy as np
import torch

from feature_learning.core.experiment import Device, Draws, Experiment, Rows, Streams
from feature_learning.core.values import Count, Grid, NotNegative
from feature_learning.papers.mousavi2023.model import (
    Covariance,
    Degree,
    Strength,
    Structure,
    inits,
    labelled,
)

Layer = Callable[[torch.Tensor], torch.Tensor]
"""What is done to the pre-activations (n,) of a batch."""


class BatchNorm(Experiment):
    """The gradient of a ReLU neuron with torch's batch normalisation, compared with that of the
    talk's Candidate II, with the spike along the target.
    """

    d: Count
    k: Degree
    gamma2: Strength
    noise: NotNegative  # standard deviation of the labels' noise
    ratio: Grid[Count]  # n/d

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per ratio: the cosine of the two gradients, the ratio of their norms, and
        the cosine of the former with the gradient of a neuron that is not normalised.
        """
        d, ratios = self.d, sorted(self.ratio)
        covariance = Covariance.of(Structure(0.0, self.gamma2), d)
        inputs, labels = labelled(ratios[-1] * d, d, self.k, self.noise, rng, "train", self.k)
        x, neuron = covariance.root(inputs), inits(1, d, rng)[0]
        for ratio in ratios:
            batch = x[: ratio * d], labels[: ratio * d]
            reference, second, plain = (
                _gradient(*batch, neuron, layer) for layer in (_normalised, _scaled, _unchanged)
            )
            yield {
                "ratio": ratio,
                "cosine": _cosine(reference, second),
                "norms": float(np.linalg.norm(second) / np.linalg.norm(reference)),
                "plain": _cosine(reference, plain),
            }


def _gradient(
    inputs: np.ndarray, labels: np.ndarray, neuron: np.ndarray, layer: Layer
) -> np.ndarray:
    """Return the gradient in w of the mean squared error of ``relu(layer(<x, w>))``."""
    x, y = torch.as_tensor(inputs), torch.as_tensor(labels)
    w = torch.as_tensor(neuron).clone().requires_grad_(True)
    (found,) = torch.autograd.grad(((torch.relu(layer(x @ w)) - y) ** 2).mean(), w)
    return np.asarray(found)


def _normalised(fields: torch.Tensor) -> torch.Tensor:
    module = torch.nn.BatchNorm1d(1, eps=1e-12, affine=False, dtype=fields.dtype)
    return module(fields[:, None])[:, 0]


def _scaled(fields: torch.Tensor) -> torch.Tensor:
    return fields / fields.square().mean().sqrt()


def _unchanged(fields: torch.Tensor) -> torch.Tensor:
    return fields


def _cosine(one: np.ndarray, other: np.ndarray) -> float:
    return float(one @ other / np.linalg.norm(one) / np.linalg.norm(other))
