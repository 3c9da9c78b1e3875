"""The targets of this paper, and what a linear function of one misses."""

import math
from collections.abc import Mapping
from typing import Annotated, Literal, TypedDict

import numpy as np

from feature_learning.core.errors import UserError
from feature_learning.core.values import ActivationName, Count, Function
from feature_learning.data.targets import STAIRCASE, HermiteTarget
from feature_learning.networks.named import link, links

_ROOT2, _ROOT6 = math.sqrt(2), math.sqrt(6)

TARGETS: Mapping[str, HermiteTarget] = {
    # Two directions, one of them along the linear part: the notebook's two, and the talk's examples
    # 1 and 2.
    "notebook-1": HermiteTarget({(0, 0): 0.5, (1, 0): 2.0, (0, 1): 0.5, (2, 0): 0.5}),
    "notebook-2": HermiteTarget({(1, 0): 0.5, (0, 1): 0.5, (2, 0): 0.5, (0, 2): -0.5}),
    "example-1": STAIRCASE,
    "example-2": HermiteTarget({(1, 0): 1.0, (0, 1): 1.0, (2, 0): 1.0, (0, 2): 1.0}),
    "leap-2": HermiteTarget({(2, 0): 1.0, (0, 2): 1.0}),
    # Of degree 2 along one direction and 3 along the other: a step learns the first alone.
    "exclusion": HermiteTarget({(2, 0): 1 / _ROOT2, (0, 3): 1 / _ROOT6}),
    # The learning curves: the first is also the notebook's.
    "quartic": HermiteTarget(
        {(1, 0): 0.5, (0, 1): 0.5, (2, 0): 0.25, (0, 2): 0.25, (4, 0): 0.5 / 24, (0, 4): 0.5 / 24}
    ),
    # The talk's example 3, whose second step learns one or two directions.
    "example-3a": HermiteTarget({(1, 0, 0): 1.0, (1, 1, 0): 1.0, (1, 0, 1): 1.0}),
    "example-3b": HermiteTarget({(1, 0, 0): 1.0, (1, 1, 0): 1.0, (3, 0, 1): 1.0}),
    # Equal links along three directions, and the same with one sign changed.
    "equal-3": HermiteTarget(
        {
            **dict.fromkeys([(1, 0, 0), (0, 1, 0), (0, 0, 1)], 1.0),
            **dict.fromkeys([(2, 0, 0), (0, 2, 0), (0, 0, 2)], 1.0),
        }
    ),
    "odd-3": HermiteTarget(
        {
            **dict.fromkeys([(1, 0, 0), (0, 1, 0), (0, 0, 1)], 1.0),
            (2, 0, 0): 1.0,
            (0, 2, 0): 1.0,
            (0, 0, 2): -1.0,
        }
    ),
    # The talk's five regimes, and a stand-in whose terms all have variance 1.
    "regimes": HermiteTarget(
        {(1, 0, 0): 1.0, (0, 2, 0): 1.0, (2, 1, 0): 1.0, (4, 2, 1): 1.0, (0, 2, 2): 1.0}
    ),
    "stand-in": HermiteTarget(
        {
            (1, 0, 0): 1.0,
            (0, 2, 0): 1 / _ROOT2,
            (1, 1, 0): 1.0,
            (1, 1, 1): 1.0,
            (0, 1, 2): 1 / _ROOT2,
        }
    ),
    # The paper's second figure, with g(z) = z and h(z) = z^2 - 1.
    "sphere-none": HermiteTarget({(0, 0, 0): 2.0, (2, 0, 0): 1.0, (0, 2, 0): 1.0, (1, 1, 1): 1.0}),
    "sphere-first": HermiteTarget({(1, 0, 0): 2.0, (1, 2, 0): 1.0, (0, 1, 1): 1.0}),
    "sphere-each": HermiteTarget({(1, 0, 0): 1.0, (1, 1, 0): 1.0, (0, 1, 1): 1.0}),
    "sphere-both": HermiteTarget({(1, 0, 0): 1.0, (1, 1, 0): 1.0, (2, 0, 1): 1.0}),
    # One direction of each leap, all of variance 1.
    "leaps": HermiteTarget({(1, 0, 0): 1.0, (0, 2, 0): 1 / _ROOT2, (0, 0, 3): 1 / _ROOT6}),
    "even-climb": HermiteTarget({(1, 0, 0): 1.0, (2, 1, 0): 1.0}),
    "odd-climb": HermiteTarget({(1, 0, 0): 1.0, (1, 1, 0): 1.0, (1, 1, 1): 1.0}),
    # One direction.
    "linear-quadratic": HermiteTarget({(1,): 1.0, (2,): 1 / _ROOT2}),
    "quadratic": HermiteTarget({(2,): 1 / _ROOT2}),
    "cubic": HermiteTarget({(3,): 1 / _ROOT6}),
}

PaperTarget = Annotated[
    str,
    Function(
        "target",
        (
            "cubic",
            "equal-3",
            "even-climb",
            "example-1",
            "example-2",
            "example-3a",
            "example-3b",
            "exclusion",
            "leap-2",
            "leaps",
            "linear-quadratic",
            "notebook-1",
            "notebook-2",
            "odd-3",
            "odd-climb",
            "quadratic",
            "quartic",
            "regimes",
            "sphere-both",
            "sphere-each",
            "sphere-first",
            "sphere-none",
            "stand-in",
        ),
    ),
]
Known = Literal["none", "w1", "w1-w2"]  # of `KNOWN`


KNOWN: Mapping[str, tuple[int, ...]] = {"none": (), "w1": (0,), "w1-w2": (0, 1)}
"""Directions that a network knows."""


def target(name: str, directions: int) -> HermiteTarget:
    """Return a target of the paper, or a link or a sum of links over directions, by name or by
    Hermite coefficients.

    A target of fewer directions leaves the others out.

    Raises
    ------
    UserError
        The name is unknown, the target has more directions, or its expansion has infinitely many
        terms.
    """
    if name in TARGETS:
        return TARGETS[name].padded(directions)
    try:
        return HermiteTarget.along(links(name) or [link(name)]).padded(directions)
    except UserError as error:
        raise UserError(f"target {name}: {error}") from None


class PureLeap(TypedDict):
    """A target He_l/sqrt(l!) and the activation that learns it."""

    leap: Count
    activation: ActivationName


class LeapFrom(PureLeap):
    """A pure leap at dimensions that are multiples of the smallest."""

    smallest: Count


def line(target: HermiteTarget) -> np.ndarray:
    """Return the unit vector along the target's linear part, in the coordinates of its directions.

    Raises
    ------
    UserError
        The target has no linear part.
    """
    linear = target.linear()
    if not linear.any():
        raise UserError("this experiment follows the target's linear part, and the target has none")
    return np.asarray(linear / np.linalg.norm(linear))


def linear_floor(name: str) -> float:
    """Return the smallest error of a linear function on a target of two directions."""
    expansion = target(name, 2)
    linear, constant = expansion.linear(), expansion.terms.get((0, 0), 0.0)
    return expansion.square_norm - float(linear @ linear) - constant**2
