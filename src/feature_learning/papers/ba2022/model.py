"""What the experiments and the theory of this paper share: teachers, the network, the sizes of its step."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from feature_learning.core.device import Device
from feature_learning.core.errors import UserError, chosen
from feature_learning.core.streams import Purpose, Streams
from feature_learning.networks.activations import ACTIVATIONS, ERF, RELU, SOFTPLUS, TANH, Activation

# Like activations, teachers are functions of one number. The control has no linear part: y = H_2/sqrt 2.
HE2 = Activation("he2", lambda z, xp: (z**2 - 1) / math.sqrt(2), lambda z, xp: math.sqrt(2) * z)
TEACHERS: Mapping[str, Activation] = {teacher.name: teacher for teacher in (TANH, ERF, RELU, SOFTPLUS, HE2)}
_CHUNK = 2048


@dataclass(frozen=True)
class Target:
    """``y = sigma_*(<x, beta_*>) + noise``.

    Attributes
    ----------
    teacher
        sigma_*.
    noise
        The standard deviation of the label noise.
    centred
        Whether the teacher's mean is subtracted; the theory of the risk assumes a mean of zero.
    """

    teacher: Activation
    noise: float = 0.0
    centred: bool = True

    def __call__(self, projection: np.ndarray) -> np.ndarray:
        """Return the noiseless target."""
        return self.teacher(projection) - (float(self.teacher.hermite[0]) if self.centred else 0.0)

    @property
    def linear(self) -> float:
        """``mu_1*``."""
        return float(self.teacher.hermite[1])

    @property
    def bound(self) -> float:
        """``mu_2*^2``, which bounds the risk of random features and rotation-invariant kernels from below for n of order d."""
        return self.teacher.nonlinear**2

    @property
    def second_moment(self) -> float:
        """``E y^2``, including the noise and, unless it is subtracted, the mean."""
        mean = 0.0 if self.centred else float(self.teacher.hermite[0])
        return mean**2 + self.linear**2 + self.bound + self.noise**2


def student(name: str) -> Activation:
    """Return the network's activation by name."""
    return chosen(ACTIVATIONS, name, "activation")


def target(name: str, noise: float = 0.0, *, centred: bool = True) -> Target:
    """Return the target with the teacher of that name."""
    return Target(chosen(TEACHERS, name, "teacher"), noise, centred)


def two_blocks(d: int) -> np.ndarray:
    """Return ``beta_* = [-1, .., -1, 1, .., 1]/sqrt d``, so that a singular vector shows its two halves.

    Raises
    ------
    UserError
        d is odd.
    """
    if d % 2:
        raise UserError(f"d = {d} is odd, and the teacher's direction has two blocks of d/2 entries; give an even d")
    return np.repeat([-1.0, 1.0], d // 2) / math.sqrt(d)


def weights(d: int, width: int, rng: Streams) -> tuple[np.ndarray, np.ndarray]:
    """Return W_0 (width, d) with entries N(0, 1/d) and a (width,) with entries N(0, 1/width); smaller widths are nested."""
    first, second = rng("init", 0), rng("init", 1)
    return first.standard_normal((width, d)) / math.sqrt(d), second.standard_normal(width) / math.sqrt(width)


def batches(
    aim: Target,
    beta_star: np.ndarray,
    n: int,
    rng: Streams,
    purpose: Purpose,
    device: Device,
    chunk: int = _CHUNK,
    dtype: str = "float64",
) -> Iterator[tuple[Any, Any]]:
    """Yield inputs (rows, d) and noisy labels (rows,) of one purpose, n rows in all; a smaller n gives the first rows of a larger one.

    The random numbers are the same in both precisions.
    """
    inputs, noise = rng(purpose), rng("noise", ("train", "refit").index(purpose))
    for start in range(0, n, chunk):
        rows = min(chunk, n - start)
        x = inputs.standard_normal((rows, len(beta_star)))
        labels = aim(x @ beta_star) + aim.noise * noise.standard_normal(rows)
        yield device.put(x.astype(dtype, copy=False)), device.put(labels.astype(dtype, copy=False))


# Step sizes eta = c width^alpha by name, as (c, alpha).
STEPS: Mapping[str, tuple[float, float]] = {
    "none": (0.0, 0.0),
    "one": (1.0, 0.0),
    "four": (4.0, 0.0),
    "alpha-0.125": (1.0, 0.125),
    "alpha-0.25": (1.0, 0.25),
    "alpha-0.375": (1.0, 0.375),
    "root": (1.0, 0.5),
    "three-root": (3.0, 0.5),
}


def step_size(name: str, width: int) -> float:
    """Return eta of a named step.

    Examples
    --------
    >>> step_size("three-root", 400), step_size("none", 400)
    (60.0, 0.0)
    """
    scale, exponent = chosen(STEPS, name, "step")
    return scale * float(width) ** exponent
