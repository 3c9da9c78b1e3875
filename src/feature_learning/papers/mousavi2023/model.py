"""Structured inputs, the target and one neuron.

Coordinates: inputs are ``x = Sigma^(1/2) g``, and the first axis of g is the direction of
``Sigma^(1/2) beta``, so the target is ``h_k(g_1)`` whatever the spike, and its labels can be
shared. The spike mu is in the plane of the first two axes.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Annotated, Any, Literal, TypedDict

import numpy as np
import pandas as pd

from feature_learning.core.errors import UserError
from feature_learning.core.experiment import Experiment
from feature_learning.core.streams import Purpose, Streams
from feature_learning.core.values import Function, Grid, Number, whole
from feature_learning.data.covariates import on_sphere, spiked
from feature_learning.data.links import Link
from feature_learning.data.relu_expansions import relu_coefficients
from feature_learning.data.relu_links import pure_hermite
from feature_learning.networks.named import link
from feature_learning.theory.spiked_overlap import (
    SpikedDirection,
    overlap_exponent,
    sample_exponent,
)

Degree = Annotated[int, whole(most="d")]
Misalignment = Annotated[float, Number(least=0, most=0.5)]
Strength = Annotated[float, Number(least=0, most=1)]
Target = Annotated[str, Function("link", ("h2", "h3", "h4", "h2-h4"))]


@dataclass(frozen=True)
class Structure:
    """A spike of strength ``d^gamma2``, whose cosine with the target is ``d^-gamma1``.

    Attributes
    ----------
    gamma1, gamma2
        The exponents; none where the inputs are isotropic, unlike at gamma2 = 0.
    """

    gamma1: float | None = None
    gamma2: float | None = None

    @classmethod
    def in_rows(cls, frame: pd.DataFrame) -> dict[str, Structure]:
        """Return the structures of runs or theory by name, in their order there."""
        rows = frame[["structure", "gamma1", "gamma2"]].drop_duplicates().itertuples(index=False)
        return {
            name: ISOTROPIC if math.isinf(gamma2) else cls(gamma1, gamma2)
            for name, gamma1, gamma2 in rows
        }

    @property
    def pair(self) -> tuple[float, float] | None:
        """Both exponents; none where the inputs are isotropic."""
        return None if self.gamma1 is None or self.gamma2 is None else (self.gamma1, self.gamma2)

    @property
    def exponents(self) -> tuple[float, float]:
        """Both exponents, 0 where the inputs are isotropic."""
        return self.pair or (0.0, 0.0)

    @property
    def name(self) -> str:
        """The name in rows and of points of claims."""
        return "isotropic" if self.pair is None else f"{self.gamma1:g}-{self.gamma2:g}"

    @property
    def columns(self) -> dict[str, Any]:
        """The name and the exponents in a row; without a spike its strength is ``d^-inf``."""
        gamma1, gamma2 = self.pair or (0.0, -math.inf)
        return {"structure": self.name, "gamma1": gamma1, "gamma2": gamma2}

    def plane(self, d: float) -> SpikedDirection:
        """Return spike and target in dimension d."""
        return SpikedDirection.scaled(d, *self.pair) if self.pair else SpikedDirection(0.0, 0.0)

    @property
    def delta0(self) -> float:
        """The exponent of the overlap at the start; that of random directions without a spike."""
        return overlap_exponent(*self.pair) if self.pair else -0.5

    def bound_exponent(self, k: int) -> float:
        """Return the exponent in d of the number of samples that the theorem requires."""
        return sample_exponent(k, *self.pair) if self.pair else float(k)


ISOTROPIC = Structure()


@dataclass(frozen=True)
class Covariance:
    """Sigma in the coordinates of this module.

    Attributes
    ----------
    direction : (d,)
        mu.
    theta
        Its strength.
    """

    direction: np.ndarray
    theta: float

    @classmethod
    def of(cls, structure: Structure, d: int) -> Covariance:
        """Return the covariance of a structure."""
        seen = structure.plane(d)
        direction, cosine = np.zeros(d), seen.seen_cosine
        direction[:2] = cosine, math.sqrt(max(1 - cosine**2, 0.0))
        return cls(direction, seen.theta)

    def root(self, rows: np.ndarray) -> np.ndarray:
        """Return ``Sigma^(1/2)`` times each row."""
        return spiked(rows, self.direction, self.theta)

    def inverse_root(self, rows: np.ndarray) -> np.ndarray:
        """Return ``Sigma^(-1/2)`` times each row."""
        scale = 1 / math.sqrt(1 + self.theta) - 1
        return np.asarray(rows + scale * np.outer(rows @ self.direction, self.direction))

    def overlap(self, weights: np.ndarray) -> np.ndarray:
        """Return the whitened overlap of each row with the target; this, not ``<w, beta>``, is what
        the risk depends on.
        """
        return white_overlap(self.root(weights))


class Exponents(TypedDict):
    """The exponents of a spike."""

    gamma1: Misalignment
    gamma2: Strength


class Structured(Experiment):
    """An experiment on inputs of several structures."""

    structure: Grid[Literal["isotropic"] | Exponents]

    @property
    def structures(self) -> list[Structure]:
        """The structures."""
        return [
            ISOTROPIC if isinstance(value, str) else Structure(**value) for value in self.structure
        ]

    def covariances(self, d: int) -> list[Covariance]:
        """Return the covariance of each structure."""
        return [Covariance.of(structure, d) for structure in self.structures]


def white_overlap(weights: np.ndarray) -> np.ndarray:
    """Return the overlap of each row in the coordinates of g."""
    return np.asarray(weights[:, 0] / np.linalg.norm(weights, axis=1))


def relu_strength(k: int, bias: float) -> float:
    """Return the coefficient alpha_k of ``relu(z + bias)``.

    Raises
    ------
    UserError
        It is zero, so the neuron's gradient does not depend on a target ``h_k``.
    """
    alpha = float(relu_coefficients(np.array(-bias), k)[k])
    if abs(alpha) < 1e-12:
        raise UserError(
            f"k = {k}, bias = {bias:g}: relu(z + bias) has no component h_{k}, so its gradient "
            "carries no signal; give a bias such as -1"
        )
    return alpha


def checked_signal(k: int, bias: float) -> None:
    """Refuse a neuron that the target ``h_k`` does not attract.

    Raises
    ------
    UserError
        The coefficient alpha_k of ``relu(z + bias)`` is not positive.
    """
    if relu_strength(k, bias) < 0:
        raise UserError(
            f"k = {k}, bias = {bias:g}: relu(z + bias) has a negative component h_{k}, so its flow "
            f"runs away from the target h_{k}"
        )


TARGETS = {
    "h2": Link.orthonormal(0, 0, 1),
    "h3": Link.orthonormal(0, 0, 0, 1),
    "h4": Link.orthonormal(0, 0, 0, 0, 1),
    "h2-h4": Link.orthonormal(0, 0, math.sqrt(0.5), 0, -math.sqrt(0.5)),
}
"""Targets of norm 1 by name; of ``h2-h4`` a ReLU without bias has the signs of both parts."""


def target(name: str) -> Link:
    """Return a target of norm 1, one of `TARGETS` or a polynomial link.

    Raises
    ------
    UserError
        The name is unknown, or the link is not a polynomial of norm 1.
    """
    if name in TARGETS:
        return TARGETS[name]
    found = link(name)
    if found.degree is None or abs(found.square_norm - 1) > 1e-6:
        norm = math.sqrt(found.square_norm)
        raise UserError(
            f"target {name}: must be a Hermite polynomial of norm 1, such as he3 or {{hermite: [0, "
            "0, 0.6, 0.8], normalisation: orthonormal}, because risks are in closed form and in "
            f"units of its norm (found norm {norm:.4g})"
        )
    return Link.orthonormal(*found.coefficients(found.degree))


def labelled(
    n: int, d: int, target: int | Link, noise: float, rng: Streams, purpose: Purpose, *key: int
) -> tuple[np.ndarray, np.ndarray]:
    """Return g of shape (n, d) and the labels plus noise, (n,), of a function of g_1, ``h_k`` for a
    number k. The draws do not depend on it.
    """
    inputs = rng(purpose, d, *key).standard_normal((n, d))
    function = pure_hermite(target) if isinstance(target, int) else target
    return inputs, function(inputs[:, 0]) + noise * rng("noise", d, *key).standard_normal(n)


def inits(count: int, d: int, rng: Streams, *key: int) -> np.ndarray:
    """Draw directions, uniform on the sphere, (count, d)."""
    return on_sphere(rng("init", d, *key).standard_normal((count, d)))


def towards_target(weights: np.ndarray, covariance: Covariance, k: int) -> np.ndarray:
    """Return the initialisations, with their sign flipped if an odd k would repel them."""
    if k % 2 == 0:
        return weights
    return np.where(covariance.overlap(weights)[:, None] < 0, -weights, weights)
