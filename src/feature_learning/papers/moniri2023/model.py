"""Problems, sizes, draws and step sizes, and the values that experiments share."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, TypedDict

import numpy as np

from feature_learning.core.errors import UserError
from feature_learning.core.experiment import Draws, Experiment, Streams
from feature_learning.core.streams import Purpose
from feature_learning.core.values import (
    ActivationName,
    Count,
    Grid,
    LinkName,
    NotNegative,
    Number,
    Positive,
    Precision,
)
from feature_learning.data.covariates import on_sphere
from feature_learning.data.links import Link
from feature_learning.networks.activations import Activation
from feature_learning.networks.initialisation import first_layer, second_layer
from feature_learning.networks.named import activation, link
from feature_learning.papers.moniri2023.finite import require_closed_form
from feature_learning.papers.moniri2023.spikes import Features, require_expansion

HIGHEST = 6
"""The largest l, up to which activations have Hermite coefficients."""
END = HIGHEST / (2 * HIGHEST + 2)
"""Where the range of `HIGHEST` ends: the theorem's l is known for smaller exponents of the step."""
Spiked = Annotated[float, Number(below=3 / 7, simulated=True)]
"""The exponent of a step after which features get the theorem's l spikes: it is below `END`."""


class Problem(TypedDict):
    """A target and the variance of its label noise, with a number that names it in tables.

    Task 1 is ``y = H_1`` plus noise of variance 1, task 2 is ``y = H_1 + H_2/sqrt 2`` and task 3 is
    ``y = H_1 + H_2/2 + H_3/sqrt 12``: all labels have variance 2.
    """

    task: Count
    link: LinkName
    noise: NotNegative


def task_link(problem: Problem) -> Link:
    """Return the link of a problem, with its noise."""
    return link(problem["link"]).with_noise(problem["noise"])


@dataclass(frozen=True)
class Shape:
    """Numbers of samples, dimensions and neurons."""

    n: int
    d: int
    width: int

    @property
    def phi(self) -> float:
        """d/n."""
        return self.d / self.n

    @property
    def psi(self) -> float:
        """d/N."""
        return self.d / self.width

    def steps(self, alphas: Sequence[float]) -> list[tuple[float, float]]:
        """Return each exponent with its step size."""
        return [(alpha, step_size(self.n, alpha)) for alpha in alphas]


class Student(Experiment):
    """A network whose first layer takes one gradient step."""

    activation: ActivationName
    covered: ClassVar = {"activation": "shifted-relu", "link": "monic_0_1_0.7071067811865475"}

    @property
    def sigma(self) -> Activation:
        """The activation."""
        return activation(self.activation)

    def untrained(self, sizes: Shape) -> Features:
        """Return the untrained features at the ratios of some sizes, in the limit."""
        return Features.of(self.sigma, sizes.phi, sizes.psi)


class OneTarget(Student):
    """A network that learns one target."""

    problem: Problem

    @property
    def link(self) -> Link:
        """The target, with its noise."""
        return task_link(self.problem)

    def refuse(self) -> None:
        """Refuse what the theorem's expansion does not cover."""
        require_expansion(self.sigma, self.link)


class ClosedForm(OneTarget):
    """One with the activation whose integrals are known."""

    def refuse(self) -> None:
        """Refuse also all other activations."""
        super().refuse()
        require_closed_form(self.sigma)


class Targets(Student):
    """A network that learns several targets, on the same draws."""

    problem: Grid[Problem]

    def refuse(self) -> None:
        """Refuse what the theorem's expansion does not cover."""
        require_expansion(self.sigma, *map(task_link, self.problem))


class OneSize(Student):
    """A network of one size."""

    n: Count
    d: Count
    width: Count

    @property
    def sizes(self) -> Shape:
        """The sizes."""
        return Shape(self.n, self.d, self.width)


class OneTargetAndSize(OneTarget, OneSize):
    """A network of one size that learns one target."""

    def generate(self, rng: Streams) -> Draws:
        """Draw the teacher, the initial network, the batch of the step and the fresh batch of the
        ridge regression.
        """
        drawn = weights(self.sizes, rng)
        return {**drawn, **batches(self.sizes, self.link, drawn["beta_star"], rng)}


