"""Flows on samples with the spike along the target: on the sphere, normalised, and whitened
(fig-spherical).
"""

import math
from collections.abc import Iterator
from itertools import product
from typing import Annotated

import numpy as np

from feature_learning.core.experiment import Device, Draws, Experiment, Rows, Streams
from feature_learning.core.values import Count, Grid, Number, Positive
from feature_learning.data.covariates import on_sphere
from feature_learning.data.whitening import whitening_root
from feature_learning.papers.mousavi2023.flows import FlowOnSample, passage
from feature_learning.papers.mousavi2023.model import (
    Covariance,
    Degree,
    Strength,
    Structure,
    inits,
    labelled,
    relu_strength,
    white_overlap,
)
from feature_learning.theory.spherical_flow import SphericalFlow
from feature_learning.training.projected_flow import falling_lengths, timed_flow
from feature_learning.training.single_neuron import Gradient, correlation_gradient, neuron_gradient

_BIAS = 0.0


class Flows(FlowOnSample):
    """Four flows from one neuron on one sample, for the target ``sign(alpha_k) h_k``.

    - ``sphere``: on the sphere, inputs as they are;
    - ``without``: the same without the mean square of the output in the loss;
    - ``two``: the talk's Candidate II, ``dw = -<w, Sigma_hat w> grad`` of a neuron that is divided
      by its standard deviation in the sample. On the whitened sample its direction u follows
      ``du = -P Sigma_hat P g``, with g the gradient there and P the projection orthogonal to u;
    - ``white``: the same with ``Sigma_hat^-1``, ``du = -P g``.
    """

    d: Count
    k: Grid[Degree]
    gamma2: Grid[Strength]
    ratio: Count  # n/d
    end: Positive  # the overlap whose time is measured

    def generate(self, rng: Streams) -> Draws:
        """Draw the neuron."""
        return {"init": inits(1, self.d, rng)}

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per degree, gamma2 and flow: overlap, ``<w, beta>`` and mean square output
        on fresh inputs at the end, the overlap at the start, and the time to the overlap `end`.
        """
        d, n = self.d, self.ratio * self.d
        covariances = [Covariance.of(Structure(0.0, gamma2), d) for gamma2 in self.gamma2]
        roots = np.stack([covariance.root(np.eye(d)) for covariance in covariances])
        lengths = falling_lengths(self.step, self.steps)
        for k in self.k:
            inputs, labels = labelled(n, d, k, self.noise, rng, "train", k)
            x = inputs.astype(self.dtype)
            y = math.copysign(1.0, relu_strength(k, _BIAS)) * labels
            root = whitening_root(inputs)
            inverse = np.linalg.inv(root)
            squared, seen = neuron_gradient(x, y, _BIAS), [each @ root.T for each in roots]
            white = through_maps(squared, np.stack([inverse] * len(roots)))
            correlation = correlation_gradient(x, y, _BIAS)
            raw = np.repeat(draws["init"], len(roots), axis=0)
            there = np.vstack([draws["init"] @ each for each in seen])
            unwhiten = np.stack([inverse.T] * len(roots))
            flows: dict[str, tuple[np.ndarray, Gradient, np.ndarray]] = {
                "sphere": (raw, through_maps(squared, roots), roots),
                "without": (raw, through_maps(correlation, roots), roots),
                "two": (there, _preconditioned(white, seen), unwhiten),
                "white": (there, white, unwhiten),
            }
            fresh, _ = labelled(n, d, k, 0.0, rng, "test", k)
            for name, (starts, gradient, maps) in flows.items():
                path = list(timed_flow(on_sphere(starts), gradient, lengths))
                ends = path[-1][1]
                begin, times = passage(_overlaps(path, maps), self.end)
                for row, (gamma2, covariance) in enumerate(
                    zip(self.gamma2, covariances, strict=True)
                ):
                    seen_by = ends[row : row + 1] @ maps[row]  # the neuron in the coordinates of g
                    yield {
                        "k": k,
                        "gamma2": gamma2,
                        "flow": name,
                        "m": abs(float(on_sphere(covariance.inverse_root(seen_by))[0, 0])),
                        "overlap": abs(float(white_overlap(seen_by)[0])),
                        "output": float(np.mean(np.maximum(fresh @ seen_by[0], 0) ** 2)),
                        "start": float(begin[row]),
                        "time": float(times[row]),
                    }

    def predict(self) -> Rows:
        """Yield the fixed point that the flow on the sphere ends in, with infinitely many
        samples.
        """
        for k, gamma2 in product(self.k, self.gamma2):
            flow = SphericalFlow(k, self.d**gamma2, "added")
            m = flow.limit(self.d**-0.5)
            yield {"k": k, "gamma2": gamma2, "m": m, "overlap": float(flow.overlap(m))}


class OutputSize(Experiment):
    """The mean square output of a ReLU neuron against its overlap ``m = <w, beta>``."""

    d: Count
    gamma2: Strength
    m: Grid[Annotated[float, Number(least=0, most=1)]]
    ratio: Count  # n/d

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per m: the output on fresh inputs of a neuron on the sphere, and of one
        divided by its standard deviation in a sample.
        """
        d, n = self.d, self.ratio * self.d
        covariance = Covariance.of(Structure(0.0, self.gamma2), d)
        sample, _ = labelled(n, d, 1, 0.0, rng, "train")
        fresh, _ = labelled(n, d, 1, 0.0, rng, "test")
        rest = inits(1, d, rng)[0]
        rest[0] = 0.0
        rest /= np.linalg.norm(rest)
        for m in self.m:
            w = covariance.root((m * np.eye(d)[0] + np.sqrt(1 - m**2) * rest)[None])[0]
            square = float(np.mean(np.maximum(fresh @ w, 0) ** 2))
            scale = float(np.mean((sample @ w) ** 2))
            yield {"m": m, "sphere": square, "normalised": square / scale}

    def predict(self) -> Rows:
        """Yield both for infinitely many inputs."""
        for m in self.m:
            yield {"m": m, "sphere": (1 + self.d**self.gamma2 * m**2) / 2, "normalised": 0.5}


def _overlaps(
    path: list[tuple[np.ndarray, np.ndarray]], maps: np.ndarray
) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Yield times and overlaps, by size, of paths whose rows have a map to the coordinates of g."""
    for times, weights in path:
        seen = np.stack([row @ own for row, own in zip(weights, maps, strict=True)])
        yield times, np.abs(white_overlap(seen))


def _preconditioned(gradient: Gradient, roots: list[np.ndarray]) -> Gradient:
    """Return ``Sigma_hat P g``, with ``Sigma_hat = A^T A`` of each row's A."""

    def moved(weights: np.ndarray) -> np.ndarray:
        found = gradient(weights)
        tangent = found - (found * weights).sum(axis=1, keepdims=True) * weights
        return np.stack([(row @ own.T) @ own for row, own in zip(tangent, roots, strict=True)])

    return moved


def through_maps(gradient: Gradient, maps: np.ndarray) -> Gradient:
    """Return the gradient on inputs ``M^T x`` from that on x; each of several equal groups of rows
    has its own map M: ``Sigma^(1/2)`` for structured inputs, ``R^-1`` for whitened ones. The maps
    have the shape (groups, d, d).
    """
    back = np.ascontiguousarray(maps.transpose(0, 2, 1))

    def mapped(weights: np.ndarray) -> np.ndarray:
        groups = weights.reshape(len(maps), -1, weights.shape[1])
        unmapped = gradient((groups @ back).reshape(weights.shape))
        return np.asarray((unmapped.reshape(groups.shape) @ maps).reshape(weights.shape))

    return mapped
