"""Targets, initialisations and overlaps that the experiments of this paper share.

The step is ``w_i <- w_i + step a_i g_i`` and the output ``(1/p) sum_i a_i sigma(<w_i, x>)``.

Experiments run in d dimensions or, with the ``method`` ``reduced``, in coordinates of the span of
weights and teacher, which is exact in law. Then the teacher's directions are the first axes, and
weights and gradients have one column per coordinate.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from functools import partial

import numpy as np

from feature_learning.core.errors import UserError, lookup
from feature_learning.core.experiment import Device, Draws, Setting, Streams
from feature_learning.core.streams import Purpose
from feature_learning.data.covariates import GaussianBatch, orthonormal
from feature_learning.data.targets import STAIRCASE, HermiteTarget
from feature_learning.networks.initialisation import first_layer
from feature_learning.networks.named import link, links
from feature_learning.training.reduction import Coordinates, initial_coordinates
from feature_learning.training.streamed_step import Labels, Student, streamed_gradients

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


def labels(target: HermiteTarget, teacher: np.ndarray) -> Labels:
    """Return the labels ``f*(W* x)`` for a teacher of shape (r, d), or (r, r) in the first
    coordinates.
    """
    return lambda x: target(x[:, : teacher.shape[1]] @ teacher.T.astype(x.dtype))


def _reduced(setting: Setting) -> bool:
    """Return whether the experiment runs in coordinates.

    Raises
    ------
    UserError
        The method is unknown.
    """
    method = setting.values.get("method", "direct")
    return lookup({"direct": False, "reduced": True}, str(method), "method")


def teacher_and_weights(
    setting: Setting,
    directions: int,
    d: int,
    width: int,
    rng: Streams,
    *key: int,
    law: str = "sphere",
) -> Draws:
    """Draw ``teacher`` and ``first``: (directions, d) and (width, d), or (directions, directions)
    and (width, k) in coordinates.
    """
    if _reduced(setting):
        first, teacher = initial_coordinates(width, directions, d, law, rng("init", *key))
        return {"teacher": teacher[:, :directions], "first": first}
    return {
        "teacher": orthonormal(directions, d, rng("teacher", *key)),
        "first": first_layer(width, d, law, rng("init", *key)),
    }


def pairs(setting: Setting, directions: int, rng: Streams) -> Draws:
    """Draw the teacher's directions and one neuron of each pair."""
    return teacher_and_weights(setting, directions, setting["d"], setting["width"] // 2, rng)


def pairs_at_dimensions(setting: Setting, directions: int, rng: Streams) -> Draws:
    """Draw `pairs` at every dimension of the grid, named ``teacher-d`` and ``first-d``."""
    width = setting["width"] // 2
    drawn = {
        d: teacher_and_weights(setting, directions, d, width, rng, d) for d in setting.ints("d")
    }
    return {f"{name}-{d}": array for d, of_d in drawn.items() for name, array in of_d.items()}


def unpaired(setting: Setting, width: int, rng: Streams) -> Draws:
    """Draw two directions and a Gaussian network without mirror pairs, as in the authors' code."""
    drawn = teacher_and_weights(setting, 2, setting["d"], width, rng, law="gaussian")
    return {**drawn, "second": rng("init", 1).standard_normal(width)}


def coordinates(
    setting: Setting, d: int, directions: int, rng: Streams, *key: int
) -> Coordinates | None:
    """Return the method that follows networks in coordinates, or None if they are in d
    dimensions.
    """
    stream = partial(rng, "surrogate", *key)
    return Coordinates(d, directions, stream) if _reduced(setting) else None


def first_gradients(
    setting: Setting,
    directions: int,
    d: int,
    students: Sequence[Student],
    sizes: Sequence[int],
    rng: Streams,
    device: Device,
    *key: int,
    dtype: str = "float32",
) -> Iterator[tuple[int, list[np.ndarray]]]:
    """Yield ``(n, gradients)`` of a first step for growing sizes of one batch."""
    inputs = batch(max(sizes), students[0].first_layer.shape[1], rng, "train", *key, dtype=dtype)
    reduced = coordinates(setting, d, directions, rng, *key)
    outside = reduced.outside(inputs.d) if reduced else None
    return streamed_gradients(inputs, students, device, sizes, outside)


def batch(
    n: int, d: int, rng: Streams, purpose: Purpose, *key: int, dtype: str = "float32"
) -> GaussianBatch:
    """Return a batch whose chunks are drawn from ``(purpose, key, chunk)``."""
    return GaussianBatch(n, d, partial(rng, purpose, *key), dtype)


def cosines(rows: np.ndarray, directions: np.ndarray) -> np.ndarray:
    """Return the cosines of rows (p, d) with unit directions (r, d), or (r, r) in the first
    coordinates; shape (p, r).
    """
    norms = np.linalg.norm(rows, axis=1, keepdims=True)
    return rows[:, : directions.shape[1]] @ directions.T / norms


def linear_floor(name: str) -> float:
    """Return the smallest error of a linear function on a target of two directions."""
    expansion = target(name, 2)
    linear, constant = expansion.linear(), expansion.terms.get((0, 0), 0.0)
    return expansion.square_norm - float(linear @ linear) - constant**2


def rms(values: np.ndarray) -> np.ndarray:
    """Return the root mean square over the first axis."""
    return np.sqrt((values**2).mean(axis=0))


def strengths(cosine_block: np.ndarray) -> np.ndarray:
    """Return the singular values over sqrt p of a (p, r) block of cosines, which say how strongly
    each direction is present.
    """
    return np.linalg.svd(cosine_block, compute_uv=False) / math.sqrt(len(cosine_block))


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


def readout(law: str, pairs: int) -> np.ndarray:
    """Return the readout of one neuron of each pair, by its law.

    ``equal`` (1), ``uniform`` (evenly on [0, sqrt 3], the paper's law at unit variance), ``spread``
    (.05 to 3) or ``wide`` (.1 to 1.5).
    """
    laws = {
        "uniform": 3**0.5 * (np.arange(pairs) + 0.5) / pairs,
        "equal": np.ones(pairs),
        "spread": np.geomspace(0.05, 3.0, pairs),
        "wide": np.geomspace(0.1, 1.5, pairs),
    }
    return lookup(laws, law, "law of the readout")