class Growing(Student):
    """Networks of growing sizes at fixed ratios."""

    n: Grid[Count]
    phi: Positive  # d/n
    psi: Positive  # d/N
    dtype: Precision

    def shape(self, n: int) -> Shape:
        """Return the sizes at a number of samples."""
        return Shape(n, round(self.phi * n), round(self.phi / self.psi * n))

    def generate(self, rng: Streams) -> Draws:
        """Draw the teacher and the initial network at the largest size."""
        return weights(self.shape(max(self.n)), rng)

    def at_sizes(self, link: Link, drawn: Draws, rng: Streams) -> Iterator[tuple[Shape, Draws]]:
        """Yield each size with its draws: the batches of a target, and weights as the rescaled
        corners of those drawn, so sizes are paired.
        """
        width, d = drawn["first_layer"].shape
        for n in self.n:
            sizes = self.shape(n)
            beta_star = on_sphere(drawn["beta_star"][: sizes.d])
            first, second = drawn["first_layer"], drawn["second_layer"]
            smaller = {
                "beta_star": beta_star,
                "first_layer": first[: sizes.width, : sizes.d] * math.sqrt(d / sizes.d),
                "second_layer": second[: sizes.width] * math.sqrt(width / sizes.width),
            }
            yield sizes, {**smaller, **batches(sizes, link, beta_star, rng, (n,))}


def weights(sizes: Shape, rng: Streams) -> dict[str, np.ndarray]:
    """Draw the teacher's direction and the initial network, whose rows are Gaussian.

    Networks with rows on the sphere normalise them, so all networks share their draws.
    """
    init = rng("init")
    return {
        "beta_star": on_sphere(rng("teacher").standard_normal(sizes.d)),
        "first_layer": first_layer(sizes.width, sizes.d, "gaussian", init),
        "second_layer": second_layer(sizes.width, init),
    }


def batches(
    sizes: Shape, link: Link, beta_star: np.ndarray, rng: Streams, key: tuple[int, ...] = ()
) -> dict[str, np.ndarray]:
    """Draw the batch of the step and the fresh batch of the ridge regression.

    They are ``<purpose>_inputs`` (n, d) and ``<purpose>_labels`` (n,); `key` has further
    coordinates of the streams, such as n.
    """
    drawn: dict[str, np.ndarray] = {}
    purposes: tuple[Purpose, ...] = ("train", "refit")
    for purpose in purposes:
        stream = rng(purpose, *key)
        inputs = stream.standard_normal((sizes.n, sizes.d))
        drawn[f"{purpose}_inputs"] = inputs
        drawn[f"{purpose}_labels"] = link.labels(inputs @ beta_star, stream)
    return drawn


def step_size(n: float, alpha: float) -> float:
    """Return ``eta = n^alpha``; ``alpha = -inf`` means no step."""
    return float(n) ** float(alpha)


def spikes_kept(alpha: float) -> int:
    """Return l with ``(l-1)/(2l) <= alpha < l/(2l+2)``, from 1 to `HIGHEST`.

    Raises
    ------
    UserError
        The exponent is `END` or larger.

    Examples
    --------
    >>> [spikes_kept(alpha) for alpha in (0.1, 0.2, 0.29, 0.36)]
    [1, 1, 2, 3]
    """
    if not alpha < END:
        raise UserError(
            f"the number of spikes at the step n^alpha is known for alpha below {HIGHEST}/"
            f"{2 * HIGHEST + 2} = {END:.4f} (found alpha = {alpha:g}): activations have Hermite "
            f"coefficients up to degree {HIGHEST} here"
        )
    return next(k for k in range(1, HIGHEST + 1) if alpha < k / (2 * k + 2))


def square_cosine(first: Any, second: Any) -> float:
    """Return the squared cosine of two vectors."""
    return float((first @ second) ** 2 / ((first @ first) * (second @ second)))
