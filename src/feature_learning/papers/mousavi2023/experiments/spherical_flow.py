"""Flows on samples with the spike along the target: on the sphere, normalised, and whitened
(fig-spherical).
"""

import math
from collections.abc import Iterator

import numpy as np

from feature_learning.core.experiment import Device, Draws, Rows, Setting, Streams
from feature_learning.data.covariates import on_sphere
from feature_learning.data.whitening import whitening_root
from feature_learning.papers.mousavi2023.shared.model import (
    Covariance,
    Structure,
    inits,
    labelled,
    relu_strength,
    through_maps,
    white_overlap,
)
from feature_learning.papers.mousavi2023.shared.times import passage
from feature_learning.training.projected_flow import falling_lengths, timed_flow
from feature_learning.training.single_neuron import Gradient, correlation_gradient, neuron_gradient

_BIAS = 0.0


def draw(setting: Setting, rng: Streams) -> Draws:
    """Draw the neuron."""
    return {"init": inits(1, setting["d"], rng)}


def spherical_flow(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """One row per degree, gamma2 and flow: overlap, ``<w, beta>`` and mean square output on fresh
    inputs at the end, the overlap at the start, and the time to overlap 1/2.

    The target is ``sign(alpha_k) h_k``. All flows begin at the same neuron:

    - ``sphere``: on the sphere, inputs as they are;
    - ``without``: the same without the mean square of the output in the loss;
    - ``two``: the talk's Candidate II, ``dw = -<w, Sigma_hat w> grad`` of a neuron that is divided
      by its standard deviation in the sample. On the whitened sample its direction u follows
      ``du = -P Sigma_hat P g``, with g the gradient there and P the projection orthogonal to u;
    - ``white``: the same with ``Sigma_hat^-1``, ``du = -P g``.
    """
    d, strengths, kind = setting["d"], setting.floats("gamma2"), setting["dtype"]
    covariances = [Covariance.of(Structure(0.0, gamma2), d) for gamma2 in strengths]
    roots = np.stack([covariance.root(np.eye(d)) for covariance in covariances])
    lengths = falling_lengths(setting["step"], setting["steps"])
    for k in setting.ints("k"):
        inputs, labels = labelled(setting["ratio"] * d, d, k, setting["noise"], rng, "train", k)
        x, y = inputs.astype(kind), math.copysign(1.0, relu_strength(k, _BIAS)) * labels
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
        fresh, _ = labelled(setting["ratio"] * d, d, k, 0.0, rng, "test", k)
        for name, (starts, gradient, maps) in flows.items():
            path = list(timed_flow(on_sphere(starts), gradient, lengths))
            ends = path[-1][1]
            begin, times = passage(_overlaps(path, maps), setting["end"])
            for row, (gamma2, covariance) in enumerate(zip(strengths, covariances, strict=True)):
                seen_by = ends[row : row + 1] @ maps[row]  # the neuron in the coordinates of g
                w = on_sphere(covariance.inverse_root(seen_by))
                m = abs(float(w[0, 0]))
                yield {
                    "k": k,
                    "gamma2": gamma2,
                    "flow": name,
                    "m": m,
                    "overlap": abs(float(white_overlap(seen_by)[0])),
                    "output": float(np.mean(np.maximum(fresh @ seen_by[0], 0) ** 2)),
                    "start": float(begin[row]),
                    "time": float(times[row]),
                }


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


def output_size(setting: Setting, rng: Streams, device: Device) -> Rows:
    """One row per overlap ``m = <w, beta>``: the mean square output on fresh inputs of a neuron on
    the sphere, and of one divided by its standard deviation in a sample (fig-spherical).
    """
    d = setting["d"]
    covariance = Covariance.of(Structure(0.0, setting["gamma2"]), d)
    sample, _ = labelled(setting["ratio"] * d, d, 1, 0.0, rng, "train")
    fresh, _ = labelled(setting["ratio"] * d, d, 1, 0.0, rng, "test")
    rest = inits(1, d, rng)[0]
    rest[0] = 0.0
    rest /= np.linalg.norm(rest)
    for m in setting.floats("m"):
        w = covariance.root((m * np.eye(d)[0] + np.sqrt(1 - m**2) * rest)[None])[0]
        square = float(np.mean(np.maximum(fresh @ w, 0) ** 2))
        scale = float(np.mean((sample @ w) ** 2))
        yield {"m": m, "sphere": square, "normalised": square / scale}
