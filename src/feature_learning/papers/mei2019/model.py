"""Data, targets and the two feature models that the experiments of this paper share."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from feature_learning.core.device import Device
from feature_learning.core.fastmath import normals, random_bits
from feature_learning.core.streams import Purpose, Streams
from feature_learning.data.covariates import on_sphere
from feature_learning.data.links import Link
from feature_learning.networks.activations import Activation
from feature_learning.networks.named import link

MODELS = ("features", "gaussian")


# Targets with names of their own: a noisy one, and two with a quadratic part. F_1 and F_* are the norms of the parts.
TARGETS: Mapping[str, Link] = {
    "noise": Link.monic(0, 1, noise_variance=0.25),
    "quadratic": Link.monic(0, 1, 0.5 / math.sqrt(2)),
    "pure-quadratic": Link.monic(0, 0, 1 / math.sqrt(2)),
}


def target(name: str) -> Link:
    """Return a target of this paper, or a link by name or by Hermite coefficients."""
    return TARGETS[name] if name in TARGETS else link(name)


def weights(d: int, width: int, rng: Streams) -> dict[str, np.ndarray]:
    """Draw the target's direction (unit) and the feature directions, uniform on the sphere of radius sqrt d."""
    return {
        "beta": on_sphere(rng("teacher", d).standard_normal(d)),
        "directions": on_sphere(rng("init", d).standard_normal((width, d)), math.sqrt(d)),
    }


def inputs(count: int, d: int, rng: Streams, purpose: Purpose) -> np.ndarray:
    """Draw inputs uniform on the sphere of radius sqrt d."""
    return on_sphere(rng(purpose, d).standard_normal((count, d)), math.sqrt(d))


def feature_matrix(model: str, activation: Activation, x: Any, directions: Any, noise: np.random.Generator, xp: Any, put: Any) -> Any:
    """Return the features of one model, shape (n, width).

    Parameters
    ----------
    model
        ``features``: ``sigma(<theta, x>/sqrt d)``. ``gaussian``: ``mu_0 + mu_1 <theta, x>/sqrt d + mu_* z`` with fresh
        independent z (Hu and Lu's equivalent).
    activation
        sigma.
    x : (n, d)
    directions : (width, d)
    noise
        The random stream of z.
    xp, put
        The array namespace, and a function that moves an array to the device.
    """
    projections = x @ directions.T
    projections /= math.sqrt(x.shape[1])
    if model == "features":
        return activation(projections, xp)
    mu_0, mu_1 = float(activation.hermite[0]), float(activation.hermite[1])
    projections *= mu_1
    projections += mu_0
    fresh = normals(math.prod(projections.shape), random_bits(noise)).reshape(projections.shape)
    fresh *= activation.nonlinear
    projections += put(fresh)
    return projections


def seen(
    model: str,
    activation: Activation,
    batches: tuple[np.ndarray, np.ndarray],
    directions: np.ndarray,
    noise: np.random.Generator,
    device: Device,
) -> tuple[Any, Any]:
    """Return the features of the training inputs and, in single precision, of the test inputs, as `feature_matrix` does.

    Single precision is enough for test errors: rounding changes them by a millionth, and seeds by a hundredth. Near N = n it is
    not enough for fits.
    """
    pairs = zip(batches, (directions, directions.astype(np.float32)), strict=True)
    features, test = (
        feature_matrix(model, activation, device.put(x.astype(own.dtype, copy=False)), device.put(own), noise, device.xp, device.put)
        for x, own in pairs
    )
    return features, test


def errors(truth: Any, features: Any, readouts: Any, xp: Any) -> list[float]:
    """Return the mean squared error of each column of ``features @ readouts``, computed in the precision of the features."""
    found = features @ xp.asarray(readouts, dtype=features.dtype)
    return [float(error) for error in ((truth - found) ** 2).mean(axis=0)]
