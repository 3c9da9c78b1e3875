"""What the experiments and the theory of this paper share: teachers, the network, the sizes of its step."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from feature_learning.core.device import Device
from feature_learning.core.errors import UserError, did_you_mean
from feature_learning.core.streams import Purpose, Streams
from feature_learning.data.links import Link
from feature_learning.networks.named import link

_CHUNK = 2048


def target(name: str, noise: float = 0.0, *, centred: bool = True) -> Link:
    """Return the target ``y = sigma_*(<x, beta_*>) + noise`` with the teacher of that name.

    Parameters
    ----------
    name
        A link by name or by Hermite coefficients. ``he2`` has no linear part: it is the control.
    noise
        The standard deviation of the label noise.
    centred
        Whether the teacher's mean is subtracted; the theory of the risk assumes a mean of zero.
    """
    found = link(name).with_noise(noise**2)
    return found.centred() if centred else found


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
    aim: Link,
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
        labels = aim(x @ beta_star) + math.sqrt(aim.noise_variance) * noise.standard_normal(rows)
        yield device.put(x.astype(dtype, copy=False)), device.put(labels.astype(dtype, copy=False))


def samples(ratio: float, power: float, d: float) -> int:
    """Return the number of samples ``n = ratio d^power``.

    Examples
    --------
    >>> samples(8.0, 1.0, 256), samples(0.125, 2.0, 256)
    (2048, 8192)
    """
    return round(ratio * d**power)


# Step sizes eta = c width^alpha by name, as (c, alpha).
_STEPS: Mapping[str, tuple[float, float]] = {
    "none": (0.0, 0.0),
    "one": (1.0, 0.0),
    "four": (4.0, 0.0),
    "root": (1.0, 0.5),
    "three-root": (3.0, 0.5),
}
_POWER = re.compile(r"(?:(?P<scale>\d+(?:\.\d+)?)-)?alpha-(?P<exponent>\d+(?:\.\d+)?)")


def step_law(name: str) -> tuple[float, float]:
    """Return c and alpha of ``eta = c width^alpha``.

    Parameters
    ----------
    name
        ``none``, ``one``, ``four``, ``root``, ``three-root``; ``alpha-0.3`` for c = 1; ``2-alpha-0.3`` for c = 2.

    Raises
    ------
    UserError
        The name is none of these.

    Examples
    --------
    >>> step_law("root"), step_law("alpha-0.25"), step_law("2.5-alpha-0")
    ((1.0, 0.5), (1.0, 0.25), (2.5, 0.0))
    """
    written = _POWER.fullmatch(name)
    if written:
        return float(written["scale"] or 1), float(written["exponent"])
    if name not in _STEPS:
        raise UserError(f"unknown step {name!r}.{did_you_mean(name, {*_STEPS, 'alpha-0.25'})} c-alpha-x means c width^x")
    return _STEPS[name]


def step_size(name: str, width: int) -> float:
    """Return eta of a step; raises as `step_law` does.

    Examples
    --------
    >>> step_size("three-root", 400), step_size("none", 400)
    (60.0, 0.0)
    """
    scale, exponent = step_law(name)
    return scale * float(width) ** exponent
