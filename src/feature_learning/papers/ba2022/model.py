"""Teachers, the network, its data and the sizes of its step."""

import math
from collections.abc import Iterator
from typing import Annotated, Any, NamedTuple, TypedDict

import numpy as np

from feature_learning.core.errors import UserError
from feature_learning.core.experiment import Device, Draws, Experiment, Streams
from feature_learning.core.streams import Purpose
from feature_learning.core.values import ActivationName, NotNegative, Precision, whole
from feature_learning.data.links import Link
from feature_learning.networks.activations import Activation
from feature_learning.networks.named import activation, link

_CHUNK = 2048


def target(name: str, noise: float = 0.0, *, centred: bool = True) -> Link:
    """Return the target ``y = sigma_*(<x, beta_*>) + noise`` with noise of a standard deviation.

    The teacher is a link by name or by Hermite coefficients. The theory of the risk assumes a mean
    of zero: `centred` subtracts it.
    """
    teacher = link(name).with_noise(noise**2)
    return teacher.centred() if centred else teacher


def two_blocks(d: int) -> np.ndarray:
    """Return ``beta_* = [-1, .., -1, 1, .., 1]/sqrt d``: singular vectors show its two halves.

    Raises
    ------
    UserError
        d is odd.
    """
    if d % 2:
        raise UserError(
            f"d = {d} is odd, and the teacher's direction has two blocks of d/2 entries; give an "
            "even d"
        )
    return np.repeat([-1.0, 1.0], d // 2) / math.sqrt(d)


def weights(d: int, width: int, rng: Streams) -> tuple[np.ndarray, np.ndarray]:
    """Return W_0 (width, d) with entries N(0, 1/d) and a (width,) with entries N(0, 1/width);
    smaller widths are nested.
    """
    first = rng("init", 0).standard_normal((width, d)) / math.sqrt(d)
    return first, rng("init", 1).standard_normal(width) / math.sqrt(width)


def network(d: int, psi2: float, rng: Streams) -> dict[str, np.ndarray]:
    """Draw the initial network with ``psi2 d`` neurons, by name."""
    first, second = weights(d, round(psi2 * d), rng)
    return {"first_layer": first, "second_layer": second}


def corner(draws: Draws, d: int, psi2: float) -> tuple[np.ndarray, np.ndarray]:
    """Return W_0 and a of a smaller dimension: the corners of those of `network`, rescaled."""
    width, scale = round(psi2 * d), math.sqrt(draws["first_layer"].shape[1] / d)
    return draws["first_layer"][:width, :d] * scale, draws["second_layer"][:width] * scale


def batches(
    target: Link,
    beta_star: np.ndarray,
    n: int,
    rng: Streams,
    purpose: Purpose,
    device: Device,
    chunk: int = _CHUNK,
    dtype: str = "float64",
) -> Iterator[tuple[Any, Any]]:
    """Yield inputs (rows, d) and noisy labels (rows,) of one purpose, n rows in total; a smaller n
    gives the first rows of a larger one.

    The random numbers are the same in both precisions.
    """
    inputs, noise = rng(purpose), rng("noise", ("train", "refit").index(purpose))
    for start in range(0, n, chunk):
        rows = min(chunk, n - start)
        x = inputs.standard_normal((rows, len(beta_star)))
        errors = math.sqrt(target.noise_variance) * noise.standard_normal(rows)
        labels = target(x @ beta_star) + errors
        yield device.put(x.astype(dtype, copy=False)), device.put(labels.astype(dtype, copy=False))


def samples(ratio: float, power: float, d: float) -> int:
    """Return the number of samples ``n = ratio d^power``.

    Examples
    --------
    >>> samples(8.0, 1.0, 256), samples(0.125, 2.0, 256)
    (2048, 8192)
    """
    return round(ratio * d**power)


class StepLaw(NamedTuple):
    """A step size ``eta = scale width^alpha``."""

    scale: float
    alpha: float

    def size(self, width: int) -> float:
        """Return eta.

        Examples
        --------
        >>> THREE_ROOT.size(400), NO_STEP.size(400)
        (60.0, 0.0)
        """
        return self.scale * float(width) ** self.alpha

    @property
    def columns(self) -> dict[str, float]:
        """The step in a row."""
        return self._asdict()

    @property
    def name(self) -> str:
        """The step in words.

        Examples
        --------
        >>> [step.name for step in (NO_STEP, FOUR, ROOT, THREE_ROOT)]
        ['no step', 'eta = 4', 'eta = N^0.5', 'eta = 3 N^0.5']
        """
        if not (self.scale and self.alpha):
            return f"eta = {self.scale:g}" if self.scale else "no step"
        return f"eta = {'' if self.scale == 1 else f'{self.scale:g} '}N^{self.alpha:g}"


NO_STEP, ONE, FOUR = StepLaw(0.0, 0.0), StepLaw(1.0, 0.0), StepLaw(4.0, 0.0)
ROOT, THREE_ROOT = StepLaw(1.0, 0.5), StepLaw(3.0, 0.5)


Dimension = Annotated[int, whole(least=2)]


class ScaledStep(TypedDict):
    """The values of a step size."""

    scale: NotNegative
    alpha: NotNegative


class OneStep(Experiment):
    """A network that takes one step, on data of a single-index target."""

    activation: ActivationName
    noise: NotNegative  # standard deviation of the labels' noise
    dtype: Precision  # of the step and of the features

    @property
    def sigma(self) -> Activation:
        """The activation."""
        return activation(self.activation)

    def target(self, teacher: str, *, centred: bool = True) -> Link:
        """Return the target of a teacher, with the noise of the labels."""
        return target(teacher, self.noise, centred=centred)
