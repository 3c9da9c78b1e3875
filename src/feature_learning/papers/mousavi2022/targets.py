"""Targets: sums of links, one for each of the first coordinates."""

import math
from collections.abc import Mapping
from typing import Annotated

import numpy as np

from feature_learning.core.errors import UserError
from feature_learning.core.values import Function
from feature_learning.data.links import Link
from feature_learning.networks.named import link, links

Target = tuple[Link, ...]
"""A sum of links, one for each of the first coordinates."""

TargetName = Annotated[
    str,
    Function(
        "target",
        (
            "cubic-mix",
            "hermite-2",
            "hermite-3",
            "softplus",
            "steep-tanh",
            "tanh",
            "tanh-and-square",
            "two-tanh",
        ),
    ),
]
"""A target by name; experiments have few of `TARGETS` in common."""

_TANH = Link.of(np.tanh)
TARGETS: Mapping[str, Target] = {
    "tanh": (_TANH,),
    "steep-tanh": (Link.of(lambda z: np.tanh(5 * z)),),
    "cubic-mix": (Link.of(lambda z: (z + z**3 / 3) / math.sqrt(14 / 3)),),
    "softplus": (Link.of(lambda z: np.logaddexp(0, 2 * z)),),
    "cube": (Link.of(lambda z: z**3 / math.sqrt(15)),),
    "two-tanh": (_TANH, _TANH),
    "tanh-and-square": (_TANH, Link.of(lambda z: (z**2 - 1) / 2)),
    "hermite-2": (Link.of(lambda z: (z**2 - 1) / math.sqrt(2)),),
    "hermite-3": (Link.of(lambda z: (z**3 - 3 * z) / math.sqrt(6)),),
}


def shared(name: str, k: int) -> Target:
    """Return ``k^(-1/2) sum_i h(z_i)``, whose variance is that of h for every k.

    h is a link by name, such as tanh, of which SGD learns one direction, or ``abs``: ``|z|`` less
    its mean, over its standard deviation. It is even, so no direction comes first and all k
    must be learned.

    Raises
    ------
    UserError
        The name is unknown.
    """
    scale, mean = 1 / math.sqrt(k), math.sqrt(2 / math.pi)
    if name == "abs":
        height = scale / math.sqrt(1 - 2 / math.pi)
        return (Link.relu([0.0], [2 * height], [-mean * height, -height]),) * k
    whole = link(name)
    return (Link.of(lambda z: scale * whole(z), whole.corners),) * k


def target_of(name: str, d: int) -> Target:
    """Return a target: one of `TARGETS`, a link, or a sum of links.

    Raises
    ------
    UserError
        The name is unknown, or the target has more directions than there are dimensions.
    """
    target = TARGETS.get(name) or tuple(links(name) or [link(name)])
    if len(target) > d:
        raise UserError(f"target {name}: k = {len(target)} directions do not fit into d = {d}")
    return target


def link_of(name: str, d: int) -> Link:
    """Return a target of one direction, which the predictions of the first layer are for.

    Raises
    ------
    UserError
        As `target_of`, or the target has more directions.
    """
    target = target_of(name, d)
    if len(target) > 1:
        raise UserError(
            f"target {name}: the flow along the target is predicted for one direction, and this "
            f"has {len(target)}; subspace takes any number"
        )
    return target[0]
