"""Links of the tasks, sizes, draws and step sizes."""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from feature_learning.core.errors import UserError
from feature_learning.core.experiment import Draws, Setting, Streams
from feature_learning.core.streams import Purpose
from feature_learning.data.covariates import on_sphere
from feature_learning.data.links import Link
from feature_learning.networks.initialisation import first_layer, second_layer
from feature_learning.networks.named import link

HIGHEST = 6
"""The largest l, up to which activations have Hermite coefficients."""
END = HIGHEST / (2 * HIGHEST + 2)
"""Where the range of `HIGHEST` ends: the theorem's l is known for smaller exponents of the step."""


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


def shape(setting: Setting) -> Shape:
    """Return a setting's sizes: declared, or n and the ratios ``phi = d/n`` and ``psi = d/N``."""
    if "d" in setting.values:
        return Shape(setting["n"], setting["d"], setting["width"])
    n, phi, psi = setting["n"], setting["phi"], setting["psi"]
    return Shape(n, round(phi * n), round(phi / psi * n))


def task_link(values: Setting | Mapping[str, Any]) -> Link:
    """Return the link of a setting's task, or of a declared problem, with its noise.

    As declared, task 1 is ``y = H_1`` plus noise of variance 1, task 2 is ``y = H_1 + H_2/sqrt 2``
    and task 3 is ``y = H_1 + H_2/2 + H_3/sqrt 12``: all labels have variance 2.
    """
    return link(values["link"]).with_noise(values["noise"])


def draw(setting: Setting, rng: Streams) -> Draws:
    """Draw the teacher, the initial network, the batch of the step and the fresh batch of the ridge
    regression.
    """
    drawn = weights(setting, rng)
    return {**drawn, **batches(setting, drawn["beta_star"], rng)}


def draw_largest(setting: Setting, rng: Streams) -> Draws:
    """Draw the teacher and the initial network at the largest size; `at_sizes` draws the
    remainder.
    """
    return weights(largest(setting), rng)


def weights(setting: Setting, rng: Streams) -> dict[str, np.ndarray]:
    """Draw the teacher's direction and the initial network, whose rows are Gaussian.

    Networks with rows on the sphere normalise them, so all networks share their draws.
    """
    init, sizes = rng("init"), shape(setting)
    return {
        "beta_star": on_sphere(rng("teacher").standard_normal(sizes.d)),
        "first_layer": first_layer(sizes.width, sizes.d, "gaussian", init),
        "second_layer": second_layer(sizes.width, init),
    }


def at_sizes(setting: Setting, drawn: Draws, rng: Streams) -> Iterator[tuple[int, Setting, Draws]]:
    """Yield each n of the grid with its setting and draws.

    Weights are corners of those of `draw_largest`, so sizes are paired.
    """
    for n in setting.ints("n"):
        sized = at_size(setting, n)
        smaller = corner(drawn, shape(sized))
        yield n, sized, {**smaller, **batches(sized, smaller["beta_star"], rng, (n,))}


def at_problems(setting: Setting) -> Iterator[tuple[dict[str, Any], Setting]]:
    """Yield each problem of the grid with its setting."""
    rest = {name: values for name, values in setting.grid.items() if name != "problem"}
    for problem in setting.mappings("problem"):
        yield problem, replace(setting, fixed={**setting.fixed, **problem}, grid=rest)


def at_size(setting: Setting, n: int) -> Setting:
    """Return the setting of one of the sample sizes that its grid goes through."""
    return replace(setting, swept={**setting.swept, "n": n}, grid={**setting.grid, "n": (n,)})


def largest(setting: Setting) -> Setting:
    """Return the setting at the largest of its sample sizes."""
    return at_size(setting, max(setting.ints("n")))


def corner(drawn: Draws, sizes: Shape) -> dict[str, np.ndarray]:
    """Return weights at smaller sizes as the corners of what `weights` drew, rescaled."""
    width, d = drawn["first_layer"].shape
    return {
        "beta_star": on_sphere(drawn["beta_star"][: sizes.d]),
        "first_layer": drawn["first_layer"][: sizes.width, : sizes.d] * math.sqrt(d / sizes.d),
        "second_layer": drawn["second_layer"][: sizes.width] * math.sqrt(width / sizes.width),
    }


def batches(
    setting: Setting, beta_star: np.ndarray, rng: Streams, key: tuple[int, ...] = ()
) -> dict[str, np.ndarray]:
    """Draw the batch of the step and the fresh batch of the ridge regression.

    They are ``<purpose>_inputs`` (n, d) and ``<purpose>_labels`` (n,); `key` has further
    coordinates of the streams, such as n.
    """
    sizes, target = shape(setting), task_link(setting)
    drawn: dict[str, np.ndarray] = {}
    purposes: tuple[Purpose, ...] = ("train", "refit")
    for purpose in purposes:
        stream = rng(purpose, *key)
        inputs = stream.standard_normal((sizes.n, sizes.d))
        drawn[f"{purpose}_inputs"] = inputs
        drawn[f"{purpose}_labels"] = target.labels(inputs @ beta_star, stream)
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


def gradient_scale(link: Link, phi: float) -> float:
    """Return b with ``||X^T y/n||^2 -> b^2 = cs_1^2 + phi (E f^2 + noise)``."""
    return math.sqrt(link.linear**2 + phi * (link.square_norm + link.noise_variance))


def alignment(link: Link, phi: float) -> float:
    """Return rho, the limit of ``cos(X^T y, beta_*)``."""
    return link.linear / gradient_scale(link, phi)


def square_cosine(first: Any, second: Any) -> float:
    """Return the squared cosine of two vectors."""
    return float((first @ second) ** 2 / ((first @ first) * (second @ second)))
