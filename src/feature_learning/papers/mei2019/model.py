"""Data, targets and the two feature models that the experiments of this paper share."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from feature_learning.core.device import Device
from feature_learning.core.fastmath import normals, random_bits
from feature_learning.core.streams import Purpose, Streams
from feature_learning.data.covariates import on_sphere
from feature_learning.networks.activations import RELU, Activation

ACTIVATION: Activation = RELU
MODELS = ("features", "gaussian")


@dataclass(frozen=True)
class Target:
    """``y = F_1 <beta, x> + F_* H_2(<beta, x>)/sqrt 2 + noise``.

    Attributes
    ----------
    linear, quadratic
        F_1 and F_*, the norms of the two parts.
    noise
        tau, the standard deviation of the label noise.
    """

    linear: float
    quadratic: float = 0.0
    noise: float = 0.0

    def __call__(self, projection: np.ndarray) -> np.ndarray:
        """Return the noiseless target."""
        return self.linear * projection + self.quadratic * (projection**2 - 1) / math.sqrt(2)

    @property
    def rest(self) -> float:
        """``tau^2 + F_*^2``, which the theory treats as noise."""
        return self.noise**2 + self.quadratic**2


LINEAR = Target(1.0)
TARGETS: Mapping[str, Target] = {
    "noise": Target(1.0, noise=0.5),
    "quadratic": Target(1.0, quadratic=0.5),
    "pure-quadratic": Target(0.0, quadratic=1.0),
}


def weights(d: int, width: int, rng: Streams) -> dict[str, np.ndarray]:
    """Draw the target's direction (unit) and the feature directions, uniform on the sphere of radius sqrt d."""
    return {
        "beta": on_sphere(rng("teacher", d).standard_normal(d)),
        "directions": on_sphere(rng("init", d).standard_normal((width, d)), math.sqrt(d)),
    }


def inputs(count: int, d: int, rng: Streams, purpose: Purpose) -> np.ndarray:
    """Draw inputs uniform on the sphere of radius sqrt d."""
    return on_sphere(rng(purpose, d).standard_normal((count, d)), math.sqrt(d))


def feature_matrix(model: str, x: Any, directions: Any, noise: np.random.Generator, xp: Any, put: Any) -> Any:
    """Return the features of one model, shape (n, width).

    Parameters
    ----------
    model
        ``features``: ``sigma(<theta, x>/sqrt d)``. ``gaussian``: ``mu_0 + mu_1 <theta, x>/sqrt d + mu_* z`` with fresh
        independent z (Hu and Lu's equivalent).
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
        return ACTIVATION(projections, xp)
    mu_0, mu_1 = float(ACTIVATION.hermite[0]), float(ACTIVATION.hermite[1])
    projections *= mu_1
    projections += mu_0
    fresh = normals(math.prod(projections.shape), random_bits(noise)).reshape(projections.shape)
    fresh *= ACTIVATION.nonlinear
    projections += put(fresh)
    return projections


def seen(
    model: str, batches: tuple[np.ndarray, np.ndarray], directions: np.ndarray, noise: np.random.Generator, device: Device
) -> tuple[Any, Any]:
    """Return the features of the training inputs and, in single precision, of the test inputs, as `feature_matrix` does.

    Single precision is enough for test errors: rounding changes them by a millionth, and seeds by a hundredth. Near N = n it is
    not enough for fits.
    """
    pairs = zip(batches, (directions, directions.astype(np.float32)), strict=True)
    features, test = (
        feature_matrix(model, device.put(x.astype(own.dtype, copy=False)), device.put(own), noise, device.xp, device.put)
        for x, own in pairs
    )
    return features, test


def errors(truth: Any, features: Any, readouts: Any, xp: Any) -> list[float]:
    """Return the mean squared error of each column of ``features @ readouts``, computed in the precision of the features."""
    found = features @ xp.asarray(readouts, dtype=features.dtype)
    return [float(error) for error in ((truth - found) ** 2).mean(axis=0)]
