"""Data, teachers, the two feature models, and the exact risk."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from feature_learning.core.experiment import Device, Draws, Streams
from feature_learning.core.fastmath import normals, random_bits
from feature_learning.core.streams import Purpose
from feature_learning.data.covariates import on_sphere
from feature_learning.data.links import Link
from feature_learning.networks.activations import Activation
from feature_learning.networks.named import link
from feature_learning.theory.zonal import Zonal

MODELS = ("features", "gaussian")

TARGETS = {
    "linear": Link.orthonormal(0, 1),
    "pure-quadratic": Link.orthonormal(0, 0, 1),
    "noise": Link.orthonormal(0, 1, noise_variance=0.25),
    "quadratic": Link.orthonormal(0, 1, 0.5),
}
"""Targets with names of their own."""


def target(name: str) -> Link:
    """Return a target of this paper, or a link by name or by Hermite coefficients."""
    return TARGETS[name] if name in TARGETS else link(name)


def on_inputs(link: Link, d: int) -> Zonal:
    """Return a target as a function of one projection of the inputs.

    A polynomial keeps its coefficients, in the polynomials that are orthonormal on the sphere: so
    its parts have the declared powers at every dimension. Another link keeps its values.
    """
    if link.degree is not None:
        return Zonal.polynomial(link.orthonormal_polynomial, d)
    return Zonal.of(link, d, link.corners)


def directions(d: int, width: int, teachers: int, rng: Streams) -> dict[str, np.ndarray]:
    """Draw ``teachers`` (d, teachers), orthonormal columns, of which at most d fit, and
    ``features`` (width, d), uniform on the unit sphere.
    """
    return {
        "teachers": np.linalg.qr(rng("teacher", d).standard_normal((d, min(teachers, d))))[0],
        "features": on_sphere(rng("init", d).standard_normal((width, d))),
    }


def inputs(count: int, d: int, rng: Streams, purpose: Purpose = "train") -> np.ndarray:
    """Draw inputs uniform on the sphere of radius sqrt d, shape (count, d)."""
    return on_sphere(rng(purpose, d).standard_normal((count, d)), math.sqrt(d))


def feature_matrix(
    model: str, sigma: Activation, projections: Any, noise: np.random.Generator, device: Device
) -> Any:
    """Return the features of one model, (n, width), from the inputs' projections.

    ``features`` are sigma of the projections, ``gaussian`` are ``mu_0 + mu_1 <w, x> + mu_* z`` with
    independent z, drawn from `noise`.

    References
    ----------
    Hu and Lu (2023), "Universality laws for high-dimensional learning with random features", IEEE
    Trans. Inf. Theory 69(3): the equivalent linear features.
    """
    if model == "features":
        return sigma(projections, device.xp)
    mu_0, mu_1 = float(sigma.hermite[0]), float(sigma.hermite[1])
    fresh = normals(math.prod(projections.shape), random_bits(noise)).reshape(projections.shape)
    fresh *= sigma.nonlinear
    return mu_0 + mu_1 * projections + device.put(fresh)


@dataclass(frozen=True)
class Population:
    """Averages of the features and the targets over the inputs.

    Attributes
    ----------
    gram : (width, width)
        ``E F F'``.
    overlaps : (width, columns)
        ``E F f`` with every target f.
    powers : (columns,)
        ``E f^2``.
    device
        Where the arrays are.

    References
    ----------
    Derived here: for readouts A and targets f, one column each, the risk is
    ``E f^2 - 2 diag(A^T overlaps) + diag(A^T gram A)``. No test inputs enter.
    """

    gram: Any
    overlaps: Any
    powers: np.ndarray
    device: Device

    @classmethod
    def of(
        cls, model: str, sigma: Activation, targets: Sequence[Zonal], drawn: Draws, device: Device
    ) -> Population:
        """Return the averages for one model and every target, taken of every teacher; targets
        first.
        """
        xp, d, rows = device.xp, drawn["features"].shape[1], device.put(drawn["features"])
        cosines, of_teachers = rows @ rows.T, rows @ device.put(drawn["teachers"])
        if model == "features":
            features = Zonal.of(sigma, d, sigma.kinks)
            gram = features.gram(cosines, xp)
        else:
            features = Zonal.polynomial(sigma.hermite[:2], d)
            identity = xp.eye(len(rows), dtype=rows.dtype, device=rows.device)
            gram = features.mean_product(features, cosines, xp) + sigma.nonlinear**2 * identity
        products = [features.mean_product(target, of_teachers, xp) for target in targets]
        powers = np.repeat([target.square for target in targets], of_teachers.shape[1])
        return cls(gram, xp.concat(products, axis=1), powers, device)

    def readout_power(self, readouts: Any) -> np.ndarray:
        """Return ``E (F a)^2`` for each column a, shape (columns,)."""
        width = len(readouts)
        return self.device.get((readouts * (self.gram[:width, :width] @ readouts)).sum(axis=0))

    def learned(self, readouts: Any) -> np.ndarray:
        """Return the learned fraction of each target, ``E f_hat f / E f^2``, shape (columns,)."""
        return self._products(readouts) / self.powers

    def risk(self, readouts: Any) -> np.ndarray:
        """Return the excess test error (columns,) of readouts (at most width, columns)."""
        return self.powers - 2 * self._products(readouts) + self.readout_power(readouts)

    def _products(self, readouts: Any) -> np.ndarray:
        return self.device.get((readouts * self.overlaps[: len(readouts)]).sum(axis=0))


@dataclass(frozen=True)
class Batch:
    """Training inputs, and the labels of every target and teacher on them.

    Attributes
    ----------
    projections : (n, width)
        Of the inputs on the features' directions, on the device.
    labels : (n, columns)
        Targets first, then teachers, as in `Population`.
    targets
        The targets as functions of one projection.
    """

    projections: Any
    labels: Any
    targets: Sequence[Zonal]

    @classmethod
    def of(
        cls, x: np.ndarray, links: Sequence[Link], drawn: Draws, rng: Streams, device: Device
    ) -> Batch:
        """Return the batch of inputs (n, d) and targets with their label noise, which is shared by
        the targets and independent over teachers.
        """
        d = x.shape[1]
        seen, targets = x @ drawn["teachers"], [on_inputs(link, d) for link in links]
        noise = rng("noise", d).standard_normal(seen.shape)
        labels = []
        for noisy, target in zip(links, targets, strict=True):
            clean = noisy(seen) if noisy.degree is None else target(seen)
            labels.append(clean + math.sqrt(noisy.noise_variance) * noise)
        projections = device.put(x) @ device.put(drawn["features"]).T
        return cls(projections, device.put(np.concatenate(labels, axis=1)), targets)


def by_target(values: np.ndarray, targets: int) -> list[float]:
    """Return the mean over teachers for each target, from (targets * teachers,), targets first."""
    return values.reshape(targets, -1).mean(axis=1).tolist()
